//! All suites.

use clap::Command;

use crate::error::SuiteError;
use crate::suite::{Exam, ExamRequest, Suite};
use crate::{captions, names, probes, queries, questions, robustness};

/// All suites, sorted by name.
pub static SUITES: &[&Suite] =
    &[&captions::SUITE, &names::SUITE, &probes::SUITE, &queries::SUITE, &questions::SUITE, &robustness::SUITE];

/// The suite of a name.
pub fn suite_named(name: &str) -> Option<&'static Suite> {
    SUITES.iter().copied().find(|suite| suite.name == name)
}

impl Suite {
    /// Makes an exam from flags as one would type them; defaults where none are given.
    pub fn exam_of(&self, flags: &[&str], request: &ExamRequest<'_>) -> Result<Box<dyn Exam>, SuiteError> {
        // An exam may ask other suites for theirs, so that all flags must be there.
        let command = Command::new(self.name).no_binary_name(true);
        let command = SUITES.iter().fold(command, |command, suite| (suite.add_flags)(command));
        let matches = command.try_get_matches_from(flags).map_err(|error| SuiteError::Flags(error.to_string()))?;
        (self.exam)(&matches, request)
    }
}
