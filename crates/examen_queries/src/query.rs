//! The description of a query.

use clap::ValueEnum;
use examen_semantics::python::SemanticFile;
use serde::Serialize;

use crate::{Findings, RelevanceRule};

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
    /// A few lines of code with span markers: `⟦…⟧` around an answer, `⟨…⟩` around a supporting fact.
    pub example: &'static str,
    /// How frequent answers are in real code.
    pub base_rate: BaseRate,
    /// Which blocks of a file one has to read to see why a finding holds.
    pub relevance: RelevanceRule,
    /// Adds the answers in a file.
    pub answers: fn(&SemanticFile<'_>, &mut Findings),
    /// Adds the answers by `CodeQL`'s text of August 2021, where that was another one.
    pub earlier_answers: Option<fn(&SemanticFile<'_>, &mut Findings)>,
    /// Adds the places that look like answers and are none.
    pub negatives: fn(&SemanticFile<'_>, &mut Findings),
}

/// Whose text of a query is followed, where `CodeQL` changed it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ValueEnum)]
pub enum QueryEdition {
    /// March 2022, when the queries were named and described as they are here.
    #[default]
    #[value(name = "2022-03")]
    #[serde(rename = "2022-03")]
    March2022,
    /// August 2021, which the published labels follow.
    #[value(name = "2021-08")]
    #[serde(rename = "2021-08")]
    August2021,
}

/// In how many of the 56,369 files of 152 packages of the released data a query has findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BaseRate {
    /// Files with answers.
    pub answers: u32,
    /// Files without answers in which something looks like one.
    pub plausible: u32,
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

impl Hops {
    /// The word in rows and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Multi => "multi",
        }
    }
}

impl Severity {
    /// The word in tables and SARIF.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Recommendation => "recommendation",
        }
    }
}
