//! Metrics of two files of lines: what was answered, and what was expected.

mod line_metric;
mod lines;

use std::io::BufReader;
use std::path::PathBuf;

use examen_metrics::statistics::{Bootstrap, Sample, bootstrap};
use examen_metrics::{Better, Interval, METEOR, METRICS, Metric, Paraphrases, TextResources, fraction_interval};
use serde::{Deserialize, Serialize};

pub use line_metric::LineMetric;
pub(crate) use lines::Lines;

use crate::context::Context;
use crate::error::{EvaluationError, While as _, refuse};
use line_metric::Counted;

/// What is measured, and how.
#[derive(Clone, Debug)]
pub struct LineSettings {
    /// Metrics, by name.
    pub metrics: Vec<String>,
    /// What was answered, one a line.
    pub hypotheses: PathBuf,
    /// What was expected, one a line.
    pub references: PathBuf,
    /// What belongs together, one name a line: such lines are resampled together.
    pub groups: Option<PathBuf>,
    /// METEOR's table of paraphrases.
    pub paraphrases: Option<PathBuf>,
    /// Seed of the resamples.
    pub seed: u64,
    /// Resamples for an interval; 0 for none.
    pub replicates: u32,
}

/// The value of a metric of two files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LineValue {
    /// The metric's name.
    pub name: String,
    /// Its variant in full.
    pub signature: String,
    /// The value.
    pub value: f64,
    /// Pairs of lines.
    pub n: u64,
    /// Lower end of the interval.
    pub ci_low: Option<f64>,
    /// Upper end of the interval.
    pub ci_high: Option<f64>,
}

/// The value of a metric of one pair of lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LineScore {
    /// The line, from 1.
    pub line: usize,
    /// The metric's name.
    pub name: &'static str,
    /// The value.
    pub value: f64,
}

/// A value held against a limit, alone or beside an earlier one.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// What there is to say about it, if anything.
    pub message: Option<String>,
    /// Whether the value is good enough.
    pub is_good_enough: bool,
}

/// Measures two files by each metric; `each` hears the values of single pairs of lines.
pub fn measure_lines(
    settings: &LineSettings,
    context: &Context<'_>,
    each: Option<&mut dyn FnMut(LineScore) -> crate::Result<()>>,
) -> crate::Result<Vec<LineValue>> {
    let (hypotheses, references) = (Lines::read(&settings.hypotheses)?, Lines::read(&settings.references)?);
    let groups = settings.groups.as_deref().map(Lines::read).transpose()?;
    measure(settings, &hypotheses, &references, groups.as_ref(), context, each)
}

/// Texts in memory, in place of the files of [`LineSettings`].
#[derive(Clone, Copy, Debug)]
pub struct TextLists<'t> {
    /// What was answered.
    pub hypotheses: &'t [String],
    /// What was expected.
    pub references: &'t [String],
    /// What belongs together.
    pub groups: Option<&'t [String]>,
}

/// Measures texts in memory as [`measure_lines`] measures lines; the files that the settings name are not read.
pub fn measure_texts(
    texts: TextLists<'_>,
    settings: &LineSettings,
    context: &Context<'_>,
    each: Option<&mut dyn FnMut(LineScore) -> crate::Result<()>>,
) -> crate::Result<Vec<LineValue>> {
    let (hypotheses, references) =
        (Lines::of("the hypotheses", texts.hypotheses), Lines::of("the references", texts.references));
    let groups = texts.groups.map(|groups| Lines::of("the groups", groups));
    measure(settings, &hypotheses, &references, groups.as_ref(), context, each)
}

fn measure(
    settings: &LineSettings,
    hypotheses: &Lines,
    references: &Lines,
    groups: Option<&Lines>,
    context: &Context<'_>,
    mut each: Option<&mut dyn FnMut(LineScore) -> crate::Result<()>>,
) -> crate::Result<Vec<LineValue>> {
    let metrics = settings.metrics.iter().map(|name| LineMetric::named(name)).collect::<Result<Vec<_>, _>>()?;
    hypotheses.check_beside(references)?;
    if references.len() == 0 {
        refuse!("{} has no line", references.name());
    }
    if let Some(groups) = groups {
        groups.check_beside(references)?;
    }
    let resources = TextResources { paraphrases: settings.paraphrases(&metrics)? };
    let mut values = Vec::new();
    for metric in &metrics {
        let name = metric.metric.name;
        let counted = metric.count(hypotheses, references, &resources, context.threads)?;
        let n = references.len() as u64;
        let value = counted.value();
        if !value.is_finite() {
            refuse!("{name} of these lines is {value}");
        }
        if let Some(each) = &mut each {
            for (line, row) in counted.rows().enumerate() {
                each(LineScore { line: line + 1, name, value: (counted.of_sums)(row, 1) })?;
            }
        }
        let interval = settings.interval(counted, value, n, groups)?;
        let (ci_low, ci_high) = (interval.map(|it| it.low), interval.map(|it| it.high));
        let signature = metric.signature(&resources);
        values.push(LineValue { name: name.to_owned(), signature, value, n, ci_low, ci_high });
    }
    Ok(values)
}

impl LineSettings {
    fn paraphrases(&self, metrics: &[LineMetric]) -> crate::Result<Option<Paraphrases>> {
        let Some(path) = &self.paraphrases else { return Ok(None) };
        if !metrics.iter().any(|metric| metric.metric.name == METEOR.name) {
            refuse!("--paraphrases is for meteor alone");
        }
        let named = || format!("cannot read {}", path.display());
        let file = std::fs::File::open(path).doing(named)?;
        Paraphrases::read(BufReader::new(file)).doing(named).map(Some)
    }

    fn interval(
        &self,
        counted: Counted,
        value: f64,
        n: u64,
        groups: Option<&Lines>,
    ) -> crate::Result<Option<Interval>> {
        if counted.is_fraction && groups.is_none() {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of pairs")]
            return Ok(fraction_interval((value * n as f64).round() as u64, n));
        }
        if !counted.can_resample || self.replicates == 0 {
            return Ok(None);
        }
        let sample = match groups {
            Some(groups) => Sample::of_clusters(counted.width, groups.iter().zip(counted.rows()))?,
            None => Sample::of_table(counted.width, counted.numbers)?,
        };
        let how = Bootstrap { seed: self.seed, replicates: self.replicates, ..Bootstrap::default() };
        match bootstrap(&sample, &counted.of_sums, how) {
            Ok(resampled) => Ok(Some(resampled.interval)),
            Err(error) if error.is_want_of_spread() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Holds a value against a limit, by itself or beside an earlier value of the same metric and signature.
pub fn judge(value: &LineValue, baseline: Option<&[LineValue]>, limit: Option<f64>) -> crate::Result<Verdict> {
    let LineValue { name, signature, value, .. } = value;
    let metric = METRICS.iter().find(|metric| metric.name == *name);
    let sign = if metric.is_some_and(|metric| metric.better == Better::Lower) { -1.0 } else { 1.0 };
    let Some(baseline) = baseline else {
        let short = limit.filter(|limit| sign * (value - limit) < 0.0);
        let message = short.map(|limit| format!("{name}: {value}, and the limit is {limit}"));
        return Ok(Verdict { is_good_enough: message.is_none(), message });
    };
    let Some(earlier) = baseline.iter().find(|it| it.name == *name && it.signature == *signature) else {
        return Err(EvaluationError::request(format!("the baseline has no {name} with the signature {signature}")));
    };
    let gain = sign * (value - earlier.value);
    let message = Some(format!("{name}: {value}, before {}: better by {gain:+}", earlier.value));
    Ok(Verdict { message, is_good_enough: limit.is_none_or(|least| gain >= least) })
}

/// The least and the greatest value, in words.
pub fn range_text(metric: &Metric) -> String {
    format!("{} to {}", metric.range.0, metric.range.1)
}

/// Which values are the better ones, in a word.
pub const fn better_name(metric: &Metric) -> &'static str {
    match metric.better {
        Better::Higher => "higher",
        Better::Lower => "lower",
        Better::Neither => "",
    }
}
