//! The Python package `examen-code`: a thin door to the verbs.
//!
//! Tables come in and go out as Arrow streams, anything with `__arrow_c_stream__`: one batch of input is one batch of output, made when
//! the consumer asks for it. What a verb does is in `examen_analysis` and `examen_evaluation`; here are conversions, errors as
//! exceptions, and what a guest in a Python process owes its host: the interpreter's lock is released, signals are looked at, a panic
//! is an exception, and no thread outlives a fork.
//!
//! The module is made with the feature `extension` only; see `docs/python.md`.
#![cfg(feature = "extension")]
#![allow(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    clippy::fn_params_excessive_bools,
    reason = "arguments of Python functions are owned, many, and have names"
)]

mod code_table;
mod columns;
mod command;
mod comparing;
mod corpus;
mod embedding;
mod errors;
mod exams;
#[cfg(feature = "faults")]
mod faults;
mod host;
mod predicting;
mod rows;
mod scoring;
mod stream;
mod verbs;
mod words;

use pyo3::prelude::*;

/// That of the program, so that the command of the package costs what the program costs.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The module `examen_code._native`; `examen_code` hands its names on.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ExamenError", module.py().get_type::<errors::ExamenError>())?;
    module.add_class::<stream::Stream>()?;
    module.add_class::<exams::Exam>()?;
    module.add_class::<scoring::Result>()?;
    module.add_class::<comparing::Comparison>()?;
    module.add_function(wrap_pyfunction!(verbs::query::query, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::transform::transform, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::metrics::metrics, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::paths::paths, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::questions::questions, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::functions::functions, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::fingerprints::fingerprints, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::fingerprints::similarity, module)?)?;
    module.add_function(wrap_pyfunction!(corpus::corpus, module)?)?;
    module.add_function(wrap_pyfunction!(exams::build, module)?)?;
    module.add_function(wrap_pyfunction!(exams::merge, module)?)?;
    module.add_function(wrap_pyfunction!(exams::load, module)?)?;
    module.add_function(wrap_pyfunction!(predicting::predict, module)?)?;
    module.add_function(wrap_pyfunction!(scoring::score, module)?)?;
    module.add_function(wrap_pyfunction!(scoring::score_one, module)?)?;
    module.add_function(wrap_pyfunction!(comparing::compare, module)?)?;
    module.add_function(wrap_pyfunction!(scoring::metric, module)?)?;
    module.add_function(wrap_pyfunction!(embedding::embed, module)?)?;
    module.add_function(wrap_pyfunction!(embedding::probe, module)?)?;
    module.add_function(wrap_pyfunction!(command::_command_line, module)?)?;
    #[cfg(feature = "faults")]
    module.add_function(wrap_pyfunction!(faults::_panic, module)?)?;
    Ok(())
}
