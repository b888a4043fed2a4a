//! `examen build` and `examen merge` on the built-in corpus.

mod augmentation;
mod decoding;
mod native;
mod probes;
mod refusals;
mod settings;
mod splits;
mod together;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use examen_corpus::Split;
use examen_data::{ResultLog, ResultRow, TaskFolder};
use examen_suites::queries::row::SpanRow;
use serde::Deserialize;

use crate::{examen, shown, succeed, text};

/// All kinds of rows; the other tasks have rows like these.
const TASKS: &str = "ideal,file-ideal,file,relevance,perturbed,limited-64,prefix,sliding-window";

/// Runs `examen build queries --out OUT …`, which must succeed, and returns what it prints.
fn build(out: &Path, more: &[&str]) -> String {
    succeed(&[&["build", "queries", "--out", shown(out)], more].concat()).0
}

/// All files below a folder by their path in it.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(inner) = open.pop() {
        for entry in std::fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

fn assert_same_files(left: &Path, right: &Path) {
    let (left, right) = (files(left), files(right));
    assert_eq!(left.keys().collect::<Vec<_>>(), right.keys().collect::<Vec<_>>());
    let differing: Vec<_> = left.iter().filter(|(path, bytes)| right[*path] != **bytes).map(|(path, _)| path).collect();
    assert!(differing.is_empty(), "{differing:?}");
}

/// Builds with one and two threads, and in shards that are joined: the files are the same.
fn assert_threads_and_shards_change_no_byte(folder: &Path, build: impl Fn(&Path, &[&str])) {
    let at = |name: &str| folder.join(name);
    build(&at("one"), &["--native", "--threads", "1"]);
    build(&at("two"), &["--native", "--threads", "2"]);
    assert_same_files(&at("one"), &at("two"));
    for count in [1, 2, 7] {
        let shards: Vec<PathBuf> = (1..=count).map(|index| at(&format!("part-{index}-of-{count}"))).collect();
        for (index, shard) in (1..).zip(&shards) {
            build(shard, &["--shard", &format!("{index}/{count}")]);
        }
        let merged = at(&format!("merged-{count}"));
        // The order in which shards are named does not matter either.
        let named: Vec<&str> = shards.iter().rev().map(|shard| shown(shard)).collect();
        succeed(&[&["merge"], &named[..], &["--out", shown(&merged), "--native"]].concat());
        assert_same_files(&at("one"), &merged);
    }
}

/// A row of a span task with where it is from.
#[derive(Deserialize)]
struct Sourced {
    project: String,
    path: String,
    split: String,
    #[serde(flatten)]
    row: SpanRow,
}

fn rows(out: &Path, task: &str) -> Vec<Sourced> {
    let folder = TaskFolder::open(&out.join("queries").join(task)).unwrap();
    Split::ALL.into_iter().flat_map(|split| folder.rows::<Sourced>(split).unwrap()).map(Result::unwrap).collect()
}

/// A folder `code` with one file.
fn code(folder: &Path, text: &str) -> PathBuf {
    let code = folder.join("code");
    std::fs::create_dir(&code).unwrap();
    std::fs::write(code.join("a.py"), text).unwrap();
    code
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/python")
}

#[test]
fn threads_and_shards_change_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    assert_threads_and_shards_change_no_byte(folder.path(), |out, more| {
        let printed = build(out, &[&["--task", TASKS, "--tokenizer", "cubert"], more].concat());
        // What depends on all rows is made of all shards.
        let is_whole = printed.contains("hops") && out.join("queries/statistics.json").exists();
        let is_part = !printed.contains("hops") && !out.join("queries/statistics.json").exists();
        assert!(if more[0] == "--shard" { is_part } else { is_whole }, "{printed}");
    });
    let whole = files(&folder.path().join("one"));
    // Eight tasks of three tables, a card and a manifest; the card of the suite and the statistics; four settings of three files.
    assert_eq!(whole.len(), 8 * 5 + 2 + 4 * 3, "{:?}", whole.keys());
}

#[test]
fn what_was_built_is_shown_and_described() {
    let folder = tempfile::tempdir().unwrap();
    let printed = build(folder.path(), &["--task", "file-ideal,ideal,perturbed"]);
    assert!(printed.contains("| queries/ideal ") && printed.contains("30 files in"), "{printed}");
    assert!(printed.contains("| queries/file-ideal | multi  | positive |"), "{printed}");
    let log = ResultLog::read(&folder.path().join("queries/statistics.json")).unwrap();
    assert_eq!(log.header.data_versions.keys().collect::<Vec<_>>(), ["queries/file-ideal", "queries/ideal"]);
    assert_eq!(log.header.configuration["edition"], "clean");
    for task in ["ideal", "file-ideal"] {
        let manifest = TaskFolder::open(&folder.path().join("queries").join(task)).unwrap().manifest().clone();
        for split in Split::ALL {
            let is_meant = |row: &&ResultRow| {
                let fields = (row.task.as_str(), row.metric.as_str(), row.split.as_deref(), row.group.as_deref());
                fields == (task, "examples", Some(split.name()), None)
            };
            let row = log.rows.iter().find(is_meant).unwrap();
            assert_eq!(row.n, manifest.counts.outputs[split.name()], "{task} {split}");
        }
        let has = |metric: &str| log.rows.iter().any(|row| row.task == task && row.metric == metric);
        assert!(has("average_length") && has("average_spans_within_limit") && has("spans"), "{task}");
    }
}

#[test]
fn the_engine_is_the_reference_and_no_answer_a_baseline() {
    let folder = tempfile::tempdir().unwrap();
    let [exams, engine, baseline, result] =
        ["exams", "engine.parquet", "baseline.jsonl", "result.json"].map(|name| folder.path().join(name));
    let source = corpus();
    build(&exams, &["--from", shown(&source), "--task", "ideal,file-ideal,file"]);
    let from = ["--from", shown(&source)];
    for (model, out, more) in [("engine", &engine, &from[..]), ("no-answer", &baseline, &[])] {
        let predict = ["predict", "--model", model, "--data", shown(&exams), "--out", shown(out), "--split", "all"];
        assert!(examen(&[&predict[..], more].concat()).status.success());
    }
    let score = ["score", "--data", shown(&exams), "--out", shown(&result), "--split", "all", "--predictions"];
    let output = examen(&[&score[..], &[shown(&engine), shown(&baseline)]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));

    let log = ResultLog::read(&result).unwrap();
    let value_of = |task: &str, model: &str, examples: &str| {
        let is_meant = |row: &&ResultRow| {
            row.task == task
                && row.model.as_deref() == Some(model)
                && row.metric == "span_exact"
                && row.group.is_none()
                && row.examples.as_deref() == Some(examples)
        };
        let row = log.rows.iter().find(is_meant).unwrap();
        assert!(row.n > 10, "{task} {examples}");
        row.value
    };
    for task in ["ideal", "file-ideal", "file"] {
        for (model, examples, value) in [
            ("engine", "all", 1.0),
            ("engine", "positive", 1.0),
            ("no-answer", "positive", 0.0),
            ("no-answer", "negative", 1.0),
        ] {
            let found = value_of(task, model, examples);
            assert!((found - value).abs() < 1e-12, "{task}, {model}, {examples}: {found}");
        }
    }
}

/// A fact beside its answer, a fact of one character, and answers that lie in one another.
const ODDITIES: &str = "\
def f(x): del x


def k(y):
    y.close()
    del y


def g():
    n = 1
    n = 2
    return n


def h(a):
    return a


h(h(1, 2), 3)
";

#[test]
fn the_editions_differ_as_documented() {
    let folder = tempfile::tempdir().unwrap();
    let source = code(folder.path(), ODDITIES);
    let found = ["clean", "paper"].map(|edition| {
        let out = folder.path().join(edition);
        let flags = ["--from", shown(&source), "--task", "file-ideal", "--tokenizer", "python", "--edition", edition];
        build(&out, &flags);
        let manifest = TaskFolder::open(&out.join("queries/file-ideal")).unwrap().manifest().clone();
        let rows = rows(&out, "file-ideal").into_iter().map(|row| (row.row.query.clone(), row.row));
        (rows.collect::<BTreeMap<String, SpanRow>>(), manifest.counts.skipped.get("span-not-expressible").copied())
    });
    let [(clean, clean_skipped), (imitated, imitated_skipped)] = found;
    let labels = |rows: &BTreeMap<String, SpanRow>| {
        let labels = rows["py/unnecessary-delete"].labels.clone().unwrap();
        labels.into_iter().filter(|label| matches!(label, 0 | 1 | 3)).collect::<Vec<u8>>()
    };
    // `def f ( x ) :` is a fact, `del x` behind it an answer; in the other function there is something between.
    assert_eq!(labels(&clean), [3, 1, 1, 1, 1, 1, 0, 1, 3, 1, 1, 1, 1, 1, 0, 1]);
    assert_eq!(labels(&imitated), [3, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 0, 1]);
    let facts = |rows: &BTreeMap<String, SpanRow>| rows["py/multiple-definition"].supporting_fact_spans.len();
    assert_eq!((facts(&clean), facts(&imitated)), (1, 0));
    let starts = |rows: &BTreeMap<String, SpanRow>| {
        let tokens = rows["py/multiple-definition"].tokens.clone().unwrap();
        tokens[tokens.iter().position(|token| token == "___EOS___").unwrap() + 1].clone()
    };
    assert_eq!((starts(&clean).as_str(), starts(&imitated).as_str()), ("___DEDENT___", "___NL___"));
    assert_eq!((clean_skipped, imitated_skipped), (Some(1), None));
    assert!(!clean.contains_key("py/call/wrong-arguments") && imitated.contains_key("py/call/wrong-arguments"));
}

#[test]
fn tasks_are_listed_and_explained() {
    let listed = text(&examen(&["list", "tasks", "--format", "jsonl"]).stdout);
    let tasks: Vec<serde_json::Value> = listed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ideal = tasks.iter().find(|task| task["task"] == "ideal").unwrap();
    assert_eq!((&ideal["suite"], &ideal["is_usual"]), (&"queries".into(), &true.into()));
    let table = text(&examen(&["list", "tasks"]).stdout);
    assert!(tasks.iter().all(|task| table.contains(task["task"].as_str().unwrap())), "{table}");
    let explained = text(&examen(&["explain", "queries/ideal"]).stdout);
    assert!(explained.contains(ideal["description"].as_str().unwrap()) && explained.contains("answer_spans"));
    for verb in ["build", "merge", "list", "explain"] {
        let help = text(&examen(&[verb, "--help"]).stdout);
        assert!(help.contains("Examples:") && help.contains(&format!("  examen {verb} ")), "{help}");
    }
}
