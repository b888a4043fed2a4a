//! One module per verb.

pub(crate) mod corpus;
pub(crate) mod explain;
pub(crate) mod list;
pub(crate) mod merge;
pub(crate) mod query;
pub(crate) mod run;
