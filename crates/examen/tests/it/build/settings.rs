//! The flags of suites: each changes the rows, and the command in the manifest makes the same rows again.

use std::collections::BTreeMap;
use std::path::Path;

use examen_corpus::Split;
use examen_data::{TaskFolder, find_task_folders};
use serde_json::{Map, Value};

use super::corpus;
use crate::{examen, fail, shown, text};

/// The rows of all tasks below a folder.
fn all_rows(out: &Path) -> BTreeMap<String, Vec<Map<String, Value>>> {
    let rows = |folder: &TaskFolder| {
        let rows = Split::ALL.into_iter().flat_map(|split| folder.rows(split).unwrap());
        rows.map(Result::unwrap).collect()
    };
    let folders = find_task_folders(out).unwrap();
    folders.iter().map(|folder| (folder.manifest().task.clone(), rows(folder))).collect()
}

/// Builds a suite from some projects of the built-in corpus.
fn build_from(out: &Path, arguments: &[&str]) {
    let python = corpus();
    let java = python.join("../java");
    let from = ["--from", shown(&python), shown(&java), "--out", shown(out), "--quiet"];
    let output = examen(&[&["build"], arguments, &from].concat());
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
}

/// Builds with the usual flags, with one more and with the command of the manifest.
fn check(usual: &[&str], more: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let [plain, changed, again] = ["plain", "changed", "again"].map(|name| folder.path().join(name));
    build_from(&plain, usual);
    build_from(&changed, &[usual, more].concat());
    let suite = usual[0];
    let made = all_rows(&changed.join(suite));
    assert!(made.values().any(|rows| !rows.is_empty()), "{more:?} leaves nothing");
    // Some negative examples are kept in any case, and small code has no more.
    assert!(more[0] == "--negatives" || all_rows(&plain.join(suite)) != made, "{more:?} changes nothing");
    let folders = find_task_folders(&changed.join(suite)).unwrap();
    let command = folders[0].manifest().provenance.command.clone();
    let words: Vec<&str> = command.split(' ').collect();
    let at = words.iter().position(|word| *word == "DIR").unwrap();
    assert_eq!((words[..3].to_vec(), words[at - 1]), (vec!["examen", "build", suite], "--out"), "{command}");
    assert!(more[0] == "--language" || command.contains(&more.join(" ")), "{more:?} is not in {command}");
    // What is read is no part of how rows are made, and so not of the command.
    let flags = [usual, more].concat();
    let language = flags.iter().position(|flag| *flag == "--language").map_or(&[][..], |at| &flags[at..at + 2]);
    build_from(&again, &[&[suite], &words[at + 1..], language].concat());
    assert!(all_rows(&again.join(suite)) == made, "{command} makes other rows");
}

#[test]
fn the_flags_of_queries_change_its_rows() {
    let usual = ["queries", "--task", "ideal", "--query", "Q1,Q20,Q31"];
    for more in [
        &["--negatives", "0"][..],
        &["--negatives-per-file", "9"],
        &["--relevance", "simplified"],
        &["--near-duplicates", "0.05"],
        &["--seed", "5"],
    ] {
        check(&usual, more);
    }
    check(&["queries", "--task", "ideal", "--query", "single"], &["--python", "2"]);
}

#[test]
fn the_flags_of_names_and_robustness_change_their_rows() {
    check(&["names", "--limit", "20"], &["--language", "java"]);
    let usual = ["robustness", "--of", "names", "--limit", "8", "--split-by", "file", "--language", "java"];
    for more in [&["--examples", "2"][..], &["--places", "1"], &["--kind", "VN"], &["--strength", "paper"]] {
        check(&usual, more);
    }
}

#[test]
fn flags_of_another_suite_are_refused_and_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for (arguments, said) in [
        (&["queries", "--size", "5"][..], "--size is a flag of the suite probes, not of queries"),
        (&["queries", "probes", "--kind", "VN"], "--kind is a flag of the suite robustness, not of probes or queries"),
        (&["names", "--tokenizer", "cubert"], "--tokenizer is a flag of the suite queries, not of names"),
        (
            &["robustness", "--of", "names", "--size", "5"],
            "--size is a flag of the suite probes, not of robustness or names",
        ),
    ] {
        let found = fail(&[&["build"], arguments, &["--out", shown(&out)]].concat());
        assert!(found.contains(said), "{found}");
        assert!(!out.exists());
    }
    let help = |words: &[&str]| text(&examen(&[&["build"], words, &["--help"]].concat()).stdout);
    let (bare, probes) = (help(&[]), help(&["probes"]));
    assert!(!bare.contains("--size <") && bare.contains("`examen build SUITE --help`"), "{bare}");
    let has = |help: &str, flag: &str| help.contains(&format!("{flag} <"));
    assert!(has(&probes, "--size") && !has(&probes, "--tokenizer") && !has(&probes, "--of"), "{probes}");
    let both = help(&["robustness", "--of", "probes"]);
    assert!(has(&both, "--places") && has(&both, "--size") && !has(&both, "--tokenizer"), "{both}");
}
