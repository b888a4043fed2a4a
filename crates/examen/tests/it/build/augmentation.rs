//! `examen build queries --augment N`: edited copies of training files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use examen_corpus::Split;
use examen_data::TaskFolder;
use examen_suites::queries::row::SpanRow;
use serde::Deserialize;

use super::{assert_same_files, build};
use crate::{examen, fail, shown, text};

#[derive(Deserialize)]
struct Row {
    project: String,
    path: String,
    content_hash: String,
    #[serde(default)]
    copy: u32,
    #[serde(flatten)]
    shown: SpanRow,
}

fn rows(folder: &TaskFolder, split: Split) -> Vec<Row> {
    folder.rows(split).unwrap().map(Result::unwrap).collect()
}

#[test]
fn edited_copies_are_training_examples_that_the_files_themselves_do_not_give() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let flags = ["--task", "ideal", "--split-by", "file"];
    build(&at("files"), &flags);
    let edited_flags = [&flags[..], &["--augment", "2"]].concat();
    build(&at("edited"), &edited_flags);
    let [files, edited] = ["files", "edited"].map(|name| TaskFolder::open(&at(name).join("queries/ideal")).unwrap());

    let is_other = |split: &Split| *split != Split::Train;
    assert!(Split::ALL.into_iter().filter(is_other).all(|split| rows(&edited, split).is_empty()));
    let shown_code = |row: &Row| {
        let blocks = row.shown.blocks.iter().map(|block| (block.header.clone(), block.content.clone()));
        (row.shown.query.clone(), blocks.collect::<Vec<_>>())
    };
    let known: BTreeSet<_> = rows(&files, Split::Train).iter().map(shown_code).collect();
    let made = rows(&edited, Split::Train);
    assert!(made.len() > 300, "{}", made.len());
    assert!(made.iter().all(|row| !known.contains(&shown_code(row))));
    assert!(made.iter().all(|row| (1..=2).contains(&row.copy) && !row.project.is_empty()));
    // They name the file that was edited.
    let of_file = |row: &Row| (row.path.clone(), row.content_hash.clone());
    let training: BTreeSet<_> = rows(&files, Split::Train).iter().map(of_file).collect();
    let others: BTreeSet<_> =
        Split::ALL.into_iter().filter(is_other).flat_map(|it| rows(&files, it)).map(|it| it.path).collect();
    assert!(made.iter().any(|row| training.contains(&of_file(row))));
    assert!(made.iter().all(|row| !others.contains(&row.path)));

    // No query has far more positive examples than negative ones.
    let mut counts: BTreeMap<&str, BTreeMap<&str, u32>> = BTreeMap::new();
    for row in &made {
        *counts.entry(&row.shown.query).or_default().entry(row.shown.example_type.name()).or_default() += 1;
    }
    let of = |classes: &BTreeMap<&str, u32>, class: &str| classes.get(class).copied().unwrap_or_default();
    assert!(counts.len() > 40, "{counts:?}");
    assert!(counts.values().all(|it| of(it, "positive") <= (2 * of(it, "negative")).max(16)), "{counts:?}");

    let manifest = edited.manifest();
    assert_eq!(manifest.provenance.configuration["augment"], 2);
    assert!(manifest.provenance.command.ends_with("--augment 2 --split-by file"), "{}", manifest.provenance.command);
    for counted in ["edited-copies", "edits"] {
        assert!(manifest.counts.inputs[counted] > 20, "{:?}", manifest.counts);
    }
    for reason in ["not-training", "same-as-original"] {
        assert!(manifest.counts.skipped[reason] > 0, "{:?}", manifest.counts);
    }
}

#[test]
fn threads_and_shards_change_no_byte_of_edited_copies() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let flags = ["--task", "ideal,relevance", "--split-by", "file", "--augment", "1", "--seed", "3"];
    build(&at("one"), &[&flags[..], &["--threads", "1"]].concat());
    let parts: Vec<PathBuf> = (1..=3).map(|index| at(&format!("part-{index}"))).collect();
    for (index, part) in (1..).zip(&parts) {
        build(part, &[&flags[..], &["--shard", &format!("{index}/3")]].concat());
    }
    let named: Vec<&str> = parts.iter().map(|part| shown(part)).collect();
    let output = examen(&[&["merge"], &named[..], &["--out", shown(&at("merged"))]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_same_files(&at("one"), &at("merged"));
}

#[test]
fn edited_copies_are_no_part_of_the_released_files() {
    let said = fail(&["build", "queries", "--out", "nowhere", "--augment", "1", "--native"]);
    assert!(said.contains("--augment"), "{said}");
    let said = fail(&["build", "queries", "--out", "nowhere", "--augment", "0"]);
    assert!(said.contains("--augment"), "{said}");
}
