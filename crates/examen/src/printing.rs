//! Tables and other text on standard output, so that they fit the terminal where it is one.

use std::fmt::Display;
use std::io::{IsTerminal, LineWriter, Write};

use examen_report::table::fit;
use examen_report::visible::visible;

/// The width of the terminal that standard output is; nothing for a file or a pipe.
pub(crate) fn terminal_width() -> Option<usize> {
    let is_terminal = std::io::stdout().is_terminal();
    is_terminal.then(terminal_size::terminal_size).flatten().map(|(width, _)| usize::from(width.0))
}

/// Writes a text for people to standard output.
pub(crate) fn print(text: &str) -> std::io::Result<()> {
    let text = visible(text);
    let fitted = terminal_width().map(|width| fit(&text, width));
    anstream::stdout().lock().write_all(fitted.as_deref().unwrap_or(&text).as_bytes())
}

/// A line about a file that was skipped.
pub(crate) fn skipped_line(path: &str, reason: impl Display, detail: &str) -> String {
    let colon = if detail.is_empty() { "" } else { ": " };
    format!("skipped {path}: {reason}{colon}{detail}")
}

/// The most bytes of a line that is wrapped as one.
const LONGEST_LINE: usize = 1 << 16;

/// Standard output, as [`print()`] writes it, for texts that are made line by line.
pub(crate) fn wrapped_output() -> LineWriter<impl Write> {
    LineWriter::with_capacity(LONGEST_LINE, Fitted)
}

struct Fitted;

impl Write for Fitted {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        print(&String::from_utf8_lossy(bytes))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        anstream::stdout().lock().flush()
    }
}
