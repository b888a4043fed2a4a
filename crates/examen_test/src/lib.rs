//! What the tests and benches of all crates share: fixtures in Markdown, generated pages, skips that can be seen,
//! timing, and a server of language models.
//!
//! A fixture is a Markdown file. Blocks of code are the input, the blocks behind them say what comes out of it. Tests
//! make the text anew and compare it with the file. `EXAMEN_UPDATE=1` writes what differs instead of failing; read the
//! difference before you keep it.
//!
//! The crate is for tests and `xtask` only. It has no dependencies of its own, and its checks panic, as the assertions of a
//! test do.

#![allow(clippy::missing_panics_doc, reason = "a failed check is a panic")]

mod console;
mod endpoint;
mod files;
mod fixture;
mod hostile;
mod kept;
mod markers;
mod skip;
mod snippets;
mod timing;
mod tool;

pub use console::{Step, read_console};
pub use endpoint::{EndpointReply, EndpointRequest, EndpointServer, Fault};
pub use files::{files, files_below};
pub use fixture::{Block, check_fixture, check_fixtures, compare_fixture, remade};
pub use hostile::{Hostile, PLACES, Part, Place, hostile_file, hostile_files, hostile_parts};
pub use kept::{check_pages, check_text, is_update};
pub use markers::{Marked, read_markers};
pub use skip::{can_run, forget_skips, skips};
pub use snippets::PYTHON_SNIPPETS;
pub use timing::bench;
pub use tool::{needs_jdk, needs_python, needs_python_module};
