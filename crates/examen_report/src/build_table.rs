//! What a build made, as a table.

use std::path::Path;

use examen_corpus::Split;
use examen_data::{Manifest, Shortage, grouped};

use crate::table::table;

/// Renders the examples by task and split, and what there was too little of.
pub fn build_table(manifests: &[Manifest], (inputs, unit): (u64, &str), folder: &Path) -> String {
    let mut header = vec!["task", "train", "validation", "test", "all"];
    let is_short = manifests.iter().any(|manifest| !manifest.shortages.is_empty());
    header.extend(is_short.then_some("scarcest class"));
    let mut table = table(&header, |column| (1..5).contains(&column));
    // Code without a file of some language has nothing to say of it.
    let has_input = |manifest: &&Manifest| !manifest.counts.inputs.is_empty();
    for Manifest { suite, task, counts, shortages, .. } in manifests.iter().filter(has_input) {
        let splits = Split::ALL.map(|split| counts.outputs.get(split.name()).copied().unwrap_or(0));
        let numbers = splits.into_iter().chain([splits.iter().sum()]).map(grouped);
        let shortage = is_short.then(|| scarcest(shortages));
        table.add_row(std::iter::once(format!("{suite}/{task}")).chain(numbers).chain(shortage));
    }
    format!("{table}\n\n{} {unit} in\nexamples: {}\n", grouped(inputs), folder.display())
}

/// The class and split that the corpus had the smallest fraction of, of what was wanted.
fn scarcest(shortages: &[Shortage]) -> String {
    let fraction = |it: &&Shortage| it.found as f64 / it.wanted.max(1) as f64;
    let worst = shortages.iter().min_by(|left, right| fraction(left).total_cmp(&fraction(right)));
    worst.map_or(String::new(), |Shortage { class, split, wanted, found }| {
        format!("{class} in {split}: {} of {}", grouped(*found), grouped(*wanted))
    })
}
