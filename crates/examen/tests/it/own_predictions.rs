//! `examen score` on predictions as people bring them: JSON inside text, labels and names in their own spelling, places
//! counted from 1, and files with nothing in them.

use std::path::Path;

use arrow_schema::DataType;
use examen_data::{AnswerKind, AnswerSpec, TaskSchema, column};
use serde_json::{Value, json};

use crate::score::{assert_value, id, places, predictions, score, span, three, value, write_asking, write_rows};
use crate::{examen, shown, text};

#[test]
fn json_inside_a_text_is_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    three(folder.path());
    let inside = |output: Value| json!(output.to_string());
    let lines = [
        ("one", "m", inside(places(&[span(1, (4, 9), "")], &[span(3, (0, 2), "")]))),
        ("two", "m", inside(json!({ "texts": ["import os"] }))),
        ("none", "m", inside(json!({ "answer_spans": null, "supporting_fact_spans": null }))),
    ];
    let (log, _, said) = score(folder.path(), &predictions(folder.path(), &lines[..1]), &[]);
    assert_value(value(&log, ("ideal", "m"), "span_exact", "all", None), 1.0, 3);
    assert!(!said.contains("unusable"), "{said}");
    let (log, _, said) = score(folder.path(), &predictions(folder.path(), &lines[2..]), &[]);
    assert_value(value(&log, ("ideal", "m"), "span_exact", "negative", None), 1.0, 1);
    assert!(!said.contains("unusable"), "{said}");
}

#[test]
fn a_text_that_is_asked_for_may_look_like_json() {
    let folder = tempfile::tempdir().unwrap();
    let truth = [("a", json!("42")), ("b", json!("{\"x\": 1}")), ("c", json!("true")), ("d", json!("plain"))];
    write_asking(folder.path(), AnswerKind::Text, DataType::Utf8, &truth);
    let lines = [
        ("a", "m", json!("42")),
        ("b", "m", json!("{\"x\": 1}")),
        ("c", "m", json!("true")),
        ("d", "m", json!("{\"text\": \"plain\"}")),
    ];
    let (log, _, _) = score(folder.path(), &predictions(folder.path(), &lines), &[]);
    assert_value(value(&log, ("text", "m"), "accuracy", "all", None), 4.0, 4);
}

#[test]
fn classes_are_understood_or_told() {
    let folder = tempfile::tempdir().unwrap();
    let truth = [("a", json!("1")), ("b", json!("INT")), ("c", json!("INT")), ("d", json!("1"))];
    write_asking(folder.path(), AnswerKind::Class, DataType::Utf8, &truth);
    let lines = [
        ("a", "m", json!("{\"label\":\"1\"}")),
        ("b", "m", json!({ "label": " int" })),
        ("c", "m", json!("integer")),
        ("d", "m", json!({ "label": 1, "control_label": null })),
    ];
    let (log, printed, said) = score(folder.path(), &predictions(folder.path(), &lines), &[]);
    let of = |metric: &str| {
        let is_meant =
            |row: &&examen_data::ResultRow| row.metric == metric && row.model.is_some() && row.group.is_none();
        log.rows.iter().find(is_meant).map(|row| row.value)
    };
    assert_eq!((of("accuracy"), of("unusable")), (Some(0.75), Some(1.0)));
    assert!(printed.contains("1 unusable"), "{printed}");
    assert!(said.contains("`integer` is no class of the task; there are 1, INT"), "{said}");
}

#[test]
fn names_count_as_they_stand_in_code() {
    let folder = tempfile::tempdir().unwrap();
    let truth = "should|bypass|proxies";
    let names = ["should|bypass|proxies", "should_bypass_proxies", "shouldBypassProxies", "should_bypass_proxies()"];
    let ids = ["a", "b", "c", "d"];
    let rows: Vec<(&str, Value)> = ids.iter().map(|id| (*id, json!(truth))).collect();
    write_asking(folder.path(), AnswerKind::Name, DataType::Utf8, &rows);
    let lines: Vec<(&str, &str, Value)> = ids.iter().zip(names).map(|(id, name)| (*id, "m", json!(name))).collect();
    let (log, _, _) = score(folder.path(), &predictions(folder.path(), &lines), &[]);
    assert_value(value(&log, ("name", "m"), "accuracy", "all", None), 4.0, 4);
}

#[test]
fn places_of_another_convention_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["a", "b", "c", "d"];
    let rows: Vec<(&str, Value)> = names
        .iter()
        .zip(0u32..)
        .map(|(name, line)| {
            let row = json!({ "code": "", "answer_spans": [span(line, (4, 9), "x = 1")] });
            (*name, row)
        })
        .collect();
    let places_of = span_type();
    let columns = vec![column("code", DataType::Utf8, ""), column("answer_spans", places_of, "")];
    let answer = Some(AnswerSpec::new(AnswerKind::Spans, &["code"], &["answer_spans"]));
    let schema = TaskSchema { suite: "toys".to_owned(), task: "spans".to_owned(), columns, answer };
    write_rows(folder.path(), schema, "0", &rows);
    // As `examen query --format jsonl` counts: from 1, the last column included.
    let given = |line: u32| json!({ "answer_spans": [{ "start_line": line + 1, "start_col": 5, "end_line": line + 1, "end_col": 9 }] });
    let lines: Vec<(&str, &str, Value)> =
        names.iter().zip(0u32..).map(|(name, line)| (*name, "m", given(line))).collect();
    let (_, _, said) = score(folder.path(), &predictions(folder.path(), &lines), &[]);
    assert!(
        said.contains("0 of 4 answers of m are right, and 4 would be with lines and columns from 1, the end"),
        "{said}"
    );
}

/// The type of a column of spans.
fn span_type() -> DataType {
    use arrow_schema::{Field, Fields};
    let numbers = ["start_line", "start_column", "end_line", "end_column"];
    let numbers = numbers.into_iter().map(|name| Field::new(name, DataType::UInt32, false));
    let fields: Fields = numbers.chain([Field::new("text", DataType::Utf8, false)]).collect();
    DataType::List(Field::new_list_field(DataType::Struct(fields), false).into())
}

/// Scores, with exit code 2, and returns what was said.
fn refused(data: &Path, predictions: &Path, more: &[&str]) -> String {
    let arguments = ["score", "--data", shown(data), "--predictions", shown(predictions)];
    let output = examen(&[&arguments[..], more].concat());
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty(), "a table of nothing: {}", text(&output.stdout));
    said
}

#[test]
fn a_gate_does_not_pass_on_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    three(&data);
    let file = |name: &str, content: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    };
    let line = |id: &str, output: Value| json!({ "example_id": id, "model": "m", "output": output }).to_string();
    let cases = [
        (file("empty.jsonl", ""), "there is no prediction in"),
        (file("README.md", "# Title\n\nSome text.\n"), "none of the 2 predictions in"),
        (file("unknown.jsonl", &line("unheard-of", json!([]))), "the one prediction in"),
        (file("unusable.jsonl", &line(&id("one"), json!({ "label": "x" }))), "the one prediction in"),
    ];
    for (path, message) in cases {
        for more in [&[][..], &["--fail-below", "0"]] {
            let said = refused(&data, &path, more);
            assert!(said.contains(message), "{said}");
        }
    }
    let said = refused(&data, &folder.path().join("unusable.jsonl"), &[]);
    assert!(said.contains("first unusable prediction") && said.contains("none of answer_spans"), "{said}");
}

#[test]
fn a_threshold_counts_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    three(folder.path());
    write_asking(folder.path(), AnswerKind::Text, DataType::Utf8, &[("t", json!("x"))]);
    let gate = |lines: &[(&str, &str, Value)], limit: &str| {
        let path = predictions(folder.path(), lines);
        let arguments = ["score", "--data", shown(folder.path()), "--predictions", shown(&path), "--fail-below", limit];
        let output = examen(&arguments);
        (output.status.code(), text(&output.stderr))
    };
    // Of three examples, one is answered, and right.
    let (code, said) = gate(&[("none", "m", json!({ "answer_spans": [] })), ("t", "m", json!("x"))], "0.5");
    assert!(code == Some(1) && said.contains("m has 0.3333, and the limit is 0.5"), "{said}");
    // The baseline that scorers add is held against no limit, and the same model alone is.
    let nothing = [("one", "no-answer", json!([])), ("two", "no-answer", json!([])), ("none", "no-answer", json!([]))];
    let (code, said) = gate(&nothing, "0.5");
    assert!(code == Some(1) && said.contains("no-answer has 0.3333, and the limit is 0.5"), "{said}");
    let (code, said) = gate(&[("t", "m", json!("x"))], "0.5");
    assert!(code == Some(1) && said.contains("queries/ideal: m answered none of its examples"), "{said}");
}

#[test]
fn a_model_without_answers_is_not_stable() {
    let folder = tempfile::tempdir().unwrap();
    let texts = ["name", "original_id", "transform", "place"];
    let mut columns: Vec<_> = texts.iter().map(|name| column(name, DataType::Utf8, "")).collect();
    columns.push(column("statements", DataType::UInt32, ""));
    columns.push(column("edits", DataType::List(arrow_schema::Field::new_list_field(edit_type(), false).into()), ""));
    let answer = Some(AnswerSpec::new(AnswerKind::Name, &["transform"], &["name"]).with_original("original_id"));
    let schema = TaskSchema { suite: "robustness".to_owned(), task: "names.python".to_owned(), columns, answer };
    let row = |original: &str, transform: &str| {
        json!({
            "name": "get|file", "original_id": original, "transform": transform, "place": "all",
            "statements": 3, "edits": [],
        })
    };
    let rows = [
        ("a", row("a", "original")),
        ("a1", row("a", "VN")),
        ("b", row("b", "original")),
        ("b1", row("b", "VN")),
        ("c", row("c", "original")),
        ("c1", row("c", "VN")),
    ];
    write_rows(folder.path(), schema, "0", &rows);
    let lines = [
        ("a", "m", json!("getFile")),
        ("a1", "m", json!("get_file")),
        ("b", "m", json!("getFile")),
        ("c1", "m", json!("get_file")),
        ("a", "silent", json!(null)),
    ];
    let (log, printed, _) = score(folder.path(), &predictions(folder.path(), &lines), &[]);
    let of = |model: &str, metric: &str| {
        let is_meant = |row: &&examen_data::ResultRow| {
            row.model.as_deref() == Some(model) && row.metric == metric && row.group.is_none() && row.before.is_none()
        };
        log.rows.iter().find(is_meant).map(|row| (row.value, row.n))
    };
    assert_eq!(of("m", "prediction_change"), Some((0.0, 1)));
    assert_eq!(of("m", "unanswered_pairs"), Some((2.0, 3)));
    assert_eq!(of("silent", "unanswered_pairs"), Some((3.0, 3)));
    assert_eq!((of("silent", "prediction_change"), of("silent", "any_change")), (None, None));
    assert!(printed.contains("unanswered"), "{printed}");
}

/// The type of a moved text.
fn edit_type() -> DataType {
    use arrow_schema::{Field, Fields};
    let names = ["old_start", "old_end", "new_start", "new_end"];
    let names = names.into_iter().flat_map(|name| ["line", "column"].map(|of| format!("{name}_{of}")));
    DataType::Struct(names.map(|name| Field::new(name, DataType::UInt32, false)).collect::<Fields>())
}
