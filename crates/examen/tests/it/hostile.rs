//! Names and texts that attack whoever reads the output, and inputs that are made to cost much.

use examen_test::{PLACES, hostile_file};

use crate::probing::succeed;
use crate::{examen, shown, text};

#[cfg(unix)]
#[test]
fn no_name_and_no_code_reaches_a_terminal_raw() {
    let folder = tempfile::tempdir().unwrap();
    let name = "\u{1b}]0;owned\u{7}\u{202e}.py";
    std::fs::write(folder.path().join(name), "import os # \u{1b}[2J\u{9b}1A \u{202e}\n").unwrap();
    std::fs::write(folder.path().join(format!("x{name}")), [0; 100]).unwrap();
    let place = shown(folder.path());
    let verbs: [&[&str]; 5] = [
        &["query", place],
        &["metrics", place],
        &["corpus", place],
        &["transform", place],
        &["functions", "missing\u{1b}[2J"],
    ];
    for arguments in verbs {
        let output = examen(arguments);
        for bytes in [&output.stdout, &output.stderr] {
            let said = text(bytes);
            assert!(!said.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}']), "{arguments:?}: {said:?}");
        }
    }
    let said = text(&examen(&["query", place]).stdout);
    assert!(said.contains("\\u{1b}]0;owned\\u{7}\\u{202e}.py"), "{said}");
    let annotations = text(&examen(&["query", place, "--format", "github"]).stdout);
    assert!(annotations.lines().all(|line| line.starts_with("::notice file=")), "{annotations}");
}

#[test]
fn cells_of_csv_are_no_formulas() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("=1+1.py"), "def f():\n    return 1\n").unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_examen"))
        .args(["metrics", "=1+1.py", "--format", "csv"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let table = text(&output.stdout);
    assert!(table.lines().nth(1).is_some_and(|line| line.starts_with("'=1+1.py,")), "{table}");
}

#[test]
fn what_is_no_text_is_a_row() {
    let folder = tempfile::tempdir().unwrap();
    for kind in ["java/no-letters", "python/no-letters", "python/nul-bytes"] {
        let kind = hostile_file(kind);
        let path = folder.path().join(format!("{}.{}", kind.name.replace('/', "-"), kind.extension));
        std::fs::write(path, kind.bytes(10_000)).unwrap();
    }
    std::fs::write(folder.path().join("a.py"), "def f():\n    return 1\n").unwrap();
    let (_, said) = succeed(&["functions", shown(folder.path())]);
    assert!(said.contains("1 function in 1 file, 3 files skipped"), "{said}");
}

#[cfg(unix)]
#[test]
fn hostile_places_do_not_keep_the_files_beside_them_from_being_read() {
    for place in PLACES {
        let folder = tempfile::tempdir().unwrap();
        place.write(folder.path(), 20_000).unwrap();
        let (found, _) = succeed(&["functions", shown(folder.path())]);
        assert!(found.contains("def f(a)"), "{}", place.name);
    }
}

#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_an_error_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("corpus.parquet");
    let output = std::process::Command::new("bash")
        .args(["-c", "ulimit -f 1; exec \"$0\" corpus --out \"$1\"", env!("CARGO_BIN_EXE_examen"), shown(&out)])
        .output()
        .unwrap();
    let said = text(&output.stderr);
    assert!(
        output.status.code() == Some(2) && said.contains("error: ") && !out.exists(),
        "{:?}: {said}",
        output.status
    );
}

#[test]
fn findings_of_one_file_are_shown_up_to_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let kind = hostile_file("python/import-of-names");
    kind.write(folder.path(), 100_000).unwrap();
    let (found, said) = succeed(&["query", shown(folder.path()), "--query", "py/unused-import", "--format", "jsonl"]);
    assert!(found.len() < 80 << 20 && said.contains("counted and not shown"), "{} bytes: {said}", found.len());
}
