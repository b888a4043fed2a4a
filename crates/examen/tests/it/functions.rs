//! `examen functions`: texts for encoders.

use std::collections::BTreeSet;

use crate::{shown, succeed};

#[test]
fn functions_are_written_with_their_places() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("a.py"),
        "X = 1\n\n\nclass A:\n    def f(self):\n        def g(): pass\n        return g\n",
    )
    .unwrap();
    std::fs::write(folder.path().join("B.java"), "class B { abstract void h(); int k() { return 1; } }\n").unwrap();
    let (lines, said) = succeed(&["functions", shown(folder.path())]);
    assert!(said.contains("2 functions in 2 files, 0 files skipped"), "{said}");
    let rows: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let field = |row: usize, name: &str| rows[row][name].as_str().unwrap().to_owned();
    let at = |row: usize| [field(row, "function"), field(row, "language"), field(row, "code")];
    assert_eq!(at(0), ["B.k", "java", "int k() { return 1; }"]);
    assert_eq!(at(1)[..2], ["A.f", "python"]);
    assert!(field(0, "id").ends_with("B.java:1:30") && field(1, "id").ends_with("a.py:5:5"), "{lines}");
    assert!(at(1)[2].starts_with("def f(self):\n        def g()"), "{lines}");
}

#[test]
fn places_count_lines_that_end_with_a_carriage_return() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.py"), "class A:\r    def f(self):\r        pass\rdef g(): pass\r").unwrap();
    let (lines, _) = succeed(&["functions", shown(folder.path())]);
    let places: Vec<&str> = lines.split("a.py:").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(places, ["2:5", "4:1"], "{lines}");
}

#[test]
fn functions_are_read_from_what_the_flags_allow() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    };
    write("a.py", "def a():\n    pass\n");
    write(".hidden/h.py", "def h():\n    pass\n");
    write("node_modules/v.py", "def v():\n    pass\n");
    write("i.py", "def i():\n    pass\n");
    write(".gitignore", "i.py\n");
    write(".git/HEAD", "ref: refs/heads/main\n");
    write("long.py", &format!("def long():\n    pass\n{}", "#\n".repeat(200)));
    write("table.jsonl", "{\"source\": \"def t():\\n    pass\\n\", \"language\": \"python\"}\n");
    let names = |flags: &[&str]| {
        let table = folder.path().join("table.jsonl");
        let (lines, _) = succeed(&[&["functions", shown(folder.path()), shown(&table)], flags].concat());
        let name = |line: &str| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            row["function"].as_str().unwrap().to_owned()
        };
        lines.lines().map(name).collect::<BTreeSet<String>>()
    };
    let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<String>>();
    assert_eq!(names(&["--content-column", "source"]), set(&["a", "long", "t"]));
    let limits = ["--max-file-bytes", "100", "--max-archive-depth", "1", "--max-entries", "9"];
    let wide =
        ["--hidden", "--vendored", "--no-gitignore", "--max-unpacked-bytes", "999", "--content-column", "source"];
    assert_eq!(names(&[&limits[..], &wide].concat()), set(&["a", "h", "i", "t", "v"]));
}
