//! The suites `names` and `robustness` from code to result rows, in Java and Python.

use std::path::Path;

use examen_data::{ResultLog, ResultRow};

use crate::{shown, succeed};

/// Builds both suites of two small projects, lets a model answer one of them and returns the rows of its scores.
fn rows(folder: &Path, suite: &str, model: &str) -> Vec<ResultRow> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let (java, python) = (corpus.join("java/calc-parser"), corpus.join("python/tinyparse"));
    let exams = folder.join("exams");
    if !exams.exists() {
        let from = ["build", "names", "robustness", "--from", shown(&java), shown(&python), "--out", shown(&exams)];
        succeed(&[&from[..], &["--split-by", "function", "--places", "1", "--kind", "VN,UN"]].concat());
    }
    let (data, predictions) = (exams.join(suite), folder.join("predictions.parquet"));
    let result = folder.join("result.json");
    succeed(&["predict", "--model", model, "--data", shown(&data), "--out", shown(&predictions)]);
    succeed(&["score", "--data", shown(&data), "--predictions", shown(&predictions), "--out", shown(&result)]);
    ResultLog::read(&result).unwrap().rows
}

/// A row in one line.
fn line(row: &ResultRow) -> String {
    let of = |field: &Option<String>| field.clone().unwrap_or_else(|| "-".to_owned());
    let (task, model, examples) = (&row.task, of(&row.model), of(&row.examples));
    let rewrite = format!("{}/{}", of(&row.transform), of(&row.place));
    format!("{task} {model} {} {examples} {rewrite} {:.3} of {}", row.metric, row.value, row.n)
}

fn lines(rows: &[ResultRow], metrics: &[&str]) -> String {
    let is_wanted =
        |row: &&ResultRow| metrics.contains(&row.metric.as_str()) && row.group.is_none() && row.before.is_none();
    rows.iter().filter(is_wanted).map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn names_of_functions_are_asked_in_java_and_python() {
    let folder = tempfile::tempdir().unwrap();
    let metrics = ["accuracy", "answered"];
    let neighbours = lines(&rows(folder.path(), "names", "path-neighbours"), &metrics);
    let majority = lines(&rows(folder.path(), "names", "majority"), &metrics);
    insta::assert_snapshot!("names", format!("{neighbours}\n{majority}"));
}

#[test]
fn answers_to_rewritten_functions_are_compared_in_java_and_python() {
    let folder = tempfile::tempdir().unwrap();
    let rows = rows(folder.path(), "robustness", "path-neighbours");
    insta::assert_snapshot!("robustness", lines(&rows, &["accuracy", "prediction_change", "answered"]));
}
