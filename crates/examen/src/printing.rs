//! Tables and other text on standard output, so that they fit the terminal where it is one.

use std::fmt::Display;
use std::io::{IsTerminal, Write};

use examen_report::table::fit;

/// The width of the terminal that standard output is; nothing for a file or a pipe.
pub(crate) fn terminal_width() -> Option<usize> {
    let is_terminal = std::io::stdout().is_terminal();
    is_terminal.then(terminal_size::terminal_size).flatten().map(|(width, _)| usize::from(width.0))
}

/// Writes a text for people to standard output.
pub(crate) fn print(text: &str) -> std::io::Result<()> {
    let fitted = terminal_width().map(|width| fit(text, width));
    anstream::stdout().lock().write_all(fitted.as_deref().unwrap_or(text).as_bytes())
}

/// A line about a file that was skipped.
pub(crate) fn skipped_line(path: &str, reason: impl Display, detail: &str) -> String {
    let colon = if detail.is_empty() { "" } else { ": " };
    format!("skipped {path}: {reason}{colon}{detail}")
}
