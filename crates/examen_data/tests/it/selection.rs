//! Selections: which rows stay, and that shards joined give what an unsharded build gives.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use arrow_schema::DataType;
use examen_corpus::Split;
use examen_data::{
    Balance, DataError, ExampleId, ExampleKey, Manifest, Result, Selection, Shard, TaskFolder, TaskSchema, TaskWriter,
    column, finish_all, merge, merge_task,
};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::sample::{check_merged, provenance, split_of};

/// A row is a part of what its project and its key name; group and class follow from the key, the payload does not.
#[derive(Clone, Debug)]
struct Row {
    project: u8,
    key: u16,
    part: u32,
    payload: u8,
}

impl Row {
    fn id(&self) -> ExampleId {
        let whole = ExampleId::new([&[self.project][..], &self.key.to_le_bytes()]);
        if self.part == 0 { whole } else { whole.part("row", self.part) }
    }

    fn group(&self) -> String {
        format!("Q{}", self.key % 3)
    }

    fn class(&self) -> &'static str {
        if self.key.is_multiple_of(4) { "positive" } else { "negative" }
    }
}

fn schema(task: &str) -> TaskSchema {
    let columns = vec![
        column("query", DataType::Utf8, "the group"),
        column("example_type", DataType::Utf8, "the class"),
        column("payload", DataType::UInt8, "a number"),
    ];
    TaskSchema { suite: "probes".to_owned(), task: task.to_owned(), columns, answer: None }
}

fn writer(out: &Path, task: &str, rows: &[Row], rule: &Selection, shard: Option<Shard>) -> Result<TaskWriter> {
    let writer = TaskWriter::create(out, schema(task), provenance(), shard)?;
    // A small buffer, so that rows are spilled and looked through in several runs.
    let mut writer = writer.with_selection(rule.clone())?.with_sort_buffer(2_000);
    for row in rows {
        let project = format!("project-{}", row.project);
        if shard.is_some_and(|shard| !shard.owns(&project)) {
            continue;
        }
        writer.count_in("rows", 1);
        let split = split_of(row.project);
        let key =
            ExampleKey { id: &row.id(), language: "python", project: &project, path: "", content_hash: "", split };
        let own = json!({ "query": row.group(), "example_type": row.class(), "payload": row.payload });
        writer.push(&key, &own)?;
    }
    Ok(writer)
}

fn build(out: &Path, rows: &[Row], rule: &Selection, shard: Option<Shard>) -> Result<Manifest> {
    writer(out, "CPX", rows, rule, shard)?.finish()
}

fn build_shards(root: &Path, rows: &[Row], rule: &Selection, count: u32) -> Vec<PathBuf> {
    let build_one = |index| {
        let out = root.join(format!("shard-{index}"));
        build(&out, rows, rule, Some(Shard::new(index, count).unwrap())).unwrap();
        out
    };
    (1..=count).map(build_one).collect()
}

/// The rule again, in the plainest words: ids by split of the rows that should stay.
fn expected(rows: &[Row], rule: &Selection) -> BTreeMap<Split, BTreeSet<String>> {
    // What parts of one whole have in common comes before the rest, so that wholes are in the order of their first ids.
    let whole = |id: &ExampleId| id.as_str()[..20].to_owned();
    let mut classes: BTreeMap<(Split, String, &str), BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for row in rows {
        let class = classes.entry((split_of(row.project), row.group(), row.class())).or_default();
        class.entry(whole(&row.id())).or_default().insert(row.id().as_str().to_owned());
    }
    let at_most = rule.at_most.unwrap_or(1 << 20) as usize;
    let mut kept: BTreeMap<Split, BTreeSet<String>> = BTreeMap::new();
    for ((split, group, class), wholes) in &classes {
        let mut limit = at_most;
        if let Some(balance) = rule.balance.as_ref().filter(|balance| balance.class == *class) {
            let others = classes.get(&(*split, group.clone(), balance.against.as_str())).map_or(0, BTreeMap::len);
            let by_ratio = (others.min(at_most) as f64 * balance.ratio).ceil();
            let by_ratio = (0..u32::MAX).find(|&count| f64::from(count) >= by_ratio).unwrap();
            limit = limit.min((balance.at_least as usize).max(by_ratio as usize));
        }
        kept.entry(*split).or_default().extend(wholes.values().take(limit).flatten().cloned());
    }
    kept
}

fn ids(folder: &TaskFolder, split: Split) -> BTreeSet<String> {
    let rows = folder.rows::<Map<String, Value>>(split).unwrap();
    rows.map(|row| row.unwrap()["id"].as_str().unwrap().to_owned()).collect()
}

fn rule(at_most: Option<u64>, balance: Option<(f64, u64)>) -> Selection {
    Selection {
        group: "query".to_owned(),
        class: "example_type".to_owned(),
        at_most,
        balance: balance.map(|(ratio, at_least)| Balance {
            class: "negative".to_owned(),
            against: "positive".to_owned(),
            ratio,
            at_least,
        }),
        is_in_one_split: false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn selection_is_the_rule_and_shards_change_no_byte(
        // Few projects and keys, so that ids meet.
        keys in proptest::collection::vec((0..9u8, 0..60u16, 0..3u32, any::<u8>()), 1..300),
        at_most in proptest::option::of(0..12u64),
        balance in proptest::option::of((0.0..3.0f64, 0..4u64)),
    ) {
        let row = |(project, key, part, payload)| Row { project, key, part, payload };
        let rows: Vec<Row> = keys.into_iter().map(row).collect();
        let rule = rule(at_most, balance);
        let root = tempfile::tempdir().unwrap();
        let whole = root.path().join("whole");
        let built = build(&whole, &rows, &rule, None);
        let kept = expected(&rows, &rule);
        if let Ok(manifest) = &built {
            let folder = TaskFolder::open(&whole.join("probes/CPX")).unwrap();
            for split in Split::ALL {
                let wanted = kept.get(&split).cloned().unwrap_or_default();
                prop_assert_eq!(manifest.counts.outputs[split.name()], wanted.len() as u64);
                prop_assert_eq!(ids(&folder, split), wanted);
            }
            let skipped: u64 = manifest.counts.skipped.values().sum();
            prop_assert_eq!(manifest.counts.outputs.values().sum::<u64>() + skipped, rows.len() as u64);
        } else {
            prop_assert!(kept.values().all(BTreeSet::is_empty));
        }
        for count in [1, 2, 7] {
            let shards = tempfile::tempdir().unwrap();
            let backwards: Vec<Row> = rows.iter().rev().cloned().collect();
            let mut roots = build_shards(shards.path(), &backwards, &rule, count);
            roots.reverse();
            let out = shards.path().join("merged");
            check_merged(&roots, &out, &built, &whole);
        }
    }
}

fn distinct(count: u16) -> Vec<Row> {
    (0..count).map(|key| Row { project: (key % 11) as u8, key, part: 0, payload: 0 }).collect()
}

#[test]
fn a_shard_keeps_at_most_so_many_and_balances_nothing() {
    let root = tempfile::tempdir().unwrap();
    let rule = rule(Some(20), Some((0.0, 0)));
    let manifest = build(root.path(), &distinct(3_000), &rule, Some(Shard::new(1, 1).unwrap())).unwrap();
    // Three splits, three groups, two classes.
    assert_eq!(manifest.counts.outputs.values().sum::<u64>(), 3 * 3 * 2 * 20);
    assert_eq!(manifest.selection.as_ref(), Some(&rule));
    let merged = merge_task(&[root.path().join("probes/CPX")], &root.path().join("out")).unwrap();
    assert_eq!(merged.counts.outputs.values().sum::<u64>(), 3 * 3 * 20);
    assert_eq!(merged.counts.skipped["not-selected"], 3_000 - 3 * 3 * 20);
    let card = std::fs::read_to_string(root.path().join("out/README.md")).unwrap();
    assert!(card.contains("at most 20 of each `example_type`; at most 0 negative for each positive"), "{card}");
}

#[test]
fn whole_folders_are_not_selected_from_again() {
    let root = tempfile::tempdir().unwrap();
    let rule = rule(Some(5), Some((1.0, 0)));
    let (low, high) = (distinct(500), distinct(1_000).split_off(500));
    for (name, rows) in [("one", &low), ("two", &high)] {
        build(&root.path().join(name), rows, &rule, None).unwrap();
    }
    let folders = ["one/probes/CPX", "two/probes/CPX"].map(|name| root.path().join(name));
    let merged = merge_task(&folders, &root.path().join("out")).unwrap();
    assert_eq!(merged.counts.outputs.values().sum::<u64>(), 2 * 3 * 3 * 2 * 5);
}

#[test]
fn rules_that_make_no_sense_are_refused() {
    let root = tempfile::tempdir().unwrap();
    let create = |rule: Selection| {
        let writer = TaskWriter::create(root.path(), schema("CPX"), provenance(), None).unwrap();
        writer.with_selection(rule).map(|_| ()).unwrap_err()
    };
    let error = create(Selection { group: "nothing".to_owned(), ..rule(None, None) });
    assert!(matches!(error, DataError::WrongColumn { .. }), "{error}");
    let error = create(Selection { class: "payload".to_owned(), ..rule(None, None) });
    assert!(matches!(error, DataError::WrongColumn { .. }), "{error}");
    for ratio in [-1.0, f64::NAN, f64::INFINITY] {
        let error = create(rule(None, Some((ratio, 0))));
        assert!(matches!(error, DataError::BadSelection { .. }), "{error}");
    }
}

#[test]
fn empty_tasks_are_recorded_beside_others_with_rows() {
    let root = tempfile::tempdir().unwrap();
    let rule = rule(None, None);
    let finish = |out: &Path, rows: &[Row], shard| {
        let tasks = [("CPX", rows), ("LEN", &[])];
        finish_all(tasks.map(|(task, rows)| writer(out, task, rows, &rule, shard).unwrap()).into())
    };
    let whole = root.path().join("whole");
    let manifests = finish(&whole, &distinct(50), None).unwrap();
    assert_eq!(manifests[1].counts.outputs.values().sum::<u64>(), 0);
    assert_eq!(TaskFolder::open(&whole.join("probes/LEN")).unwrap().read(Split::Test).unwrap().rows(), 0);

    let shards: Vec<PathBuf> = (1..=2).map(|index| root.path().join(format!("shard-{index}"))).collect();
    for (index, out) in (1..).zip(&shards) {
        finish(out, &distinct(50), Some(Shard::new(index, 2).unwrap())).unwrap();
    }
    let out = root.path().join("merged");
    let merged = merge(&shards, &out).unwrap();
    assert!(merged.iter().all(|task| task.outcome.is_ok()));
    for name in ["manifest.json", "README.md", "test.parquet"] {
        let read = |out: &Path| std::fs::read(out.join("probes/LEN").join(name)).unwrap();
        assert_eq!(read(&out), read(&whole));
    }
}

#[test]
fn a_build_without_any_row_is_an_error_in_all_ways() {
    let root = tempfile::tempdir().unwrap();
    let rule = rule(None, None);
    let make = |task, shard| writer(root.path(), task, &[], &rule, shard).unwrap();
    let error = finish_all(vec![make("CPX", None), make("LEN", None)]).unwrap_err();
    assert!(matches!(&error, DataError::EmptyTask { task, .. } if task == "CPX"), "{error}");
    assert!(!root.path().join("probes/CPX/manifest.json").exists());
    assert!(make("CPX", None).finish().is_err());

    let shard = Some(Shard::new(1, 1).unwrap());
    finish_all(vec![make("CPX", shard), make("LEN", shard)]).unwrap();
    let out = root.path().join("merged");
    let merged = merge(&[root.path().to_owned()], &out).unwrap();
    assert!(merged.iter().all(|task| matches!(task.outcome, Err(DataError::EmptyTask { .. }))));
    assert!(!out.join("probes/CPX/manifest.json").exists());
    // A single task is recorded when the caller says so.
    make("CPX", None).finish_even_if_empty().unwrap();
}

#[test]
fn an_id_of_several_splits_stays_in_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let once = Selection { is_in_one_split: true, ..rule(None, None) };
    let mut writer = writer(folder.path(), "CPX", &[], &once, None).unwrap();
    let own = json!({ "query": "q", "example_type": "positive", "payload": 0 });
    for (name, split) in [
        ("both", Split::Test),
        ("both", Split::Train),
        ("test", Split::Test),
        ("late", Split::Validation),
        ("late", Split::Test),
    ] {
        let id = &ExampleId::new([name]);
        let key = ExampleKey { id, language: "python", project: "", path: "", content_hash: "", split };
        writer.push(&key, &own).unwrap();
    }
    let manifest = writer.finish().unwrap();
    let counts: Vec<u64> =
        ["train", "validation", "test"].iter().map(|split| manifest.counts.outputs[*split]).collect();
    assert_eq!((counts, manifest.counts.skipped["duplicate-id"]), (vec![1, 1, 1], 2));
}
