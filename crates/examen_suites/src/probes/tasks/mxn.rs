//! Maximum indentation.

use crate::probes::{Category, Classed, Make, Origin, Rules, Sample, Task};

const CLASSES: &[&str] = &["1", "2", "3", "4", "5"];

pub(super) static TASK: Task = Task {
    code: "MXN",
    name: "Maximum indentation",
    category: Category::Complexity,
    origin: Origin::Paper,
    description: "How deep are the blocks of the function nested?",
    java: "",
    python: "",
    published: "",
    classes: |_| CLASSES,
    published_lengths: Task::LONG,
    keeps_case: false,
    make: Make::Class(class),
};

fn class(sample: &Sample<'_>, _: &Rules) -> Option<Classed> {
    Classed::exact(u64::from(sample.measures().nesting), 1, CLASSES)
}
