//! Suites that are made in one pass over the code.

use std::path::Path;

use super::assert_same_files;
use crate::{fail, shown, succeed};

const SUITES: [&str; 6] = ["queries", "probes", "names", "questions", "captions", "robustness"];

/// The same exams, made in one pass and one after the other; `code` is what is read.
fn assert_company_changes_no_byte(code: &[&str], flags: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let (together, apart) = (folder.path().join("together"), folder.path().join("apart"));
    let (from, size) = ([&["--from"], code].concat(), ["--size", "40"]);
    let (printed, _) =
        succeed(&[&["build"], &SUITES[..], &from[..], flags, &size[..], &["--out", shown(&together)]].concat());
    let mut one_by_one = Vec::new();
    for suite in SUITES {
        let size: &[&str] = if suite == "probes" { &size } else { &[] };
        let (text, _) = succeed(&[&["build", suite], &from[..], flags, size, &["--out", shown(&apart)]].concat());
        one_by_one.push((suite, text.replace(shown(&apart), shown(&together))));
    }
    one_by_one.sort();
    assert_eq!(printed, one_by_one.into_iter().map(|(_, text)| text).collect::<String>());
    assert_same_files(&together, &apart);
}

#[test]
fn company_changes_no_byte_of_an_exam() {
    let folder = tempfile::tempdir().unwrap();
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    // What only some suites read, cannot read or have read before.
    let odd = folder.path().join("odd");
    std::fs::create_dir(&odd).unwrap();
    let long = "int i = 0; ".repeat(20_000);
    let java = format!("class Long {{ void f() {{ {long} }} }}");
    let python = std::fs::read_to_string(built_in.join("python/graphkit/graphkit/graph.py"));
    let python = python.unwrap_or_else(|_| "def f(a):\n    return a\n".repeat(40));
    let (broken, binary) = ("def f(:\n  import os\n", "\0\0\0");
    for (name, text) in [
        ("Long.java", java.as_str()),
        ("copy.py", &python),
        ("other.py", &python),
        ("broken.py", broken),
        ("Binary.java", binary),
        ("binary.py", binary),
    ] {
        std::fs::write(odd.join(name), text).unwrap();
    }
    let code = [shown(&built_in.join("python")), shown(&built_in.join("java")), shown(&odd)].map(str::to_owned);
    let code: Vec<&str> = code.iter().map(String::as_str).collect();
    for flags in [&["--max-file-bytes", "100000"][..], &["--threads", "1", "--split-by", "file"]] {
        assert_company_changes_no_byte(&code, flags);
    }
}

/// What tables hold depends on the languages that they are asked for.
#[test]
fn tables_are_read_for_the_languages_of_each_suite() {
    let folder = tempfile::tempdir().unwrap();
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let table = folder.path().join("code.parquet");
    succeed(&["corpus", shown(&built_in), "--out", shown(&table), "--quiet"]);
    assert_company_changes_no_byte(&[shown(&table)], &[]);
}

#[test]
fn nothing_is_left_of_suites_that_cannot_be_made() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out) = (folder.path().join("code"), folder.path().join("out"));
    std::fs::create_dir(&code).unwrap();
    std::fs::write(code.join("a.py"), "x = 1\n").unwrap();
    let said = fail(&["build", "names", "captions", "queries", "--from", shown(&code), "--out", shown(&out)]);
    assert!(said.starts_with("error: "), "{said}");
    assert!(!out.exists(), "{said}");
}
