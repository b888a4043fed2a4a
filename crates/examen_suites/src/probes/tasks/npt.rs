//! `NPath` complexity.

use crate::probes::{Category, Classed, Edition, Make, Origin, Rules, Sample, Task};

const BINS: &[&str] = &["1", "2", "3", "4-6", "7-8", "9-10", "11-15", "16-20", "21-30", "31-100"];
const LASTS: [u64; 10] = [1, 2, 3, 6, 8, 10, 15, 20, 30, 100];
const NUMBERS: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

pub(super) static TASK: Task = Task {
    code: "NPT",
    name: "NPath complexity",
    category: Category::Complexity,
    origin: Origin::Paper,
    description: "How many paths lead through the function? The classes grow wider with the number.",
    java: "",
    python: "",
    published: "Every number from 1 to 10 is a class of its own, and there are no others.",
    classes,
    published_lengths: Task::ANY_LENGTH,
    keeps_case: false,
    make: Make::Class(class),
};

const fn classes(rules: &Rules) -> &'static [&'static str] {
    match rules.edition {
        Edition::Paper => BINS,
        Edition::Published => NUMBERS,
    }
}

fn class(sample: &Sample<'_>, rules: &Rules) -> Option<Classed> {
    let paths = sample.measures().paths;
    match rules.edition {
        Edition::Paper => Classed::binned(paths, 1, &LASTS, BINS),
        Edition::Published => Classed::exact(paths, 1, NUMBERS),
    }
}
