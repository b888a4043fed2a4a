//! What is asked of source files: the semantic queries, and a survey of a corpus.
//!
//! This crate stands between the crates that know code (`examen_syntax` to `examen_queries`) and those that ask about files of
//! users: it reads through `examen_corpus`, works on all cores and returns values. It knows nothing of exams, models and scores,
//! and prints nothing.
//!
//! Entry points: [`findings_in_file`], [`findings_in_project`] and [`survey`].

mod arguments;
mod char_counts;
mod corpus_statistics;
mod error;
mod parallel;
mod query;
mod suppression;
mod survey;

pub use arguments::{Argument, Arguments, MetPlaces, shown_path};
pub use corpus_statistics::{CorpusStatistics, DuplicateCounts, LanguageStatistics};
pub use error::{AnalysisError, Result};
pub use parallel::in_parallel;
pub use query::{Found, ParsedFile, QuerySettings, Region, Scope, findings_in_file, findings_in_project};
pub use survey::{SurveySettings, survey};
