//! What a program means, as far as it can be told without running it: names and scopes, control flow, definitions and
//! uses, classes, values, calls; how large and how branched it is; and what networks are shown of it: the paths between the
//! leaves of its syntax tree, and the data flow between its variables.
//!
//! Trees come in from `examen_syntax`, facts go out to the queries and the suites. Nothing here fails: what is not known
//! is said to be unknown. This crate knows neither files nor exams.

pub mod data_flow;
pub mod java;
pub mod metrics;
pub mod paths;
pub mod python;
