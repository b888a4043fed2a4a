//! What a query is.

use examen_semantics::python::SemanticFile;

use crate::Findings;

/// A semantic query over Python: one of the 52 of `CodeQueries`, by its `CodeQL` id.
#[derive(Debug)]
pub struct Query {
    /// The stable id, `py/…`.
    pub id: &'static str,
    /// The number in the paper's Tables 6 and 7: 1 for Q1.
    pub number: u8,
    /// `CodeQL`'s name of 2022, quotes and backticks included, as in the released data: it is what a model is asked.
    pub name: &'static str,
    /// How much of the file one has to put together to answer.
    pub hops: Hops,
    /// How bad a finding is.
    pub severity: Severity,
    /// What it is about: `reliability`, `useless-code`, `external/cwe/cwe-396`, …
    pub tags: &'static [&'static str],
    /// What is found and why it matters, in a sentence or two.
    pub description: &'static str,
    /// A few lines of code in which `⟦…⟧` marks an answer and `⟨…⟩` a supporting fact.
    pub example: &'static str,
    /// Adds the answers in a file.
    pub answers: fn(&SemanticFile<'_>, &mut Findings),
    /// Adds the places that look like answers and are none.
    pub negatives: fn(&SemanticFile<'_>, &mut Findings),
}

/// Whether one block answers a query, or several have to be put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Hops {
    Single,
    Multi,
}

/// How bad a finding is, by `CodeQL`'s scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Severity {
    Error,
    Warning,
    Recommendation,
}
