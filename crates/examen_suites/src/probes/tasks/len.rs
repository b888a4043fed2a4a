//! Code length.

use crate::probes::{Category, Classed, Make, Origin, Rules, Sample, Task};

const CLASSES: &[&str] = &["A", "B", "C", "D", "E"];
const LASTS: [u64; 5] = [50, 100, 150, 200, 250];

pub(super) static TASK: Task = Task {
    code: "LEN",
    name: "Code length",
    category: Category::Tokens,
    origin: Origin::Paper,
    description: "How many tokens has the function: 21 to 50 (A), up to 100 (B), 150 (C), 200 (D) or 250 (E)?",
    java: "",
    python: "",
    published: "",
    classes: |_| CLASSES,
    published_lengths: Task::ANY_LENGTH,
    keeps_case: true,
    make: Make::Class(class),
};

fn class(sample: &Sample<'_>, _: &Rules) -> Option<Classed> {
    Classed::binned(u64::from(sample.measures().tokens), 21, &LASTS, CLASSES)
}
