//! The forms of answers on the wire, one for each kind.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A span by lines and columns, which count from 0. The end line is the last one, the end column the one after the last
/// character. Columns are in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// First line.
    pub start_line: u32,
    /// First column.
    #[serde(alias = "start_col")]
    pub start_column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last character.
    #[serde(alias = "end_col")]
    pub end_column: u32,
}

/// The position of the candidate that is chosen, from 0. A number alone will do.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceAnswer {
    /// The position.
    pub choice: u32,
}

/// A class. A label alone, as text or number, will do.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClassAnswer {
    /// The class.
    pub label: String,
    /// The answer of the same kind of model, trained on the control labels (Hewitt and Liang 2019).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control_label: Option<String>,
}

/// A label for each token of the row, by number.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct LabelsAnswer {
    /// The labels. Tokens beyond the end of the list are outside of all spans.
    pub labels: Vec<u8>,
}

/// Whether two things belong together. A truth value alone will do.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct MatchAnswer {
    /// The decision.
    #[serde(rename = "match")]
    pub is_match: bool,
}

/// The name of a function, its parts in lower case and joined by bars. A text alone will do.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct NameAnswer {
    /// The name.
    pub name: String,
}

/// Whether a block is relevant. A truth value alone will do.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct RelevanceAnswer {
    /// The decision.
    pub relevant: bool,
}

/// Spans of the code shown. In place of them, `labels` for the tokens of the row, or `texts` of the spans without places.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct SpanAnswer {
    /// The answers.
    #[serde(default)]
    pub answer_spans: Vec<Place>,
    /// The facts that support them.
    #[serde(default)]
    pub supporting_fact_spans: Vec<Place>,
    /// Spans that were given without a place that could be found: each is a wrong one.
    #[serde(default)]
    pub unlocated: u32,
}

/// Free text. A text alone will do.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct TextAnswer {
    /// The text.
    pub text: String,
}
