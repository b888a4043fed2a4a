//! `examen corpus` on folders, archives and hostile input.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use examen_data::CorpusTableReader;

use crate::{command, examen, shown, text};

/// A folder with three projects, one of them an archive-like mess.
fn sample(folder: &Path) {
    let write = |path: &str, content: &[u8]| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    };
    write("one/a.py", b"def f():\n    \"\"\"Documented.\"\"\"\n    return 1\n");
    write("one/b.py", b"print 'two'\n");
    write("two/C.java", b"class C { /** Documented. */ int m() { return 1; } }\n");
    write("two/copy.py", b"def f():\n    \"\"\"Documented.\"\"\"\n    return 1\n");
    write("three/broken.py", b"def f(:\n  x = (\n");
    write("three/latin.py", b"s = '\xe9'\n");
    write("three/nul.py", b"x = 1\0\n");
    write("three/large.py", &vec![b'#'; 5 << 20]);
    write("three/notes.txt", b"not code");
}

fn statistics(arguments: &[&str]) -> serde_json::Value {
    let mut all = vec!["corpus", "--format", "json"];
    all.extend(arguments);
    let output = examen(&all);
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn every_file_is_read_or_skipped_for_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let statistics = statistics(&[shown(folder.path())]);
    insta::assert_snapshot!("statistics", serde_json::to_string_pretty(&statistics).unwrap());
}

#[test]
fn threads_order_of_arguments_and_a_kill_change_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    sample(&folder.path().join("code"));
    let [one, two, three] = ["one", "two", "three"].map(|name| folder.path().join("code").join(name));
    let [first, second] = ["first.parquet", "second.parquet"].map(|name| folder.path().join(name));
    let forwards = ["corpus", shown(&one), shown(&two), shown(&three), "--out", shown(&first), "--threads", "1"];
    assert!(examen(&forwards).status.success());
    let backwards = ["corpus", shown(&three), shown(&two), shown(&one), "--out", shown(&second), "--threads", "2"];
    let mut killed = command(&backwards).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(examen(&backwards).status.success());
    assert!(fs::read(&first).unwrap() == fs::read(&second).unwrap(), "the tables differ");
    let left_over = fs::read_dir(folder.path())
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().contains("partial"));
    assert_eq!(left_over.count(), 0, "temporary files are left");
}

#[test]
fn the_table_has_a_row_for_every_file() {
    let folder = tempfile::tempdir().unwrap();
    sample(&folder.path().join("code"));
    let table = folder.path().join("corpus.parquet");
    let output = examen(&["corpus", shown(&folder.path().join("code")), "--out", shown(&table)]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut rows = String::new();
    for row in CorpusTableReader::open(&table).unwrap().map(Result::unwrap) {
        let reason = row.reason.as_deref().unwrap_or("-");
        let columns = [&row.encoding, &row.parse, &row.duplicate, &row.status].map(String::as_str).join(" ");
        writeln!(rows, "{}/{} {columns} {reason}", row.project, row.path).unwrap();
    }
    insta::assert_snapshot!("rows", rows);
}

#[test]
fn languages_projects_duplicates_and_splits_follow_the_flags() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let of = |arguments: &[&str]| statistics(&[&[shown(folder.path())], arguments].concat());
    let usual = of(&[]);
    assert_eq!(of(&["--languages", "java"])["files_in"], 1);
    // A split takes whole projects: one argument is in one split, three folders may be in several.
    let splits = |rule: &str, seed: u32| {
        let statistics = of(&["--projects", rule, "--seed", &seed.to_string()]);
        statistics["splits"].as_object().unwrap().clone()
    };
    assert!((0..9).all(|seed| splits("argument", seed).len() == 1));
    assert!((0..9).any(|seed| splits("children", seed).len() > 1));
    assert_eq!(splits("children", 0), *usual["splits"].as_object().unwrap());
}

#[test]
fn near_duplicates_begin_where_the_flag_says() {
    let folder = tempfile::tempdir().unwrap();
    let words =
        |last: u32| (0..40).chain([last]).map(|word| format!("word{word} = {word}")).collect::<Vec<_>>().join("\n");
    fs::write(folder.path().join("a.py"), words(100)).unwrap();
    fs::write(folder.path().join("b.py"), words(200)).unwrap();
    let near = |threshold: &str| {
        statistics(&[shown(folder.path()), "--near-duplicates", threshold])["duplicates"]["near"].clone()
    };
    assert_eq!((near("0.8"), near("1")), (1.into(), 0.into()));
}

#[test]
fn a_path_that_is_not_there_is_an_error_that_names_it() {
    let output = examen(&["corpus", "no/such/place"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no/such/place"), "{}", text(&output.stderr));
    assert!(output.stdout.is_empty());
}

#[cfg(unix)]
#[test]
fn pipes_and_links_are_rows_and_nothing_waits() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("endless.py");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        return;
    }
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero.py")).unwrap();
    fs::write(folder.path().join("good.py"), "x = 1\n").unwrap();
    let statistics = statistics(&[shown(folder.path())]);
    assert_eq!(statistics["files_in"], 3);
    assert_eq!(statistics["skipped"], serde_json::json!({"not-a-regular-file": 1, "symlink": 1}));
}
