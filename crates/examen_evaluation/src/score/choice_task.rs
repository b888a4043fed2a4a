//! Scores of tasks that ask for one of several candidates.

use std::collections::BTreeMap;

use examen_data::{Answer, AnswerKind, JsonText};
use examen_metrics::ACCURACY;

use super::answer_counts::AnswerCounts;
use super::example_rows::example_rows;
use super::example_scores::{ExampleMeasure, right_or_wrong};
use super::predictions::Predictions;
use super::{ScoredTask, Task};

/// Scores every model at every example.
pub(super) fn score_choices(task: &Task<'_>, predictions: &mut Predictions) -> crate::Result<ScoredTask> {
    let column = task.truth()?;
    let mut scores = task.example_scores();
    // By model, the counts of its answers and how many of them are right.
    let mut models: BTreeMap<String, (AnswerCounts, u64)> = BTreeMap::new();
    for row in example_rows(task.folder, task.splits, &["id", "project", column], &[])? {
        let row = row?;
        let (id, truth): (String, u32) = (row.text("id")?, row.value(column)?);
        scores.start(&id, &row.text("project")?, vec![(ExampleMeasure::accuracy(), right_or_wrong(false))]);
        for (name, outcomes) in predictions.answers(&id, read) {
            let (answers, right) = models.entry(name.to_owned()).or_default();
            let is_right = answers.add(outcomes, |given| *given == truth) == Some(truth);
            *right += u64::from(is_right);
            scores.add(name, ExampleMeasure::accuracy(), right_or_wrong(is_right));
        }
    }
    let (mut rows, n) = (task.rows(), scores.len() as u64);
    for (name, (answers, right)) in &models {
        rows.start_model(name, 0);
        rows.fraction(rows.at(&ACCURACY, "all"), *right, n);
        let accuracy = rows.of(&ACCURACY);
        answers.add_answered(&mut rows, accuracy, *right, n);
        answers.add_rows(&mut rows, n, 0);
    }
    Ok(ScoredTask::new(rows, scores))
}

fn read(output: &JsonText) -> Result<u32, String> {
    match output.answer(AnswerKind::Choice)? {
        Answer::Choice(choice) => Ok(choice),
        _ => Err("the output is no choice".to_owned()),
    }
}
