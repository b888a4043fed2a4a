//! Switch compatible keyword.

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::probes::support::keywords::{JAVA, PYTHON, others_of_category, places};
use crate::probes::{Category, Change, Make, Origin, Rules, Sample, Task};

pub(super) static TASK: Task = Task {
    code: "SCK",
    name: "Switch compatible keyword",
    category: Category::Replacement,
    origin: Origin::Paper,
    description: "Does another keyword of the same category stand in the place of one keyword?",
    java: JAVA,
    python: PYTHON,
    published: "",
    classes: |_| Task::BROKEN_OR_NOT,
    published_lengths: Task::LONG,
    keeps_case: false,
    make: Make::Mutation(switch),
};

fn switch(sample: &Sample<'_>, rules: &Rules, random: &mut ChaCha8Rng) -> Option<Vec<Change>> {
    let &place = places(sample).choose(random)?;
    let others = others_of_category(rules.language, sample.token(place));
    Some(vec![Change::of_token(place, *others.choose(random)?)])
}
