//! Whether rewrites compile, and whether they do the same: asked of a JDK and of a `python3`.
//!
//! Programs of ours run in processes beside this one. They get a file with its rewrites at a time and answer with verdicts;
//! a process that dies or hangs is replaced by a new one.

mod cage;
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
use tempfile::TempDir;

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

/// What stands between code that is executed and the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Protection {
    /// Nothing is executed.
    NotNeeded,
    /// Namespaces of Linux: no network, files that can only be read.
    Cage,
    /// Only limits of time and memory, since nothing else can be had, for this reason.
    None(String),
}

impl Protection {
    /// Tries what can be had.
    fn of(check: Check) -> Result<Self> {
        Ok(match check {
            Check::Compile => Self::NotNeeded,
            Check::Run => cage::probe()?.map_or_else(Self::None, |()| Self::Cage),
        })
    }

    fn is_cage(&self) -> bool {
        *self == Self::Cage
    }
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
    /// Sets up the programs; the notes say how code is executed, and what is not there. Where the system has no protection
    /// against code that is executed, `is_bare_allowed` decides.
    pub fn new(
        check: Check,
        javac_options: &[String],
        is_bare_allowed: bool,
        threads: Option<NonZeroUsize>,
    ) -> Result<(Self, Vec<String>)> {
        let protection = Protection::of(check)?;
        if let Protection::None(reason) = &protection
            && !is_bare_allowed
        {
            return Err(AnalysisError::Unprotected { reason: reason.clone() });
        }
        let threads = threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let programs = |tool: Tool| {
            let slots = (0..threads.min(MOST_PROCESSES)).map(|_| Mutex::new(None)).collect();
            Programs { tool, slots, next: AtomicUsize::new(0) }
        };
        let java = Tool::java(check, javac_options, &protection)?.map(programs);
        if let Ok(java) = &java
            && !javac_options.is_empty()
            && let Err(reason) = Process::start(&java.tool)
        {
            return Err(AnalysisError::Javac { reason });
        }
        let python = Tool::python(check, &protection)?.map(programs);
        let mut notes = match &protection {
            Protection::NotNeeded => Vec::new(),
            Protection::Cage => vec![
                "the code that is read is executed, in namespaces of its own: without network, and no file can be changed"
                    .to_owned(),
            ],
            Protection::None(reason) => vec![format!(
                "the code that is read is executed, in processes with limits of time and memory and no other protection: {reason}"
            )],
        };
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

/// A folder with these files, and an empty one to work in.
fn written(sources: &[(&str, &str)]) -> Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("examen-verify-").tempdir();
    let write = |folder: &TempDir| -> std::io::Result<()> {
        std::fs::create_dir(folder.path().join(cage::WORK))?;
        sources.iter().try_for_each(|(name, text)| std::fs::write(folder.path().join(name), text))
    };
    let folder = folder.and_then(|folder| write(&folder).map(|()| folder));
    folder.map_err(|source| AnalysisError::Verifier { source })
}
