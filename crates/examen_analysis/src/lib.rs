//! What is asked of source files and made of them: the semantic queries, code measures, path contexts, rewrites, and a survey of a
//! corpus.
//!
//! This crate stands between the crates that know code (`examen_syntax` to `examen_transforms`) and those that ask about files of
//! users: it reads through `examen_corpus`, works on all cores and returns values. It knows nothing of exams, models and scores,
//! and prints nothing.
//!
//! Entry points: [`Arguments::read`] hands out the files that a user names. Of one file, [`findings_in_file`] asks the queries
//! ([`findings_in_project`] asks them of several together), [`measure_functions`] measures the functions, [`path_lines`] writes their path
//! contexts and [`rewrites::rewrite_file`] rewrites them. [`survey`] counts what a corpus holds.

mod arguments;
mod corpus_statistics;
mod error;
mod measures;
mod parallel;
mod paths;
mod query;
mod reading;
pub mod rewrites;
mod suppression;
mod survey;

pub use arguments::{Argument, Arguments, shown_path};
pub use corpus_statistics::{CorpusStatistics, DuplicateCounts, LanguageStatistics};
pub use error::{AnalysisError, Result};
pub use measures::{MeasuredFunction, measure_functions};
pub use parallel::in_parallel;
pub use paths::{PathLines, path_lines};
pub use query::{Found, ParsedFile, QuerySettings, Region, Scope, findings_in_file, findings_in_project, in_order};
pub use reading::{CodeFile, Reading};
pub use survey::{SurveySettings, SurveyTables, survey, survey_rows};
