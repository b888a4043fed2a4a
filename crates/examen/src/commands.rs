//! One module per verb.

pub(crate) mod corpus;
pub(crate) mod merge;
pub(crate) mod run;
