//! Variable count total.

use crate::probes::{Category, Classed, Make, Origin, Rules, Sample, Task};

const CLASSES: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

pub(super) static TASK: Task = Task {
    code: "VCT",
    name: "Variable count total",
    category: Category::Counts,
    origin: Origin::Discarded,
    description: "How many variables does the function bind, each counted as often as it is bound?",
    java: "",
    python: "",
    published: "",
    classes: |_| CLASSES,
    published_lengths: Task::ANY_LENGTH,
    keeps_case: true,
    make: Make::Class(class),
};

fn class(sample: &Sample<'_>, _: &Rules) -> Option<Classed> {
    Classed::exact(u64::from(sample.measures().variables), 1, CLASSES)
}
