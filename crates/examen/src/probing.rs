//! Probing: what every layer of an encoder knows of the tasks of a data set.
//!
//! Tasks become [`Exam`]s, features of their texts lie in files, [`work`] fits the probes, and all that is written or printed is
//! made of the fits, which are kept: a run that is started again goes on with what is missing.

mod exam;
mod fits;
mod method;
mod outputs;
mod paper_tables;
mod result_rows;
mod scores;
mod summary;
mod work;

pub(crate) use exam::{Exam, read_exams};
pub(crate) use method::ProbeMethod;
pub(crate) use outputs::{write_outputs, write_result};
pub(crate) use paper_tables::write_tables;
pub(crate) use scores::{Scores, published_scores};
pub(crate) use summary::summary;
pub(crate) use work::{Probed, Settings, probe_model};
