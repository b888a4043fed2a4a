//! Spans that would be right if they were counted in another way.
//!
//! Lines and columns are counted from 0 or from 1, and ends are the last character or the one after it. A model that was told
//! another convention than ours is wrong everywhere by one, and looks like one that knows nothing.

use std::collections::{BTreeMap, BTreeSet};

use examen_data::Place;
use examen_metrics::{Kinds, Spans, spans_match};

/// The fewest answers of which anything is said.
const FEWEST: u64 = 3;

/// A way to count, and by how much lines, start columns and end columns of it differ from ours.
struct Convention {
    name: &'static str,
    line: i64,
    start_column: i64,
    end_column: i64,
}

const CONVENTIONS: [Convention; 4] = [
    Convention {
        name: "lines and columns from 1, the end column the last one",
        line: 1,
        start_column: 1,
        end_column: 0,
    },
    Convention { name: "lines and columns from 1", line: 1, start_column: 1, end_column: 1 },
    Convention { name: "lines from 1", line: 1, start_column: 0, end_column: 0 },
    Convention { name: "the end column the last one", line: 0, start_column: 0, end_column: -1 },
];

/// Answers of each model, by whether they are right as they are and by each other convention.
#[derive(Default)]
pub(super) struct ShiftCounts(BTreeMap<String, Counts>);

#[derive(Default)]
struct Counts {
    answers: u64,
    right: u64,
    right_if: [u64; CONVENTIONS.len()],
}

impl ShiftCounts {
    /// Counts an answer; where there is nothing to point at, conventions do not matter.
    pub(super) fn add(&mut self, model: &str, truth: &Spans<Place>, given: &Spans<Place>, kinds: Kinds) {
        if truth.count() == 0 || given.count() == 0 {
            return;
        }
        let counts = self.0.entry(model.to_owned()).or_default();
        counts.answers += 1;
        counts.right += u64::from(spans_match(truth, given, kinds));
        for (right, convention) in counts.right_if.iter_mut().zip(&CONVENTIONS) {
            *right += u64::from(convention.is_right(truth, given, kinds));
        }
    }

    /// A remark for each model that another convention makes right at most of its answers.
    pub(super) fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        for (model, counts) in &self.0 {
            let best = counts.right_if.iter().zip(&CONVENTIONS).max_by_key(|(right, _)| **right);
            let Some((&right, convention)) = best else { continue };
            if right >= FEWEST && right * 2 >= counts.answers && right > 2 * counts.right {
                remarks.push(format!(
                    "{} of {} answers of {model} are right, and {right} would be with {}: spans count lines and columns from \
                     0, and the end column is the one after the last character",
                    counts.right, counts.answers, convention.name
                ));
            }
        }
        remarks
    }
}

impl Convention {
    /// Whether spans of this convention are the true ones. They stay in order, since all of them move alike.
    fn is_right(&self, truth: &Spans<Place>, given: &Spans<Place>, kinds: Kinds) -> bool {
        let is_equal = |truth: &BTreeSet<Place>, given: &BTreeSet<Place>| {
            truth.len() == given.len()
                && truth.iter().zip(given).all(|(&place, &given)| self.ours(given) == Some(place))
        };
        // Spans of a kind that is not asked for have to have a place all the same.
        let are_read = |given: &BTreeSet<Place>| given.iter().all(|&place| self.ours(place).is_some());
        let answers = kinds == Kinds::Facts || is_equal(&truth.answers, &given.answers);
        let facts = kinds == Kinds::Answers || is_equal(&truth.facts, &given.facts);
        answers && facts && are_read(&given.answers) && are_read(&given.facts)
    }

    /// A place of this convention in ours, if there is one.
    fn ours(&self, place: Place) -> Option<Place> {
        let moved = |number: u32, by: i64| u32::try_from(i64::from(number) - by).ok();
        Some(Place {
            start_line: moved(place.start_line, self.line)?,
            start_column: moved(place.start_column, self.start_column)?,
            end_line: moved(place.end_line, self.line)?,
            end_column: moved(place.end_column, self.end_column)?,
        })
    }
}
