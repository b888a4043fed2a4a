//! Semantic queries over code: which spans answer them, which facts support the answers, where one might expect an
//! answer and there is none, and which blocks one has to read to tell.
//!
//! Facts come in from `examen_semantics`, findings go out to the command line and the suites. This crate knows neither
//! files nor models.

mod finding;
pub mod python;
mod python_rules;
mod query;
mod relevance;
mod selection;

pub use finding::{Fact, Finding, FindingKind, Findings};
pub use python_rules::PythonRules;
pub use query::{BaseRate, Hops, Query, QueryEdition, Severity};
pub use relevance::{AddBlocks, BuiltInMethod, FactBlocks, Relevance, RelevanceRule, RelevantBlocks, Shown, StubBody};
pub use selection::{UnknownQuery, query, select};
