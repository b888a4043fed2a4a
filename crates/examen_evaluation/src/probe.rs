//! Probing: what every layer of an encoder knows of the tasks of a data set.
//!
//! [`probe`](fn@probe) reads tasks, embeds their texts, fits a probe to every layer and writes the results. Fits are kept: a run
//! that is started again fits what is missing. Everything that is written or printed is made of the fits.

mod fits;
mod given_features;
mod jobs;
mod method;
mod outputs;
pub mod result_rows;
mod run;
mod task;

pub use fits::{Code, Fit, LayerFit, TaskFits};
pub use jobs::Probed;
pub use method::ProbeMethod;
pub use outputs::{write_outputs, write_result};
pub use run::{ProbeRun, ProbeSettings, probe, probe_tasks};
pub use task::{ProbingTask, TestRow, code_of, read_tasks};
