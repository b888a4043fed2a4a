//! Marking rows that ask whether a block is relevant to a query.

use std::collections::BTreeMap;

use examen_corpus::Split;
use examen_data::TaskFolder;
use examen_metrics::Decisions;
use serde::Deserialize;

use super::NO_ANSWER;
use super::answer::Answer;
use super::example_marks::{ExampleMarks, Measure, point};
use super::papers::{Fault, Papers};
use super::span_marks::Group;

const COLUMNS: [&str; 5] = ["id", "project", "query", "hops", "is_relevant"];

#[derive(Deserialize)]
struct Row {
    id: String,
    project: String,
    query: String,
    hops: String,
    is_relevant: bool,
}

/// The marks of all models at a relevance task.
#[derive(Default)]
pub struct RelevanceMarks {
    /// Relevant and other blocks.
    pub examples: BTreeMap<Group, (u64, u64)>,
    pub models: BTreeMap<String, RelevanceModel>,
}

/// The marks of one model.
#[derive(Default)]
pub struct RelevanceModel {
    /// Decisions that were made.
    made: BTreeMap<Group, Decisions>,
    pub predicted: u64,
    pub answered: u64,
    pub faults: BTreeMap<Fault, u64>,
    pub repeated: u64,
}

impl RelevanceMarks {
    pub fn is_empty(&self) -> bool {
        self.examples.is_empty()
    }

    /// The decisions of a model in a part of the examples; those that it did not make are wrong ones.
    pub fn decisions(&self, model: &RelevanceModel, group: &Group) -> Decisions {
        let (relevant, other) = self.examples.get(group).copied().unwrap_or_default();
        let mut decisions = model.made.get(group).copied().unwrap_or_default();
        decisions.false_no = relevant - decisions.true_yes;
        decisions.false_yes = other - decisions.true_no;
        decisions
    }
}

/// Marks every model at every example of the splits.
pub fn mark_relevance(
    folder: &TaskFolder,
    splits: &[Split],
    papers: &mut Papers,
    singles: &mut ExampleMarks,
) -> examen_data::Result<RelevanceMarks> {
    let mut marks = RelevanceMarks::default();
    let mut floor = RelevanceModel::default();
    for &split in splits {
        for row in folder.rows_with::<Row>(split, &COLUMNS)? {
            let Row { id, project, query, hops, is_relevant } = row?;
            singles.start(&id, &project, vec![(Measure::right(), point(false))]);
            let groups = [Group::Whole, Group::Query(query), Group::Hops(hops)];
            for group in &groups {
                let (relevant, other) = marks.examples.entry(group.clone()).or_default();
                *(if is_relevant { relevant } else { other }) += 1;
            }
            floor.add(&groups, is_relevant, Ok(false));
            for (model, outcomes) in papers.for_example(&id) {
                let decision = match outcomes.first() {
                    Some(Ok(Answer::Relevant(given))) => Ok(*given),
                    Some(Err(fault)) => Err(*fault),
                    _ => Err(Fault::Unusable),
                };
                singles.give(model, Measure::right(), point(decision == Ok(is_relevant)));
                let marks = marks.models.entry(model.to_owned()).or_default();
                marks.add(&groups, is_relevant, decision);
                marks.repeated += outcomes.len() as u64 - 1;
            }
        }
    }
    if !marks.is_empty() {
        marks.models.entry(NO_ANSWER.to_owned()).or_insert(floor);
    }
    Ok(marks)
}

impl RelevanceModel {
    fn add(&mut self, groups: &[Group], truth: bool, decision: Result<bool, Fault>) {
        self.predicted += 1;
        match decision {
            Ok(given) => {
                self.answered += 1;
                for group in groups {
                    self.made.entry(group.clone()).or_default().add(truth, given);
                }
            }
            Err(fault) => *self.faults.entry(fault).or_default() += 1,
        }
    }
}
