//! Every table and page that people see: rendered from result rows, findings and counts, as text, CSV, JSON, SARIF and HTML.
//!
//! This crate stands at the end of the flow. It computes no score; only the pages of [`html`] read examples and predictions, to show them.

pub mod build_table;
mod class_table;
pub mod comparison_table;
pub mod corpus_table;
mod error;
pub mod findings;
pub mod group_table;
pub mod html;
pub mod inspect_tables;
pub mod probe_scores;
pub mod probe_tables;
mod published;
pub mod query_statistics_table;
pub mod ratings_table;
pub mod rewrite_counts_table;
mod rewrite_names;
pub mod rewrite_text;
pub mod run_screen;
pub mod runs_table;
pub mod score_tables;
pub mod statistics_table;
mod survival_table;
pub mod table;
pub mod tally;
mod task_rows;
pub mod verdict;
pub mod visible;

pub use error::{ReportError, Result};
