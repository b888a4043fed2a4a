//! Scores of tasks that ask for a decision: whether a block is relevant to a query, whether two things belong together.

use std::collections::BTreeMap;

use examen_data::{Answer, AnswerKind, JsonText, ResultRow};
use examen_metrics::{ACCURACY, Decisions, F1, PRECISION, RECALL};

use super::answer_counts::AnswerCounts;
use super::example_rows::example_rows;
use super::example_scores::{ExampleMeasure, right_or_wrong};
use super::group::Group;
use super::predictions::Predictions;
use super::task_rows::TaskRows;
use super::{ScoredTask, Task};
use crate::predict::NO_ANSWER;

/// The answers of one model.
#[derive(Default)]
struct DecisionCounts {
    answers: AnswerCounts,
    /// Decisions that were made.
    made: BTreeMap<Group, Decisions>,
}

/// Examples whose truth is yes, and the others.
type TruthCounts = BTreeMap<Group, (u64, u64)>;

/// Scores every model at every example. A model that always says no stands beside those that judge relevance.
pub(super) fn score_decisions(task: &Task<'_>, predictions: &mut Predictions) -> crate::Result<ScoredTask> {
    let (kind, column) = (task.spec.kind, task.truth()?);
    let mut scores = task.example_scores();
    let mut examples = TruthCounts::new();
    let mut models: BTreeMap<String, DecisionCounts> = BTreeMap::new();
    let mut baseline = DecisionCounts::default();
    for row in example_rows(task.folder, task.splits, &["id", "project", column], &["query", "hops"])? {
        let row = row?;
        let (id, truth): (String, bool) = (row.text("id")?, row.value(column)?);
        scores.start(&id, &row.text("project")?, vec![(ExampleMeasure::accuracy(), right_or_wrong(false))]);
        let mut groups = vec![Group::Whole];
        groups.extend(row.value::<Option<String>>("query")?.map(Group::Query));
        groups.extend(row.value::<Option<String>>("hops")?.map(Group::Hops));
        for group in &groups {
            let (yes, no) = examples.entry(group.clone()).or_default();
            *(if truth { yes } else { no }) += 1;
        }
        baseline.answers.add_answer();
        baseline.add(&groups, truth, false);
        for (name, outcomes) in predictions.answers(&id, |output| read(kind, output)) {
            let model = models.entry(name.to_owned()).or_default();
            let given = model.answers.add(outcomes, |given| *given == truth);
            if let Some(given) = given {
                model.add(&groups, truth, given);
            }
            scores.add(name, ExampleMeasure::accuracy(), right_or_wrong(given == Some(truth)));
        }
    }
    if kind == AnswerKind::Relevance && !scores.is_empty() {
        models.entry(NO_ANSWER.to_owned()).or_insert(baseline);
    }
    let mut rows = task.rows();
    for (name, model) in &models {
        rows.start_model(name, 0);
        model.add_rows(&mut rows, &examples);
        let made = model.made.get(&Group::Whole).copied().unwrap_or_default();
        let accuracy = rows.of(&ACCURACY);
        model.answers.add_answered(&mut rows, accuracy, made.accuracy_counts().0, scores.len() as u64);
        if let Some(f1) = made.f1().filter(|_| model.answers.is_partial(scores.len() as u64)) {
            rows.value(rows.at(&F1, "answered"), f1, None, model.answers.answered);
        }
        model.answers.add_rows(&mut rows, scores.len() as u64, 0);
    }
    Ok(ScoredTask::new(rows, scores))
}

fn read(kind: AnswerKind, output: &JsonText) -> Result<bool, String> {
    match output.answer(kind)? {
        Answer::Relevance(given) | Answer::Match(given) => Ok(given),
        _ => Err("the output is no decision".to_owned()),
    }
}

impl DecisionCounts {
    fn add(&mut self, groups: &[Group], truth: bool, given: bool) {
        for group in groups {
            self.made.entry(group.clone()).or_default().add(truth, given);
        }
    }

    fn add_rows(&self, rows: &mut TaskRows, examples: &TruthCounts) {
        for (group, &(yes, no)) in examples {
            // Decisions that were not made are wrong ones.
            let mut decisions = self.made.get(group).copied().unwrap_or_default();
            decisions.false_no = yes - decisions.true_yes;
            decisions.false_yes = no - decisions.true_no;
            for (metric, (right, n)) in [
                (&ACCURACY, decisions.accuracy_counts()),
                (&PRECISION, decisions.precision_counts()),
                (&RECALL, decisions.recall_counts()),
            ] {
                rows.fraction(ResultRow { group: group.name(), ..rows.at(metric, "all") }, right, n);
            }
            if let Some(f1) = decisions.f1() {
                rows.value(ResultRow { group: group.name(), ..rows.at(&F1, "all") }, f1, None, yes + no);
            }
        }
    }
}
