//! Cyclomatic complexity.

use crate::probes::{Category, Classed, Make, Origin, Rules, Sample, Task};

const CLASSES: &[&str] = &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

pub(super) static TASK: Task = Task {
    code: "CPX",
    name: "Cyclomatic complexity",
    category: Category::Complexity,
    origin: Origin::Paper,
    description: "How many decisions does the function take?",
    java: "",
    python: "",
    published: "",
    classes: |_| CLASSES,
    published_lengths: Task::LONG,
    keeps_case: false,
    make: Make::Class(class),
};

fn class(sample: &Sample<'_>, _: &Rules) -> Option<Classed> {
    Classed::exact(u64::from(sample.measures().complexity), 0, CLASSES)
}
