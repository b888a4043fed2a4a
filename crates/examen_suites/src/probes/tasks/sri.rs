//! Switch random identifier.

use std::collections::BTreeSet;

use rand::RngExt;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand_chacha::ChaCha8Rng;

use crate::probes::{Category, Change, Edition, Make, Origin, Role, Rules, Sample, Task};

pub(super) static TASK: Task = Task {
    code: "SRI",
    name: "Switch random identifier",
    category: Category::Replacement,
    origin: Origin::Paper,
    description: "Does another name of the function stand in the place of one name, at one of its occurrences?",
    java: "",
    python: "",
    published: "The name comes from another function of the file and is not in this one, whatever the case of its letters.",
    classes: |_| Task::BROKEN_OR_NOT,
    published_lengths: Task::LONG,
    keeps_case: false,
    make: Make::Mutation(switch),
};

fn switch(sample: &Sample<'_>, rules: &Rules, random: &mut ChaCha8Rng) -> Option<Vec<Change>> {
    let places: Vec<(usize, &str)> = sample.with_role(Role::Identifier).collect();
    let &(place, name) = places.choose(random)?;
    let other = match rules.edition {
        Edition::Paper => {
            let others: BTreeSet<&str> =
                places.iter().map(|&(_, other)| other).filter(|&other| other != name).collect();
            others.into_iter().choose(random)?
        }
        Edition::Published => name_of_another_function(sample, random)?,
    };
    Some(vec![Change::of_token(place, other)])
}

/// The first name after a random one in the file's other functions that this function does not have.
fn name_of_another_function<'p>(sample: &Sample<'p>, random: &mut ChaCha8Rng) -> Option<&'p str> {
    let all = sample.page.names_in_functions();
    let before = all.partition_point(|name| name.start < sample.place.start);
    let after = all.partition_point(|name| name.start < sample.place.end);
    let count = all.len() - (after - before);
    if count == 0 {
        return None;
    }
    let start = random.random_range(0..count);
    let own: BTreeSet<String> = sample.words().map(|(_, _, word)| word.to_lowercase()).collect();
    let others =
        (start..count).chain(0..start).filter_map(|at| all.get(if at < before { at } else { at - before + after }));
    let mut names = others.map(|name| name.text(sample.page.source));
    names.find(|name| !own.contains(&name.to_lowercase()))
}
