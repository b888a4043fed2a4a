//! `examen score` and `examen predict` on small tasks made by hand.

mod asking;
mod engine;
mod tasks;

use std::path::Path;

use examen_data::{AnswerKind, ResultLog};
use serde_json::json;

use crate::{examen, shown, text};
pub(crate) use asking::write_asking;
pub(crate) use tasks::{id, places, predictions, span, task_writer, three, write_rows};
use tasks::{span_row, write_task};

/// Scores and returns the log, what was printed and what was said.
pub(crate) fn score(folder: &Path, predictions: &Path, more: &[&str]) -> (ResultLog, String, String) {
    let out = folder.join("result.json");
    let mut arguments = vec!["score", "--data", shown(folder), "--predictions", shown(predictions)];
    arguments.extend(["--out", shown(&out)]);
    arguments.extend(more);
    let output = examen(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    (ResultLog::read(&out).unwrap(), text(&output.stdout), text(&output.stderr))
}

/// The value of a model at a task, and its examples.
pub(crate) fn value(
    log: &ResultLog,
    (task, model): (&str, &str),
    metric: &str,
    examples: &str,
    group: Option<&str>,
) -> (f64, u64) {
    let is_meant = |row: &&examen_data::ResultRow| {
        row.task == task
            && row.model.as_deref() == Some(model)
            && row.metric == metric
            && row.examples.as_deref() == Some(examples)
            && row.group.as_deref() == group
    };
    let found: Vec<_> = log.rows.iter().filter(is_meant).collect();
    let rows = format!("{:#?}", log.rows);
    assert_eq!(found.len(), 1, "{task} {model} {metric} {examples} {group:?}: {rows}");
    let row = found[0];
    assert!(row.ci_low.is_none_or(|low| low <= row.value) && row.ci_high.is_none_or(|high| row.value <= high));
    (row.value, row.n)
}

pub(crate) fn assert_value(found: (f64, u64), right: f64, n: u64) {
    assert!((found.0 - right / n as f64).abs() < 1e-12 && found.1 == n, "{found:?}, wanted {right} of {n}");
}

#[test]
fn spans_and_labels_are_scored_and_by_part() {
    let folder = tempfile::tempdir().unwrap();
    three(folder.path());
    let (answer, fact) = (span(1, (4, 9), ""), span(3, (0, 2), ""));
    let predictions = predictions(
        folder.path(),
        &[
            ("one", "places", places(std::slice::from_ref(&answer), std::slice::from_ref(&fact))),
            ("two", "places", places(&[span(0, (0, 8), "")], &[])),
            ("none", "places", places(&[], &[])),
            // The fact is missing; labels of what is no code are not looked at; a short list is outside of spans.
            ("one", "labels", json!({ "labels": [0, 2, 0, 1] })),
            ("two", "labels", json!({ "labels": [2, 0, 1] })),
            ("none", "labels", json!({ "labels": [] })),
        ],
    );
    let (log, printed, _) = score(folder.path(), &predictions, &["--by", "query"]);
    let by_places = ("ideal", "places");
    assert_value(value(&log, by_places, "span_exact", "all", None), 2.0, 3);
    assert_value(value(&log, by_places, "span_exact", "positive", None), 1.0, 2);
    assert_value(value(&log, by_places, "span_exact", "negative", None), 1.0, 1);
    assert_value(value(&log, by_places, "span_exact", "all", Some("query:py/a")), 2.0, 2);
    assert_value(value(&log, by_places, "span_exact", "all", Some("hops:multi")), 2.0, 3);
    assert_value(value(&log, by_places, "span_exact", "all", Some("spans:1")), 0.0, 1);
    assert_value(value(&log, by_places, "answered", "all", None), 3.0, 3);
    let by_labels = ("ideal", "labels");
    assert_value(value(&log, by_labels, "span_exact", "all", None), 2.0, 3);
    assert_value(value(&log, by_labels, "answer_match", "all", None), 3.0, 3);
    assert_value(value(&log, by_labels, "fact_match", "positive", None), 1.0, 2);
    assert_value(value(&log, ("ideal", "no-answer"), "span_exact", "all", None), 1.0, 3);
    let row = log.rows.iter().find(|row| row.metric == "span_exact").unwrap();
    assert_eq!(row.signature, "spans:both|truth:uncut");
    let fields = [&row.examples, &row.spans, &row.format].map(Option::as_deref);
    assert_eq!(fields, [Some("all"), Some("both"), Some("labels")]);
    assert_eq!(row.answer, Some(AnswerKind::Spans));
    insta::assert_snapshot!("score", printed);
}

#[test]
fn what_is_missing_or_bad_is_wrong_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    three(folder.path());
    let mut lines = [
        json!({ "example_id": id("one"), "model": "m", "output": { "labels": [9] } }).to_string(),
        json!({ "example_id": id("none"), "model": "m", "status": "skipped", "reason": "too long" }).to_string(),
        json!({ "example_id": "unheard of", "model": "m", "output": { "texts": [] } }).to_string(),
        "{ not json".to_owned(),
        json!({ "example_id": id("two"), "model": "other", "output": places(&[], &[]) }).to_string(),
    ]
    .join("\n");
    let path = folder.path().join("predictions.jsonl");
    std::fs::write(&path, &lines).unwrap();
    let (log, printed, said) = score(folder.path(), &path, &[]);
    assert_value(value(&log, ("ideal", "m"), "span_exact", "all", None), 0.0, 3);
    assert_value(value(&log, ("ideal", "m"), "answered", "all", None), 0.0, 3);
    assert!(printed.contains("1 without prediction; 1 skipped; 1 unusable"), "{printed}");
    for count in ["missing", "skipped", "unusable"] {
        assert_eq!(value(&log, ("ideal", "m"), count, "all", None), (1.0, 3));
    }
    assert!(said.contains("1 row of predictions cannot be read") && said.contains("line 4"), "{said}");
    assert!(said.contains("1 prediction of m is for no example"), "{said}");
    assert!(said.contains(", row 0 (example") && said.contains("9 is no label"), "{said}");
    let counts = &log.header.counts_by_status;
    let wanted = [("ok", 3), ("skipped", 1), ("unknown-example", 1), ("unreadable", 1), ("unusable", 1)];
    assert!(counts.iter().map(|(name, &count)| (name.as_str(), count)).eq(wanted), "{counts:?}");

    // The first prediction counts, whatever follows.
    lines = lines.replace("{ not json", "") + "\n";
    for output in [places(&[], &[]), places(&[span(1, (4, 9), "")], &[span(3, (0, 2), "")])] {
        lines += &json!({ "example_id": id("one"), "model": "m", "output": output }).to_string();
        lines.push('\n');
    }
    std::fs::write(&path, &lines).unwrap();
    let (log, printed, _) = score(folder.path(), &path, &[]);
    assert_value(value(&log, ("ideal", "m"), "span_exact", "all", None), 0.0, 3);
    assert!(printed.contains("2 repeated"), "{printed}");
}

#[test]
fn spans_that_were_cut_off_are_still_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let rows = [("cut", span_row("py/a", &[span(0, (0, 1), "a"), span(9, (0, 1), "b")], &[], &[4, 0, 2, 2, 0]))];
    write_task(folder.path(), "prefix", "spans", "0", &rows);
    let saw_three =
        [("cut", "short", json!({ "labels": [4, 0, 2] })), ("cut", "whole", json!({ "labels": [4, 0, 2, 2, 0] }))];
    let (log, printed, _) = score(folder.path(), &predictions(folder.path(), &saw_three), &[]);
    assert_value(value(&log, ("prefix", "short"), "span_exact", "all", None), 0.0, 1);
    assert_value(value(&log, ("prefix", "whole"), "span_exact", "all", None), 1.0, 1);
    assert!(printed.contains("72.28") && printed.contains("CodeQueries, Table 3"), "{printed}");
}

#[test]
fn windows_of_a_file_are_one_example() {
    let folder = tempfile::tempdir().unwrap();
    let window = |file: &str, window: u32, kind: &str, labels: &[u8]| {
        json!({
            "query": "py/a", "hops": "single", "example_type": kind,
            "file_example_id": file, "window": window, "window_count": 2, "labels": labels,
        })
    };
    // The answer of the first file goes over the edge of its windows.
    let rows = [
        ("f0", window("f", 0, "positive", &[4, 4, 2, 0])),
        ("f1", window("f", 1, "positive", &[4, 4, 1, 2])),
        ("g0", window("g", 0, "negative", &[4, 4, 2])),
        ("g1", window("g", 1, "negative", &[4, 4, 2])),
        // The other window of this one is not among the rows.
        ("h0", window("h", 0, "negative", &[4, 2])),
    ];
    write_task(folder.path(), "sliding-window", "windows", "0", &rows);
    let labels = |labels: &[u8]| json!({ "labels": labels });
    let predictions = predictions(
        folder.path(),
        &[
            // Labels of the query and beyond the window say nothing.
            ("f0", "good", labels(&[0, 2, 2, 0, 1, 1])),
            ("f1", "good", labels(&[2, 2, 1])),
            ("g0", "good", labels(&[])),
            ("g1", "good", labels(&[2, 2, 2])),
            ("f0", "other", labels(&[4, 4, 2, 0])),
            ("f1", "other", labels(&[4, 4, 2, 2])),
            ("g0", "other", labels(&[])),
        ],
    );
    let (log, printed, _) = score(folder.path(), &predictions, &[]);
    let task = "sliding-window";
    assert_value(value(&log, (task, "good"), "span_exact", "all", None), 2.0, 2);
    assert_value(value(&log, (task, "other"), "span_exact", "all", None), 0.0, 2);
    assert_value(value(&log, (task, "no-answer"), "span_exact", "all", None), 1.0, 2);
    assert!(printed.contains("1 incomplete") && printed.contains("left out for missing windows: 1"), "{printed}");
    assert!(log.rows.iter().all(|row| row.skipped == Some(1)));
}

#[test]
fn texts_are_scored_without_places_and_samples_give_pass_at_k() {
    let folder = tempfile::tempdir().unwrap();
    three(folder.path());
    let mut lines = vec![
        ("one", "once", json!({ "texts": [" y", "x = 1\n"] })),
        ("two", "once", json!(["import sys"])),
        ("none", "once", json!([])),
        ("one", "often", json!(["x = 1", "y"])),
        ("two", "often", json!(["import os"])),
    ];
    // One of ten right, nine of ten wrong; the last sample cannot be read.
    lines.extend(std::iter::repeat_n(("one", "often", json!(["x"])), 8));
    lines.push(("one", "often", json!({ "texts": 3 })));
    let (log, printed, _) = score(folder.path(), &predictions(folder.path(), &lines), &[]);
    assert_value(value(&log, ("ideal", "once"), "text_match", "all", None), 2.0, 3);
    assert_value(value(&log, ("ideal", "once"), "text_match", "positive", None), 1.0, 2);
    let pass = |k: u32| {
        let is_meant =
            |row: &&examen_data::ResultRow| row.model.as_deref() == Some("often") && row.k == Some(k) && row.n == 3;
        log.rows.iter().find(is_meant).map(|row| row.value)
    };
    let near = |found: Option<f64>, wanted: f64| assert!((found.unwrap() - wanted).abs() < 1e-12, "{found:?} {wanted}");
    near(pass(1), (0.1 + 1.0) / 3.0);
    near(pass(5), (0.5 + 1.0) / 3.0);
    near(pass(10), 2.0 / 3.0);
    assert!(printed.contains("pass@10") && printed.contains("1 without prediction"), "{printed}");
}

#[test]
fn relevance_is_scored_as_a_decision() {
    let folder = tempfile::tempdir().unwrap();
    let block = |is_relevant: bool| json!({ "query": "py/a", "hops": "multi", "example_type": "positive", "is_relevant": is_relevant });
    let rows = [("a", block(true)), ("b", block(true)), ("c", block(false)), ("d", block(false))];
    write_task(folder.path(), "relevance", "relevance", "0", &rows);
    let lines =
        [("a", "m", json!(true)), ("b", "m", json!({ "relevant": false })), ("c", "m", json!({ "relevant": true }))];
    let (log, printed, _) = score(folder.path(), &predictions(folder.path(), &lines), &["--by", "hops"]);
    // The block without a prediction counts as wrong: as one that was said to be relevant.
    assert_value(value(&log, ("relevance", "m"), "accuracy", "all", None), 1.0, 4);
    assert_value(value(&log, ("relevance", "m"), "precision", "all", None), 1.0, 3);
    assert_value(value(&log, ("relevance", "m"), "recall", "all", None), 1.0, 2);
    assert_value(value(&log, ("relevance", "no-answer"), "accuracy", "all", None), 2.0, 4);
    assert!(printed.contains("96.38") && printed.contains("hops:multi"), "{printed}");
}

#[test]
fn facts_are_not_asked_for_where_only_answers_are() {
    let folder = tempfile::tempdir().unwrap();
    let rows = [("one", span_row("py/a", &[span(1, (4, 9), "x")], &[], &[4, 0, 2]))];
    write_task(folder.path(), "answers-only", "spans", "0", &rows);
    let lines = [("one", "m", places(&[span(1, (4, 9), "")], &[span(3, (0, 2), "")]))];
    let (log, _, _) = score(folder.path(), &predictions(folder.path(), &lines), &[]);
    assert_value(value(&log, ("answers-only", "m"), "answer_match", "all", None), 1.0, 1);
    assert!(log.rows.iter().filter(|row| row.spans.is_some()).all(|row| row.spans.as_deref() == Some("answers")));
    assert!(log.rows.iter().all(|row| row.metric != "span_exact"));
}

#[test]
fn answers_of_another_kind_are_wrong_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    three(folder.path());
    let lines = [
        ("one", "m", json!({ "relevant": true })),
        ("two", "m", json!({ "answer_spans": [{ "start_line": 0 }] })),
        ("none", "m", json!("x")),
        ("none", "other", json!([])),
    ];
    let (log, _, said) = score(folder.path(), &predictions(folder.path(), &lines), &[]);
    assert_eq!(value(&log, ("ideal", "m"), "unusable", "all", None), (3.0, 3));
    assert_eq!(log.header.counts_by_status["unusable"], 3);
    // The first of them is told, by its row.
    let wanted = "row 0 (example ";
    assert!(said.contains(wanted) && said.contains("none of answer_spans, supporting_fact_spans, labels"), "{said}");
}

#[test]
fn nothing_to_score_is_an_error_and_help_has_examples() {
    let folder = tempfile::tempdir().unwrap();
    three(folder.path());
    let predictions = predictions(folder.path(), &[]);
    let data = shown(folder.path());
    let output = examen(&["score", "--data", data, "--predictions", shown(&predictions), "--split", "train"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no example to score"), "{}", text(&output.stderr));
    let output = examen(&["score", "--data", data, "--predictions", "no/such/file"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no/such/file"), "{}", text(&output.stderr));
    for verb in ["predict", "score"] {
        assert!(text(&examen(&[verb, "--help"]).stdout).contains("Examples:"), "{verb}");
    }
}
