//! How a command ended.

use std::process::ExitCode;

/// What the exit status says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The command did what it was told.
    Done = 0,
    /// It did, but a declared check failed.
    CheckFailed = 1,
    /// It could not run.
    CouldNotRun = 2,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}
