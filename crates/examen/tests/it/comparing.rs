//! `examen compare`, and `examen score` beside an earlier result.

use std::path::{Path, PathBuf};

use examen_corpus::Split;
use examen_data::{ExampleId, read_example_scores};
use serde_json::{Value, json};

use crate::class_tasks::{Row, write_task};
use crate::{examen, shown, text};

const EXAMPLES: usize = 60;

/// A task of two classes, all in the test split.
fn task(folder: &Path) -> PathBuf {
    let row = |at: usize| -> Row {
        let label = if at.is_multiple_of(2) { "ORIG" } else { "FAULT" };
        (format!("e{at}"), Split::Test, "x".to_owned(), label.to_owned(), "ORIG".to_owned())
    };
    let data = folder.join("data");
    write_task(&data, "TYP", &(0..EXAMPLES).map(row).collect::<Vec<_>>());
    data
}

/// Predictions of a model that is right where it is said to be; the result that they get.
fn result(folder: &Path, data: &Path, name: &str, is_right: impl Fn(usize) -> Option<bool>) -> PathBuf {
    let lines = (0..EXAMPLES).filter_map(|at| {
        let is_right = is_right(at)?;
        let label = if at.is_multiple_of(2) == is_right { "ORIG" } else { "FAULT" };
        let id = ExampleId::new([format!("e{at}")]);
        Some(json!({ "example_id": id.as_str(), "model": name, "output": label }).to_string())
    });
    let predictions = folder.join(format!("{name}.jsonl"));
    std::fs::write(&predictions, lines.collect::<Vec<_>>().join("\n")).unwrap();
    let out = folder.join(format!("{name}.json"));
    let arguments = ["score", "--data", shown(data), "--predictions", shown(&predictions), "--out", shown(&out)];
    let output = examen(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    out
}

/// Compares; returns the exit code and the values of the only task.
fn compared(folder: &Path, arguments: &[&str]) -> (i32, Value) {
    let out = folder.join("comparison.json");
    let output = examen(&[&["compare", "--out", shown(&out)], arguments].concat());
    let code = output.status.code().unwrap();
    assert!(code < 2, "{}", text(&output.stderr));
    let report: Value = serde_json::from_str(&std::fs::read_to_string(&out).unwrap()).unwrap();
    assert_eq!(report["comparisons"].as_array().unwrap().len(), 1, "{report}");
    (code, report["comparisons"][0].clone())
}

fn number(comparison: &Value, name: &str) -> f64 {
    comparison[name].as_f64().unwrap()
}

#[test]
fn two_models_are_compared_at_the_same_examples() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let data = task(folder);
    // The second model is wrong at 20 examples; the first at 8 of these and at 2 others.
    let first = result(folder, &data, "first", |at| Some(!(at < 8 || (30..32).contains(&at))));
    let second = result(folder, &data, "second", |at| Some(at >= 20));
    let flips = folder.join("flips.jsonl");
    let (code, comparison) =
        compared(folder, &[shown(&first), shown(&second), "--clusters", "example", "--flips", shown(&flips)]);
    assert_eq!(code, 0);
    assert_eq!(comparison["n"], 60);
    assert!((number(&comparison, "first") - 50.0 / 60.0).abs() < 1e-12);
    assert!((number(&comparison, "difference") - 10.0 / 60.0).abs() < 1e-12);
    assert_eq!((&comparison["first_better"], &comparison["second_better"]), (&json!(12), &json!(2)));
    // The exact test: twice the probability of at most 2 heads in 14 throws.
    let exact = 2.0 * (1.0 + 14.0 + 91.0) / f64::from(1 << 14);
    assert!((number(&comparison, "p") - exact).abs() < 1e-12, "{comparison}");
    assert_eq!(comparison["test"], "mcnemar");
    assert_eq!(comparison["p_corrected"], comparison["p"]);
    assert!(number(&comparison, "ci_low") > 0.0 && number(&comparison, "ci_high") < 0.35, "{comparison}");

    let lines = std::fs::read_to_string(&flips).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 14);
    assert_eq!(lines.iter().filter(|line| line["better"] == "first").count(), 12);

    // With twelve projects these are resampled, and the test is another.
    let (_, clustered) = compared(folder, &[shown(&first), shown(&second)]);
    assert_eq!((&clustered["unit"], &clustered["units"]), (&json!("project"), &json!(12)));
    assert_eq!(clustered["test"], "permutation");
    // The other way round all is turned round.
    let (_, turned) = compared(folder, &[shown(&second), shown(&first)]);
    assert!((number(&turned, "difference") + number(&clustered, "difference")).abs() < 1e-12);
    assert!((number(&turned, "p") - number(&clustered, "p")).abs() < 1e-12);
}

#[test]
fn a_threshold_decides_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let data = task(folder);
    let old = result(folder, &data, "old", |at| Some(at >= 6));
    let new = result(folder, &data, "new", |at| Some(at >= 9));
    let code = |limit: &str| compared(folder, &[shown(&new), shown(&old), "--fail-below", limit]).0;
    assert_eq!([code("-0.06"), code("-0.04"), code("0")], [0, 1, 1]);

    let predictions = folder.join("new.jsonl");
    let score = ["score", "--data", shown(&data), "--predictions", shown(&predictions)];
    let code = |more: &[&str]| examen(&[&score[..], more].concat()).status.code().unwrap();
    assert_eq!(code(&["--fail-below", "0.85"]), 0);
    assert_eq!(code(&["--fail-below", "0.86"]), 1);
    assert_eq!(code(&["--baseline", shown(&old), "--fail-below", "-0.06"]), 0);
    assert_eq!(code(&["--baseline", shown(&old), "--fail-below", "-0.04"]), 1);
    assert_eq!(code(&["--baseline", shown(&folder.join("nothing.json"))]), 2);
}

#[test]
fn examples_without_an_answer_are_wrong_and_equal_models_have_no_interval() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let data = task(folder);
    let silent = result(folder, &data, "silent", |at| (at >= 10).then_some(true));
    let whole = result(folder, &data, "whole", |_| Some(true));
    let (_, comparison) = compared(folder, &[shown(&silent), shown(&whole), "--clusters", "example"]);
    assert_eq!((&comparison["n"], &comparison["unpaired"]), (&json!(60), &json!(0)));
    assert!((number(&comparison, "first") - 50.0 / 60.0).abs() < 1e-12);
    let (_, same) = compared(folder, &[shown(&whole), shown(&whole)]);
    assert_eq!((&same["difference"], &same["ci_low"]), (&json!(0.0), &Value::Null));
    assert!((number(&same, "p") - 1.0).abs() < 1e-12, "{same}");
}

#[test]
fn example_scores_are_beside_the_result_and_runs_are_put_together() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let data = task(folder);
    let runs: Vec<PathBuf> = (0..3)
        .map(|run| {
            let result = result(folder, &data, "m", |at| Some(!(at + 3 * run).is_multiple_of(5 + run)));
            let scores = result.with_extension("scores.parquet");
            let rows = read_example_scores(&scores).unwrap().collect::<examen_data::Result<Vec<_>>>().unwrap();
            assert_eq!(rows.len(), EXAMPLES);
            assert!(rows.iter().all(|row| row.of.metric == "accuracy" && row.counts.len() == 1));
            let kept = folder.join(format!("run{run}.json"));
            std::fs::rename(&result, &kept).unwrap();
            std::fs::rename(&scores, kept.with_extension("scores.parquet")).unwrap();
            kept
        })
        .collect();
    let output = examen(&["compare", "--repeated", shown(&runs[0]), shown(&runs[1]), shown(&runs[2])]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    insta::assert_snapshot!("runs", text(&output.stdout));

    std::fs::remove_file(runs[0].with_extension("scores.parquet")).unwrap();
    let output = examen(&["compare", shown(&runs[0]), shown(&runs[1])]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("run0.scores.parquet"), "{}", text(&output.stderr));
}
