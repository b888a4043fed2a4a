//! `examen transform`, and what `examen list` and `examen explain` say of transformations.

use std::fs;
use std::path::Path;
use std::process::Output;

use examen_test::{can_run, needs_jdk, needs_python};
use serde_json::Value;

use crate::{command, examen, text};

/// A folder with Java behind a byte order mark, Python, two methods on a line, a broken file, and one that is not UTF-8.
fn sample(folder: &Path) {
    let write = |path: &str, content: &[u8]| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    };
    let greek = "\u{feff}package p;\n\nclass Greek {\n    // πολλά\n    String π(int x) {\n        return \"α\" + x;\n    }\n}\n";
    write("a/Greek.java", greek.as_bytes());
    write("a/Line.java", b"class Line { void f() { g(); } void f(int a) { h(); } }\n");
    write("b/Broken.java", b"class Broken {\n    void bad() { f( ; }\n    void good() { g(); }\n}\n");
    write("b/latin.java", b"class Latin { void f() { g(\"\xe9\"); } }\n");
    write("b/names.py", b"class A:\r\n    def full(self):\r\n        x = 1\r\n        return x\r\n");
}

/// Runs `examen transform . --kind UN` in the folder.
fn transform(folder: &Path, arguments: &[&str]) -> Output {
    let mut all = vec!["transform", ".", "--kind", "UN"];
    all.extend(arguments);
    command(&all).current_dir(folder).output().unwrap()
}

fn rows(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The bytes of a file after the edits of a row.
fn applied(bytes: &[u8], row: &Value) -> Vec<u8> {
    let mut made = Vec::new();
    let mut kept = 0;
    for edit in row["edits"].as_array().unwrap() {
        let offset = |name: &str| usize::try_from(edit[name].as_u64().unwrap()).unwrap();
        made.extend(&bytes[kept..offset("start_byte")]);
        made.extend(edit["text"].as_str().unwrap().as_bytes());
        kept = offset("end_byte");
    }
    made.extend(&bytes[kept..]);
    made
}

#[test]
fn text_shows_the_changed_lines() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let output = transform(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!("text", text(&output.stdout));
    insta::assert_snapshot!("talk", text(&output.stderr));
}

#[test]
fn jsonl_has_an_object_per_rewrite() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let output = transform(folder.path(), &["--format", "jsonl"]);
    insta::assert_snapshot!("jsonl", text(&output.stdout));
    for threads in ["1", "4"] {
        let other = transform(folder.path(), &["--format", "jsonl", "--threads", threads]);
        assert_eq!(text(&other.stdout), text(&output.stdout));
    }
    let rows = rows(&output);
    let mut ids: Vec<&str> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert!(ids.contains(&"a/Line.java:1:Line.f:UN:1") && ids.contains(&"a/Line.java:1.2:Line.f:UN:1"), "{ids:?}");
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), rows.len());
}

#[test]
fn edits_are_of_the_bytes_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let output = transform(folder.path(), &["--format", "jsonl", "--write", "out"]);
    let rows = rows(&output);
    assert_eq!(rows.len(), 5);
    for row in rows {
        let file = row["file"].as_str().unwrap();
        let made = applied(&fs::read(folder.path().join(file)).unwrap(), &row);
        let id = row["id"].as_str().unwrap();
        let [line, method, kind, number] =
            id.strip_prefix(&format!("{file}:")).unwrap().split(':').collect::<Vec<_>>()[..]
        else {
            panic!("{id}")
        };
        let name = file.rsplit('/').next().unwrap();
        let written = folder.path().join(format!("out/{kind}/{file}/{line}-{method}-{number}/{name}"));
        assert_eq!(text(&fs::read(written).unwrap()), text(&made), "{id}");
    }
}

#[test]
fn nothing_is_written_outside_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let work = folder.path().join("b/work");
    fs::create_dir(&work).unwrap();
    let arguments = ["transform", "../../a/Line.java", "--kind", "UN", "--write", "out"];
    let output = command(&arguments).current_dir(&work).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(work.join("out/UN/_/_/a/Line.java/1-Line.f-1/Line.java").is_file());
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn a_sample_is_a_part_of_all() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let all = text(&transform(folder.path(), &["--format", "jsonl"]).stdout);
    let drawn = text(&transform(folder.path(), &["--format", "jsonl", "--sample", "2", "--threads", "1"]).stdout);
    let of_java = drawn.lines().filter(|line| line.contains(".java")).count();
    assert_eq!((of_java, drawn.lines().count()), (2, 3), "{drawn}");
    assert!(drawn.lines().all(|line| all.contains(line)));
    let again = text(&transform(folder.path(), &["--format", "jsonl", "--sample", "2", "--threads", "3"]).stdout);
    assert_eq!(drawn, again);
    let seeded = (1..9).map(|seed: u32| {
        text(&transform(folder.path(), &["--format", "jsonl", "--sample", "2", "--seed", &seed.to_string()]).stdout)
    });
    assert!(seeded.into_iter().any(|other| other != drawn));
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let fails = |arguments: &[&str], why: &str| {
        let output = command(arguments).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
    };
    fails(&["transform", ".", "--kind", "XX"], "there is no transformation `XX`; there are ");
    fails(&["transform", ".", "--kind", "un", "--place", "all"], "un is made at one place at a time");
    fails(&["transform", "b/latin.java"], "there is no Java or Python file to rewrite");
    fails(&["transform"], "required");
    fails(&["transform", ".", "--javac-option=-Xlint"], "--verify");
    fails(&["transform", "missing"], "missing");
}

#[test]
fn rewrites_are_compiled() {
    if !can_run("rewrites_are_compiled", needs_jdk(17).and(needs_python(10))) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    fs::write(
        folder.path().join("a/Greek.java"),
        "class Greek {\n    int twice(int x) {\n        return 2 * x;\n    }\n}\n",
    )
    .unwrap();
    let output = transform(folder.path(), &["--format", "jsonl", "--verify", "compile"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let verdicts: Vec<String> = rows(&output).iter().map(|row| row["verify"]["verdict"].to_string()).collect();
    let broken = "\"original-does-not-compile\"";
    assert_eq!(verdicts, ["\"compiles\"", broken, broken, broken, "\"compiles\""]);
    let bad = transform(folder.path(), &["--verify", "compile", "--javac-option=--no-such-option"]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(text(&bad.stderr).contains("--no-such-option"), "{}", text(&bad.stderr));
}

#[test]
fn transformations_are_listed_and_explained() {
    let listed = text(&examen(&["list", "transforms"]).stdout);
    assert!(listed.contains("| UN") && listed.contains("| java") && listed.contains("| python"), "{listed}");
    let rows = text(&examen(&["list", "transforms", "--format", "jsonl"]).stdout);
    for row in rows.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let explained = examen(&["explain", row["kind"].as_str().unwrap()]);
        assert_eq!(explained.status.code(), Some(0));
        let explained = text(&explained.stdout);
        assert!(explained.contains(row["name"].as_str().unwrap()), "{explained}");
        assert!(explained.contains(row["description"].as_str().unwrap()), "{explained}");
    }
}
