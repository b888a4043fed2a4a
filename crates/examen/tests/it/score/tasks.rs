//! Tasks of a few rows, and predictions about them.

use std::path::{Path, PathBuf};

use arrow_schema::{DataType, Field, Fields};
use examen_corpus::Split;
use examen_data::{CardInfo, ExampleId, ExampleKey, Provenance, TaskSchema, TaskWriter, Tool, column};
use serde_json::{Value, json};

fn list(item: DataType) -> DataType {
    DataType::List(Field::new_list_field(item, false).into())
}

fn structure(fields: &[(&str, DataType)]) -> DataType {
    let fields = fields.iter().map(|(name, data_type)| Field::new(*name, data_type.clone(), false));
    DataType::Struct(fields.collect::<Fields>())
}

fn columns(kind: &str) -> Vec<Field> {
    let places = ["start_line", "start_column", "end_line", "end_column"].map(|name| (name, DataType::UInt32));
    let span = structure(&[&places[..], &[("text", DataType::Utf8)]].concat());
    let range = structure(&[("start", DataType::UInt32), ("end", DataType::UInt32)]);
    let block = structure(&[("content", DataType::Utf8), ("line_ranges", list(range))]);
    let own: &[(&str, DataType)] = match kind {
        "spans" => &[
            ("blocks", list(block)),
            ("answer_spans", list(span.clone())),
            ("supporting_fact_spans", list(span)),
            ("labels", list(DataType::UInt8)),
        ],
        "windows" => &[
            ("file_example_id", DataType::Utf8),
            ("window", DataType::UInt32),
            ("window_count", DataType::UInt32),
            ("labels", list(DataType::UInt8)),
        ],
        "relevance" => &[("is_relevant", DataType::Boolean)],
        _ => &[],
    };
    let asked = [("query", DataType::Utf8), ("hops", DataType::Utf8), ("example_type", DataType::Utf8)];
    asked.iter().chain(own).map(|(name, data_type)| column(name, data_type.clone(), "")).collect()
}

/// The id of the row with this name.
pub(crate) fn id(name: &str) -> String {
    ExampleId::new([name]).as_str().to_owned()
}

/// Writes a task of the queries suite as earlier versions did: its manifest does not say what it asks for.
pub(super) fn write_task(out: &Path, task: &str, kind: &str, content_hash: &str, rows: &[(&str, Value)]) {
    let (suite, task) = ("queries".to_owned(), task.to_owned());
    write_rows(out, TaskSchema { suite, task, columns: columns(kind), answer: None }, content_hash, rows);
}

/// What writes a task that was made by hand.
pub(crate) fn task_writer(out: &Path, schema: TaskSchema) -> TaskWriter {
    let provenance = Provenance {
        tool: Tool { name: "examen".to_owned(), version: "0".to_owned() },
        data_version: "1".to_owned(),
        seed: 3,
        configuration: json!({}),
        command: String::new(),
        card: CardInfo::default(),
    };
    TaskWriter::create(out, schema, provenance, None).unwrap()
}

/// Writes rows, each with its name and own columns, all in the test split.
pub(crate) fn write_rows(out: &Path, schema: TaskSchema, content_hash: &str, rows: &[(&str, Value)]) {
    let mut writer = task_writer(out, schema);
    for (name, own) in rows {
        let id = ExampleId::new([name]);
        let split = Split::Test;
        let key = ExampleKey { id: &id, language: "python", project: "p", path: "a.py", content_hash, split };
        writer.push(&key, own).unwrap();
    }
    writer.finish().unwrap();
}

pub(crate) fn span(line: u32, columns: (u32, u32), text: &str) -> Value {
    json!({ "start_line": line, "start_column": columns.0, "end_line": line, "end_column": columns.1, "text": text })
}

/// A row of a span task.
pub(super) fn span_row(query: &str, answers: &[Value], facts: &[Value], labels: &[u8]) -> Value {
    let kind = if answers.is_empty() { "negative" } else { "positive" };
    json!({
        "query": query, "hops": "multi", "example_type": kind, "blocks": [],
        "answer_spans": answers, "supporting_fact_spans": facts, "labels": labels,
    })
}

/// Three examples: an answer with a fact, an answer alone, none.
pub(crate) fn three(out: &Path) {
    let rows = [
        ("one", span_row("py/a", &[span(1, (4, 9), "x = 1")], &[span(3, (0, 2), "y")], &[4, 2, 0, 1, 2, 3])),
        ("two", span_row("py/b", &[span(0, (0, 9), "import os")], &[], &[4, 0, 1])),
        ("none", span_row("py/a", &[], &[], &[4, 2, 2])),
    ];
    write_task(out, "ideal", "spans", "0", &rows);
}

/// A folder with a predictions file of these lines.
pub(crate) fn predictions(folder: &Path, lines: &[(&str, &str, Value)]) -> PathBuf {
    let line = |(name, model, output): &(&str, &str, Value)| {
        json!({ "example_id": id(name), "model": model, "output": output }).to_string() + "\n"
    };
    let path = folder.join("predictions.jsonl");
    std::fs::write(&path, lines.iter().map(line).collect::<String>()).unwrap();
    path
}

pub(crate) fn places(answers: &[Value], facts: &[Value]) -> Value {
    json!({ "answer_spans": answers, "supporting_fact_spans": facts })
}
