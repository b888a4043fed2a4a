//! The examples of a report with the answers of models to them: a sample to browse, and counts of all.

mod chunks;
mod counts;
mod given;
mod reading;
mod row;
mod texts;

pub(crate) use chunks::write_chunks;
pub(crate) use reading::{BrowsedTask, Browser, read_examples};
