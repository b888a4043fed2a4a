//! Marking rows that ask for a class, and the control task that goes with them.

use std::collections::BTreeMap;

use examen_corpus::Split;
use examen_data::TaskFolder;
use examen_metrics::ControlledAnswers;
use serde::Deserialize;

use super::answer::Answer;
use super::example_marks::{ExampleMarks, Measure, point};
use super::papers::{Fault, Outcome, Papers};

const COLUMNS: [&str; 4] = ["id", "project", "label", "control_label"];

#[derive(Deserialize)]
struct Row {
    id: String,
    project: String,
    label: String,
    control_label: String,
}

/// The marks of all models at a task of labels.
#[derive(Default)]
pub struct LabelMarks {
    /// Examples by class.
    pub examples: BTreeMap<String, u64>,
    pub models: BTreeMap<String, LabelModel>,
}

/// The marks of one model.
#[derive(Default)]
pub struct LabelModel {
    /// Right answers by class.
    right: BTreeMap<String, u64>,
    made: ControlledAnswers,
    pub predicted: u64,
    pub answered: u64,
    /// Usable answers without a control label.
    pub uncontrolled: u64,
    pub faults: BTreeMap<Fault, u64>,
    pub repeated: u64,
}

impl LabelMarks {
    pub fn is_empty(&self) -> bool {
        self.examples.is_empty()
    }

    pub fn n(&self) -> u64 {
        self.examples.values().sum()
    }

    /// The answers of a model by both labels; examples without an answer are wrong by both. Without a control label for every
    /// answer there is nothing to compare with: those that lack one would count as wrong, and for the model.
    pub fn controlled(&self, model: &LabelModel) -> Option<ControlledAnswers> {
        let ControlledAnswers { both, only_true, only_control, .. } = model.made;
        let neither = self.n() - both - only_true - only_control;
        let is_controlled = model.answered > 0 && model.uncontrolled == 0;
        is_controlled.then_some(ControlledAnswers { neither, ..model.made })
    }
}

impl LabelModel {
    /// Right answers among the examples of a class.
    pub fn right_of(&self, class: &str) -> u64 {
        self.right.get(class).copied().unwrap_or_default()
    }

    /// Right answers.
    pub fn right(&self) -> u64 {
        self.right.values().sum()
    }

    /// Counts an answer; whether it is right.
    fn add(&mut self, row: &Row, outcome: Option<&Outcome>) -> bool {
        self.predicted += 1;
        let given = match outcome {
            Some(Ok(Answer::Label { label, control })) => Ok((label, control)),
            Some(Err(fault)) => Err(*fault),
            _ => Err(Fault::Unusable),
        };
        let (label, control) = match given {
            Ok(given) => given,
            Err(fault) => {
                *self.faults.entry(fault).or_default() += 1;
                return false;
            }
        };
        self.answered += 1;
        self.uncontrolled += u64::from(control.is_none());
        let is_right = *label == row.label;
        if is_right {
            *self.right.entry(row.label.clone()).or_default() += 1;
        }
        self.made.add(is_right, control.as_ref() == Some(&row.control_label));
        is_right
    }
}

/// Marks every model at every example of the splits.
pub fn mark_labels(
    folder: &TaskFolder,
    splits: &[Split],
    papers: &mut Papers,
    singles: &mut ExampleMarks,
) -> examen_data::Result<LabelMarks> {
    let mut marks = LabelMarks::default();
    for &split in splits {
        for row in folder.rows_with::<Row>(split, &COLUMNS)? {
            let row = row?;
            singles.start(&row.id, &row.project, vec![(Measure::right(), point(false))]);
            for (name, outcomes) in papers.for_example(&row.id) {
                let model = marks.models.entry(name.to_owned()).or_default();
                let is_right = model.add(&row, outcomes.first().copied());
                singles.give(name, Measure::right(), point(is_right));
                model.repeated += outcomes.len() as u64 - 1;
            }
            *marks.examples.entry(row.label).or_default() += 1;
        }
    }
    Ok(marks)
}
