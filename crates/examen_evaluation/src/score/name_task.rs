//! Marking rows that ask for a function's name.

use std::collections::BTreeMap;

use examen_corpus::Split;
use examen_data::TaskFolder;
use examen_metrics::{Overlap, SubtokenRule};
use serde::Deserialize;

use super::answer::Answer;
use super::example_marks::{ExampleMarks, Measure, point};
use super::papers::{Fault, Outcome, Papers};

#[derive(Deserialize)]
struct Row {
    id: String,
    project: String,
    name: String,
}

/// The marks of all models at a task of names.
#[derive(Default)]
pub struct NameMarks {
    pub examples: u64,
    pub models: BTreeMap<String, NameModel>,
}

/// The marks of one model.
#[derive(Default)]
pub struct NameModel {
    /// Names that are right in all parts.
    pub right: u64,
    /// Parts by the two ways of counting; those of examples without an answer are missed.
    pub parts: NameParts,
    pub predicted: u64,
    pub answered: u64,
    pub faults: BTreeMap<Fault, u64>,
    pub repeated: u64,
}

/// Parts of names by both ways of counting.
#[derive(Clone, Copy, Default)]
pub struct NameParts([Overlap; 2]);

impl NameParts {
    pub fn add(&mut self, truth: &str, given: &str) {
        for (counts, rule) in self.0.iter_mut().zip(SubtokenRule::ALL) {
            counts.add_name(truth, given, rule);
        }
    }

    pub fn by_rule(&self) -> impl Iterator<Item = (SubtokenRule, &Overlap)> {
        SubtokenRule::ALL.into_iter().zip(&self.0)
    }
}

impl NameModel {
    /// Counts an answer; the name that it gives.
    fn add<'o>(&mut self, truth: &str, outcome: Option<&'o Outcome>) -> &'o str {
        self.predicted += 1;
        let given = match outcome {
            Some(Ok(Answer::Label { label, .. })) => label.as_str(),
            fault => {
                let fault = if let Some(Err(fault)) = fault { *fault } else { Fault::Unusable };
                *self.faults.entry(fault).or_default() += 1;
                self.parts.add(truth, "");
                return "";
            }
        };
        self.answered += 1;
        self.right += u64::from(given == truth);
        self.parts.add(truth, given);
        given
    }
}

/// What the answer to a single example is worth.
fn worth(truth: &str, given: &str) -> [(Measure, Vec<f64>); 2] {
    let mut parts = Overlap::default();
    parts.add_name(truth, given, SubtokenRule::Code2seq);
    [(Measure::right(), point(given == truth)), (Measure::parts(), parts.numbers().into())]
}

/// Marks every model at every example of the splits.
pub fn mark_names(
    folder: &TaskFolder,
    splits: &[Split],
    papers: &mut Papers,
    singles: &mut ExampleMarks,
) -> examen_data::Result<NameMarks> {
    let mut marks = NameMarks::default();
    for &split in splits {
        for row in folder.rows_with::<Row>(split, &["id", "project", "name"])? {
            let Row { id, project, name } = row?;
            marks.examples += 1;
            singles.start(&id, &project, worth(&name, "").into());
            for (model_name, outcomes) in papers.for_example(&id) {
                let model = marks.models.entry(model_name.to_owned()).or_default();
                let given = model.add(&name, outcomes.first().copied());
                for (measure, counts) in worth(&name, given) {
                    singles.give(model_name, measure, counts);
                }
                model.repeated += outcomes.len() as u64 - 1;
            }
        }
    }
    Ok(marks)
}
