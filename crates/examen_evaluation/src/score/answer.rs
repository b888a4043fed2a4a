//! What a model answered, in the forms that are understood.

use examen_metrics::{Label, SpanKind, Spans};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A span by lines and columns, which count from 0; the end line is the last one, the end column the one after the last
/// character. Columns are in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    pub start_line: u32,
    pub start_column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

/// An answer to one example.
#[derive(Debug, PartialEq)]
pub enum Answer {
    /// `{"answer_spans": […], "supporting_fact_spans": […]}`.
    Spans(Spans<Place>),
    /// `{"labels": […]}`, one for each token.
    Labels(Vec<Label>),
    /// `{"texts": […]}` or a list of texts: spans without their places.
    Texts(Vec<String>),
    /// `{"relevant": true}` or a truth value.
    Relevant(bool),
    /// `{"label": "7", "control_label": "3"}`, the second of which may be missing, or a label alone.
    Label { label: String, control: Option<String> },
}

const ANSWER_SPANS: &str = "answer_spans";
const FACT_SPANS: &str = "supporting_fact_spans";

impl Answer {
    /// Reads the output of a prediction, or says what is wrong with it.
    pub fn new(output: Value) -> Result<Self, String> {
        match output {
            Value::Bool(is_relevant) => Ok(Self::Relevant(is_relevant)),
            Value::Array(_) => texts(output),
            Value::Object(mut fields) => {
                if fields.contains_key(ANSWER_SPANS) || fields.contains_key(FACT_SPANS) {
                    let mut spans = Spans::new();
                    for (name, kind) in [(ANSWER_SPANS, SpanKind::Answer), (FACT_SPANS, SpanKind::Fact)] {
                        if let Some(places) = fields.remove(name) {
                            spans.extend(read::<Vec<Place>>(name, places)?.into_iter().map(|place| (kind, place)));
                        }
                    }
                    return Ok(Self::Spans(spans));
                }
                if let Some(numbers) = fields.remove("labels") {
                    return read("labels", numbers).and_then(|numbers: Vec<u8>| labels(&numbers)).map(Self::Labels);
                }
                if let Some(given) = fields.remove("texts") {
                    return texts(given);
                }
                if let Some(is_relevant) = fields.remove("relevant") {
                    return read("relevant", is_relevant).map(Self::Relevant);
                }
                if let Some(label) = fields.remove("label") {
                    let control = fields.remove("control_label").filter(|control| !control.is_null());
                    let control = control.map(|control| class("control_label", control)).transpose()?;
                    return Ok(Self::Label { label: class("label", label)?, control });
                }
                Err("the output has none of answer_spans, supporting_fact_spans, labels, texts, relevant and label"
                    .to_owned())
            }
            Value::Null => Err("there is no output".to_owned()),
            Value::Number(_) | Value::String(_) => Ok(Self::Label { label: class("label", output)?, control: None }),
        }
    }
}

/// Labels by their numbers.
pub fn labels(numbers: &[u8]) -> Result<Vec<Label>, String> {
    let label = |&number: &u8| Label::of_number(number).ok_or_else(|| format!("{number} is no label"));
    numbers.iter().map(label).collect()
}

/// The name of a class, which may look like a number and be given as one.
fn class(name: &str, value: Value) -> Result<String, String> {
    match value {
        Value::String(label) => Ok(label),
        Value::Number(number) if number.is_i64() || number.is_u64() => Ok(number.to_string()),
        _ => Err(format!("`{name}` is neither a text nor a whole number")),
    }
}

fn texts(output: Value) -> Result<Answer, String> {
    read("texts", output).map(Answer::Texts)
}

fn read<T: for<'de> Deserialize<'de>>(name: &str, value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| format!("`{name}` cannot be read: {error}"))
}
