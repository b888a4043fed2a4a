//! Scores of tasks that ask for free text.

use std::collections::BTreeMap;

use examen_data::{Answer, AnswerKind, JsonText, ResultRow};
use examen_metrics::{ACCURACY, Aggregation, CountText, Metric, TextResources, ValueOfSums, mean_interval};

use super::answer_counts::AnswerCounts;
use super::example_rows::example_rows;
use super::example_scores::{ExampleMeasure, right_or_wrong};
use super::predictions::Predictions;
use super::task_rows::TaskRows;
use super::{ScoredTask, Task};
use crate::error::refuse;

/// The variant of accuracy: texts are equal but for whitespace around them.
pub(super) const TRIMMED: &str = "texts:trimmed";

/// The metrics of texts besides accuracy. METEOR is the one without paraphrases, which are no part of the program.
const METRICS: [&str; 9] =
    ["bleu_codeqa", "bleu_sacre", "chrf", "exact_match", "meteor", "rouge1", "rouge2", "rougeL", "token_f1"];

/// A metric of texts with what it counts in a pair.
struct TextMetric {
    metric: &'static Metric,
    count: CountText,
    width: usize,
    value: ValueOfSums,
}

impl TextMetric {
    fn named(name: &str) -> Option<Self> {
        let metric = Metric::named(name)?;
        let (width, value) = metric.aggregation.sums()?;
        Some(Self { metric, count: metric.count_text?, width, value })
    }
}

/// The answers of one model.
#[derive(Default)]
struct TextCounts {
    answers: AnswerCounts,
    /// What is counted at the examples with an answer, summed: accuracy, then each metric.
    answered: Vec<Vec<f64>>,
}

impl TextCounts {
    fn add_answered(&mut self, counts: &[(ExampleMeasure, Vec<f64>)]) {
        self.answered.resize_with(counts.len(), Vec::new);
        for (sums, (_, counts)) in self.answered.iter_mut().zip(counts) {
            sums.resize(counts.len(), 0.0);
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    }

    /// Adds the values at the examples with an answer, where these are not all.
    fn add_answered_rows(&self, rows: &mut TaskRows, metrics: &[TextMetric], n: u64) {
        let (true, [right, sums @ ..]) = (self.answers.is_partial(n), &self.answered[..]) else { return };
        let answered = self.answers.answered;
        let row = ResultRow { signature: TRIMMED.to_owned(), ..rows.of(&ACCURACY) };
        #[expect(clippy::cast_sign_loss, reason = "a sum of zeros and ones")]
        self.answers.add_answered(rows, row, right.first().copied().unwrap_or_default() as u64, n);
        for (metric, sums) in metrics.iter().zip(sums) {
            rows.value(rows.at(metric.metric, "answered"), (metric.value)(sums, answered), None, answered);
        }
    }
}

/// Scores every model at every example. An example without an answer counts as one with an empty text.
pub(super) fn score_texts(task: &Task<'_>, predictions: &mut Predictions) -> crate::Result<ScoredTask> {
    let column = task.truth()?;
    let metrics: Vec<TextMetric> = METRICS.iter().filter_map(|name| TextMetric::named(name)).collect();
    let resources = TextResources::default();
    let example_counts = |id: &str, truth: &str, given: Option<&str>| {
        let is_right = given.is_some_and(|given| given.trim() == truth.trim());
        let mut all = vec![(ExampleMeasure::trimmed_text(), right_or_wrong(is_right))];
        for metric in &metrics {
            let mut counts = vec![0.0; metric.width];
            (metric.count)(&resources, given.unwrap_or_default(), truth, &mut counts);
            if counts.iter().any(|count| count.is_nan()) {
                refuse!("the answer to {id} and the expected one are too long for {}", metric.metric.name);
            }
            all.push((ExampleMeasure::all(metric.metric), counts));
        }
        crate::Result::Ok(all)
    };
    let mut scores = task.example_scores();
    let mut models: BTreeMap<String, TextCounts> = BTreeMap::new();
    for row in example_rows(task.folder, task.splits, &["id", "project", column], &[])? {
        let row = row?;
        let (id, truth) = (row.text("id")?, row.text(column)?);
        scores.start(&id, &row.text("project")?, example_counts(&id, &truth, None)?);
        for (name, outcomes) in predictions.answers(&id, read) {
            let model = models.entry(name.to_owned()).or_default();
            let given = model.answers.add(outcomes, |given| given.trim() == truth.trim());
            let counts = example_counts(&id, &truth, given.as_deref())?;
            if given.is_some() {
                model.add_answered(&counts);
            }
            for (measure, counts) in counts {
                scores.add(name, measure, counts);
            }
        }
    }
    let (mut rows, n) = (task.rows(), scores.len() as u64);
    for (name, model) in &models {
        rows.start_model(name, 0);
        let right = scores.sums(&ExampleMeasure::trimmed_text(), name).first().copied().unwrap_or_default();
        #[expect(clippy::cast_sign_loss, reason = "a sum of zeros and ones")]
        rows.fraction(ResultRow { signature: TRIMMED.to_owned(), ..rows.at(&ACCURACY, "all") }, right as u64, n);
        for metric in &metrics {
            let measure = ExampleMeasure::all(metric.metric);
            let sums = scores.sums(&measure, name);
            // A value of the whole corpus, such as BLEU, has no interval of this kind.
            let interval = match (metric.metric.aggregation, sums.first()) {
                (Aggregation::Mean, Some(&sum)) => mean_interval(sum, scores.sum_of_squares(&measure, name), n),
                _ => None,
            };
            rows.value(rows.at(metric.metric, "all"), (metric.value)(&sums, n), interval, n);
        }
        model.add_answered_rows(&mut rows, &metrics, n);
        model.answers.add_rows(&mut rows, n, 0);
    }
    Ok(ScoredTask::new(rows, scores))
}

fn read(output: &JsonText) -> Result<String, String> {
    match output.answer(AnswerKind::Text)? {
        Answer::Text(text) => Ok(text),
        _ => Err("the output is no text".to_owned()),
    }
}
