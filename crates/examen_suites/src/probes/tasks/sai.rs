//! Switch all occurrences of an identifier.

use std::collections::BTreeMap;

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::probes::{Category, Change, Make, Origin, Role, Rules, Sample, Task};

pub(super) static TASK: Task = Task {
    code: "SAI",
    name: "Switch all occurrences of an identifier",
    category: Category::Replacement,
    origin: Origin::Further,
    description: "Does another name of the function stand in the place of one name, at all of its occurrences, \
                  of which there are at least two?",
    java: "",
    python: "",
    published: "",
    classes: |_| Task::BROKEN_OR_NOT,
    published_lengths: Task::ANY_LENGTH,
    keeps_case: true,
    make: Make::Mutation(switch),
};

fn switch(sample: &Sample<'_>, _: &Rules, random: &mut ChaCha8Rng) -> Option<Vec<Change>> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, name) in sample.with_role(Role::Identifier) {
        places.entry(name).or_default().push(at);
    }
    let repeated: Vec<(&&str, &Vec<usize>)> = places.iter().filter(|(_, places)| places.len() > 1).collect();
    let &(name, replaced) = repeated.choose(random)?;
    let others: Vec<&&str> = places.keys().filter(|&other| other != name).collect();
    let &&other = others.choose(random)?;
    Some(replaced.iter().map(|&at| Change::of_token(at, other)).collect())
}
