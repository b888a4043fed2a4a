//! Marking rows that ask for a function's name.

use std::collections::BTreeMap;

use examen_corpus::Split;
use examen_data::TaskFolder;
use examen_metrics::{SubtokenCounts, SubtokenRule};
use serde::Deserialize;

use super::answer::Answer;
use super::papers::{Fault, Outcome, Papers};

#[derive(Deserialize)]
struct Row {
    id: String,
    name: String,
}

/// The marks of all models at a task of names.
#[derive(Default)]
pub(crate) struct NameMarks {
    pub(crate) examples: u64,
    pub(crate) models: BTreeMap<String, NameModel>,
}

/// The marks of one model.
#[derive(Default)]
pub(crate) struct NameModel {
    /// Names that are right in all parts.
    pub(crate) right: u64,
    /// Parts by the two ways of counting; those of examples without an answer are missed.
    pub(crate) parts: NameParts,
    pub(crate) predicted: u64,
    pub(crate) answered: u64,
    pub(crate) faults: BTreeMap<Fault, u64>,
    pub(crate) repeated: u64,
}

/// Parts of names by both ways of counting.
#[derive(Clone, Copy, Default)]
pub(crate) struct NameParts([SubtokenCounts; 2]);

impl NameParts {
    pub(crate) fn add(&mut self, truth: &str, given: &str) {
        for (counts, rule) in self.0.iter_mut().zip(SubtokenRule::ALL) {
            counts.add(truth, given, rule);
        }
    }

    pub(crate) fn by_rule(&self) -> impl Iterator<Item = (SubtokenRule, &SubtokenCounts)> {
        SubtokenRule::ALL.into_iter().zip(&self.0)
    }
}

impl NameModel {
    fn add(&mut self, truth: &str, outcome: Option<&Outcome>) {
        self.predicted += 1;
        let given = match outcome {
            Some(Ok(Answer::Label { label, .. })) => label.as_str(),
            fault => {
                let fault = if let Some(Err(fault)) = fault { *fault } else { Fault::Unusable };
                *self.faults.entry(fault).or_default() += 1;
                self.parts.add(truth, "");
                return;
            }
        };
        self.answered += 1;
        self.right += u64::from(given == truth);
        self.parts.add(truth, given);
    }
}

/// Marks every model at every example of the splits.
pub(super) fn mark_names(folder: &TaskFolder, splits: &[Split], papers: &mut Papers) -> examen_data::Result<NameMarks> {
    let mut marks = NameMarks::default();
    for &split in splits {
        for row in folder.rows_with::<Row>(split, &["id", "name"])? {
            let Row { id, name } = row?;
            marks.examples += 1;
            for (model, outcomes) in papers.for_example(&id) {
                let model = marks.models.entry(model.to_owned()).or_default();
                model.add(&name, outcomes.first().copied());
                model.repeated += outcomes.len() as u64 - 1;
            }
        }
    }
    Ok(marks)
}
