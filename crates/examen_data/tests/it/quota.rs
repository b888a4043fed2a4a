//! Quotas: classes in balance, no unit twice, and a bounded top-k or shards change no byte.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use arrow_schema::DataType;
use examen_corpus::Split;
use examen_data::{
    BoundedTopK, ExampleId, ExampleKey, Manifest, Quota, Rank, Result, Shard, TaskFolder, TaskSchema, TaskWriter,
    column,
};
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::json;

use crate::sample::{check_merged, provenance, split_of};

const CLASSES: [&str; 3] = ["A", "B", "C"];

/// A unit found in a project, on some line.
#[derive(Clone, Debug)]
struct Find {
    project: u8,
    unit: u16,
    line: u32,
}

impl Find {
    fn project(&self) -> String {
        format!("project-{}", self.project)
    }

    /// By the unit alone, or by project as well.
    fn class(&self, is_of_one_class: bool) -> usize {
        let other = if is_of_one_class { 0 } else { usize::from(self.project) };
        (usize::from(self.unit) + other) % CLASSES.len()
    }

    fn id(&self, is_of_one_class: bool) -> ExampleId {
        let rank = Rank::new((self.unit % 2) as u8, [self.unit.to_le_bytes()]);
        ExampleId::ranked(rank, "CPX", self.class(is_of_one_class) as u32)
    }

    fn order(&self) -> String {
        json!([self.project(), self.line]).to_string()
    }
}

#[derive(Deserialize)]
struct Row {
    id: String,
    label: String,
    control: String,
}

fn quota(size: u64) -> Quota {
    Quota::of_size(size, "label", &CLASSES, "control")
}

fn writer(out: &Path, size: u64, shard: Option<Shard>) -> TaskWriter {
    let columns = vec![
        column("label", DataType::Utf8, "the class"),
        column("control", DataType::Utf8, "a random class"),
        column("line", DataType::UInt32, "a number"),
    ];
    let schema = TaskSchema { suite: "probes".to_owned(), task: "CPX".to_owned(), columns, answer: None };
    let writer = TaskWriter::create(out, schema, provenance(), shard).unwrap();
    writer.with_quota(quota(size)).unwrap().with_sort_buffer(2_000)
}

fn push(writer: &mut TaskWriter, find: &Find, is_of_one_class: bool) {
    let project = find.project();
    let id = find.id(is_of_one_class);
    let split = split_of(find.project);
    let key = ExampleKey { id: &id, language: "java", project: &project, path: "", content_hash: "", split };
    let label = CLASSES[find.class(is_of_one_class)];
    writer.push(&key, &json!({ "label": label, "control": "", "line": find.line })).unwrap();
}

/// All finds are handed to the writer.
fn build_plainly(out: &Path, finds: &[Find], size: u64, is_of_one_class: bool) -> Result<Manifest> {
    let mut writer = writer(out, size, None);
    for find in finds {
        push(&mut writer, find, is_of_one_class);
    }
    writer.finish()
}

/// Only those are that a bounded top-k holds on to.
fn build_with_top_k(
    out: &Path,
    finds: &[Find],
    size: u64,
    is_of_one_class: bool,
    shard: Option<Shard>,
) -> Result<Manifest> {
    let mut top_k = BoundedTopK::new(quota(size), is_of_one_class);
    for find in finds.iter().filter(|find| shard.is_none_or(|shard| shard.owns(find.project()))) {
        let (class, split, id) = (find.class(is_of_one_class), split_of(find.project), find.id(is_of_one_class));
        if top_k.thresholds().admit(class, split, id.rank().unwrap()) {
            top_k.insert(class, split, id, find.clone(), Find::order);
        }
    }
    let mut writer = writer(out, size, shard);
    for (_, _, find) in top_k.into_rows(shard.is_some()) {
        push(&mut writer, &find, is_of_one_class);
    }
    writer.finish()
}

fn rows(out: &Path, split: Split) -> Vec<Row> {
    let folder = TaskFolder::open(&out.join("probes/CPX")).unwrap();
    folder.rows::<Row>(split).unwrap().map(Result::unwrap).collect()
}

fn counts<'r>(labels: impl Iterator<Item = &'r str>) -> BTreeMap<&'r str, u64> {
    labels.fold(BTreeMap::new(), |mut counts, label| {
        *counts.entry(label).or_default() += 1;
        counts
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn classes_are_in_balance_and_neither_top_k_nor_shards_change_a_byte(
        // Few projects and units, so that units meet in several splits.
        keys in proptest::collection::vec((0..9u8, 0..90u16, 0..12u32), 1..400),
        size in 1..90u64,
        is_of_one_class in any::<bool>(),
    ) {
        let finds: Vec<Find> =
            keys.into_iter().map(|(project, unit, line)| Find { project, unit, line }).collect();
        let root = tempfile::tempdir().unwrap();
        let whole = root.path().join("whole");
        let built = build_plainly(&whole, &finds, size, is_of_one_class);
        if let Ok(manifest) = &built {
            let mut units = BTreeSet::new();
            let mut classes = BTreeSet::new();
            for split in Split::ALL {
                let rows = rows(&whole, split);
                prop_assert_eq!(manifest.counts.outputs[split.name()], rows.len() as u64);
                let labels = counts(rows.iter().map(|row| row.label.as_str()));
                prop_assert_eq!(&labels, &counts(rows.iter().map(|row| row.control.as_str())));
                let first = labels.values().next().copied();
                prop_assert!(first.unwrap_or(0) <= quota(size).rows(split));
                prop_assert!(labels.values().all(|&count| Some(count) == first));
                classes.insert(labels.keys().map(|&label| label.to_owned()).collect::<Vec<_>>());
                prop_assert!(rows.iter().all(|row| units.insert(row.id[..20].to_owned())));
            }
            prop_assert_eq!(classes.len(), 1, "the same classes in every split");
        }
        let top_k_only = root.path().join("top_k_only");
        let backwards: Vec<Find> = finds.iter().rev().cloned().collect();
        let again = build_with_top_k(&top_k_only, &backwards, size, is_of_one_class, None);
        prop_assert_eq!(built.is_ok(), again.is_ok());
        if built.is_ok() {
            for name in ["train.parquet", "validation.parquet", "test.parquet", "manifest.json", "README.md"] {
                let read = |out: &Path| std::fs::read(out.join("probes/CPX").join(name)).unwrap();
                prop_assert!(read(&whole) == read(&top_k_only), "{}", name);
            }
        }
        for count in [1, 2, 7] {
            let shards = tempfile::tempdir().unwrap();
            let mut roots: Vec<PathBuf> = Vec::new();
            for index in 1..=count {
                let out = shards.path().join(format!("shard-{index}"));
                let shard = Shard::new(index, count).unwrap();
                build_with_top_k(&out, &backwards, size, is_of_one_class, Some(shard)).unwrap();
                roots.insert(0, out);
            }
            check_merged(&roots, &shards.path().join("merged"), &built, &whole);
        }
    }
}

#[test]
fn a_class_that_a_corpus_lacks_is_left_out_and_named() {
    let root = tempfile::tempdir().unwrap();
    // Every third unit is of class C; these are in training only.
    let of_project = |project: u8| {
        let units = (0..30).filter(move |unit| unit % 3 != 2 || split_of(project) == Split::Train);
        units.map(move |unit| Find { project, unit: unit + 30 * u16::from(project), line: 0 })
    };
    let all: Vec<Find> = (0..9).flat_map(of_project).collect();
    let manifest = build_plainly(root.path(), &all, 3_000, true).unwrap();
    for split in Split::ALL {
        let rows = rows(root.path(), split);
        assert!(!rows.is_empty());
        assert!(rows.iter().all(|row| row.label != "C" && row.control != "C"));
    }
    let lacking = manifest.shortages.iter().find(|it| it.class == "C" && it.split == "test").unwrap();
    assert_eq!((lacking.wanted, lacking.found), (200, 0));
}
