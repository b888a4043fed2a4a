//! JSON that is kept as it comes.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::answer::Answer;
use crate::answer_kind::AnswerKind;

/// A JSON value, as text as long as nobody looks at it: a tree of values takes many times the memory.
#[derive(Clone, Debug)]
pub struct JsonText(Form);

#[derive(Clone, Debug)]
enum Form {
    Text(Box<str>),
    /// What has been parsed already, as a part of something larger.
    Value(Value),
}

impl JsonText {
    /// Takes a text that somebody says is JSON; [`Self::value`] tells.
    pub(crate) fn unchecked(text: String) -> Self {
        Self(Form::Text(text.into()))
    }

    /// Reads the text as an answer of a kind, or says what is wrong with it; see [`Answer::parse`].
    pub fn answer(&self, kind: AnswerKind) -> Result<Answer, String> {
        if let Form::Text(text) = &self.0
            && let Some(answer) = Answer::parse_plain(kind, text)
        {
            return Ok(answer);
        }
        let value = self.value().map_err(|error| format!("the output is not JSON: {error}"))?;
        Answer::parse(kind, &value)
    }

    /// Returns the value; an error where the text is no JSON.
    pub fn value(&self) -> serde_json::Result<Cow<'_, Value>> {
        match &self.0 {
            Form::Text(text) => serde_json::from_str(text).map(Cow::Owned),
            Form::Value(value) => Ok(Cow::Borrowed(value)),
        }
    }
}

impl Default for JsonText {
    fn default() -> Self {
        Self(Form::Value(Value::Null))
    }
}

impl From<Value> for JsonText {
    fn from(value: Value) -> Self {
        Self(Form::Value(value))
    }
}

impl fmt::Display for JsonText {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match &self.0 {
            Form::Text(text) => formatter.write_str(text),
            Form::Value(value) => value.fmt(formatter),
        }
    }
}

impl PartialEq for JsonText {
    fn eq(&self, other: &Self) -> bool {
        match (self.value(), other.value()) {
            (Ok(value), Ok(other)) => value == other,
            _ => false,
        }
    }
}

impl Serialize for JsonText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for JsonText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(Self::from)
    }
}
