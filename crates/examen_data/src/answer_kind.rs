//! The kinds of answer that tasks ask for: the contract between examples, predictions and scorers.

use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer_forms::{
    ChoiceAnswer, ClassAnswer, LabelsAnswer, MatchAnswer, NameAnswer, RelevanceAnswer, SpanAnswer, TextAnswer,
};

/// A kind of answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnswerKind {
    /// One of several candidates, by its position.
    Choice,
    /// A class by its name.
    Class,
    /// A label for each token of the input.
    Labels,
    /// Whether two things belong together.
    Match,
    /// The name of a function, in parts.
    Name,
    /// Whether a block is relevant to a query.
    Relevance,
    /// Spans of the code shown, by place, by labels of its tokens or by their texts.
    Spans,
    /// Free text.
    Text,
}

impl AnswerKind {
    /// All kinds, by name.
    pub const ALL: [Self; 8] =
        [Self::Choice, Self::Class, Self::Labels, Self::Match, Self::Name, Self::Relevance, Self::Spans, Self::Text];

    /// The word in manifests and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Choice => "choice",
            Self::Class => "class",
            Self::Labels => "labels",
            Self::Match => "match",
            Self::Name => "name",
            Self::Relevance => "relevance",
            Self::Spans => "spans",
            Self::Text => "text",
        }
    }

    /// The JSON schema of an answer in full. Short forms that readers accept as well are described by [`crate::Answer`].
    pub fn schema(self) -> Value {
        let schema = match self {
            Self::Choice => schema_for!(ChoiceAnswer),
            Self::Class => schema_for!(ClassAnswer),
            Self::Labels => schema_for!(LabelsAnswer),
            Self::Match => schema_for!(MatchAnswer),
            Self::Name => schema_for!(NameAnswer),
            Self::Relevance => schema_for!(RelevanceAnswer),
            Self::Spans => schema_for!(SpanAnswer),
            Self::Text => schema_for!(TextAnswer),
        };
        schema.to_value()
    }
}

/// What a task asks for: the kind of answer, and the columns that pose the question and hold the truth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnswerSpec {
    /// The kind of answer.
    pub kind: AnswerKind,
    /// The columns that a model may be shown.
    pub input: Vec<String>,
    /// The columns that hold the truth.
    pub truth: Vec<String>,
    /// The column whose value the rows of one example share, where an example is several rows (windows of a file).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joined_by: Option<String>,
    /// The column that names the original of a rewritten example, where rows are examples and their rewrites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original: Option<String>,
    /// The JSON schema of an answer.
    pub schema: Value,
}

impl AnswerSpec {
    /// A question of one row each.
    pub fn new(kind: AnswerKind, input: &[&str], truth: &[&str]) -> Self {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Self { kind, input: owned(input), truth: owned(truth), joined_by: None, original: None, schema: kind.schema() }
    }

    /// The same question, of several rows that share the value of a column.
    #[must_use]
    pub fn joined_by(mut self, column: &str) -> Self {
        self.joined_by = Some(column.to_owned());
        self
    }

    /// The same question, asked of examples and of their rewrites.
    #[must_use]
    pub fn with_original(mut self, column: &str) -> Self {
        self.original = Some(column.to_owned());
        self
    }

    /// Whether a column holds truth.
    pub fn has_truth(&self, column: &str) -> bool {
        self.truth.iter().any(|name| name == column)
    }
}
