//! Typed answers: what the output of a prediction says.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::answer_forms::Place;
use crate::answer_kind::AnswerKind;

/// The field of answers, and the field of the facts that support them.
const ANSWERS: &str = "answer_spans";
const FACTS: &str = "supporting_fact_spans";
/// The field of the number of spans without a place.
const UNLOCATED: &str = "unlocated";

/// An answer to one example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The position of a candidate.
    Choice(u32),
    /// A class, and the class that a model of the control labels gives.
    Class {
        /// The class.
        label: String,
        /// The control class.
        control_label: Option<String>,
    },
    /// A label for each token, by number.
    Labels(Vec<u8>),
    /// Whether two things belong together.
    Match(bool),
    /// A name in parts.
    Name(String),
    /// Whether a block is relevant.
    Relevance(bool),
    /// Places of answers and of supporting facts.
    Spans {
        /// The answers.
        answer_spans: Vec<Place>,
        /// The facts.
        supporting_fact_spans: Vec<Place>,
        /// Spans that were given without a place that could be found: each is a wrong one.
        unlocated: u32,
    },
    /// Free text.
    Text(String),
    /// The texts of spans, without their places.
    Texts(Vec<String>),
}

impl Answer {
    /// Reads the output of a prediction as an answer of a kind, or says what is wrong with it.
    ///
    /// The answer may be JSON inside a text, which is how tools write it that have columns of text only. Fields without a value
    /// are as if they were not there: tools that have columns of structures put them in where other rows have one.
    pub fn parse(kind: AnswerKind, output: &Value) -> Result<Self, String> {
        if let Value::String(text) = output
            && let Some(inside) = json_inside(kind, text)
        {
            return Self::parse_json(kind, &inside);
        }
        Self::parse_json(kind, output)
    }

    /// Reads an output in the very form in which [`Self::to_output`] gives it, which most outputs have: without a tree of values, in half
    /// the time. Nothing for any other form, of which [`Self::parse`] tells whether it is an answer.
    pub(crate) fn parse_plain(kind: AnswerKind, text: &str) -> Option<Self> {
        // A list is no structure of ours, though its fields could be read from one.
        if !text.starts_with('{') {
            return None;
        }
        match kind {
            AnswerKind::Class => {
                let PlainClass { label, control_label } = serde_json::from_str(text).ok()?;
                Some(Self::Class { label, control_label })
            }
            AnswerKind::Name => serde_json::from_str(text).ok().map(|PlainName { name }| Self::Name(name)),
            AnswerKind::Spans => {
                let PlainSpans { answer_spans, supporting_fact_spans, unlocated } = serde_json::from_str(text).ok()?;
                Some(Self::Spans { answer_spans, supporting_fact_spans, unlocated })
            }
            _ => None,
        }
    }

    fn parse_json(kind: AnswerKind, output: &Value) -> Result<Self, String> {
        match kind {
            _ if has_no_value(kind, output) => Err("there is no output".to_owned()),
            AnswerKind::Choice => one(output, "choice", whole_number).map(Self::Choice),
            AnswerKind::Class => match output {
                Value::Object(fields) => {
                    let control = value(fields, "control_label");
                    let control_label = control.map(|control| class("control_label", control)).transpose()?;
                    Ok(Self::Class { label: field(fields, "label", class)?, control_label })
                }
                output => Ok(Self::Class { label: class("label", output)?, control_label: None }),
            },
            AnswerKind::Labels => labels(output).map(Self::Labels),
            AnswerKind::Match => one(output, "match", read).map(Self::Match),
            AnswerKind::Name => match output {
                // `label` is what predictions had before answers had kinds.
                Value::Object(fields) => {
                    let name = value(fields, "name").or_else(|| value(fields, "label"));
                    class("name", name.ok_or("the output has no `name`")?).map(Self::Name)
                }
                output => class("name", output).map(Self::Name),
            },
            AnswerKind::Relevance => one(output, "relevant", read).map(Self::Relevance),
            AnswerKind::Spans => spans(output),
            AnswerKind::Text => one(output, "text", read).map(Self::Text),
        }
    }

    /// The output of a prediction that gives this answer.
    pub fn to_output(&self) -> Value {
        match self {
            Self::Choice(choice) => json!({ "choice": choice }),
            Self::Class { label, control_label: None } => json!({ "label": label }),
            Self::Class { label, control_label } => json!({ "label": label, "control_label": control_label }),
            Self::Labels(labels) => json!({ "labels": labels }),
            Self::Match(is_match) => json!({ "match": is_match }),
            Self::Name(name) => json!({ "name": name }),
            Self::Relevance(relevant) => json!({ "relevant": relevant }),
            Self::Spans { answer_spans, supporting_fact_spans, unlocated: 0 } => {
                json!({ "answer_spans": answer_spans, "supporting_fact_spans": supporting_fact_spans })
            }
            Self::Spans { answer_spans, supporting_fact_spans, unlocated } => json!({
                "answer_spans": answer_spans, "supporting_fact_spans": supporting_fact_spans, "unlocated": unlocated
            }),
            Self::Text(text) => json!({ "text": text }),
            Self::Texts(texts) => json!({ "texts": texts }),
        }
    }
}

/// A class in the form in which we write it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainClass {
    label: String,
    #[serde(default)]
    control_label: Option<String>,
}

/// A name in the form in which we write it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainName {
    name: String,
}

/// Spans in the form in which we write them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainSpans {
    answer_spans: Vec<Place>,
    supporting_fact_spans: Vec<Place>,
    #[serde(default)]
    unlocated: u32,
}

/// Whether there is no answer in an output. Lists of spans without a value are empty ones: they were asked for, and given.
fn has_no_value(kind: AnswerKind, output: &Value) -> bool {
    let Value::Object(fields) = output else { return output.is_null() };
    let has_spans = || kind == AnswerKind::Spans && (fields.contains_key(ANSWERS) || fields.contains_key(FACTS));
    fields.values().all(Value::is_null) && !has_spans()
}

/// The JSON that a text holds, where an answer of this kind may be meant by it. A text that is asked for may itself be JSON:
/// only an object with the text in it is taken for one.
fn json_inside(kind: AnswerKind, text: &str) -> Option<Value> {
    let inside: Value = serde_json::from_str(text).ok()?;
    let is_meant = match (kind, &inside) {
        (AnswerKind::Text, Value::Object(fields)) => fields.len() == 1 && fields.contains_key("text"),
        (AnswerKind::Text, _) => false,
        (AnswerKind::Class | AnswerKind::Name, inside) => inside.is_object() || inside.is_string(),
        _ => true,
    };
    is_meant.then_some(inside)
}

/// Reads spans in any of the forms that they may be given in.
fn spans(output: &Value) -> Result<Answer, String> {
    let fields = match output {
        Value::Object(fields) => fields,
        Value::Array(_) => return read("texts", output).map(Answer::Texts),
        _ => return Err("the output is neither an object nor a list of texts".to_owned()),
    };
    let (answers, facts) = (value(fields, ANSWERS), value(fields, FACTS));
    let has_others = value(fields, "labels").is_some() || value(fields, "texts").is_some();
    let has_spans = fields.contains_key(ANSWERS) || fields.contains_key(FACTS);
    if answers.is_some() || facts.is_some() || has_spans && !has_others {
        let places = |name, places: Option<&Value>| places.map_or(Ok(Vec::new()), |places| read(name, places));
        return Ok(Answer::Spans {
            answer_spans: places(ANSWERS, answers)?,
            supporting_fact_spans: places(FACTS, facts)?,
            unlocated: value(fields, UNLOCATED).map_or(Ok(0), |count| whole_number(UNLOCATED, count))?,
        });
    }
    if value(fields, "labels").is_some() {
        return labels(output).map(Answer::Labels);
    }
    match value(fields, "texts") {
        Some(texts) => read("texts", texts).map(Answer::Texts),
        None => Err("the output has none of answer_spans, supporting_fact_spans, labels and texts".to_owned()),
    }
}

fn labels(output: &Value) -> Result<Vec<u8>, String> {
    one(output, "labels", read)
}

/// The value of an object's field, or the value itself where it stands alone.
fn one<T>(output: &Value, name: &str, read: impl FnOnce(&str, &Value) -> Result<T, String>) -> Result<T, String> {
    match output {
        Value::Object(fields) => field(fields, name, read),
        output => read(name, output),
    }
}

fn field<T>(
    fields: &Map<String, Value>,
    name: &str,
    read: impl FnOnce(&str, &Value) -> Result<T, String>,
) -> Result<T, String> {
    match value(fields, name) {
        Some(value) => read(name, value),
        None => Err(format!("the output has no `{name}`")),
    }
}

/// The value of a field, if it has one.
fn value<'f>(fields: &'f Map<String, Value>, name: &str) -> Option<&'f Value> {
    fields.get(name).filter(|value| !value.is_null())
}

/// The name of a class, which may look like a number and be given as one.
fn class(name: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(label) => Ok(label.clone()),
        Value::Number(number) if number.is_i64() || number.is_u64() => Ok(number.to_string()),
        _ => Err(format!("`{name}` is neither a text nor a whole number")),
    }
}

fn whole_number(name: &str, value: &Value) -> Result<u32, String> {
    let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| format!("`{name}` is not a whole number from 0"))
}

fn read<T: DeserializeOwned>(name: &str, value: &Value) -> Result<T, String> {
    T::deserialize(value).map_err(|error| format!("`{name}` cannot be read: {error}"))
}
