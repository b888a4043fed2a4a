//! JSON that is kept as its text.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// A JSON value as text: a tree of values takes many times the memory, and most values are looked at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonText(Box<str>);

impl JsonText {
    /// Takes a text that somebody says is JSON; [`Self::value`] tells.
    pub(crate) fn unchecked(text: String) -> Self {
        Self(text.into())
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Parses the text.
    pub fn value(&self) -> serde_json::Result<Value> {
        serde_json::from_str(&self.0)
    }
}

impl Default for JsonText {
    fn default() -> Self {
        Self("null".into())
    }
}

impl From<Value> for JsonText {
    fn from(value: Value) -> Self {
        Self(value.to_string().into())
    }
}

impl fmt::Display for JsonText {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.0)
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
