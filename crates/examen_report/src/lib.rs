//! Every table and page that people see: rendered from result rows, findings and counts, as text, CSV, JSON, SARIF.
//!
//! This crate stands at the end of the flow. It reads no examples and no predictions and computes no score.

pub mod build_table;
pub mod comparison_table;
pub mod corpus_table;
mod error;
pub mod findings;
pub mod group_table;
pub mod inspect_tables;
pub mod label_summary;
pub mod probe_scores;
pub mod probe_summary;
pub mod published;
pub mod query_statistics_table;
pub mod runs_table;
pub mod summary;
pub mod survival_table;
pub mod table;
pub mod tally;

pub use error::{ReportError, Result};
