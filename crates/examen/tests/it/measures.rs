//! `examen measures`.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::{command, examen, shown, text};

/// A folder with a class, a lone method, a lone function that is indented, and a file without functions.
fn sample(folder: &Path) {
    let write = |path: &str, content: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    };
    let class = "package p;\n\nclass Outer {\n    Outer() { }\n    abstract void no();\n    static class Inner {\n        \
                 /** Doc. */\n        int sign(int a) {\n            return a > 0 ? 1 : a < 0 ? -1 : 0;\n        }\n    }\n    \
                 void run() {\n        int a = 1, b;\n        go(new Runnable() { public void run() { if (x && y) z(); } });\n    \
                 }\n}\n";
    write("p/Outer.java", class);
    write("lone/Method.java", "public void f(List<String> a) {\n  for (String s : a) { p(s); }\n}\n");
    write("lone/function.py", "    # A remark.\n    @d\n    def f(self):\n        return [x for x in self if x]\n");
    write("m.py", "class A:\n    class B:\n        def f(self):\n            def g(): pass\n\ndef h(): pass\n");
    write("empty.py", "x = 1\n");
}

fn measures(folder: &Path, arguments: &[&str]) -> Output {
    let mut all = vec!["measures"];
    all.extend(arguments);
    command(&all).current_dir(folder).output().unwrap()
}

#[test]
fn functions_are_rows_of_a_table() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let output = measures(folder.path(), &["."]);
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!("table", text(&output.stdout));
    insta::assert_snapshot!("talk", text(&output.stderr));
}

#[test]
fn rows_are_the_same_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let csv = text(&measures(folder.path(), &["p", "m.py", "--format", "csv"]).stdout);
    insta::assert_snapshot!("csv", csv);
    let jsonl = text(&measures(folder.path(), &["p", "m.py", "--format", "jsonl"]).stdout);
    let header: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    for (line, record) in jsonl.lines().zip(csv.lines().skip(1)) {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        for (name, value) in header.iter().zip(record.split(',')) {
            assert_eq!(row[name].to_string().trim_matches('"'), value);
        }
    }
    assert_eq!(jsonl.lines().count(), csv.lines().count() - 1);
}

#[test]
fn a_path_within_another_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let once = measures(folder.path(), &[".", "--format", "csv"]).stdout;
    assert_eq!(text(&measures(folder.path(), &["p", ".", "m.py", "--format", "csv"]).stdout), text(&once));
}

#[test]
fn the_built_in_corpus_does_not_depend_on_threads() {
    let one = examen(&["measures", "--format", "jsonl", "--threads", "1"]);
    assert_eq!(one.status.code(), Some(0));
    assert!(text(&one.stdout).lines().count() > 200);
    assert_eq!(one.stdout, examen(&["measures", "--format", "jsonl", "--threads", "4"]).stdout);
}

#[test]
fn samples_of_inspect_are_measured() {
    let folder = tempfile::tempdir().unwrap();
    let cpx = "tr\t3\tvoid f ( ) { if ( a && b ) { c ( ) ; } while ( d ) { } }\n\
               va\t0\tvoid g ( ) { p ( \n ) ; }\n\nte\t0\tvoid h ( string - ) { class < ? > c = - . d ( \"a\\\\\"b\" ) ; }\n\
               te\t0\tvoid h ( string - ) { class < ? > c = - . d ( \"a\\\\\"b\" ) ; }\n";
    fs::create_dir(folder.path().join("data")).unwrap();
    fs::write(folder.path().join("data/CPX_ORIG_1k.txt"), cpx).unwrap();
    fs::write(folder.path().join("data/README.txt"), "not a data set\n").unwrap();
    fs::write(folder.path().join("own.txt"), "tr\tA\tdef f(a):\\n    if a:\\n        return '\\\\n'\n").unwrap();
    let output = measures(folder.path(), &["--inspect", "data", "--format", "jsonl"]);
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!("inspect", text(&output.stdout));
    insta::assert_snapshot!("inspect_talk", text(&output.stderr));
    let python =
        measures(folder.path(), &["--inspect", "own.txt", "--language", "python", "--format", "csv", "--quiet"]);
    insta::assert_snapshot!("inspect_python", text(&python.stdout));
}

#[test]
fn what_cannot_be_measured_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["measures", shown(folder.path())][..], &["measures", "--inspect", shown(folder.path())]] {
        assert_eq!(examen(arguments).status.code(), Some(2), "{arguments:?}");
    }
    assert_eq!(examen(&["measures", "--inspect"]).status.code(), Some(2));
    assert_eq!(examen(&["measures", "no-such-folder"]).status.code(), Some(2));
    assert_eq!(examen(&["measures", "--inspect", "no-such-file"]).status.code(), Some(2));
}
