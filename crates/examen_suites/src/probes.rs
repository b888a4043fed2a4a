//! The `probes` suite: what the frozen layers of an encoder know of code (INSPECT).
//!
//! [`drafts`] is the whole of it: a file goes in, drafts of rows for each of the [`TASKS`] come out. Inside, a [`Page`] is
//! the parsed file, a [`Sample`] one function of it as it is shown, and a task says of a sample what its class is, how to
//! break it, or which of its words to ask about.

mod accessors;
mod change;
mod drafts;
pub mod native;
mod page;
mod pairs;
pub mod published;
mod row;
mod sample;
mod settings;
mod suite;
mod support;
mod task;
mod tasks;

pub use change::Change;
pub use drafts::{Draft, FileDrafts, drafts};
pub use page::{Code, Page};
pub use row::{CONTROL_LABEL, LABEL, Mutation, ProbeRow, probe_columns};
pub use sample::{Body, Role, Sample, SampleNode, SampleToken, TokenRange};
pub use settings::{Edition, Settings};
pub use suite::{ProbeSettings, SUITE, probe_answer};
pub use task::{Category, Classed, Make, Origin, Rules, Task, Word};
pub use tasks::TASKS;
