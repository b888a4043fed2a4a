//! Names and texts that attack whoever reads the output, and inputs that are made to cost much.

use std::collections::BTreeSet;

use examen_test::{PLACES, hostile_file, hostile_files, hostile_parts};

use crate::{examen, shown, succeed, text};

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

/// What `cargo xtask torment` tries.
#[test]
fn kinds_of_hostile_inputs_are_many_and_have_names_of_their_own() {
    let names: Vec<&str> = hostile_files().iter().map(|kind| kind.name).collect();
    let parts: Vec<&str> = hostile_parts().iter().map(|part| part.name).collect();
    let places = PLACES.iter().map(|place| place.name);
    let all: Vec<&str> = names.iter().copied().chain(parts.iter().copied()).chain(places).collect();
    assert!(all.len() >= 250, "{} kinds", all.len());
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "two kinds have one name");
    let of = |front: &str| all.iter().any(|name| name.starts_with(front));
    for front in ["python/", "java/", "zip/", "tar/", "parquet/", "predictions/", "checkpoint/", "tokenizer/", "place/"]
    {
        assert!(of(front), "there is no {front}");
    }
}

/// Files of predictions, results, checkpoints and tokenizers that are not what they should be: an error of one line, whatever they
/// hold. (What they may cost, `cargo xtask torment` measures.)
#[test]
fn hostile_artefacts_are_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examen_models/fixtures/encoders/bert");
    let texts = folder.path().join("texts.jsonl");
    std::fs::write(&texts, "{\"id\": \"a\", \"code\": \"aaaa a aaa\"}\n").unwrap();
    for part in hostile_parts() {
        let place = folder.path().join(part.name);
        std::fs::create_dir_all(&place).unwrap();
        if part.beside == Some("bert") {
            for file in ["config.json", "model.safetensors", "tokenizer_config.json", "vocab.txt"] {
                std::fs::copy(checkpoint.join(file), place.join(file)).unwrap();
            }
        }
        part.write(&place, 5_000).unwrap();
        let file = place.join(part.file);
        let out = place.join("out.parquet");
        let arguments: Vec<&str> = match part.name.split_once('/').unwrap().0 {
            "result" => vec!["compare", shown(&file), shown(&file)],
            "checkpoint" | "tokenizer" if part.beside == Some("bert") => {
                vec!["embed", "--model", shown(&place), "--data", shown(&texts), "--out", shown(&out)]
            }
            _ => continue,
        };
        let output = examen(&arguments);
        let said = text(&output.stderr);
        assert!(!said.contains("panicked"), "{}: {said}", part.name);
        let is_refused =
            output.status.code() == Some(2) && said.lines().last().is_some_and(|line| line.starts_with("error: "));
        assert!(is_refused || output.status.code() == Some(0), "{}: {:?} {said}", part.name, output.status);
    }
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
fn an_import_is_held_against_fewer_others_where_there_are_thousands() {
    let folder = tempfile::tempdir().unwrap();
    hostile_file("python/import-repeated").write(folder.path(), 100_000).unwrap();
    let imports = 100_000 / "import os\n".len();
    let (found, _) = succeed(&["query", shown(folder.path()), "--query", "py/repeated-import", "--format", "jsonl"]);
    let answers = found.lines().count();
    assert!((imports - 1..=1 << 16).contains(&answers), "{answers} answers for {imports} imports");
}

#[test]
fn findings_of_one_file_are_shown_up_to_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let kind = hostile_file("python/import-of-names");
    kind.write(folder.path(), 100_000).unwrap();
    let (found, said) = succeed(&["query", shown(folder.path()), "--query", "py/unused-import", "--format", "jsonl"]);
    assert!(found.len() < 80 << 20 && said.contains("counted and not shown"), "{} bytes: {said}", found.len());
}
