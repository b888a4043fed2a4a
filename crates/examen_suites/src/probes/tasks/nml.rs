//! Number of loops.

use crate::probes::{Category, Classed, Make, Origin, Rules, Sample, Task};

const CLASSES: &[&str] = &["0", "1", "2", "3", "4+"];
/// More than three loops are rare: one class has them all.
const LASTS: [u64; 5] = [0, 1, 2, 3, u64::MAX];

pub(super) static TASK: Task = Task {
    code: "NML",
    name: "Number of loops",
    category: Category::Counts,
    origin: Origin::Discarded,
    description: "How many loops has the function?",
    java: "",
    python: "",
    published: "",
    classes: |_| CLASSES,
    published_lengths: Task::ANY_LENGTH,
    keeps_case: true,
    make: Make::Class(class),
};

fn class(sample: &Sample<'_>, _: &Rules) -> Option<Classed> {
    Classed::binned(u64::from(sample.measures().loops), 0, &LASTS, CLASSES)
}
