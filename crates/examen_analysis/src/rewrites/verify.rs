//! Whether rewrites compile, and whether they do the same: asked of a JDK and of a `python3`.
//!
//! Programs of ours run in processes beside this one. They get a file with its rewrites at a time and answer with verdicts;
//! a process that dies or hangs is replaced by a new one.

mod process;
mod tools;

use std::fmt;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use clap::ValueEnum;
use examen_syntax::Language;
use serde::Serialize;

use super::rewrite::Rewrite;
use crate::error::{AnalysisError, Result};
use process::Process;
use tools::Tool;

/// How rewrites are checked.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Check {
    /// Put each into its file in place of the original and compile it.
    Compile,
    /// EXECUTES the code: calls original and rewrite on the same made-up arguments, and compares.
    Run,
}

/// The verdict on a rewrite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Its name.
    pub verdict: &'static str,
    /// The first error, what differs, why it was not run.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// Verdicts that no strict rewrite may get.
pub const FAILURES: [&str; 2] = ["breaks", "differs"];

/// All verdicts.
const VERDICTS: [&str; 7] =
    ["breaks", "compiles", "differs", NOT_RUN, NOT_VERIFIED, "original-does-not-compile", "same"];
const NOT_RUN: &str = "not-run";
const NOT_VERIFIED: &str = "not-verified";

impl Verdict {
    /// Why the rewrite was not run: what stands before a colon, to be counted by.
    pub fn not_run_reason(&self) -> Option<&str> {
        (self.verdict == NOT_RUN).then(|| self.detail.split(": ").next().unwrap_or_default())
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { verdict, detail } = self;
        let colon = if detail.is_empty() { "" } else { ": " };
        write!(formatter, "{verdict}{colon}{detail}")
    }
}

/// Asks the programs.
pub struct Verifier {
    check: Check,
    java: std::result::Result<Programs, String>,
    python: std::result::Result<Programs, String>,
}

/// Some processes of a program; a worker waits for one of them.
struct Programs {
    tool: Tool,
    slots: Vec<Mutex<Option<Process>>>,
    next: AtomicUsize,
}

/// More processes than this would take more memory than they save time.
const MOST_PROCESSES: usize = 4;

impl Verifier {
    /// Sets up the programs; the notes say what is not there.
    pub fn new(check: Check, javac_options: &[String], threads: Option<NonZeroUsize>) -> Result<(Self, Vec<String>)> {
        let threads = threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let programs = |tool: Tool| {
            let slots = (0..threads.min(MOST_PROCESSES)).map(|_| Mutex::new(None)).collect();
            Programs { tool, slots, next: AtomicUsize::new(0) }
        };
        let java = Tool::java(check, javac_options)?.map(programs);
        if let Ok(java) = &java
            && !javac_options.is_empty()
            && let Err(reason) = Process::start(&java.tool)
        {
            return Err(AnalysisError::Javac { reason });
        }
        let python = Tool::python(check)?.map(programs);
        let mut notes = Vec::new();
        for (language, programs) in [("Java", &java), ("Python", &python)] {
            if let Err(reason) = programs {
                notes.push(format!("rewrites of {language} are not verified: {reason}"));
            }
        }
        Ok((Self { check, java, python }, notes))
    }

    /// The verdicts of all rewrites of a file, in their order.
    pub fn verdicts(&self, place: &Path, source: &str, language: Language, made: &[Rewrite]) -> Vec<Verdict> {
        if made.is_empty() {
            return Vec::new();
        }
        let programs = match language {
            Language::Java => &self.java,
            Language::Python => &self.python,
        };
        match programs {
            Ok(programs) => {
                let at = programs.next.fetch_add(1, Ordering::Relaxed) % programs.slots.len();
                let mut slot = programs.slots[at].lock().unwrap_or_else(PoisonError::into_inner);
                process::ask(&programs.tool, &mut slot, self.check, place, source, made)
            }
            Err(reason) => made.iter().map(|_| Verdict { verdict: NOT_VERIFIED, detail: reason.clone() }).collect(),
        }
    }
}
