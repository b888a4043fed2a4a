//! The suites: source files in, examples out.
//!
//! One module per suite. A suite asks the crates before it what holds in a file, cuts that into exam questions with
//! their expected answers, and hands rows to `examen_data`. It reads and writes no files itself and knows no models.

pub mod names;
pub mod probes;
pub mod queries;
pub mod random;
pub mod robustness;
pub mod source;
