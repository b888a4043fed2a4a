//! What users of other command lines expect: standard input, short flags, suggestions, colours, completions, quiet.

use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::{command, examen, shown, text};

const PYTHON: &str = "def first(x):\n    y = x\n    if y == None:\n        return 1\n    return y\n";

/// Runs a command that gets a text on standard input.
fn piped(arguments: &[&str], input: &str) -> Output {
    let mut child =
        command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_dash_is_standard_input() {
    for (arguments, wanted) in [
        (&["query", "-", "--query", "Q20", "--format", "jsonl"][..], "\"file\":\"-\""),
        (&["measures", "-", "--language", "python", "--format", "csv"], "-,first,1,"),
        (&["paths", "-", "--language", "python", "--format", "code2seq"], "first "),
        (&["transform", "-", "--language", "python", "--kind", "VN"], "-:"),
        (&["functions", "-", "--language", "python"], "{\"id\":\"-:1:1\""),
    ] {
        let output = piped(arguments, PYTHON);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stdout).contains(wanted), "{arguments:?}: {}", text(&output.stdout));
    }
}

#[test]
fn a_reader_that_is_gone_is_no_error() {
    for arguments in [
        &["query", "-", "--query", "Q20", "--format", "text"][..],
        &["query", "-", "--query", "Q20", "--format", "jsonl"],
        &["query", "-", "--query", "Q20", "--format", "sarif"],
        &["query", "-", "--query", "Q20", "--format", "github"],
        &["paths", "-", "--language", "python", "--format", "code2seq"],
        &["transform", "-", "--language", "python", "--kind", "VN"],
        &["functions", "-", "--language", "python"],
    ] {
        let mut running = command(arguments);
        let mut child = running.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Nothing is printed before the code has been read.
        drop(child.stdout.take());
        child.stdin.take().unwrap().write_all(PYTHON.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn short_flags_mean_the_long_ones() {
    let folder = tempfile::tempdir().unwrap();
    let [short, long] = ["short.parquet", "long.parquet"].map(|name| folder.path().join(name));
    assert!(examen(&["corpus", "-j", "1", "-q", "-o", shown(&short)]).status.success());
    assert!(examen(&["corpus", "--threads", "1", "--quiet", "--out", shown(&long)]).status.success());
    assert_eq!(std::fs::read(&short).unwrap(), std::fs::read(&long).unwrap());
    for verb in ["build", "compare", "embed", "merge", "predict", "probe", "run", "score"] {
        let help = text(&examen(&[verb, "--help"]).stdout);
        assert!(help.contains("-o, --out"), "{verb}");
    }
}

#[test]
fn every_command_can_say_more() {
    for arguments in [&["-v", "list", "models"][..], &["list", "models", "--verbose"]] {
        let output = examen(arguments);
        assert!(output.status.success() && text(&output.stderr).starts_with("took "), "{}", text(&output.stderr));
    }
    assert_eq!(text(&examen(&["list", "models"]).stderr), "");
    assert_eq!(text(&examen(&["-v", "-q", "list", "models"]).stderr), "", "quiet is quiet");
}

#[test]
fn a_variable_makes_it_quiet() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.py"), PYTHON).unwrap();
    let said = |value: &str| {
        let output = command(&["measures", shown(folder.path())]).env("EXAMEN_QUIET", value).output().unwrap();
        assert!(output.status.success(), "{value}: {}", text(&output.stderr));
        text(&output.stderr)
    };
    assert_eq!((said("1"), said("true")), (String::new(), String::new()));
    assert!(said("0").contains("1 function"), "{}", said("0"));
}

#[test]
fn without_progress_it_still_says_what_was_done() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.py"), PYTHON).unwrap();
    let said = text(&examen(&["--no-progress", "measures", shown(folder.path())]).stderr);
    assert!(said.contains("1 function"), "{said}");
}

#[test]
fn colours_are_as_the_flag_says() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.py"), PYTHON).unwrap();
    let has_colour = |more: &[&str]| {
        let output = examen(&[&["query", shown(folder.path()), "--query", "Q20"], more].concat());
        text(&output.stdout).contains('\u{1b}')
    };
    assert!(has_colour(&["--color", "always"]));
    assert!(!has_colour(&["--color", "never"]) && !has_colour(&["--color", "auto"]) && !has_colour(&[]));
}

#[test]
fn shells_get_their_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = examen(&["completions", shell]);
        let script = text(&output.stdout);
        assert!(output.status.success() && script.contains("examen") && script.contains("near-duplicates"), "{shell}");
    }
}

#[test]
fn all_suites_list_their_tasks() {
    let listed = text(&examen(&["list", "tasks", "--format", "jsonl"]).stdout);
    for suite in examen_suites::SUITES {
        assert!(listed.contains(&format!("{{\"suite\":\"{}\"", suite.name)), "{} is not in {listed}", suite.name);
    }
    assert!(listed.contains("\"suite\":\"names\",\"task\":\"python\""), "{listed}");
}

#[test]
fn everything_that_is_listed_is_explained() {
    for (word, wanted) in [
        ("names/python", "truth:  name"),
        ("robustness/names.java", "original_id"),
        ("probes/CPX", "Cyclomatic"),
        ("ideal", "queries/ideal"),
        ("robustness", "examen build robustness --help"),
        ("bleu", "bleu_sacre"),
        ("meteor", "signature:"),
        ("engine", "answers: "),
        ("random-encoder", "command: embed, probe"),
        ("roberta", "checkpoints of this"),
        ("vn", "why the meaning stays"),
        ("Q20", "hops:"),
    ] {
        let output = examen(&["explain", word]);
        assert!(output.status.success(), "{word}: {}", text(&output.stderr));
        assert!(text(&output.stdout).contains(wanted), "{word}: {}", text(&output.stdout));
    }
}

/// Builds a task of the queries of a file.
fn build(folder: &Path, task: &str, more: &[&str]) -> String {
    let arguments = ["build", "queries", "--from", "a.py", "--out", "exams", "--task", task];
    let output = command(&[&arguments[..], more].concat()).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stderr)
}

#[test]
fn tasks_of_an_earlier_build_are_told_or_removed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.py"), PYTHON).unwrap();
    let has = |task: &str| folder.path().join("exams/queries").join(task).exists();
    assert!(!build(folder.path(), "ideal", &[]).contains("earlier build"));
    assert!(!build(folder.path(), "ideal", &[]).contains("earlier build"), "the same task is made again");
    let said = build(folder.path(), "file", &[]);
    assert!(said.contains("stay beside these: exams/queries/ideal (--force removes them)"), "{said}");
    assert!(has("ideal") && has("file"));
    let said = build(folder.path(), "file", &["--force"]);
    assert!(said.contains("removed tasks of an earlier build: exams/queries/ideal"), "{said}");
    assert!(!has("ideal") && has("file"));
}

#[test]
fn a_build_without_the_hub_says_how_to_get_it() {
    if cfg!(feature = "hub") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let texts = folder.path().join("texts.jsonl");
    std::fs::write(&texts, "{\"id\": 1, \"code\": \"x\"}\n").unwrap();
    let out = folder.path().join("f.parquet");
    let output = examen(&["embed", "--model", "hub:owner/name", "--data", shown(&texts), "--out", shown(&out)]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("feature `hub`"), "{said}");
}
