//! Shards: any number of them, joined, is the unsharded build byte for byte.

use std::path::PathBuf;

use examen_data::{DataError, Manifest, Shard, TaskFolder, merge, merge_task};
use proptest::prelude::*;

use crate::sample::{Own, build, check_merged, files_of, many, own};

/// Builds `rows` in `count` shards, in folders of one temporary folder.
fn build_shards(root: &std::path::Path, rows: &[Own], count: u32) -> Vec<PathBuf> {
    let build_one = |index| {
        let out = root.join(format!("shard-{index}"));
        build(&out, rows, Some(Shard::new(index, count).unwrap())).unwrap();
        out
    };
    (1..=count).map(build_one).collect()
}

fn task_folders(roots: &[PathBuf]) -> Vec<PathBuf> {
    roots.iter().map(|root| root.join("probes").join("CPX")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn shard_count_and_order_change_no_byte(rows in proptest::collection::vec(own(), 1..120)) {
        let root = tempfile::tempdir().unwrap();
        let whole = root.path().join("whole");
        let built = build(&whole, &rows, None);
        for count in [1, 2, 7] {
            let shards = tempfile::tempdir().unwrap();
            // The other order of rows and folders: neither may show.
            let backwards: Vec<Own> = rows.iter().rev().cloned().collect();
            let mut roots = build_shards(shards.path(), &backwards, count);
            roots.reverse();
            let out = shards.path().join("merged");
            check_merged(&roots, &out, &built, &whole);
        }
    }
}

#[test]
fn many_rows_over_many_row_groups_merge_to_the_same_bytes() {
    let root = tempfile::tempdir().unwrap();
    let rows = many(30_000);
    let whole = root.path().join("whole");
    build(&whole, &rows, None).unwrap();
    // More shards than files are read side by side: the merge takes several passes.
    let roots = build_shards(root.path(), &rows, 40);
    let out = root.path().join("merged");
    merge(&roots, &out).unwrap().remove(0).outcome.unwrap();
    assert!(files_of(&out) == files_of(&whole));
}

#[test]
fn duplicates_across_folders_are_dropped_and_counted() {
    let root = tempfile::tempdir().unwrap();
    let (one, two) = (root.path().join("one"), root.path().join("two"));
    build(&one, &many(100), None).unwrap();
    build(&two, &many(150), None).unwrap();
    let manifest = merge_task(&task_folders(&[one, two]), &root.path().join("out")).unwrap();
    assert_eq!(manifest.counts.outputs.values().sum::<u64>(), 150);
    assert_eq!(manifest.counts.skipped["duplicate-id"], 100);
    assert_eq!(manifest.counts.inputs["functions"], 250);
}

#[test]
fn folders_made_differently_are_refused() {
    let root = tempfile::tempdir().unwrap();
    let (one, two) = (root.path().join("one"), root.path().join("two"));
    build(&one, &many(10), None).unwrap();
    build(&two, &many(20), None).unwrap();
    let folders = task_folders(&[one, two]);
    let path = folders[1].join("manifest.json");
    let original = Manifest::read(&path).unwrap();
    for fact in ["seed", "data version", "configuration", "task"] {
        let mut manifest = original.clone();
        match fact {
            "seed" => manifest.provenance.seed = 8,
            "data version" => manifest.provenance.data_version = "2".to_owned(),
            "configuration" => manifest.provenance.configuration = serde_json::json!({}),
            _ => manifest.task = "LEN".to_owned(),
        }
        manifest.write(&path).unwrap();
        match merge_task(&folders, &root.path().join("out")) {
            Err(DataError::MergeMismatch { what, .. }) => assert_eq!(what, fact),
            other => panic!("{fact}: {other:?}"),
        }
    }
    assert!(!root.path().join("out").exists());
}

#[test]
fn missing_and_repeated_shards_are_named() {
    let root = tempfile::tempdir().unwrap();
    let roots = build_shards(root.path(), &many(50), 3);
    let folders = task_folders(&roots);
    let out = root.path().join("out");
    let message = merge_task(&folders[..2], &out).unwrap_err().to_string();
    assert_eq!(message, "probes/CPX: 2 of 3 shards are there; missing: 3");
    let repeated = [folders.clone(), folders[..1].to_vec()].concat();
    assert_eq!(merge_task(&repeated, &out).unwrap_err().to_string(), "probes/CPX: shard 1/3 is there twice");
    assert!(matches!(merge(&[root.path().join("out-of")], &out), Err(DataError::Io { .. })));
}

#[test]
fn altered_files_and_own_output_are_refused() {
    let root = tempfile::tempdir().unwrap();
    let one = root.path().join("one");
    build(&one, &many(50), None).unwrap();
    let folders = task_folders(&[one]);
    let itself = merge_task(&folders, &folders[0]).unwrap_err().to_string();
    assert!(itself.ends_with("is both input and output of the merge"));
    TaskFolder::open(&folders[0]).unwrap().verify().unwrap();
    std::fs::write(folders[0].join("test.parquet"), b"PAR1").unwrap();
    let error = merge_task(&folders, &root.path().join("out")).unwrap_err();
    assert!(matches!(error, DataError::Altered { .. }), "{error}");
}

#[test]
fn shards_are_written_i_of_n() {
    let shard: Shard = "2/7".parse().unwrap();
    assert_eq!((shard.index(), shard.count(), shard.to_string()), (2, 7, "2/7".to_owned()));
    for text in ["0/7", "8/7", "7", "a/b", "1/0", "-1/2", "1/2/3"] {
        assert!(matches!(text.parse::<Shard>(), Err(DataError::BadShard { .. })), "{text}");
    }
    for key in ["a", "b", "project"] {
        let owners = (1..=7).filter(|&index| Shard::new(index, 7).unwrap().owns(key)).count();
        assert_eq!(owners, 1);
    }
}
