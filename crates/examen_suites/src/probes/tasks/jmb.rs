//! Half of the tokens jumbled.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::probes::support::shuffle::shuffle;
use crate::probes::{Category, Change, Make, Origin, Rules, Sample, Task};

pub(super) static TASK: Task = Task {
    code: "JMB",
    name: "Half of the tokens jumbled",
    category: Category::Mistyped,
    origin: Origin::Discarded,
    description: "Is the order of half of the tokens random? A token may stay where it is, or find its like there.",
    java: "",
    python: "Lines and indentation stay.",
    published: "",
    classes: |_| Task::BROKEN_OR_NOT,
    published_lengths: Task::ANY_LENGTH,
    keeps_case: true,
    make: Make::Mutation(jumble),
};

fn jumble(sample: &Sample<'_>, _: &Rules, random: &mut ChaCha8Rng) -> Option<Vec<Change>> {
    let mut places: Vec<usize> = (0..sample.tokens.len()).collect();
    places.shuffle(random);
    places.truncate(sample.tokens.len() / 2);
    places.sort_unstable();
    shuffle(sample, &places, random)
}
