//! The executable fixtures: every rewrite of them does what the original does.
//!
//! There are thousands of rewrites, and each has to be compiled: without `EXAMEN_SLOW=1` in the environment some of each kind
//! are run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use examen_test::{can_run, needs_jdk, needs_python};
use serde_json::Value;
use tempfile::TempDir;

use crate::{command, text};

/// At least so many methods must have been called, so that a mistake in the harness is not taken for success: of all
/// rewrites, and of a sample.
const JAVA_METHODS: (usize, usize) = (250, 40);
const PYTHON_FUNCTIONS: (usize, usize) = (40, 12);
/// Rewrites of each kind in a sample.
const SAMPLE: &str = "3";

fn is_slow() -> bool {
    std::env::var_os("EXAMEN_SLOW").is_some()
}

fn enough((all, sampled): (usize, usize)) -> usize {
    if is_slow() { all } else { sampled }
}

fn fixtures(language: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examen_transforms/fixtures/run").join(language)
}

/// Runs originals and rewrites; returns the rows.
fn run(language: &str, arguments: &[&str]) -> Vec<Value> {
    let is_loose = arguments.contains(&"paper");
    let folder = fixtures(language);
    // On a machine without namespaces too.
    let mut all = vec!["transform", "--verify", "run", "--yes-execute", "--format", "jsonl"];
    all.extend(arguments);
    if !is_slow() {
        all.extend(["--sample", SAMPLE]);
    }
    // The authors' loops run for ever where others are tried one after the other.
    let paths: &[&str] = if is_loose { &["Booleans.java", "Switches.java"] } else { &["."] };
    all.extend(paths);
    // A sample goes by the names of files, which must not depend on where the project lies.
    let output = command(&all).current_dir(folder).output().unwrap();
    let rows: Vec<Value> = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let failed: Vec<&Value> = rows.iter().filter(|row| ["breaks", "differs"].contains(&verdict(row))).collect();
    if !is_loose {
        assert!(failed.is_empty(), "{} of {} rewrites fail, such as {:#}", failed.len(), rows.len(), failed[0]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    rows
}

fn verdict(row: &Value) -> &str {
    row["verify"]["verdict"].as_str().unwrap()
}

/// The methods that were called.
fn called(rows: &[Value]) -> usize {
    let called = rows.iter().filter(|row| verdict(row) == "same");
    called.map(|row| (row["file"].to_string(), row["start_line"].as_u64())).collect::<BTreeSet<_>>().len()
}

#[test]
fn rewrites_of_java_do_the_same() {
    if !can_run("rewrites_of_java_do_the_same", needs_jdk(17)) {
        return;
    }
    let rows = run("java", &["--place", "single"]);
    assert!(called(&rows) >= enough(JAVA_METHODS), "only {} methods were called", called(&rows));
    run("java", &["--place", "all"]);
}

#[test]
fn rewrites_of_python_do_the_same() {
    if !can_run("rewrites_of_python_do_the_same", needs_python(10)) {
        return;
    }
    let rows = run("python", &["--place", "single"]);
    assert!(called(&rows) >= enough(PYTHON_FUNCTIONS), "only {} functions were called", called(&rows));
    run("python", &["--place", "all"]);
}

/// The authors' rules break the very methods that were written to show it; a harness that sees nothing would say so here.
#[test]
fn rules_of_the_paper_are_detected() {
    if !can_run("rules_of_the_paper_are_detected", needs_jdk(17)) {
        return;
    }
    let rows = run("java", &["--strength", "paper"]);
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &rows {
        assert_eq!(row["strength"], "paper");
        *verdicts.entry(verdict(row)).or_default() += 1;
    }
    for failure in ["breaks", "differs"] {
        assert!(rows.is_empty() || verdicts.contains_key(failure), "{verdicts:?}");
    }
}

/// Code that leaves a file beside itself when it is loaded, and a function to be rewritten.
const WITNESS: &str = "
try:
    open('MARKER', 'w').close()
except OSError:
    pass


def count(items):
    total = 0
    for item in items:
        total = total + 1
    return total
";

/// A folder with such code, and where it would leave its file.
fn witness() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let marker = folder.path().join("marker");
    std::fs::write(folder.path().join("a.py"), WITNESS.replace("MARKER", marker.to_str().unwrap())).unwrap();
    (folder, marker)
}

const VERIFY: [&str; 6] = ["transform", "a.py", "--verify", "run", "--kind", "VN"];

#[test]
fn code_that_is_executed_changes_no_file() {
    const NAME: &str = "code_that_is_executed_changes_no_file";
    if !can_run(NAME, needs_python(10)) {
        return;
    }
    let (folder, marker) = witness();
    let output = command(&VERIFY).args(["--format", "jsonl"]).current_dir(folder.path()).output().unwrap();
    let said = text(&output.stderr);
    let is_caged = !said.contains("--yes-execute");
    if !can_run(NAME, if is_caged { Ok(()) } else { Err(format!("needs namespaces: {}", said.trim())) }) {
        return assert!(output.status.code() == Some(2) && !marker.exists(), "{said}");
    }
    assert!(said.contains("without network, and no file can be changed"), "{said}");
    let rows: Vec<Value> = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!rows.is_empty() && rows.iter().all(|row| verdict(row) == "same"), "{rows:?}");
    assert!(!marker.exists());
}

#[cfg(unix)]
#[test]
fn without_protection_nothing_is_executed_unless_asked_for() {
    const NAME: &str = "without_protection_nothing_is_executed_unless_asked_for";
    if !can_run(NAME, needs_python(10)) {
        return;
    }
    // A path with nothing but Python has no programs that could set up namespaces.
    let asked = std::process::Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
    let programs = tempfile::tempdir().unwrap();
    let python = programs.path().join("python3");
    std::fs::write(&python, format!("#!/bin/sh\nexec {} \"$@\"\n", text(&asked.unwrap().stdout).trim())).unwrap();
    make_executable(&python);
    let (folder, marker) = witness();
    let verify = |more: &[&str]| {
        command(&VERIFY).args(more).env("PATH", programs.path()).current_dir(folder.path()).output().unwrap()
    };
    let refused = verify(&[]);
    let said = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("--verify run needs --yes-execute here") && said.contains("no protection"), "{said}");
    assert!(!marker.exists());
    let executed = verify(&["--yes-execute"]);
    let said = text(&executed.stderr);
    assert_eq!(executed.status.code(), Some(0), "{said}");
    assert!(said.contains("no other protection") && marker.exists(), "{said}");
}

#[cfg(unix)]
fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}
