//! What leaves the program: cells that spreadsheets read, and paths of logs that travel.

use std::path::Path;

use examen_data::{logged_path, spreadsheet_text};

#[test]
fn formulas_become_text() {
    for (text, cell) in [
        ("=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("-f", "'-f"),
        ("\t=1", "'\t=1"),
        ("-1.5", "-1.5"),
        ("+2", "+2"),
        ("a=1", "a=1"),
        ("", ""),
    ] {
        assert_eq!(spreadsheet_text(text), cell);
    }
}

#[cfg(unix)]
#[test]
fn absolute_paths_are_names() {
    let logged = |path: &str| logged_path(Path::new(path));
    assert_eq!(logged("/a/out/exams"), "exams");
    assert_eq!(logged("out/exams"), "out/exams");
    assert_eq!(logged("/"), "/");
}
