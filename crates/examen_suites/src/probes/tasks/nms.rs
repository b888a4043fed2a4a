//! Number of ifs.

use crate::probes::{Category, Classed, Make, Origin, Rules, Sample, Task};

const CLASSES: &[&str] = &["0", "1", "2", "3", "4", "5", "6", "7"];

pub(super) static TASK: Task = Task {
    code: "NMS",
    name: "Number of ifs",
    category: Category::Counts,
    origin: Origin::Discarded,
    description: "How many ifs has the function?",
    java: "",
    python: "",
    published: "",
    classes: |_| CLASSES,
    published_lengths: Task::ANY_LENGTH,
    keeps_case: true,
    make: Make::Class(class),
};

fn class(sample: &Sample<'_>, _: &Rules) -> Option<Classed> {
    Classed::exact(u64::from(sample.measures().ifs), 0, CLASSES)
}
