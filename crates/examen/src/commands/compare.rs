//! `examen compare`: is one model better than another, and where do they differ?

use std::path::PathBuf;

use clap::Args;
use examen_data::{JsonlWriter, write_atomically};
use examen_evaluation::compare::{ResultScores, compare_results, falls, repeated_runs};
use examen_report::comparison_table::comparison_table;
use examen_report::runs_table::runs_table;
use serde_json::{Value, json};

use crate::comparison_flags::ComparisonFlags;
use crate::printing::print;
use crate::status::Status;
use examen_evaluation::Context;

/// Compare two models at the same examples: by how much is the first better, with what interval, and which examples flip?
///
/// Takes result logs of `examen score --out`, with the example scores beside them (`result.scores.parquet`). Two results with a
/// model each, or one with two models. Every task and metric that both have is one comparison; p values are corrected for
/// their number. Examples of one project are alike, so projects are resampled and not examples, where there are enough.
///
/// With --repeated all results are of the same models with other seeds, and the question is how much the seed matters.
#[derive(Args)]
#[command(after_help = "Examples:
  examen compare mine.json theirs.json
  examen compare mine.json theirs.json --flips flips.jsonl --out comparison.json
  examen compare probes.json --models bag-of-tokens length-only
  examen compare new.json old.json --fail-below -0.01     # exit code 1 if any task lost more than a point
  examen compare --repeated seed1.json seed2.json seed3.json")]
pub(crate) struct CompareCommand {
    /// Result logs.
    #[arg(value_name = "RESULT", required = true)]
    results: Vec<PathBuf>,

    /// The two models, where results hold several.
    #[arg(long, value_name = "NAME", num_args = 2)]
    models: Vec<String>,

    /// The results are of the same models with other seeds: show what is due to the seed.
    #[arg(long, conflicts_with_all = ["models", "fail_below", "flips"])]
    repeated: bool,

    /// Write the examples that one model has better than the other to this file.
    #[arg(long, value_name = "FILE.jsonl")]
    flips: Option<PathBuf>,

    /// Write all values to this file.
    #[arg(long, short, value_name = "FILE.json")]
    out: Option<PathBuf>,

    /// End with exit code 1 if the first model is not better by this much in every comparison, in the metric's own units:
    /// -0.01 allows a point less of accuracy.
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    fail_below: Option<f64>,

    #[command(flatten)]
    how: ComparisonFlags,
}

impl CompareCommand {
    pub(crate) fn run(self, _: &Context<'_>) -> anyhow::Result<Status> {
        let results: Vec<ResultScores> =
            self.results.iter().map(|path| ResultScores::read(path)).collect::<Result<_, _>>()?;
        if self.repeated {
            let runs = repeated_runs(&results)?;
            self.write(&json!({ "runs": runs }))?;
            print(&runs_table(&runs))?;
            return Ok(Status::Done);
        }
        let compared = compare_results(&results, &self.models, &self.how.settings())?;
        if let Some(path) = &self.flips {
            let mut writer = JsonlWriter::create(path)?;
            for flip in &compared.flips {
                writer.push(flip)?;
            }
            writer.finish()?;
        }
        self.write(&serde_json::to_value(&compared)?)?;
        let names = [compared.first.as_str(), &compared.second];
        let text = comparison_table(names, &compared.comparisons, compared.correction);
        print(&text)?;
        let short = self.fail_below.map(|least| falls(&compared.comparisons, least)).unwrap_or_default();
        for shortfall in &short {
            anstream::eprintln!("{shortfall}");
        }
        Ok(if short.is_empty() { Status::Done } else { Status::CheckFailed })
    }

    fn write(&self, values: &Value) -> anyhow::Result<()> {
        if let Some(out) = &self.out {
            write_atomically(out, format!("{values:#}\n").as_bytes())?;
        }
        Ok(())
    }
}
