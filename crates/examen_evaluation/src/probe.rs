//! Probing: what every layer of an encoder knows of the tasks of a data set.
//!
//! Tasks become [`Exam`]s, features of their texts lie in files, [`work`] fits the probes, and all that is written or printed is
//! made of the fits, which are kept: a run that is started again goes on with what is missing.

pub mod exam;
pub mod fits;
pub mod method;
pub mod outputs;
pub mod result_rows;
pub mod work;

pub use exam::{Exam, read_exams};
pub use method::ProbeMethod;
pub use outputs::{write_outputs, write_result};
pub use work::{Probed, Settings, probe_model};
