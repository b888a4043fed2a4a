//! The metrics that two files of lines can be measured by, and what each takes a line for.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use examen_data::{Answer, AnswerKind, Place, did_you_mean};
use examen_metrics::{
    ACCURACY, BALANCED_ACCURACY, ConfusionMatrix, CountText, Kinds, MACRO_F1, MACRO_PRECISION, MACRO_RECALL, MCC,
    MICRO_F1, Metric, Overlap, SPAN_F1, SUBTOKEN_F1, SUBTOKEN_PRECISION, SUBTOKEN_RECALL, Spans, SubtokenRule,
    TextResources, ValueOfSums, WEIGHTED_F1, WEIGHTED_PRECISION, mean, spans_match,
};

use examen_metrics::statistics::{KAPPA, Weights, cohen_kappa};

use super::lines::Lines;
use crate::error::{EvaluationError, While as _, refuse};
use crate::score::span_task::span_set;
use examen_analysis::in_parallel;

/// Pairs that a thread counts at a time.
const PAIRS_AT_A_TIME: usize = 2_048;
/// With more classes than these there is no interval: every example would hold a number for each pair of classes.
const MOST_CLASSES: usize = 48;

/// A metric and what it takes lines for.
pub struct LineMetric {
    /// The metric.
    pub metric: &'static Metric,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// Words.
    Text(CountText),
    /// Names of classes.
    Classes(fn(&ConfusionMatrix) -> Option<f64>),
    /// Parts of names, joined by bars.
    Names,
    /// Spans as JSON, right or wrong as a whole.
    SpanSets(Kinds),
    /// Spans as JSON, one by one.
    Spans,
}

/// Metrics of lines that are no texts.
const OTHERS: &[(&Metric, Kind)] = &[
    (&ACCURACY, Kind::Classes(accuracy)),
    (Kinds::Answers.metric(), Kind::SpanSets(Kinds::Answers)),
    (&BALANCED_ACCURACY, Kind::Classes(ConfusionMatrix::balanced_accuracy)),
    (Kinds::Facts.metric(), Kind::SpanSets(Kinds::Facts)),
    (&KAPPA, Kind::Classes(kappa)),
    (&MACRO_F1, Kind::Classes(ConfusionMatrix::macro_f1)),
    (&MACRO_PRECISION, Kind::Classes(ConfusionMatrix::macro_precision)),
    (&MACRO_RECALL, Kind::Classes(ConfusionMatrix::macro_recall)),
    (&MCC, Kind::Classes(ConfusionMatrix::mcc)),
    (&MICRO_F1, Kind::Classes(ConfusionMatrix::micro_f1)),
    (Kinds::Both.metric(), Kind::SpanSets(Kinds::Both)),
    (&SPAN_F1, Kind::Spans),
    (&SUBTOKEN_F1, Kind::Names),
    (&SUBTOKEN_PRECISION, Kind::Names),
    (&SUBTOKEN_RECALL, Kind::Names),
    (&WEIGHTED_F1, Kind::Classes(ConfusionMatrix::weighted_f1)),
    (&WEIGHTED_PRECISION, Kind::Classes(ConfusionMatrix::weighted_precision)),
];

fn accuracy(matrix: &ConfusionMatrix) -> Option<f64> {
    let (right, n) = matrix.accuracy_counts();
    (n > 0).then(|| right as f64 / n as f64)
}

fn kappa(matrix: &ConfusionMatrix) -> Option<f64> {
    cohen_kappa(matrix, Weights::Equal)
}

/// Turns summed numbers and the number of pairs into a value.
type ValueOfCounts = Box<dyn Fn(&[f64], u64) -> f64 + Sync + Send>;

/// What was counted in each pair of lines.
pub(super) struct Counted {
    pub(super) width: usize,
    /// `width` numbers for each pair.
    pub(super) numbers: Vec<f64>,
    pub(super) of_sums: ValueOfCounts,
    /// Whether pairs are scored by 0 and 1, so that their mean is a fraction.
    pub(super) is_fraction: bool,
    /// Whether pairs can be resampled for an interval.
    pub(super) can_resample: bool,
}

impl Counted {
    pub(super) fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.numbers.chunks_exact(self.width.max(1))
    }

    /// The value of all pairs.
    pub(super) fn value(&self) -> f64 {
        let mut sums = vec![0.0; self.width];
        let mut n = 0;
        for row in self.rows() {
            sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
            n += 1;
        }
        (self.of_sums)(&sums, n)
    }
}

impl LineMetric {
    /// The metric of that name; an error names all.
    pub fn named(name: &str) -> crate::Result<Self> {
        let known = Metric::named(name);
        if let Some((metric, count)) = known.and_then(|metric| Some((metric, metric.count_text?))) {
            return Ok(Self { metric, kind: Kind::Text(count) });
        }
        if let Some(&(metric, kind)) = OTHERS.iter().find(|(metric, _)| metric.name == name) {
            return Ok(Self { metric, kind });
        }
        let names: BTreeSet<&str> = Self::all().map(|metric| metric.name).collect();
        let names: Vec<&str> = names.into_iter().collect();
        if known.is_some() {
            refuse!("`{name}` is no metric of two files of lines; those are {}", names.join(", "));
        }
        let meant = did_you_mean(name, names.iter().copied());
        refuse!("there is no metric `{name}`{meant}; there are {}", names.join(", "));
    }

    /// All that two files of lines can be measured by.
    pub fn all() -> impl Iterator<Item = &'static Metric> {
        OTHERS.iter().map(|(metric, _)| *metric).chain(Metric::of_texts())
    }

    /// The variant in full.
    pub(super) fn signature(&self, resources: &TextResources) -> String {
        let rule = [("rule", SubtokenRule::Code2seq.name())];
        match self.kind {
            Kind::Text(_) => self.metric.signature_with(&resources.facts(self.metric)),
            Kind::Names => self.metric.signature_with(&rule),
            Kind::Classes(_) if self.metric.name == KAPPA.name => self.metric.signature_with(&[("weights", "equal")]),
            Kind::Classes(_) | Kind::SpanSets(_) | Kind::Spans => self.metric.signature.to_owned(),
        }
    }

    /// How many numbers are counted in a pair, and the value of their sums.
    fn sums(&self) -> crate::Result<(usize, ValueOfSums)> {
        let sums = self.metric.aggregation.sums();
        sums.ok_or_else(|| EvaluationError::request(format!("`{}` counts nothing in single pairs", self.metric.name)))
    }

    /// Counts all pairs of lines.
    pub(super) fn count(
        &self,
        hypotheses: &Lines,
        references: &Lines,
        resources: &TextResources,
        threads: Option<NonZeroUsize>,
    ) -> crate::Result<Counted> {
        let pairs = references.len();
        match self.kind {
            Kind::Classes(_) if self.metric.name == ACCURACY.name => {
                let scores = hypotheses.iter().zip(references.iter()).map(|(given, truth)| point(given == truth));
                Ok(Counted::points(scores.collect()))
            }
            Kind::Classes(value) => Ok(classes(hypotheses, references, value)),
            Kind::Text(count_text) => {
                let (width, value) = self.sums()?;
                let count = |pair, numbers: &mut [f64]| {
                    count_text(resources, hypotheses.get(pair), references.get(pair), numbers);
                    if numbers.iter().any(|number| number.is_nan()) {
                        let (line, name) = (pair + 1, self.metric.name);
                        refuse!("line {line} is too long for {name}, which compares each word with each other");
                    }
                    Ok(())
                };
                let numbers = counted(pairs, width, threads, count)?;
                let is_fraction = width == 1 && numbers.iter().all(|number| [0.0, 1.0].contains(number));
                Ok(Counted { width, numbers, of_sums: Box::new(value), is_fraction, can_resample: true })
            }
            Kind::Names => {
                let (width, value) = self.sums()?;
                let count = |pair, numbers: &mut [f64]| {
                    let mut parts = Overlap::default();
                    parts.add_name(references.get(pair), hypotheses.get(pair), SubtokenRule::Code2seq);
                    numbers.copy_from_slice(&parts.numbers());
                    Ok(())
                };
                let numbers = counted(pairs, width, threads, count)?;
                Ok(Counted { width, numbers, of_sums: Box::new(value), is_fraction: false, can_resample: true })
            }
            Kind::SpanSets(kinds) => {
                let count = |pair, numbers: &mut [f64]| {
                    let (given, truth) = span_pair(hypotheses, references, pair)?;
                    numbers[0] = point(spans_match(&truth, &given, kinds));
                    Ok(())
                };
                Ok(Counted::points(counted(pairs, 1, threads, count)?))
            }
            Kind::Spans => {
                let (width, value) = self.sums()?;
                let count = |pair, numbers: &mut [f64]| {
                    let (given, truth) = span_pair(hypotheses, references, pair)?;
                    numbers.copy_from_slice(&Overlap::of_spans(&truth, &given, Kinds::Both).numbers());
                    Ok(())
                };
                let numbers = counted(pairs, width, threads, count)?;
                Ok(Counted { width, numbers, of_sums: Box::new(value), is_fraction: false, can_resample: true })
            }
        }
    }
}

impl Counted {
    /// Scores that are 0 or 1.
    fn points(numbers: Vec<f64>) -> Self {
        Self { width: 1, numbers, of_sums: Box::new(mean), is_fraction: true, can_resample: true }
    }
}

fn point(is_right: bool) -> f64 {
    f64::from(u8::from(is_right))
}

/// The numbers of all pairs, one after the other.
fn counted(
    pairs: usize,
    width: usize,
    threads: Option<NonZeroUsize>,
    count: impl Fn(usize, &mut [f64]) -> crate::Result<()> + Sync,
) -> crate::Result<Vec<f64>> {
    let mut all = vec![0.0; pairs * width];
    // Each part is locked once, by the thread that fills it: nothing is copied.
    let parts: Vec<Mutex<&mut [f64]>> = all.chunks_mut(PAIRS_AT_A_TIME * width.max(1)).map(Mutex::new).collect();
    let done = in_parallel(parts.len(), threads, |part| {
        let mut numbers = parts[part].lock().unwrap_or_else(PoisonError::into_inner);
        for (number, row) in numbers.chunks_exact_mut(width).enumerate() {
            count(part * PAIRS_AT_A_TIME + number, row)?;
        }
        crate::Result::Ok(())
    })?;
    for part in done {
        part.map_err(EvaluationError::Request)??;
    }
    drop(parts);
    Ok(all)
}

/// Each example as a one at its place in the confusion matrix.
fn classes(hypotheses: &Lines, references: &Lines, value: fn(&ConfusionMatrix) -> Option<f64>) -> Counted {
    let names: BTreeSet<&str> = hypotheses.iter().chain(references.iter()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let classes = names.len();
    let place = |name: &str| names.binary_search(&name).unwrap_or_default();
    let of_sums = move |sums: &[f64], _| {
        ConfusionMatrix::of_sums(classes, sums).and_then(|matrix| value(&matrix)).unwrap_or_default()
    };
    let width = classes * classes;
    let can_resample = classes <= MOST_CLASSES;
    let mut numbers = vec![0.0; if can_resample { width * references.len() } else { width }];
    for (number, (given, truth)) in hypotheses.iter().zip(references.iter()).enumerate() {
        let row = if can_resample { number * width } else { 0 };
        numbers[row + place(truth) * classes + place(given)] += 1.0;
    }
    Counted { width, numbers, of_sums: Box::new(of_sums), is_fraction: false, can_resample }
}

/// The spans of a pair of lines: given and true ones.
fn span_pair(hypotheses: &Lines, references: &Lines, pair: usize) -> crate::Result<(Spans<Place>, Spans<Place>)> {
    let read = |lines: &Lines, what: &str| -> crate::Result<Spans<Place>> {
        let line = lines.get(pair).trim();
        let value =
            if line.is_empty() { serde_json::json!({ "answer_spans": [] }) } else { serde_json::from_str(line)? };
        match Answer::parse(AnswerKind::Spans, &value).map_err(EvaluationError::Request)? {
            Answer::Spans { answer_spans, supporting_fact_spans, .. } => {
                Ok(span_set(answer_spans, supporting_fact_spans))
            }
            _ => refuse!("the {what} has no `answer_spans` and no `supporting_fact_spans`"),
        }
    };
    let named = |what: &str| format!("line {} of the {what}", pair + 1);
    let given = read(hypotheses, "hypothesis").doing(|| named("hypotheses"))?;
    Ok((given, read(references, "reference").doing(|| named("references"))?))
}
