//! Environments of Python in the target folder, and commands that must end within a time.
//!
//! Where there is no Python, or packages and crates cannot be had, the answer is a sentence; whoever asked decides what that means.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::{command, root};

/// What packages and crates may take to come.
pub(crate) const DOWNLOAD: Duration = Duration::from_mins(2);

/// A virtual environment.
pub(crate) struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// The environment of this name below the target folder, made of the Python that `EXAMEN_PYTHON` names where it is not there.
    pub(crate) fn made(name: &str) -> Result<Self, String> {
        let environment = Self { folder: root().join("target").join(name) };
        if environment.python().is_file() {
            return Ok(environment);
        }
        let host = std::env::var("EXAMEN_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let check = "import sys, venv; sys.exit(sys.version_info < (3, 10))";
        let found = command(&host, &["-c", check]).stderr(Stdio::null()).status();
        if !found.is_ok_and(|status| status.success()) {
            return Err(format!("{host} is no Python from 3.10 up with venv (EXAMEN_PYTHON names another)"));
        }
        let made = within(DOWNLOAD, &mut command(&host, &["-m", "venv", &environment.folder.to_string_lossy()]));
        if made.is_err() {
            // Half an environment would be taken for a whole one the next time.
            let _ = std::fs::remove_dir_all(&environment.folder);
        }
        made.map(|()| environment)
    }

    /// Its Python.
    pub(crate) fn python(&self) -> PathBuf {
        self.program("python")
    }

    /// A program of its packages.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.folder.join("bin").join(name)
    }

    /// Fetches the packages that are not there.
    pub(crate) fn install(&self, packages: &[&str], limit: Duration) -> Result<(), String> {
        let mut pip = command(&self.python().to_string_lossy(), &["-m", "pip", "install", "--quiet"]);
        pip.args(["--disable-pip-version-check", "--retries", "1", "--timeout", "20"]).args(packages);
        within(limit, &mut pip).map_err(|error| format!("packages cannot be had: {error}"))
    }
}

/// Fetches the crates that the lock file names and nobody has used yet.
pub(crate) fn fetch_crates() -> Result<(), String> {
    within(DOWNLOAD, &mut command("cargo", &["fetch", "--locked", "--quiet"]))
        .map_err(|error| format!("crates cannot be had: {error}"))
}

/// Copies a file; a library that a process has open is not written over.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", to.display());
    std::fs::create_dir_all(to.parent().unwrap_or(to)).map_err(failed)?;
    if to.exists() {
        std::fs::remove_file(to).map_err(failed)?;
    }
    std::fs::copy(from, to).map(|_| ()).map_err(failed)
}

/// Runs a command that must end within a time.
pub(crate) fn within(limit: Duration, command: &mut Command) -> Result<(), String> {
    let name = format!("{} {}", command.get_program().to_string_lossy(), words_of(command));
    let mut child = command.stdin(Stdio::null()).spawn().map_err(|error| format!("{name}: {error}"))?;
    let started = Instant::now();
    loop {
        match child.try_wait().map_err(|error| format!("{name}: {error}"))? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(format!("{name}: {status}")),
            None if started.elapsed() > limit => {
                child.kill().and_then(|()| child.wait()).map_err(|error| format!("{name}: {error}"))?;
                return Err(format!("{name}: ended after {} s", limit.as_secs()));
            }
            None => sleep(Duration::from_millis(50)),
        }
    }
}

fn words_of(command: &Command) -> String {
    command.get_args().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
