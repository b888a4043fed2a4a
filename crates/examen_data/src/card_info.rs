//! The part of a data card that a task decides.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a card says that neither the rows nor the counts tell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardInfo {
    /// The headline.
    pub title: String,
    /// What the examples are and what they ask of a model, in Markdown.
    pub about: String,
    /// The licence of the rows as an SPDX identifier in lower case, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// Natural languages in the rows beside code, as ISO codes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub natural_languages: Vec<String>,
    /// Free words to find the data by, such as the programming languages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}
