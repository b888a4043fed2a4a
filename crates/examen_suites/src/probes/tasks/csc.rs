//! Code structure count.

use crate::probes::{Category, Classed, Make, Origin, Rules, Sample, Task};

const CLASSES: &[&str] = &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

pub(super) static TASK: Task = Task {
    code: "CSC",
    name: "Code structure count",
    category: Category::Counts,
    origin: Origin::Paper,
    description: "How many control structures has the function?",
    java: "",
    python: "",
    published: "",
    classes: |_| CLASSES,
    published_lengths: Task::LONG,
    keeps_case: false,
    make: Make::Class(class),
};

fn class(sample: &Sample<'_>, _: &Rules) -> Option<Classed> {
    Classed::exact(u64::from(sample.measures().structures), 0, CLASSES)
}
