//! Depth of the syntax tree.

use crate::probes::{Category, Classed, Make, Origin, Rules, Sample, Task};

const CLASSES: &[&str] = &["3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];

pub(super) static TASK: Task = Task {
    code: "DEP",
    name: "Depth of the syntax tree",
    category: Category::Complexity,
    origin: Origin::Further,
    description: "How deep is the syntax tree of the function?",
    java: "",
    python: "",
    published: "",
    classes: |_| CLASSES,
    published_lengths: Task::ANY_LENGTH,
    keeps_case: true,
    make: Make::Class(class),
};

fn class(sample: &Sample<'_>, _: &Rules) -> Option<Classed> {
    Classed::exact(u64::from(sample.measures().depth), 3, CLASSES)
}
