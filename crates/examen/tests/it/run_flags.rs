//! The flags of `examen run` reach the stages that they are for.

use std::path::Path;

use examen_data::{CorpusTableReader, Manifest};
use serde_json::Value;

use crate::{command, examen, shown, text};

/// A folder with two projects of one file each, which have nearly the same words.
fn sample() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (project, name) in [("one", "first"), ("two", "second")] {
        let body: Vec<String> = (0..40).map(|at| format!("    word{at} = {at}\n")).collect();
        let code = format!("import os\n\n\ndef {name}(x):\n{}    if x == None:\n        return 1\n", body.concat());
        std::fs::create_dir_all(folder.path().join("code").join(project)).unwrap();
        std::fs::write(folder.path().join("code").join(project).join("a.py"), code).unwrap();
    }
    folder
}

/// Runs the main job on the sample with more flags; returns its folder, which stays as long as the sample.
fn run(sample: &Path, name: &str, more: &[&str]) -> std::path::PathBuf {
    let out = sample.join(name);
    let arguments = [&["run", "--quiet", "--from", "code", "--out", shown(&out)], more].concat();
    let output = command(&arguments).current_dir(sample).output().unwrap();
    assert!(output.status.success(), "{more:?}: {}", text(&output.stderr));
    out
}

fn manifest(out: &Path, task: &str) -> Manifest {
    Manifest::read(&out.join("exams").join(task).join("manifest.json")).unwrap()
}

#[test]
fn training_examples_alone_are_refused() {
    let sample = sample();
    let (code, out) = (sample.path().join("code"), sample.path().join("out"));
    let output = examen(&["run", "--from", shown(&code), "--out", shown(&out), "--augment", "1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("examen build queries"), "{}", text(&output.stderr));
}

#[test]
fn flags_of_queries_are_in_its_manifest() {
    let sample = sample();
    let flags = [
        "--query",
        "Q20",
        "--tokenizer",
        "python",
        "--max-length",
        "64",
        "--relevance",
        "simplified",
        "--negatives",
        "2",
        "--negatives-per-file",
        "3",
        "--python",
        "auto",
    ];
    let choice = ["--task", "ideal", "--edition", "paper", "--seed", "7", "--split-by", "file"];
    let out = run(sample.path(), "out", &[&choice[..], &flags].concat());
    let command = manifest(&out, "queries/ideal").provenance.command;
    for pair in choice.chunks(2).chain(flags.chunks(2)) {
        assert!(command.contains(&pair.join(" ")), "{pair:?} is not in {command}");
    }
}

#[test]
fn the_size_of_probes_is_in_its_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let output = command(&["run", "--quiet", "--task", "CPX", "--size", "40", "--out", shown(&out)]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(manifest(&out, "probes/CPX.python").provenance.configuration["size"], Value::from(40));
}

#[test]
fn the_corpus_is_read_as_the_flags_say() {
    let sample = sample();
    let rows = |name: &str, more: &[&str]| -> Vec<(String, String)> {
        let small = [&["--task", "ideal", "--query", "Q20"], more].concat();
        let table = run(sample.path(), name, &small).join("corpus.parquet");
        CorpusTableReader::open(&table).unwrap().map(Result::unwrap).map(|row| (row.project, row.duplicate)).collect()
    };
    let projects = |rows: &[(String, String)]| rows.iter().map(|row| row.0.clone()).collect::<Vec<_>>();
    let usual = rows("usual", &[]);
    assert_eq!(projects(&usual), ["one", "two"]);
    assert_ne!(usual[1].1, "unique");
    assert_eq!(projects(&rows("argument", &["--projects", "argument"])), ["code", "code"]);
    assert_eq!(rows("strict", &["--near-duplicates", "1"])[1].1, "unique");
    let java = sample.path().join("none");
    let output = command(&["run", "--from", "code", "--language", "java", "--out", shown(&java)])
        .current_dir(sample.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
}

#[test]
fn flags_of_every_suite_reach_its_exam() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let table: [(&str, &str, &[&str]); 3] = [
        ("build-captions", "captions/generate", &["--rounds", "0", "--sampled", "5", "--caption-sentences", "2"]),
        ("build-questions", "questions/python", &["--mode", "faithful", "--show", "comments", "--yes-ratio", "2"]),
        (
            "build-robustness",
            "robustness/names.python",
            &["--of", "names", "--examples", "5", "--places", "2", "--kind", "VN", "--strength", "strict"],
        ),
    ];
    for (stage, task, flags) in table {
        let arguments = [&["run", "--quiet", "--only", stage, "--out", shown(&out)], flags].concat();
        let output = command(&arguments).output().unwrap();
        assert!(output.status.success(), "{flags:?}: {}", text(&output.stderr));
        let configuration = manifest(&out, task).provenance.configuration;
        for pair in flags.chunks(2) {
            let key = pair[0].trim_start_matches("--").replace('-', "_");
            let key = if key == "kind" { "transforms" } else { &key };
            let value = configuration[key].to_string();
            assert!(value.contains(pair[1]), "{pair:?} is not in {configuration}");
        }
    }
    let output = examen(&["run", "--classifier", "no/such", "--only", "build-captions", "--out", shown(&out)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no/such"), "{}", text(&output.stderr));
}
