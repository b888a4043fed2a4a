//! `examen metric`: one metric on two files of lines.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use examen_data::{JsonlReader, JsonlWriter};
use examen_evaluation::compare::REPLICATES;
use examen_evaluation::line_metrics::{LineSettings, LineValue, judge, measure_lines};

use examen_evaluation::Context;

use crate::status::Status;

/// Measure a file of answers against a file of expected ones, line by line.
///
/// Prints one JSON object for each metric: `{name, signature, value, n, ci_low, ci_high}`. The signature says which variant it
/// is: BLEU is not one number. Values have the scale of the tool that made the metric known (`examen list metrics`). The
/// interval is that of 95 %: Wilson's for fractions, otherwise bootstrap (BCa); with --groups, lines of one group belong together.
///
/// Lines are texts; for accuracy, mcc and the like they are names of classes; for `subtoken_f1` parts of names joined by bars
/// (`get|name`); for `span_exact` and `span_f1` JSON as `examen score` takes it.
#[derive(Args)]
#[command(after_help = "Examples:
  examen metric bleu_codeqa --hypotheses answers.txt --references truth.txt
  examen metric rougeL meteor chrf --hypotheses answers.txt --references truth.txt --groups projects.txt
  examen metric bleu_sacre --hypotheses answers.txt --references truth.txt --each scores.jsonl
  examen metric meteor --hypotheses new.txt --references truth.txt --baseline old.jsonl --fail-below -0.005")]
pub(crate) struct MetricCommand {
    /// Metrics, by name (`examen list metrics` shows them).
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,

    /// What was answered, one a line.
    #[arg(long, value_name = "FILE")]
    hypotheses: PathBuf,

    /// What was expected, one a line.
    #[arg(long, value_name = "FILE")]
    references: PathBuf,

    /// What belongs together, one name a line: such lines are resampled together.
    #[arg(long, value_name = "FILE")]
    groups: Option<PathBuf>,

    /// Write the value of each pair of lines to this file.
    #[arg(long, value_name = "FILE.jsonl")]
    each: Option<PathBuf>,

    /// METEOR's table of paraphrases, as its tool has it, unpacked; without, METEOR has no such module.
    #[arg(long, value_name = "FILE")]
    paraphrases: Option<PathBuf>,

    /// What an earlier call printed: values are compared with those of the same name and signature.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// End with exit code 1 if a value is below this; with --baseline, if it is not better than there by this much.
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    fail_below: Option<f64>,

    /// Seed of the resamples.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Resamples for an interval; 0 for none.
    #[arg(long, value_name = "N", default_value_t = REPLICATES)]
    replicates: u32,
}

impl MetricCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<Status> {
        let baseline = self.baseline.as_deref().map(read_baseline).transpose()?;
        let settings = LineSettings {
            metrics: self.names,
            hypotheses: self.hypotheses,
            references: self.references,
            groups: self.groups,
            paraphrases: self.paraphrases,
            seed: self.seed,
            replicates: self.replicates,
        };
        let mut each = self.each.as_deref().map(JsonlWriter::create).transpose()?;
        let values = match &mut each {
            Some(writer) => measure_lines(&settings, context, Some(&mut |score| Ok(writer.push(&score)?)))?,
            None => measure_lines(&settings, context, None)?,
        };
        if let Some(writer) = each {
            writer.finish()?;
        }
        let mut is_fine = true;
        for value in &values {
            writeln!(anstream::stdout().lock(), "{}", serde_json::to_string(value)?)?;
            let verdict = judge(value, baseline.as_deref(), self.fail_below)?;
            if let Some(message) = verdict.message {
                anstream::eprintln!("{message}");
            }
            is_fine &= verdict.is_good_enough;
        }
        Ok(if is_fine { Status::Done } else { Status::CheckFailed })
    }
}

fn read_baseline(path: &Path) -> anyhow::Result<Vec<LineValue>> {
    Ok(JsonlReader::open(path)?.collect::<examen_data::Result<Vec<LineValue>>>()?)
}
