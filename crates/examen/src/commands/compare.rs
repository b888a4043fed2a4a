//! `examen compare`: is one model better than another, and where do they differ?

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use examen_data::{JsonlWriter, write_atomically};
use examen_metrics::Better;
use examen_metrics::statistics::Sample;
use serde_json::json;

use crate::Context;
use crate::comparison_flags::ComparisonFlags;
use examen_evaluation::compare::{Comparison, MeasureKey, ModelMarks, ResultMarks, compare, flips, repeated_runs};
use examen_evaluation::score::NO_ANSWER;
use examen_report::comparison_table::comparison_table;
use examen_report::runs_table::runs_table;

/// Compare two models at the same examples: by how much is the first better, how sure is that, and which examples flip?
///
/// Takes result logs of `examen score --out`, with the marks that lie beside them (`result.marks.parquet`). Two results with a
/// model each, or one with two models. Every task and metric that both have is one comparison; p values are corrected for
/// their number. Examples of one project are alike, so projects are drawn by chance and not examples, where there are enough.
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

    /// Write all figures to this file.
    #[arg(long, value_name = "FILE.json")]
    out: Option<PathBuf>,

    /// End with exit code 1 if the first model is not better by this much in every comparison, in the metric's own units:
    /// -0.01 allows a point less of accuracy.
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    fail_below: Option<f64>,

    #[command(flatten)]
    how: ComparisonFlags,
}

impl CompareCommand {
    pub(crate) fn run(self, _: &Context<'_>) -> anyhow::Result<ExitCode> {
        let results: Vec<ResultMarks> =
            self.results.iter().map(|path| ResultMarks::read(path)).collect::<Result<_, _>>()?;
        if self.repeated {
            return self.show_runs(&results);
        }
        let [first, second] = match results.as_slice() {
            [both] => [both, both],
            [first, second] => [first, second],
            _ => bail!("wanted one result with two models, or two results; more with --repeated"),
        };
        let names = self.names(first, second)?;
        let mut comparisons = Vec::new();
        let mut flipped = self.flips.as_deref().map(JsonlWriter::create).transpose()?;
        for (of, marks, others) in shared(first, second, names) {
            comparisons.extend(compare(of, marks, others, &self.how.settings())?);
            if let Some(writer) = &mut flipped {
                for flip in flips(of, marks, others)? {
                    writer.push(&flip)?;
                }
            }
        }
        if comparisons.is_empty() {
            bail!("{} and {} have no task, metric and example in common", names[0], names[1]);
        }
        self.how.correction.correct(&mut comparisons)?;
        if let Some(writer) = flipped {
            writer.finish()?;
        }
        self.write(&json!({
            "first": names[0],
            "second": names[1],
            "correction": self.how.correction.name(),
            "seed": self.how.seed,
            "comparisons": comparisons,
        }))?;
        let text = comparison_table(names, &comparisons, self.how.correction);
        anstream::stdout().lock().write_all(text.as_bytes())?;
        let is_fine = falls_nowhere(&comparisons, self.fail_below);
        Ok(if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// The names of the two models.
    fn names<'a>(&self, first: &'a ResultMarks, second: &'a ResultMarks) -> anyhow::Result<[&'a str; 2]> {
        let wanted = |at: usize| self.models.get(at).map(String::as_str);
        if self.results.len() == 1 && self.models.is_empty() {
            let models = first.models();
            let [one, other] = models.as_slice() else {
                bail!("{} holds {} models: name two with --models", first.name, models.len());
            };
            return Ok([one, other]);
        }
        Ok([first.model(wanted(0))?, second.model(wanted(1))?])
    }

    fn show_runs(&self, results: &[ResultMarks]) -> anyhow::Result<ExitCode> {
        if results.len() < 2 {
            bail!("--repeated wants two results at least: runs of the same models with other seeds");
        }
        let runs = repeated_runs(results)?;
        self.write(&json!({ "runs": runs }))?;
        anstream::stdout().lock().write_all(runs_table(&runs).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }

    fn write(&self, figures: &serde_json::Value) -> anyhow::Result<()> {
        if let Some(out) = &self.out {
            write_atomically(out, format!("{figures:#}\n").as_bytes())?;
        }
        Ok(())
    }
}

/// What two models both have marks of.
fn shared<'a>(
    first: &'a ResultMarks,
    second: &'a ResultMarks,
    names: [&str; 2],
) -> impl Iterator<Item = (&'a MeasureKey, &'a ModelMarks, &'a ModelMarks)> {
    first
        .measures
        .iter()
        .filter_map(move |(of, by_model)| Some((of, by_model.get(names[0])?, second.measures.get(of)?.get(names[1])?)))
}

/// Prints how the models of a result compare with an earlier one; exit code 1 if one is not better by `fail_below`.
///
/// A model is compared with its namesake, or with the only one that there was.
pub(crate) fn against(now: &ResultMarks, before: &ResultMarks, fail_below: Option<f64>) -> anyhow::Result<ExitCode> {
    let how = ComparisonFlags::usual();
    let mut is_fine = true;
    for model in now.models().into_iter().filter(|model| *model != NO_ANSWER) {
        let namesake = before.models().into_iter().find(|other| *other == model);
        let names = [model, namesake.map_or_else(|| before.model(None), Ok)?];
        let mut comparisons = Vec::new();
        for (of, marks, others) in shared(now, before, names) {
            comparisons.extend(compare(of, marks, others, &how.settings())?);
        }
        if comparisons.is_empty() {
            bail!("{model} and the baseline {} have no task, metric and example in common", names[1]);
        }
        how.correction.correct(&mut comparisons)?;
        let columns = [model, if names[0] == names[1] { "baseline" } else { names[1] }];
        let text = comparison_table(columns, &comparisons, how.correction);
        write!(anstream::stdout().lock(), "\n{text}")?;
        is_fine &= falls_nowhere(&comparisons, fail_below);
    }
    Ok(if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Exit code 1 if a figure is below `fail_below`, or above where less is better; those are told.
pub(crate) fn above(now: &ResultMarks, fail_below: Option<f64>) -> anyhow::Result<ExitCode> {
    let mut is_fine = true;
    for (of, by_model) in &now.measures {
        for (model, marks) in by_model.iter().filter(|(model, _)| *model != NO_ANSWER) {
            let width = marks.values().next().map_or(0, |(_, counts)| counts.len());
            let value =
                Sample::of_examples(width, marks.values().map(|(_, counts)| counts))?.value(&of.value_of_sums()?)?;
            let is_short = fail_below.is_some_and(|limit| match of.better() {
                Better::Higher => value < limit,
                Better::Lower => value > limit,
                Better::Neither => false,
            });
            if is_short {
                is_fine = false;
                let limit = fail_below.unwrap_or_default();
                anstream::eprintln!("{of} {}: {model} has {value:.4}, and the limit is {limit}", of.metric);
            }
        }
    }
    Ok(if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether the first model is better by so much everywhere; where it is not, that is told.
fn falls_nowhere(comparisons: &[Comparison], fail_below: Option<f64>) -> bool {
    let Some(least) = fail_below else { return true };
    let mut is_fine = true;
    for comparison in comparisons {
        if let Some(gain) = comparison.gain().filter(|gain| *gain < least) {
            is_fine = false;
            let of = &comparison.of;
            anstream::eprintln!("{of} {}: better by {gain:+.4}, wanted {least:+.4} at least", of.metric);
        }
    }
    is_fine
}
