//! Switch random keyword.

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::probes::support::keywords::{keywords, places};
use crate::probes::{Category, Change, Make, Origin, Rules, Sample, Task};

pub(super) static TASK: Task = Task {
    code: "SRK",
    name: "Switch random keyword",
    category: Category::Replacement,
    origin: Origin::Paper,
    description: "Does another keyword, any of the language, stand in the place of one keyword?",
    java: "All 50 reserved words of Java, and `true`, `false` and `null`.",
    python: "All 35 reserved words of Python 3, `True`, `False` and `None` among them.",
    published: "",
    classes: |_| Task::BROKEN_OR_NOT,
    published_lengths: Task::LONG,
    keeps_case: false,
    make: Make::Mutation(switch),
};

fn switch(sample: &Sample<'_>, rules: &Rules, random: &mut ChaCha8Rng) -> Option<Vec<Change>> {
    let &place = places(sample).choose(random)?;
    let others: Vec<&str> = keywords(rules.language).filter(|&other| other != sample.token(place)).collect();
    Some(vec![Change::of_token(place, *others.choose(random)?)])
}
