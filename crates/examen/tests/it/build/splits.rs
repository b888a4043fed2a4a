//! What examples are split by: projects, or something smaller where there are too few.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use examen_corpus::Split;
use examen_data::{Manifest, TaskFolder};
use serde::Deserialize;

use crate::{examen, fail, shown, text};

#[derive(Deserialize)]
struct Shown {
    text: String,
}

/// One project of the built-in corpus.
fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/python/graphkit")
}

/// Builds a suite of the project; returns the remarks.
fn build(suite: &str, out: &Path, more: &[&str]) -> String {
    let output = examen(&[&["build", suite, "--from", shown(&project()), "--out", shown(out)], more].concat());
    assert!(output.status.success(), "{more:?}: {}", text(&output.stderr));
    text(&output.stderr)
}

/// The examples of each split.
fn counts(folder: &Path) -> [u64; 3] {
    let manifest = Manifest::read(&folder.join("manifest.json")).unwrap();
    Split::ALL.map(|split| manifest.counts.outputs.get(split.name()).copied().unwrap_or_default())
}

#[test]
fn one_project_is_split_by_function_or_is_all_test() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("exams");
    let said = build("names", &out, &[]);
    assert_eq!(said.trim(), "names: 1 project cannot fill train, test: split by function (--split-by)");
    let [train, _, test] = counts(&out.join("names/python"));
    assert!(train > test && test > 0, "{train} and {test}");
    let manifest = Manifest::read(&out.join("names/python/manifest.json")).unwrap();
    assert!(manifest.provenance.command.ends_with(" --split-by function"), "{}", manifest.provenance.command);

    let said = build("queries", &out, &[]);
    assert_eq!(said.trim(), "queries: 1 project cannot fill test: all test (--split-by)");
    let [train, validation, test] = counts(&out.join("queries/ideal"));
    assert_eq!([train, validation], [0, 0]);
    assert!(test > 0);
}

#[test]
fn so_few_functions_that_none_would_be_for_test_are_all_test() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out) = (folder.path().join("a.py"), folder.path().join("exams"));
    std::fs::write(&code, "def twice(value):\n    result = value + value\n    return result\n").unwrap();
    let build = |more: &[&str]| {
        let words = ["build", "names", "--from", shown(&code), "--out", shown(&out), "--force"];
        let output = examen(&[&words, more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        (text(&output.stderr), counts(&out.join("names/python")))
    };
    let (_, [train, validation, test]) = build(&["--split-by", "function"]);
    assert_eq!(
        (train + validation, test),
        (1, 0),
        "another function, whose hash does not put it into test, is needed here"
    );
    let (said, counts) = build(&[]);
    assert!(said.contains("names: 1 project cannot fill train, test: all test (--split-by)"), "{said}");
    assert_eq!(counts, [0, 0, 1]);
}

#[test]
fn functions_are_on_one_side_of_a_split() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("exams");
    build("probes", &out, &["--split-by", "function", "--task", "LEN,SCK"]);
    for task in ["LEN.python", "SCK.python"] {
        let task = TaskFolder::open(&out.join("probes").join(task)).unwrap();
        let texts = |split| -> BTreeSet<String> {
            task.rows_with::<Shown>(split, &["text"]).unwrap().map(|row| row.unwrap().text).collect()
        };
        let [train, validation, test] = Split::ALL.map(texts);
        assert!(!train.is_empty() && !test.is_empty());
        assert!(train.is_disjoint(&test) && train.is_disjoint(&validation) && validation.is_disjoint(&test));
    }
}

#[test]
fn an_explicit_unit_is_obeyed() {
    let folder = tempfile::tempdir().unwrap();
    let exams = |name: &str| folder.path().join(name);
    assert_eq!(build("names", &exams("project"), &["--split-by", "project"]), "");
    let filled = counts(&exams("project").join("names/python")).iter().filter(|count| **count > 0).count();
    assert_eq!(filled, 1, "a project is in one split");
    build("names", &exams("none"), &["--split-by", "none"]);
    let [train, validation, test] = counts(&exams("none").join("names/python"));
    assert!([train, validation] == [0, 0] && test > 0);
    let out = exams("no");
    let said = fail(&["build", "queries", "--out", shown(&out), "--split-by", "function"]);
    assert!(said.contains("--split-by function is not for the queries suite"));
}

#[test]
fn who_finds_no_test_example_is_told_of_the_flag() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("exams");
    // The project is in train.
    build("names", &out, &["--split-by", "project"]);
    let predictions = folder.path().join("mine.jsonl");
    std::fs::write(&predictions, "{\"example_id\": \"x\", \"model\": \"m\", \"output\": \"y\"}\n").unwrap();
    let said = fail(&["score", "--data", shown(&out), "--predictions", shown(&predictions)]);
    assert!(said.contains("--split all") && said.contains("--split-by file"), "{said}");
}

#[test]
fn enough_projects_are_kept_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (chosen, asked) = (folder.path().join("chosen"), folder.path().join("asked"));
    for (out, more) in [(&chosen, &[][..]), (&asked, &["--split-by", "project"][..])] {
        let output = examen(&[&["build", "names", "queries", "--out", shown(out)], more].concat());
        assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    }
    super::assert_same_files(&chosen, &asked);
}
