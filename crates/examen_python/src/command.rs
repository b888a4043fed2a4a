//! The command line, from Python: so that one library is both the module and the program.

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::prelude::*;

/// Does what the program `examen` does with these arguments, the name of the program first, and ends the process with its status.
/// `module` is the file of this library.
#[pyfunction]
pub(crate) fn _command_line(py: Python<'_>, arguments: Vec<OsString>, module: PathBuf) {
    let status = py.detach(|| examen::command_line(arguments, Some(&module)));
    // What is left in the buffer of standard output is written here, as at the end of any program; Python would not do it.
    std::process::exit(status as i32)
}
