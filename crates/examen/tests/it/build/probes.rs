//! The probes suite.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use examen_corpus::Split;
use examen_data::{Manifest, TaskFolder};
use examen_suites::probes::ProbeRow;

use super::{assert_threads_and_shards_change_no_byte, files};
use crate::{examen, fail, shown, succeed, text};

/// One of each way to make examples.
const TASKS: &str = "CPX,IDN,KTX,SRI";

fn build_probes(out: &Path, more: &[&str]) -> String {
    succeed(&[&["build", "probes", "--out", shown(out)], more].concat()).0
}

fn rows(out: &Path, task: &str, split: Split) -> Vec<ProbeRow> {
    let folder = TaskFolder::open(&out.join("probes").join(task)).unwrap();
    folder.rows::<ProbeRow>(split).unwrap().map(Result::unwrap).collect()
}

fn counts(labels: impl Iterator<Item = String>) -> BTreeMap<String, u64> {
    labels.fold(BTreeMap::new(), |mut counts, label| {
        *counts.entry(label).or_default() += 1;
        counts
    })
}

/// The text that a row was made of.
fn original(row: &ProbeRow) -> String {
    // One token of Java was replaced, and tokens have one blank between them.
    row.mutations.iter().fold(row.text.clone(), |text, mutation| {
        let tokens = examen_syntax::java::tokenize(&text);
        let span = tokens.tokens[mutation.position as usize].span;
        assert_eq!(span.text(&text), mutation.mutant);
        assert_ne!(mutation.mutant, mutation.original);
        format!("{}{}{}", &text[..span.start as usize], mutation.original, &text[span.end as usize..])
    })
}

#[test]
fn classes_are_in_balance_and_no_text_is_on_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("exams");
    let printed = build_probes(&out, &["--task", TASKS]);
    assert!(printed.contains("probes/CPX.python"), "{printed}");
    for task in ["CPX", "IDN", "KTX", "SRI", "CPX.python", "IDN.python", "KTX.python", "SRI.python"] {
        let mut seen = BTreeSet::new();
        let mut words = BTreeSet::new();
        let mut classes = BTreeSet::new();
        for split in Split::ALL {
            let rows = rows(&out, task, split);
            assert!(!rows.is_empty(), "{task} {split}");
            let labels = counts(rows.iter().map(|row| row.label.clone()));
            assert_eq!(labels, counts(rows.iter().map(|row| row.control_label.clone())), "{task} {split}");
            assert_eq!(labels.values().collect::<BTreeSet<_>>().len(), 1, "{task} {split}: {labels:?}");
            classes.insert(labels.into_keys().collect::<Vec<_>>());
            if task.starts_with("KTX") {
                let here: BTreeSet<String> = rows.iter().map(|row| row.text.clone()).collect();
                assert!(here.is_disjoint(&words), "{task} {split}");
                words.extend(here);
            } else if task == "SRI" {
                assert!(rows.iter().all(|row| (row.label == "FAULT") == (row.mutations.len() == 1)));
                assert!(rows.iter().all(|row| seen.insert(original(row))), "{task} {split}");
            } else {
                assert!(rows.iter().all(|row| seen.insert(row.text.clone()) || task == "SRI.python"), "{task} {split}");
            }
        }
        assert_eq!(classes.len(), 1, "{task}: the same classes in every split");
    }
    let manifest = Manifest::read(&out.join("probes/CPX/manifest.json")).unwrap();
    assert!(manifest.shortages.iter().any(|shortage| shortage.class == "9" && shortage.found < shortage.wanted));
    assert!(manifest.counts.skipped["accessor"] > 0 && manifest.counts.inputs["functions"] > 300);
}

#[test]
fn threads_and_shards_change_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    assert_threads_and_shards_change_no_byte(folder.path(), |out, more| {
        build_probes(out, &[&["--task", TASKS, "--size", "60"], more].concat());
    });
}

#[test]
fn native_files_come_back_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    build_probes(&at("one"), &["--task", "CPX,SRI", "--native"]);
    let native = at("one").join("probes/native");
    build_probes(&at("two"), &["--from-native", shown(&native)]);
    let shown_rows = |out: &Path, task: &str| -> BTreeSet<(String, String, String)> {
        let of_split = |split: Split| rows(out, task, split).into_iter().map(move |row| (split, row));
        let rows = Split::ALL.into_iter().flat_map(of_split);
        rows.map(|(split, row)| (split.to_string(), row.label, row.text)).collect()
    };
    let found = std::fs::read_dir(at("two").join("probes")).unwrap().map(|it| it.unwrap().path());
    let folders: Vec<PathBuf> = found.filter(|path| path.is_dir()).collect();
    assert_eq!(folders.len(), 4, "{folders:?}");
    for path in folders {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        // The size is the last part of the name.
        let task = name.rsplit_once('.').unwrap().0.to_owned();
        assert_eq!(shown_rows(&at("one"), &task), shown_rows(&at("two"), &name), "{name}");
    }
    let control = files(&native.join("control"));
    assert_eq!(control.len(), 2, "{:?}", control.keys());
}

#[test]
fn defects_of_native_files_are_told_and_not_fatal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("MXN_1k.txt");
    let lines = ["tr\t1\tvoid f ( ) { \" a", "b \" ; }", "te\t2\tint g ( ) { }", "va\t2\tint g ( ) { }", "te\t1"];
    std::fs::write(&file, lines.join("\n")).unwrap();
    let out = folder.path().join("exams");
    let output = examen(&["build", "probes", "--out", shown(&out), "--from-native", shown(&file)]);
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("MXN_1k.txt:2: continued-text") && said.contains("2 samples have a text"), "{said}");
    let manifest = Manifest::read(&out.join("probes/MXN.1k/manifest.json")).unwrap();
    assert_eq!(manifest.counts.inputs["samples"], 3);
    assert_eq!(manifest.counts.inputs["in-several-splits"], 2);
}

#[test]
fn what_cannot_be_made_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("exams");
    let build = |more: &[&str]| fail(&[&["build", "probes", "--out", shown(&out)], more].concat());
    let said = build(&["--task", "XYZ"]);
    assert!(said.contains("no task `XYZ`") && said.contains("CPX"), "{said}");
    let said = build(&["--edition", "clean"]);
    assert!(said.contains("no edition `clean`") && said.contains("published"), "{said}");
    let said = build(&["--size", "0"]);
    assert!(said.contains("--size 0"), "{said}");
    let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java");
    let said = build(&["--from", shown(&java), "--projects", "argument", "--split-by", "project"]);
    assert!(said.contains("--split-by file"), "{said}");
    assert!(!out.exists(), "nothing is left behind");
    build_probes(&out, &["--from", shown(&java), "--projects", "argument", "--split-by", "file", "--task", "JBL"]);
}
