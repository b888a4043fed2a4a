//! `examen report`: pages of results.

use std::path::PathBuf;

use clap::Args;
use examen_data::grouped;
use examen_evaluation::Context;
use examen_report::html::{ReportInputs, write_report};

use crate::printing::print;

/// Make a report of results: a folder of pages that opens in any browser from the disk, without a server or a network.
///
/// It has a verdict for each suite with what that rests on, all tables with published values beside ours, charts (each also as SVG and
/// CSV; tables as CSV and LaTeX), and a page of methods. With --data and --predictions it has a browser of examples too, and
/// confusion matrices. Results of several runs stand side by side: models of one name are told apart by the names of the files.
///
/// The same inputs give the same bytes. An older report in the folder is replaced; a folder with other files is refused.
#[derive(Args)]
#[command(after_help = "Examples:
  examen report result.json --out report
  examen report mine.json theirs.json --data exams --predictions mine.parquet theirs.parquet --out report
  examen report probing/result.json --training my-encoder --out report")]
pub(crate) struct ReportCommand {
    /// Result logs, as `examen score --out` and `examen probe` write them.
    #[arg(value_name = "RESULT", required = true)]
    results: Vec<PathBuf>,

    /// Folder for the report.
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,

    /// The exams: a task folder, or a folder above several.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Predictions at these exams, as Parquet or JSONL.
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "data")]
    predictions: Vec<PathBuf>,

    /// Trained models whose learning curves are shown: their folders, or their `training.json`.
    #[arg(long, value_name = "DIR", num_args = 1..)]
    training: Vec<PathBuf>,
}

impl ReportCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let inputs = ReportInputs {
            results: self.results,
            data: self.data,
            predictions: self.predictions,
            training: self.training,
        };
        let written = write_report(&inputs, &self.out)?;
        let (examples, size) = (grouped(written.examples as u64), grouped(written.bytes.div_ceil(1000)));
        context.remark(format!("{examples} examples to browse, {size} kB"));
        print(&format!("{}\n", written.index.display()))?;
        Ok(())
    }
}
