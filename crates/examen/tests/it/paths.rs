//! `examen paths`.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::{command, text};

/// A folder with Java, Python, a lone method, a file with an error, and one that is too large.
fn sample(folder: &Path) {
    let write = |path: &str, content: &[u8]| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    };
    write("b/Add.java", b"class Add {\n    int add(int a) { return a + 1; }\n    void none() { }\n}\n");
    write("b/Broken.java", b"class Broken {\n    void bad() { f( ; }\n    void good() { g(); }\n}\n");
    write("a/Lone.java", b"int twice(int x) { return 2 * x; }\n");
    write("a/names.py", b"def full_name(user):\n    return user.first\n");
    write("large.java", &vec![b' '; 3 << 20]);
}

fn paths(folder: &Path, arguments: &[&str]) -> Output {
    let mut all = vec!["paths", "."];
    all.extend(arguments);
    command(&all).current_dir(folder).output().unwrap()
}

#[test]
fn lines_come_in_the_order_of_the_files() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let output = paths(folder.path(), &["--format", "code2seq"]);
    assert_eq!(output.status.code(), Some(0));
    let lines = text(&output.stdout);
    let names: Vec<&str> = lines.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["twice", "full|name", "add", "none", "good"]);
    insta::assert_snapshot!("paths_talk", text(&output.stderr));
    for threads in ["1", "4"] {
        assert_eq!(text(&paths(folder.path(), &["--format", "code2seq", "--threads", threads]).stdout), lines);
    }
}

#[test]
fn code2vec_writes_hashes_unless_told_not_to() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let hashed = text(&paths(folder.path(), &["--format", "code2vec", "--quiet"]).stdout);
    let plain = text(&paths(folder.path(), &["--format", "code2vec", "--no-hash", "--quiet"]).stdout);
    assert!(hashed.contains("add int,600457869,METHOD_NAME "), "{hashed}");
    assert!(plain.contains("add int,(PrimitiveType0)^(MethodDeclaration)_(NameExpr1),METHOD_NAME "), "{plain}");
    // Without its statements the method `none` has a line in code2seq only; Python has none at all.
    assert!(!hashed.contains("none ") && !hashed.contains("full|name"));
}

#[test]
fn limits_can_be_given() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let length = |arguments: &[&str]| paths(folder.path(), arguments).stdout.len();
    let usual = length(&["--format", "code2seq"]);
    assert!(length(&["--format", "code2seq", "--max-length", "3"]) < usual);
    assert!(length(&["--format", "code2seq", "--max-width", "0"]) < usual);
    assert!(length(&["--format", "code2seq", "--language", "python"]) < usual);
    let ids = |largest: &str| {
        let arguments = ["--format", "code2vec", "--no-hash", "--max-child-id", largest];
        text(&paths(folder.path(), &arguments).stdout)
    };
    assert!(ids("9").contains("(NameExpr1)") && !ids("0").contains("(NameExpr1)"), "{}", ids("0"));
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let python = paths(folder.path(), &["--format", "code2vec", "--language", "python"]);
    assert_eq!(python.status.code(), Some(2));
    assert!(text(&python.stderr).contains("code2vec has no paths for Python"), "{}", text(&python.stderr));
    let empty = tempfile::tempdir().unwrap();
    let nothing = paths(empty.path(), &["--format", "code2vec"]);
    assert_eq!(nothing.status.code(), Some(2));
}
