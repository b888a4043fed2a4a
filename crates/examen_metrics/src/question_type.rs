//! Kinds of questions by how they begin, as CodeQA counts them.

use serde::Serialize;

/// The kind of a question by its first words (Liu and Wan 2021, CodeQA, Table 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuestionType {
    /// Begins with "what".
    What,
    /// Begins with "how".
    How,
    /// Begins with "where".
    Where,
    /// Begins with "when".
    When,
    /// Begins with "why".
    Why,
    /// Begins with "for what purpose".
    ForWhatPurpose,
    /// Begins with an auxiliary verb, so that "yes" or "no" answers it.
    YesNo,
    /// Begins otherwise.
    Other,
}

/// Verbs that come before the subject in a question without a question word.
const AUXILIARIES: &[&str] = &[
    "am", "are", "can", "could", "did", "do", "does", "had", "has", "have", "is", "may", "might", "must", "ought",
    "shall", "should", "was", "were", "will", "would",
];

impl QuestionType {
    /// All, in the order of the paper's table.
    pub const ALL: [Self; 8] =
        [Self::What, Self::How, Self::Where, Self::When, Self::Why, Self::ForWhatPurpose, Self::YesNo, Self::Other];

    /// The type of a question.
    pub fn of(question: &str) -> Self {
        let lower = question.to_lowercase();
        let is_part = |character: char| character.is_alphanumeric() || matches!(character, '\'' | '’');
        let mut words = lower.split(|character| !is_part(character)).filter(|word| !word.is_empty());
        let first = words.next().unwrap_or_default();
        // "What's" asks what is, "isn't" whether it is.
        let stem = first.split(['\'', '’']).next().unwrap_or_default();
        match stem {
            "what" => Self::What,
            "how" => Self::How,
            "where" => Self::Where,
            "when" => Self::When,
            "why" => Self::Why,
            "for" if words.take(2).eq(["what", "purpose"]) => Self::ForWhatPurpose,
            _ if is_auxiliary(stem) => Self::YesNo,
            _ => Self::Other,
        }
    }

    /// The name in result logs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::What => "what",
            Self::How => "how",
            Self::Where => "where",
            Self::When => "when",
            Self::Why => "why",
            Self::ForWhatPurpose => "for-what-purpose",
            Self::YesNo => "yes-no",
            Self::Other => "other",
        }
    }
}

/// Negated forms too: what is left of "doesn't" before the apostrophe ends in n.
fn is_auxiliary(stem: &str) -> bool {
    let is_listed = |word| AUXILIARIES.binary_search(&word).is_ok();
    is_listed(stem) || stem.strip_suffix('n').is_some_and(is_listed) || matches!(stem, "cannot" | "won")
}
