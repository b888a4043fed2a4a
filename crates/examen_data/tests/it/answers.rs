//! Outputs as people write them, and the answers that they are.

use examen_data::{Answer, AnswerKind, PredictionReader, PredictionWriter};
use serde_json::{Value, json};

fn check(kind: AnswerKind, output: &Value, wanted: Result<Value, &str>) {
    let found = Answer::parse(kind, output).map(|answer| answer.to_output());
    assert_eq!(found, wanted.map_err(str::to_owned), "{} from {output}", kind.name());
}

/// Tables keep outputs as texts, of which those in our own form are read without a tree of values.
#[test]
fn texts_of_tables_are_read_as_their_values_are() {
    let place = json!({ "start_line": 1, "start_column": 2, "end_line": 3, "end_column": 4 });
    let old_place = json!({ "start_line": 1, "start_col": 2, "end_line": 3, "end_col": 4, "text": "x" });
    let outputs = [
        json!({ "answer_spans": [place, old_place], "supporting_fact_spans": [[1, 2, 3, 4]] }),
        json!({ "answer_spans": [place], "supporting_fact_spans": [], "unlocated": 2 }),
        json!({ "answer_spans": [place], "supporting_fact_spans": null, "unlocated": null }),
        json!({ "answer_spans": [place], "labels": [1] }),
        json!({ "answer_spans": [{ "start_line": -1 }], "supporting_fact_spans": [] }),
        json!([[place], []]),
        json!(["a", "b"]),
        json!({ "label": "a", "control_label": null }),
        json!({ "label": "a", "control_label": "b" }),
        json!({ "label": 3 }),
        json!({ "label": "a", "name": "b" }),
        json!({ "name": "get|name" }),
        json!({ "name": null }),
        json!("{\"label\": \"a\"}"),
        json!({}),
        Value::Null,
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("predictions.parquet");
    let mut writer = PredictionWriter::create(&path).unwrap();
    for output in outputs.clone() {
        let row = json!({ "example_id": "e", "model": "m", "output": output });
        writer.push(serde_json::from_value(row).unwrap()).unwrap();
    }
    writer.finish().unwrap();
    for (prediction, output) in PredictionReader::open(&path).unwrap().zip(&outputs) {
        let text = prediction.unwrap().output;
        for kind in [AnswerKind::Class, AnswerKind::Name, AnswerKind::Spans, AnswerKind::Text, AnswerKind::Match] {
            assert_eq!(text.answer(kind), Answer::parse(kind, output), "{} from {output}", kind.name());
        }
    }
}

#[test]
fn json_stands_in_texts_where_it_is_meant() {
    let label = || Ok(json!({ "label": "1" }));
    for output in [json!("1"), json!(1), json!({ "label": 1 }), json!("{\"label\": \"1\"}"), json!("\"1\"")] {
        check(AnswerKind::Class, &output, label());
    }
    check(AnswerKind::Match, &json!("true"), Ok(json!({ "match": true })));
    check(AnswerKind::Choice, &json!("{\"choice\": 2}"), Ok(json!({ "choice": 2 })));
    check(AnswerKind::Labels, &json!("[2, 0]"), Ok(json!({ "labels": [2, 0] })));
    check(AnswerKind::Name, &json!("\"get|name\""), Ok(json!({ "name": "get|name" })));
    check(AnswerKind::Name, &json!("[1"), Ok(json!({ "name": "[1" })));
    check(AnswerKind::Text, &json!("[1, 2]"), Ok(json!({ "text": "[1, 2]" })));
    check(AnswerKind::Text, &json!("{\"text\": \"a\"}"), Ok(json!({ "text": "a" })));
    check(
        AnswerKind::Text,
        &json!("{\"text\": \"a\", \"b\": 1}"),
        Ok(json!({ "text": "{\"text\": \"a\", \"b\": 1}" })),
    );
    check(AnswerKind::Spans, &json!("[\"import os\"]"), Ok(json!({ "texts": ["import os"] })));
}

#[test]
fn fields_without_a_value_are_not_there() {
    let spans = || json!({ "answer_spans": [], "supporting_fact_spans": [] });
    check(AnswerKind::Spans, &json!({ "answer_spans": null, "supporting_fact_spans": null }), Ok(spans()));
    check(AnswerKind::Spans, &json!({ "answer_spans": [], "labels": null, "texts": null }), Ok(spans()));
    check(AnswerKind::Spans, &json!({ "answer_spans": null, "texts": ["x"] }), Ok(json!({ "texts": ["x"] })));
    check(AnswerKind::Class, &json!({ "label": "a", "control_label": null }), Ok(json!({ "label": "a" })));
    check(AnswerKind::Class, &json!({ "label": null }), Err("there is no output"));
    check(AnswerKind::Text, &json!("null"), Ok(json!({ "text": "null" })));
    check(AnswerKind::Match, &json!("null"), Err("there is no output"));
}

#[test]
fn columns_of_spans_have_a_short_name_too() {
    let place = json!({ "start_line": 1, "start_col": 2, "end_line": 3, "end_col": 4 });
    let whole = json!({ "start_line": 1, "start_column": 2, "end_line": 3, "end_column": 4 });
    let wanted = json!({ "answer_spans": [whole], "supporting_fact_spans": [] });
    check(AnswerKind::Spans, &json!({ "answer_spans": [place] }), Ok(wanted));
}
