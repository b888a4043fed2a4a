//! A made-up task whose rows use every kind of column.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields};
use examen_corpus::Split;
use examen_data::{
    CardInfo, ExampleId, ExampleKey, Manifest, Provenance, Result, Shard, TaskSchema, TaskWriter, Tool, column, merge,
};
use proptest::prelude::*;
use serde::Serialize;

/// The task's own columns of a row, and what decides the common ones.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Own {
    pub(crate) code: String,
    pub(crate) label: Option<i64>,
    pub(crate) score: f64,
    pub(crate) is_mutated: bool,
    pub(crate) spans: Vec<Span>,
    #[serde(skip)]
    pub(crate) project: u8,
    #[serde(skip)]
    pub(crate) key: u16,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) text: Option<String>,
}

pub(crate) fn task_schema() -> TaskSchema {
    let span =
        Fields::from(vec![Field::new("start", DataType::UInt32, false), Field::new("text", DataType::Utf8, true)]);
    let spans = DataType::List(Arc::new(Field::new("item", DataType::Struct(span), false)));
    TaskSchema {
        suite: "probes".to_owned(),
        task: "CPX".to_owned(),
        columns: vec![
            column("code", DataType::Utf8, "the function"),
            column("label", DataType::Int64, "its class | a pipe").with_nullable(true),
            column("score", DataType::Float64, "a number"),
            column("is_mutated", DataType::Boolean, "whether it was changed"),
            column("spans", spans, "parts of it"),
        ],
        answer: None,
    }
}

pub(crate) fn provenance() -> Provenance {
    Provenance {
        tool: Tool { name: "examen".to_owned(), version: "0.1.0".to_owned() },
        data_version: "1".to_owned(),
        seed: 7,
        configuration: serde_json::json!({ "size": 1000, "edition": "paper", "fraction": 504_627_893.634_895_56 }),
        command: "examen build probes --from corpus --seed 7".to_owned(),
        card: CardInfo {
            title: "Cyclomatic complexity: \"CPX\"".to_owned(),
            about: "Which complexity has this function?".to_owned(),
            licence: None,
            natural_languages: vec!["en".to_owned()],
            tags: vec!["python".to_owned()],
        },
    }
}

/// The split that a project is in.
pub(crate) fn split_of(project: u8) -> Split {
    Split::ALL[usize::from(project) % 3]
}

/// Builds the rows that the shard owns, as a suite would.
pub(crate) fn build(out: &Path, rows: &[Own], shard: Option<Shard>) -> Result<Manifest> {
    let mut writer = TaskWriter::create(out, task_schema(), provenance(), shard)?;
    let mut functions = BTreeMap::new();
    for row in rows {
        let project = format!("project-{}", row.project);
        if shard.is_some_and(|shard| !shard.owns(&project)) {
            continue;
        }
        *functions.entry(row.project).or_insert(0) += 1;
        writer.add_input([project.as_str(), &row.code]);
        if row.code.is_empty() {
            writer.skip("empty", 1);
            continue;
        }
        let id = ExampleId::new([project.as_bytes(), &row.key.to_le_bytes()]);
        let key = ExampleKey {
            id: &id,
            language: "python",
            project: &project,
            path: "a/b.py",
            content_hash: "00ff",
            split: split_of(row.project),
        };
        writer.push(&key, row)?;
    }
    writer.count_in("functions", functions.values().sum());
    writer.finish()
}

/// Every file of the folder of the sample's task, by name.
pub(crate) fn files_of(out: &Path) -> BTreeMap<String, Vec<u8>> {
    let folder = out.join("probes").join("CPX");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap()))
        .collect()
}

pub(crate) fn own() -> impl Strategy<Value = Own> {
    let span = (any::<u32>(), proptest::option::of("\\PC{0,5}")).prop_map(|(start, text)| Span { start, text });
    let spans = proptest::collection::vec(span, 0..3);
    let finite = -1e9..1e9f64;
    // Few projects and keys, so that ids meet.
    let parts = ("\\PC{0,12}", proptest::option::of(any::<i64>()), finite, any::<bool>(), spans, 0..9u8, 0..400u16);
    parts.prop_map(|(code, label, score, is_mutated, spans, project, key)| Own {
        code,
        label,
        score,
        is_mutated,
        spans,
        project,
        key,
    })
}

/// `count` distinct rows without a random source.
pub(crate) fn many(count: u16) -> Vec<Own> {
    let row = |key: u16| Own {
        code: format!("def f{key}():\n    return {}\n", u64::from(key) * 7919 % 1000),
        label: (!key.is_multiple_of(5)).then_some(i64::from(key) % 10),
        score: f64::from(key) / 3.0,
        is_mutated: key.is_multiple_of(2),
        spans: (0..key % 3).map(|start| Span { start: start.into(), text: Some("x".to_owned()) }).collect(),
        project: (key % 11) as u8,
        key,
    };
    (0..count).map(row).collect()
}

/// Joins shards: that must end as the build without shards ended, in the same bytes or with the same error.
pub(crate) fn check_merged(shards: &[PathBuf], out: &Path, built: &Result<Manifest>, whole: &Path) {
    let outcome = merge(shards, out).unwrap().remove(0).outcome;
    match built {
        Ok(manifest) => {
            assert_eq!(&outcome.unwrap(), manifest);
            assert!(files_of(out) == files_of(whole));
        }
        Err(error) => assert_eq!(outcome.unwrap_err().to_string(), error.to_string()),
    }
}
