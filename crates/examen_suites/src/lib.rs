//! The suites: source files in, examples out.
//!
//! One module per suite. A suite asks the crates before it what holds in a file, cuts that into exam questions with
//! their expected answers, and hands rows to `examen_data`. It reads and writes no files itself and knows no models.

pub mod captions;
pub mod documented;
mod error;
mod list;
pub mod names;
pub mod probes;
pub mod published_statistics;
pub mod queries;
pub mod questions;
pub mod random;
pub mod rewriting;
pub mod robustness;
mod settings_flags;
pub mod shown_code;
pub mod source;
pub mod suite;

pub use error::SuiteError;
pub use list::{SUITES, suite_named};
pub use settings_flags::flags_of;
pub use suite::{Exam, ExamRequest, Suite};
