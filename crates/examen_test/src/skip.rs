//! Tests that cannot run here say so, where people look.
//!
//! The harness of Rust knows no skipped test: one that returns early has passed, and what it printed is not shown. So a
//! skip is written past the harness to the standard error, and kept as a file in the target folder until the
//! test can run. `cargo xtask check` ends with the list, `cargo xtask skips` shows it again.

use std::io::Write;
use std::path::PathBuf;

/// The folder of records, below the target folder.
const FOLDER: &str = "skipped-tests";

/// Returns whether a test has what it needs. If not, prints `skipped: NAME: REASON` and records it; the test is to return.
pub fn can_run(test: &str, needs: Result<(), String>) -> bool {
    let folder = records();
    let record = folder.as_deref().map(|folder| folder.join(test));
    match needs {
        Ok(()) => {
            // Mostly there is none.
            let _ = record.map(std::fs::remove_file);
            true
        }
        Err(reason) => {
            let line = format!("skipped: {test}: {reason}\n");
            // `eprint!` would be captured; the handle is not.
            let _ = std::io::stderr().write_all(line.as_bytes());
            if let (Some(folder), Some(record)) = (folder, record) {
                let kept = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&record, &line));
                kept.unwrap_or_else(|error| panic!("{}: {error}", record.display()));
            }
            false
        }
    }
}

/// Returns the lines of the tests that were skipped when they were last run, sorted.
pub fn skips() -> Vec<String> {
    let entries = records().and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten();
    let lines = entries.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path()).ok());
    let mut lines: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
    lines.sort();
    lines
}

/// Forgets all records, those of tests that are no more among them.
pub fn forget_skips() {
    // Mostly there are none.
    let _ = records().map(std::fs::remove_dir_all);
}

/// The folder of records in the target folder in which this program was built; cargo puts a tag there.
fn records() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file()).map(|target| target.join(FOLDER))
}
