//! An example as it is shown: what is asked, the code, what is right.

use examen_data::{AnswerKind, AnswerSpec, Place};
use serde::Serialize;
use serde_json::{Map, Value};

use super::given::Given;
use super::texts::Texts;
use crate::html::visible::cut;
use crate::rewrite_names::named;

/// Columns that hold code.
const CODE: [&str; 5] = ["blocks", "text", "content", "code", "tokens"];
/// Columns by which examples of a task are told apart, the most telling first.
const PARTS: [&str; 6] = ["transform", "query", "question_type", "label", "is_match", "is_relevant"];
/// Characters of a question or an answer that are shown.
pub(super) const MOST_WORDS: usize = 1_000;

/// An example; fields that are empty are left out of the file.
#[derive(Default, Serialize)]
pub(super) struct Row {
    pub(super) id: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    language: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    project: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    path: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    split: String,
    /// What is asked, by column.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ask: Vec<(String, String)>,
    code: Vec<Code>,
    truth: String,
    /// The true spans: kind (0 answer, 1 fact, 2 plausible), block, and the place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    spans: Vec<(u8, u32, [u32; 4])>,
    #[serde(skip_serializing_if = "String::is_empty")]
    part: String,
    /// The example that was rewritten.
    #[serde(skip_serializing_if = "String::is_empty")]
    of: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) given: Vec<Given>,
}

/// A piece of code: what stands before it, the number of its text, and where its lines are in the file.
#[derive(Serialize)]
struct Code {
    #[serde(skip_serializing_if = "String::is_empty")]
    head: String,
    text: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<(u32, u32)>,
}

/// The columns that are read of a task, those that it has.
pub(super) fn columns(spec: &AnswerSpec, has: impl Fn(&str) -> bool) -> Vec<&str> {
    let common = ["id", "language", "project", "path", "split", "plausible_spans", "block_header", "place", "site"];
    let asked = spec.input.iter().chain(&spec.truth).map(String::as_str);
    let mut columns: Vec<&str> = common.into_iter().chain(PARTS).chain(asked).collect();
    columns.extend(spec.original.as_deref());
    // Labels of tokens mean nothing to people, and tokens only where there is no text.
    let has_text = CODE[..4].iter().any(|name| has(name));
    columns.retain(|name| has(name) && *name != "labels" && !(has_text && *name == "tokens"));
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// Makes a row of an example; returns it with the bytes of texts that are new.
pub(super) fn row(spec: &AnswerSpec, example: &Map<String, Value>, texts: &mut Texts) -> (Row, usize) {
    let word = |name: &str| example.get(name).map(words).unwrap_or_default();
    let part = |name: &str| if name == "transform" { named(&word(name)) } else { word(name) };
    let mut row = Row {
        id: word("id"),
        language: word("language"),
        project: word("project"),
        path: word("path"),
        split: word("split"),
        truth: truth(spec, example),
        of: spec.original.as_deref().map(word).unwrap_or_default(),
        part: PARTS.into_iter().find(|name| example.contains_key(*name)).map(part).unwrap_or_default(),
        ..Row::default()
    };
    let bytes = add_code(&mut row, example, texts);
    let place = word("place");
    if !row.of.is_empty() && !place.is_empty() {
        row.part = format!("{} {place}", row.part);
    }
    for name in spec.input.iter().filter(|name| !CODE.contains(&name.as_str()) && *name != "token_count") {
        row.ask.push((name.clone(), cut(&word(name), MOST_WORDS)));
    }
    for (kind, name) in ["answer_spans", "supporting_fact_spans", "plausible_spans"].into_iter().enumerate() {
        for span in example.get(name).and_then(Value::as_array).into_iter().flatten() {
            let block = span.get("block").and_then(Value::as_u64).unwrap_or_default();
            if let Ok(place) = serde_json::from_value::<Place>(span.clone()) {
                row.spans.push((kind as u8, block as u32, corners(place)));
            }
        }
    }
    (row, bytes)
}

/// First line and column, last line and the column behind.
pub(super) const fn corners(place: Place) -> [u32; 4] {
    [place.start_line, place.start_column, place.end_line, place.end_column]
}

fn add_code(row: &mut Row, example: &Map<String, Value>, texts: &mut Texts) -> usize {
    let mut bytes = 0;
    let Some((name, value)) = CODE.iter().find_map(|name| Some((*name, example.get(*name)?))) else { return 0 };
    let mut add = |head: String, text: &str, lines: Vec<(u32, u32)>| {
        let (text, new) = texts.add(text);
        bytes += new;
        row.code.push(Code { head, text, lines });
    };
    match value {
        Value::Array(blocks) if name == "blocks" => {
            for block in blocks {
                let word = |name: &str| block.get(name).and_then(Value::as_str).unwrap_or_default();
                let ranges = block.get("line_ranges").and_then(Value::as_array).into_iter().flatten();
                let end = |range: &Value, name: &str| range.get(name).and_then(Value::as_u64).map(|it| it as u32);
                let lines = ranges.filter_map(|range| end(range, "start").zip(end(range, "end"))).collect();
                add(word("header").to_owned(), word("content"), lines);
            }
        }
        Value::Array(tokens) => {
            let tokens: Vec<&str> = tokens.iter().filter_map(Value::as_str).collect();
            add(String::new(), &tokens.join(" "), Vec::new());
        }
        text => {
            let head = example.get("block_header").map(words).unwrap_or_default();
            add(head, &words(text), Vec::new());
        }
    }
    bytes
}

/// What is right, in words.
fn truth(spec: &AnswerSpec, example: &Map<String, Value>) -> String {
    let count = |name: &str| example.get(name).and_then(Value::as_array).map_or(0, Vec::len);
    let (answers, facts) = (count("answer_spans"), count("supporting_fact_spans"));
    let column = spec.truth.iter().find(|name| *name != "control_label");
    let value = column.and_then(|name| example.get(name));
    match (spec.kind, value) {
        (AnswerKind::Spans | AnswerKind::Labels, _) if answers + facts == 0 => "no span".to_owned(),
        (AnswerKind::Spans | AnswerKind::Labels, _) => spans_in_words(answers, facts),
        (AnswerKind::Choice, Some(value)) => position(value.as_u64().unwrap_or_default()),
        (_, Some(value)) => cut(&words(value), MOST_WORDS),
        (_, None) => String::new(),
    }
}

/// How many spans there are.
pub(super) fn spans_in_words(answers: usize, facts: usize) -> String {
    let counted = |count: usize, one: &str, many: &str| crate::tally::counted(count as u64, one, many);
    match (answers, facts) {
        (answers, 0) => counted(answers, "answer", "answers"),
        (answers, facts) => {
            format!("{}, {}", counted(answers, "answer", "answers"), counted(facts, "fact", "facts"))
        }
    }
}

/// A candidate by its position, which people count from 1.
pub(super) fn position(choice: u64) -> String {
    format!("candidate {}", choice + 1)
}

/// A value in words: lists are numbered.
pub(super) fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Null => String::new(),
        Value::Array(values) => {
            let numbered = values.iter().enumerate().map(|(at, value)| format!("{}. {}", at + 1, words(value)));
            numbered.collect::<Vec<String>>().join("\n")
        }
        other => other.to_string(),
    }
}
