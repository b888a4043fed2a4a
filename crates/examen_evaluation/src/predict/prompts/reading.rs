//! The reply of a language model as an answer.

use std::collections::BTreeSet;

use examen_data::{Answer, AnswerKind, Place};
use serde_json::{Map, Value};

use super::json_object::{Repair, find_object};
use super::locating::{Quote, locate};
use super::shown_lines::ShownLines;
use crate::predict::TaskInfo;

/// The most bytes of a reply that are read.
const MOST_BYTES: usize = 1 << 20;
/// The most spans of one kind in an answer.
pub(super) const MOST_SPANS: usize = 64;

/// Texts that say that there are no spans.
const NOTHING: [&str; 5] = ["N/A", "none", "None", "[]", "{}"];

/// An answer as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadReply {
    /// The answer.
    pub answer: Answer,
    /// The faults that were repaired.
    pub repairs: BTreeSet<Repair>,
    /// Quotes that were found on another line than they named.
    pub relocated: u32,
}

/// Reads the text of a reply to a prompt whose spans are quotes, or says why it is no answer: a reason of the run file.
pub fn read_reply(task: &TaskInfo, lines: &ShownLines, content: &str) -> Result<ReadReply, String> {
    let text = answer_text(content)?;
    if text.len() > MOST_BYTES {
        return Err(unreadable("too-large"));
    }
    if let Some(answer) = bare_answer(task, text) {
        return Ok(ReadReply { answer, repairs: BTreeSet::from([Repair::BareAnswer]), relocated: 0 });
    }
    let (object, repairs) = find_object(text, main_key(task.answer.kind))
        .map_err(|has_object| unreadable(if has_object { "missing-key" } else { "no-object" }))?;
    let mut read = Reading { object, repairs: repairs.into_iter().collect(), relocated: 0 };
    let answer = read.answer(task, lines)?;
    Ok(ReadReply { answer, repairs: read.repairs, relocated: read.relocated })
}

/// Reads the text of a reply to a prompt that asks for spans by their texts.
pub fn read_texts(content: &str) -> Result<ReadReply, String> {
    let text = answer_text(content)?;
    if text.len() > MOST_BYTES {
        return Err(unreadable("too-large"));
    }
    if NOTHING.contains(&text) {
        let repairs = BTreeSet::from([Repair::BareAnswer]);
        return Ok(ReadReply { answer: Answer::Texts(Vec::new()), repairs, relocated: 0 });
    }
    let (mut object, repairs) = find_object(text, "texts")
        .map_err(|has_object| unreadable(if has_object { "missing-key" } else { "no-object" }))?;
    let texts = match object.remove("texts") {
        Some(Value::Array(texts)) if texts.len() > MOST_SPANS => return Err(unreadable("too-many")),
        Some(Value::Null) => Some(Vec::new()),
        Some(Value::Array(texts)) => texts.iter().map(|text| Some(text.as_str()?.replace('\u{200b}', ""))).collect(),
        _ => None,
    };
    let answer = texts.map(Answer::Texts).ok_or_else(|| unreadable("wrong-type"))?;
    Ok(ReadReply { answer, repairs: repairs.into_iter().collect(), relocated: 0 })
}

/// The part of a reply that answers: without reasoning, invisible characters and whitespace around.
pub fn answer_text(content: &str) -> Result<&str, String> {
    let text = match content.rfind("</think>") {
        Some(at) => &content[at + "</think>".len()..],
        None if content.contains("<think>") => return Err("unclosed-reasoning".to_owned()),
        None => content,
    };
    let text = text.trim_matches(|it: char| it.is_whitespace() || it == '\u{feff}' || it == '\u{200b}');
    if text.is_empty() { Err("empty-answer".to_owned()) } else { Ok(text) }
}

/// The key by which the answer of a kind is found.
pub(super) const fn main_key(kind: AnswerKind) -> &'static str {
    match kind {
        AnswerKind::Choice => "choice",
        AnswerKind::Class => "label",
        AnswerKind::Labels => "labels",
        AnswerKind::Match => "match",
        AnswerKind::Name => "name",
        AnswerKind::Relevance => "relevant",
        AnswerKind::Spans => "answers",
        AnswerKind::Text => "text",
    }
}

fn unreadable(kind: &str) -> String {
    format!("unreadable-answer: {kind}")
}

/// An answer that stands alone where only one thing can be meant by it.
fn bare_answer(task: &TaskInfo, text: &str) -> Option<Answer> {
    match task.answer.kind {
        AnswerKind::Class => {
            let label = task.classes.iter().find(|class| *class == text.trim_matches(['"', '`']))?;
            Some(Answer::Class { label: label.clone(), control_label: None })
        }
        AnswerKind::Spans if NOTHING.contains(&text) => Some(no_spans()),
        AnswerKind::Match | AnswerKind::Relevance => {
            let is_true = match text {
                "true" | "True" => true,
                "false" | "False" => false,
                _ => return None,
            };
            Some(if task.answer.kind == AnswerKind::Match {
                Answer::Match(is_true)
            } else {
                Answer::Relevance(is_true)
            })
        }
        _ => None,
    }
}

fn no_spans() -> Answer {
    Answer::Spans { answer_spans: Vec::new(), supporting_fact_spans: Vec::new(), unlocated: 0 }
}

/// An object while it is read.
struct Reading {
    object: Map<String, Value>,
    repairs: BTreeSet<Repair>,
    relocated: u32,
}

impl Reading {
    fn answer(&mut self, task: &TaskInfo, lines: &ShownLines) -> Result<Answer, String> {
        let kind = task.answer.kind;
        let value = self.object.get(main_key(kind)).cloned().unwrap_or_default();
        match kind {
            AnswerKind::Choice => {
                let choice = self.number(&value).and_then(|choice| u32::try_from(choice).ok());
                choice.map(Answer::Choice).ok_or_else(|| unreadable("wrong-type"))
            }
            AnswerKind::Class => {
                let label = match value {
                    Value::String(label) => label.trim().to_owned(),
                    Value::Number(number) => number.to_string(),
                    _ => return Err(unreadable("wrong-type")),
                };
                let like = |class: &&String| class.eq_ignore_ascii_case(&label);
                match task.classes.iter().find(|class| **class == label).or_else(|| task.classes.iter().find(like)) {
                    Some(class) => Ok(Answer::Class { label: class.clone(), control_label: None }),
                    None if task.classes.is_empty() => Ok(Answer::Class { label, control_label: None }),
                    None => Err(unreadable("not-an-option")),
                }
            }
            AnswerKind::Match => self.decision(&value).map(Answer::Match),
            AnswerKind::Relevance => self.decision(&value).map(Answer::Relevance),
            AnswerKind::Name => match value.as_str().map(str::trim) {
                Some(name) if name.contains(char::is_whitespace) || !name.contains(char::is_alphabetic) => {
                    Err(unreadable("not-a-name"))
                }
                Some(name) => Ok(Answer::Name(name.to_owned())),
                None => Err(unreadable("wrong-type")),
            },
            AnswerKind::Text => {
                let text = value.as_str().ok_or_else(|| unreadable("wrong-type"))?;
                let line: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
                if line.is_empty() { Err("empty-answer".to_owned()) } else { Ok(Answer::Text(line.join(" "))) }
            }
            AnswerKind::Spans => self.spans(task, lines),
            AnswerKind::Labels => Err("not-for-language-models".to_owned()),
        }
    }

    fn decision(&mut self, value: &Value) -> Result<bool, String> {
        match value {
            Value::Bool(decision) => Ok(*decision),
            Value::String(text) if ["true", "false"].contains(&text.to_lowercase().as_str()) => {
                self.repairs.insert(Repair::BareAnswer);
                Ok(text.eq_ignore_ascii_case("true"))
            }
            _ => Err(unreadable("wrong-type")),
        }
    }

    /// A whole number, which may be given as digits.
    fn number(&mut self, value: &Value) -> Option<u64> {
        match value {
            Value::String(digits) => {
                let number = digits.trim().parse().ok()?;
                self.repairs.insert(Repair::NumberAsText);
                Some(number)
            }
            value => value.as_u64(),
        }
    }

    fn spans(&mut self, task: &TaskInfo, lines: &ShownLines) -> Result<Answer, String> {
        let mut unlocated = 0;
        let answers = self.places("answers", lines, &mut unlocated)?;
        let has_facts = task.answer.has_truth("supporting_fact_spans");
        let mut facts = if has_facts { self.places("facts", lines, &mut unlocated)? } else { BTreeSet::new() };
        // As in the truth.
        facts.retain(|fact| !answers.iter().any(|answer| overlap(fact, answer)));
        let (answer_spans, supporting_fact_spans) = (answers.into_iter().collect(), facts.into_iter().collect());
        Ok(Answer::Spans { answer_spans, supporting_fact_spans, unlocated })
    }

    /// The places of a list of quotes; equal ones count once.
    fn places(&mut self, key: &str, lines: &ShownLines, unlocated: &mut u32) -> Result<BTreeSet<Place>, String> {
        let quotes = match self.object.get(key).cloned().unwrap_or_default() {
            Value::Null => return Ok(BTreeSet::new()),
            Value::Array(quotes) if quotes.len() > MOST_SPANS => return Err(unreadable("too-many")),
            Value::Array(quotes) => quotes,
            _ => return Err(unreadable("wrong-type")),
        };
        let mut places = BTreeSet::new();
        for quote in quotes {
            let Value::Object(fields) = &quote else { return Err(unreadable("wrong-type")) };
            let Some(text) = fields.get("text").and_then(Value::as_str) else { return Err(unreadable("wrong-type")) };
            let mut number = |name: &str| fields.get(name).and_then(|value| self.number(value));
            let (line, nth) = (number("line").unwrap_or(0), number("nth").unwrap_or(1));
            match locate(&Quote { line, text: text.replace('\u{200b}', ""), nth }, lines) {
                Ok(located) => {
                    self.relocated += u32::from(located.is_relocated);
                    if located.has_other_whitespace {
                        self.repairs.insert(Repair::Whitespace);
                    }
                    places.insert(located.place);
                }
                Err(_) => *unlocated += 1,
            }
        }
        Ok(places)
    }
}

fn overlap(left: &Place, right: &Place) -> bool {
    let ends = |place: &Place| ((place.start_line, place.start_column), (place.end_line, place.end_column));
    let ((left_start, left_end), (right_start, right_end)) = (ends(left), ends(right));
    left_start < right_end && right_start < left_end
}
