//! `examen run` on the built-in corpus.

use examen_data::CorpusTableReader;

use crate::{examen, shown, text};

#[test]
fn the_main_job_describes_the_built_in_corpus() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let output = examen(&["run", "--out", shown(&out)]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let printed = text(&output.stdout).replace(shown(folder.path()), "FOLDER");
    insta::assert_snapshot!("run", printed);

    let rows: Vec<_> = CorpusTableReader::open(&out.join("corpus.parquet")).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 60);
    let documented =
        |language: &str| -> u64 { rows.iter().filter(|row| row.language == language).map(|row| row.documented).sum() };
    assert!(documented("python") >= 200 && documented("java") >= 200);
    assert!(rows.iter().all(|row| row.status == "ok" && row.content.is_some()));
    let places: Vec<_> = rows.iter().map(|row| (row.project.clone(), row.path.clone())).collect();
    assert!(places.is_sorted(), "rows are in the order of projects and paths");
}

#[test]
fn help_has_examples() {
    for verb in ["corpus", "merge", "run"] {
        let output = examen(&[verb, "--help"]);
        assert!(output.status.success());
        assert!(text(&output.stdout).contains("Examples:"), "{verb}");
    }
}
