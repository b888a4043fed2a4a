//! `examen metric`: one metric on two files of lines.

use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Args;
use examen_data::{JsonlReader, JsonlWriter};
use examen_metrics::statistics::{Bootstrap, Sample, bootstrap};
use examen_metrics::{Better, Interval, METEOR, Paraphrases, TextResources, share_interval};
use serde::{Deserialize, Serialize};

use crate::Context;
use crate::comparison_flags::REPLICATES;
use examen_evaluation::line_metrics::{Counted, LineMetric, Lines};

/// Measure a file of answers against a file of expected ones, line by line.
///
/// Prints one JSON object for each metric: `{name, signature, value, n, ci_low, ci_high}`. The signature says which variant it
/// is: BLEU is not one number. Values have the scale of the tool that made the metric known (`examen list metrics`). The
/// interval is that of 95 %: Wilson's for shares, otherwise bootstrap (BCa); with --groups, lines of one group belong together.
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

    /// What belongs together, one name a line: such lines are drawn together when the interval is worked out.
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

    /// What chance comes from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Samples that are drawn for an interval; 0 for none.
    #[arg(long, value_name = "N", default_value_t = REPLICATES)]
    replicates: u32,
}

/// What is printed.
#[derive(Serialize, Deserialize)]
struct Measured {
    name: String,
    signature: String,
    value: f64,
    n: u64,
    ci_low: Option<f64>,
    ci_high: Option<f64>,
}

#[derive(Serialize)]
struct Each<'a> {
    line: usize,
    name: &'a str,
    value: f64,
}

impl MetricCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<ExitCode> {
        let metrics = self.names.iter().map(|name| LineMetric::named(name)).collect::<Result<Vec<_>, _>>()?;
        let baseline = self.baseline.as_deref().map(read_baseline).transpose()?;
        let (hypotheses, references) = (Lines::read(&self.hypotheses)?, Lines::read(&self.references)?);
        hypotheses.check_beside(&references)?;
        if references.len() == 0 {
            bail!("{} has no line", self.references.display());
        }
        let groups = self.groups.as_deref().map(Lines::read).transpose()?;
        if let Some(groups) = &groups {
            groups.check_beside(&references)?;
        }
        let resources = TextResources { paraphrases: self.paraphrases(&metrics)? };
        let mut each = self.each.as_deref().map(JsonlWriter::create).transpose()?;
        let mut is_fine = true;
        for metric in &metrics {
            let name = metric.metric.name;
            let counted = metric.count(&hypotheses, &references, &resources, context.threads)?;
            let n = references.len() as u64;
            let value = counted.value();
            if !value.is_finite() {
                bail!("{name} of these lines is {value}");
            }
            let interval = self.interval(&counted, value, n, groups.as_ref())?;
            let (ci_low, ci_high) = (interval.map(|it| it.low), interval.map(|it| it.high));
            let signature = metric.signature(&resources);
            let measured = Measured { name: name.to_owned(), signature, value, n, ci_low, ci_high };
            writeln!(anstream::stdout().lock(), "{}", serde_json::to_string(&measured)?)?;
            if let Some(writer) = &mut each {
                for (line, row) in counted.rows().enumerate() {
                    writer.push(&Each { line: line + 1, name, value: (counted.figure)(row, 1) })?;
                }
            }
            is_fine &= self.is_good_enough(&measured, metric.metric.better, baseline.as_deref())?;
        }
        if let Some(writer) = each {
            writer.finish()?;
        }
        Ok(if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn paraphrases(&self, metrics: &[LineMetric]) -> anyhow::Result<Option<Paraphrases>> {
        let Some(path) = &self.paraphrases else { return Ok(None) };
        if !metrics.iter().any(|metric| metric.metric.name == METEOR.name) {
            bail!("--paraphrases is for meteor alone");
        }
        let named = || format!("cannot read {}", path.display());
        let file = std::fs::File::open(path).with_context(named)?;
        Paraphrases::read(BufReader::new(file)).with_context(named).map(Some)
    }

    fn interval(
        &self,
        counted: &Counted,
        value: f64,
        n: u64,
        groups: Option<&Lines>,
    ) -> anyhow::Result<Option<Interval>> {
        if counted.is_share && groups.is_none() {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of pairs")]
            return Ok(share_interval((value * n as f64).round() as u64, n));
        }
        if !counted.can_draw || self.replicates == 0 {
            return Ok(None);
        }
        let sample = match groups {
            Some(groups) => Sample::of_clusters(counted.width, groups.iter().zip(counted.rows()))?,
            None => Sample::of_examples(counted.width, counted.rows())?,
        };
        let how = Bootstrap { seed: self.seed, replicates: self.replicates, ..Bootstrap::default() };
        match bootstrap(&sample, &counted.figure, how) {
            Ok(drawn) => Ok(Some(drawn.interval)),
            Err(error) if error.is_want_of_spread() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether a value passes, by itself or beside an earlier one.
    fn is_good_enough(
        &self,
        measured: &Measured,
        better: Better,
        baseline: Option<&[Measured]>,
    ) -> anyhow::Result<bool> {
        let Measured { name, signature, value, .. } = measured;
        let sign = if better == Better::Lower { -1.0 } else { 1.0 };
        let Some(baseline) = baseline else {
            let is_fine = self.fail_below.is_none_or(|limit| sign * (value - limit) >= 0.0);
            if !is_fine {
                anstream::eprintln!("{name}: {value}, and the limit is {}", self.fail_below.unwrap_or_default());
            }
            return Ok(is_fine);
        };
        let Some(earlier) = baseline.iter().find(|it| it.name == *name && it.signature == *signature) else {
            bail!("the baseline has no {name} with the signature {signature}");
        };
        let gain = sign * (value - earlier.value);
        let is_fine = self.fail_below.is_none_or(|least| gain >= least);
        anstream::eprintln!("{name}: {value}, before {}: better by {gain:+}", earlier.value);
        Ok(is_fine)
    }
}

fn read_baseline(path: &Path) -> anyhow::Result<Vec<Measured>> {
    Ok(JsonlReader::open(path)?.collect::<examen_data::Result<Vec<Measured>>>()?)
}
