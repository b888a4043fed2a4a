//! `examen serve`: a report in the browser, and ratings that people give there.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use examen_evaluation::Context;
use examen_server::{Server, Site};

/// Show a report in the browser, and let people rate answers there.
///
/// The directory is a report, the output of `examen run`, or what `examen ratings sheets` wrote. The address that is printed has a
/// random token: whoever knows it may look and rate, until Ctrl-C. Nothing but this machine can reach it; from another one, `ssh -L
/// PORT:127.0.0.1:PORT` brings a port over.
///
/// Each rating is in the CSV file of its rater before the next, so nothing but the one under way can be lost. The page of all raters
/// shows how far they agree as they go.
#[derive(Args)]
#[command(after_help = "Examples:
  examen serve
  examen serve report
  examen serve rating
  examen serve report --ratings rating --port 8177")]
pub(crate) struct ServeCommand {
    /// A report, the output of `examen run`, or a directory of `examen ratings sheets`.
    #[arg(value_name = "DIR", default_value = "examen-out")]
    folder: PathBuf,

    /// The directory of `examen ratings sheets`, where it is another one.
    #[arg(long, value_name = "DIR")]
    ratings: Option<PathBuf>,

    /// The port [default: any free one].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
}

impl ServeCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let server = Server::bind(Site::find(&self.folder, self.ratings.as_deref())?, self.port)?;
        let mut out = anstream::stdout().lock();
        writeln!(out, "{}", server.address())?;
        out.flush()?;
        drop(out);
        context.remark("Open the address in a browser; Ctrl-C ends it.");
        Ok(server.run()?)
    }
}
