//! One module per verb.

pub(crate) mod build;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod corpus;
pub(crate) mod embed;
pub(crate) mod explain;
pub(crate) mod functions;
pub(crate) mod list;
pub(crate) mod measures;
pub(crate) mod merge;
pub(crate) mod metric;
pub(crate) mod paths;
pub(crate) mod predict;
pub(crate) mod probe;
pub(crate) mod prompts;
pub(crate) mod query;
pub(crate) mod questions;
pub(crate) mod ratings;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod score;
pub(crate) mod serve;
pub(crate) mod train;
pub(crate) mod transform;
