//! Scores of tasks that ask for a function's name.

use std::collections::BTreeMap;

use examen_data::{Answer, AnswerKind, JsonText, ResultRow};
use examen_metrics::{ACCURACY, Overlap, SUBTOKEN_F1, SUBTOKEN_PRECISION, SUBTOKEN_RECALL, SubtokenRule};
use examen_views::paths::target;

use super::answer_counts::AnswerCounts;
use super::example_rows::example_rows;
use super::example_scores::{ExampleMeasure, right_or_wrong};
use super::predictions::Predictions;
use super::task_rows::{TaskRows, some};
use super::{ScoredTask, Task};

/// The answers of one model.
#[derive(Default)]
struct NameCounts {
    answers: AnswerCounts,
    /// Names that are right as a whole.
    right: u64,
    subtokens: Subtokens,
    /// Those of examples with an answer.
    answered_subtokens: Subtokens,
}

/// Sub-tokens of names by all rules; those of examples without an answer are missed.
#[derive(Clone, Copy, Default)]
pub(super) struct Subtokens([Overlap; 2]);

/// Scores every model at every example.
pub(super) fn score_names(task: &Task<'_>, predictions: &mut Predictions) -> crate::Result<ScoredTask> {
    let column = task.truth()?;
    let mut scores = task.example_scores();
    let models = task.models(predictions)?.into_iter();
    let mut models: BTreeMap<String, NameCounts> = models.map(|name| (name, NameCounts::default())).collect();
    for row in example_rows(task.folder, task.splits, &["id", "project", column], &[])? {
        let row = row?;
        let (id, truth) = (row.text("id")?, name_parts(&row.text(column)?));
        scores.start(&id, &row.text("project")?, example_counts(&truth, "").into());
        let mut answers = predictions.answers(&id, read);
        for (model_name, model) in &mut models {
            let outcomes = answers.remove(model_name.as_str()).unwrap_or_default();
            let given = model.answers.add(outcomes, |given| *given == truth);
            if let Some(given) = &given {
                model.right += u64::from(*given == truth);
                model.answered_subtokens.add(&truth, given);
            }
            let given = given.unwrap_or_default();
            model.subtokens.add(&truth, &given);
            for (measure, counts) in example_counts(&truth, &given) {
                scores.add(model_name, measure, counts);
            }
        }
    }
    let (mut rows, n) = (task.rows(), scores.len() as u64);
    for (name, model) in &models {
        rows.start_model(name, 0);
        rows.fraction(rows.at(&ACCURACY, "all"), model.right, n);
        model.subtokens.add_rows(&mut rows, n, &ResultRow { examples: some("all"), ..ResultRow::default() });
        let accuracy = rows.of(&ACCURACY);
        model.answers.add_answered(&mut rows, accuracy, model.right, n);
        if model.answers.is_partial(n) {
            let at = ResultRow { examples: some("answered"), ..ResultRow::default() };
            model.answered_subtokens.add_rows(&mut rows, model.answers.answered, &at);
        }
        model.answers.add_rows(&mut rows, n, 0);
    }
    Ok(ScoredTask::new(rows, scores))
}

fn read(output: &JsonText) -> Result<String, String> {
    match output.answer(AnswerKind::Name)? {
        Answer::Name(name) => Ok(name_parts(&name)),
        _ => Err("the output is no name".to_owned()),
    }
}

/// The parts of a name with bars between them, whether it comes in parts already or as it stands in code.
pub(super) fn name_parts(name: &str) -> String {
    let name = name.trim();
    if name.contains('|') { name.to_owned() } else { target(name.strip_suffix("()").unwrap_or(name)) }
}

/// What is counted in the answer to a single example.
fn example_counts(truth: &str, given: &str) -> [(ExampleMeasure, Vec<f64>); 2] {
    let mut subtokens = Overlap::default();
    subtokens.add_name(truth, given, SubtokenRule::Code2seq);
    [
        (ExampleMeasure::accuracy(), right_or_wrong(given == truth)),
        (ExampleMeasure::subtokens(), subtokens.numbers().into()),
    ]
}

impl Subtokens {
    /// Counts the sub-tokens of a name.
    pub(super) fn add(&mut self, truth: &str, given: &str) {
        for (counts, rule) in self.0.iter_mut().zip(SubtokenRule::ALL) {
            counts.add_name(truth, given, rule);
        }
    }

    /// Adds precision, recall and F1 by each rule, at the examples of a row.
    pub(super) fn add_rows(&self, rows: &mut TaskRows, n: u64, at: &ResultRow) {
        for (rule, counts) in SubtokenRule::ALL.into_iter().zip(&self.0) {
            let values = [
                (&SUBTOKEN_PRECISION, counts.precision()),
                (&SUBTOKEN_RECALL, counts.recall()),
                (&SUBTOKEN_F1, counts.f1()),
            ];
            for (metric, value) in values {
                let row = ResultRow {
                    rule: some(rule.name()),
                    examples: at.examples.clone(),
                    transform: at.transform.clone(),
                    place: at.place.clone(),
                    ..rows.of(metric)
                };
                if let Some(value) = value {
                    rows.value(row, value, None, n);
                }
            }
        }
    }
}
