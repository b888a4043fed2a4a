//! The head of a data card, in YAML: what `datasets.load_dataset` and the hub read of it.

use std::collections::BTreeSet;
use std::fmt::Write;

use examen_corpus::Split;

use crate::answer_kind::AnswerKind;
use crate::examples::split_file;
use crate::manifest::Manifest;

/// The head of the card of some tasks. `title` is its name, `folder` the place of a task's files, seen from the card.
pub(crate) fn front_matter(title: &str, manifests: &[Manifest], folder: impl Fn(&Manifest) -> String) -> String {
    let mut yaml = String::from("---\nconfigs:\n");
    for manifest in manifests {
        let _ = writeln!(yaml, "- config_name: {}\n  data_files:", quoted(&manifest.task));
        for split in loadable_splits(manifest) {
            let _ = writeln!(yaml, "  - split: {split}\n    path: {}{}", folder(manifest), split_file(split));
        }
    }
    let cards = || manifests.iter().map(|manifest| &manifest.provenance.card);
    let licences: BTreeSet<&str> = cards().map(|card| card.licence.as_deref().unwrap_or("unknown")).collect();
    let licence = if licences.len() == 1 { licences.first().copied() } else { None };
    let _ = writeln!(yaml, "license: {}", quoted(licence.unwrap_or("unknown")));
    let _ = writeln!(yaml, "pretty_name: {}", quoted(title));
    // "code" is the hub's word for data that is not in a natural language.
    let languages = cards().flat_map(|card| card.natural_languages.iter().map(String::as_str));
    list(&mut yaml, "language", std::iter::once("code").chain(languages));
    let rows = manifests.iter().flat_map(|manifest| manifest.counts.outputs.values()).sum();
    let _ = writeln!(yaml, "size_categories:\n- {}", size_category(rows));
    let kinds = manifests.iter().filter_map(|manifest| Some(manifest.answer.as_ref()?.kind));
    list(&mut yaml, "task_categories", kinds.map(task_category));
    let tags = manifests.iter().flat_map(|manifest| {
        let of_task = [&manifest.provenance.tool.name, &manifest.suite].into_iter();
        of_task.chain(&manifest.provenance.card.tags).map(String::as_str)
    });
    list(&mut yaml, "tags", tags);
    yaml.push_str("---\n");
    yaml
}

/// A JSON string is a YAML string, whatever is in it.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A list without repetitions, in the order of the items; nothing for an empty one.
fn list<'i>(yaml: &mut String, name: &str, items: impl Iterator<Item = &'i str>) {
    let mut listed = BTreeSet::new();
    for item in items {
        if listed.is_empty() {
            let _ = writeln!(yaml, "{name}:");
        }
        if listed.insert(item) {
            let _ = writeln!(yaml, "- {}", quoted(item));
        }
    }
}

/// `load_dataset` fails on a split without rows ("corresponds to no data"), so that only the others are announced.
fn loadable_splits(manifest: &Manifest) -> Vec<Split> {
    let has_rows = |split: &Split| manifest.counts.outputs.get(split.name()).is_some_and(|&rows| rows > 0);
    let splits: Vec<Split> = Split::ALL.into_iter().filter(has_rows).collect();
    if splits.is_empty() { Split::ALL.to_vec() } else { splits }
}

/// The hub's own words for tasks.
const fn task_category(kind: AnswerKind) -> &'static str {
    match kind {
        AnswerKind::Choice => "multiple-choice",
        AnswerKind::Class | AnswerKind::Match | AnswerKind::Relevance => "text-classification",
        AnswerKind::Labels => "token-classification",
        AnswerKind::Name | AnswerKind::Text => "text-generation",
        AnswerKind::Spans => "question-answering",
    }
}

/// The hub's own words for sizes.
fn size_category(rows: u64) -> &'static str {
    match rows {
        0..1_000 => "n<1K",
        1_000..10_000 => "1K<n<10K",
        10_000..100_000 => "10K<n<100K",
        100_000..1_000_000 => "100K<n<1M",
        1_000_000..10_000_000 => "1M<n<10M",
        10_000_000..100_000_000 => "10M<n<100M",
        _ => "n>100M",
    }
}
