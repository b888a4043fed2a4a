//! Tasks whose manifest says what they ask for: a text, a choice, a match.

use std::path::Path;

use arrow_schema::DataType;
use examen_data::{AnswerKind, AnswerSpec, TaskSchema, column};
use serde_json::{Value, json};

use super::{assert_value, predictions, score, value, write_rows};

/// Writes a task whose rows have one column of input and one of truth; its manifest says what it asks for.
pub(crate) fn write_asking(out: &Path, kind: AnswerKind, truth: DataType, rows: &[(&str, Value)]) {
    let columns = vec![column("question", DataType::Utf8, ""), column("truth", truth, "")];
    let answer = Some(AnswerSpec::new(kind, &["question"], &["truth"]));
    let schema = TaskSchema { suite: "toys".to_owned(), task: kind.name().to_owned(), columns, answer };
    let rows: Vec<(&str, Value)> =
        rows.iter().map(|(name, truth)| (*name, json!({ "question": "?", "truth": truth }))).collect();
    write_rows(out, schema, "0", &rows);
}

#[test]
fn free_text_is_scored_whole_and_by_its_words() {
    let folder = tempfile::tempdir().unwrap();
    let truth = [("a", json!("returns the first file")), ("b", json!("opens a file")), ("c", json!("nothing"))];
    write_asking(folder.path(), AnswerKind::Text, DataType::Utf8, &truth);
    let lines = [
        ("a", "m", json!({ "text": " returns the first file\n" })),
        ("b", "m", json!("closes a file")),
        ("c", "odd", json!({ "text": ["nothing"] })),
    ];
    let (log, printed, said) = score(folder.path(), &predictions(folder.path(), &lines), &[]);
    let of = |metric: &str| value(&log, ("text", "m"), metric, "all", None);
    assert_value(of("accuracy"), 1.0, 3);
    assert_value(of("exact_match"), 1.0, 3);
    // Two of three words are right; the example without a prediction has none.
    assert_value(of("token_f1"), 1.0 + 2.0 / 3.0, 3);
    assert_value(of("rougeL"), 1.0 + 2.0 / 3.0, 3);
    assert!(of("bleu_codeqa").0 > 1.0 / 3.0 && of("chrf").0 > 33.0);
    assert_eq!(of("missing"), (1.0, 3));
    assert!(printed.contains("token_f1") && printed.contains("55.56") && printed.contains("toys/text"), "{printed}");
    assert!(said.contains("odd, first unusable prediction") && said.contains("`text` cannot be read"), "{said}");
    assert!(said.contains("predictions.jsonl, row 2 (example "), "{said}");
}

#[test]
fn choices_are_scored_by_position() {
    let folder = tempfile::tempdir().unwrap();
    let truth = [("a", json!(2)), ("b", json!(0)), ("c", json!(1)), ("d", json!(1))];
    write_asking(folder.path(), AnswerKind::Choice, DataType::UInt32, &truth);
    let lines = [
        ("a", "m", json!({ "choice": 2 })),
        ("b", "m", json!(1)),
        ("c", "m", json!("1")),
        ("d", "m", json!({ "choice": -1 })),
    ];
    let (log, printed, said) = score(folder.path(), &predictions(folder.path(), &lines), &[]);
    assert_value(value(&log, ("choice", "m"), "accuracy", "all", None), 2.0, 4);
    assert_value(value(&log, ("choice", "m"), "answered", "all", None), 3.0, 4);
    assert_eq!(value(&log, ("choice", "m"), "unusable", "all", None), (1.0, 4));
    assert!(printed.contains("1 unusable") && said.contains("`choice` is not a whole number from 0"), "{said}");
}

#[test]
fn matches_are_scored_as_decisions_without_a_baseline() {
    let folder = tempfile::tempdir().unwrap();
    let truth = [("a", json!(true)), ("b", json!(true)), ("c", json!(false)), ("d", json!(false))];
    write_asking(folder.path(), AnswerKind::Match, DataType::Boolean, &truth);
    let lines = [
        ("a", "m", json!({ "match": true })),
        ("b", "m", json!(false)),
        ("c", "m", json!(true)),
        ("d", "m", json!(false)),
    ];
    let (log, printed, _) = score(folder.path(), &predictions(folder.path(), &lines), &[]);
    for (metric, right, n) in [("accuracy", 2.0, 4), ("precision", 1.0, 2), ("recall", 1.0, 2), ("f1", 2.0, 4)] {
        assert_value(value(&log, ("match", "m"), metric, "all", None), right, n);
    }
    assert!(log.rows.iter().all(|row| row.model.as_deref() == Some("m") && row.answer == Some(AnswerKind::Match)));
    assert!(printed.contains("toys/match") && !printed.contains("96.38"), "{printed}");
}
