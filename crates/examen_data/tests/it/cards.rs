//! The data card.

use examen_corpus::Split;
use examen_data::{CardFacts, Shard, find_task_folders, merge, render_card, write_suite_card};

use crate::sample::{build, many, split_of, task_schema};

#[test]
fn card_tells_what_a_reader_asks() {
    let out = tempfile::tempdir().unwrap();
    let mut rows = many(40);
    rows[3].code.clear();
    build(out.path(), &rows, None).unwrap();
    let card = std::fs::read_to_string(out.path().join("probes/CPX/README.md")).unwrap();
    insta::assert_snapshot!(card);
}

#[test]
fn splits_without_rows_are_not_announced() {
    let out = tempfile::tempdir().unwrap();
    let rows: Vec<_> = many(50).into_iter().filter(|row| split_of(row.project) == Split::Test).collect();
    let manifest = build(out.path(), &rows, None).unwrap();
    let card = render_card(&manifest, task_schema().table().unwrap().arrow(), &CardFacts::default());
    assert!(card.contains("  - split: test\n") && !card.contains("split: train"));
    assert!(card.contains("| train | 0 |"));
}

#[test]
fn card_of_a_shard_says_so() {
    let out = tempfile::tempdir().unwrap();
    let shard = Shard::new(2, 7).unwrap();
    let manifest = build(out.path(), &many(40), Some(shard)).unwrap();
    let card = render_card(&manifest, task_schema().table().unwrap().arrow(), &CardFacts::default());
    assert!(card.contains("part 2 of 7") && card.contains("--seed 7 --shard 2/7\n"));
}

#[test]
fn the_card_of_a_suite_has_a_configuration_for_each_task() {
    let [out, parts, merged] = std::array::from_fn(|_| tempfile::tempdir().unwrap());
    let shards = [1, 2].map(|index| Shard::new(index, 2).unwrap());
    let folders = shards.map(|shard| parts.path().join(shard.index().to_string()));
    for (shard, folder) in shards.into_iter().zip(&folders) {
        build(folder, &many(40), Some(shard)).unwrap();
    }
    merge(&folders, merged.path()).unwrap();
    build(out.path(), &many(40), None).unwrap();
    write_suite_card(&out.path().join("probes")).unwrap();
    let card = |out: &tempfile::TempDir| std::fs::read_to_string(out.path().join("probes/README.md")).unwrap();
    assert_eq!(card(&out), card(&merged));
    assert_eq!(find_task_folders(&out.path().join("probes")).unwrap().len(), 1);
    insta::assert_snapshot!(card(&out));
}
