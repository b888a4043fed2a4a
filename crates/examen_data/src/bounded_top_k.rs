//! Holding on to the rows that a quota may keep, while a corpus passes by.
//!
//! Of millions of candidates a [`Quota`] keeps thousands, those with the smallest ids. This holds as many of each class
//! and split as could still be chosen; a threshold, which only ever falls, tells early what need not be made at all.

use std::collections::BTreeMap;

use examen_corpus::Split;

use crate::examples::{ExampleId, Rank};
use crate::quota::{Candidate, Quota};

/// The rows of one task that may still be chosen.
#[derive(Debug)]
pub struct BoundedTopK<T> {
    quota: Quota,
    // How many rows of a class are held, by split.
    capacities: [usize; 3],
    // By class, then split.
    cells: Vec<BTreeMap<ExampleId, T>>,
    thresholds: Thresholds,
}

/// From which rank on a row of a class and split need not be made.
#[derive(Clone, Debug)]
pub struct Thresholds(Vec<Option<Rank>>);

impl Thresholds {
    /// Whether a unit may still be chosen.
    pub fn admit(&self, class: usize, split: Split, rank: Rank) -> bool {
        self.0.get(cell(class, split)).is_some_and(|threshold| threshold.is_none_or(|threshold| rank <= threshold))
    }
}

impl<T> BoundedTopK<T> {
    /// Holds rows for a quota. Units that may be of several classes need `is_of_one_class` false: more are held then.
    pub fn new(quota: Quota, is_of_one_class: bool) -> Self {
        // A unit is lost to the splits that are served before, or to another class, at most as often as there is room.
        let classes = if is_of_one_class { 1 } else { quota.classes.len() };
        let of_splits = [quota.train + quota.validation + quota.test, quota.validation + quota.test, quota.test];
        let count = quota.classes.len() * Split::ALL.len();
        Self {
            capacities: of_splits.map(|rows| rows as usize * classes),
            cells: std::iter::repeat_with(BTreeMap::new).take(count).collect(),
            thresholds: Thresholds(vec![None; count]),
            quota,
        }
    }

    /// The thresholds as they are now.
    pub const fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// Holds a row if it may be chosen. Of rows with one id the one is held whose `order` comes first.
    pub fn insert<O: Ord>(&mut self, class: usize, split: Split, id: ExampleId, row: T, order: impl Fn(&T) -> O) {
        let cell = cell(class, split);
        let Some(rows) = self.cells.get_mut(cell) else { return };
        if let Some(held) = rows.get_mut(&id) {
            if order(&row) < order(held) {
                *held = row;
            }
            return;
        }
        rows.insert(id, row);
        let capacity = self.capacities[split as usize];
        if rows.len() > capacity {
            rows.pop_last();
        }
        if rows.len() == capacity {
            self.thresholds.0[cell] = rows.last_key_value().and_then(|(last, _)| last.rank());
        }
    }

    /// The rows that the quota gives a place, or all of them when other shards have a say.
    pub fn into_rows(self, is_shard: bool) -> Vec<(ExampleId, Split, T)> {
        let mut rows = BTreeMap::new();
        let mut candidates = Vec::new();
        for (at, cell) in self.cells.into_iter().enumerate() {
            let (class, split) = (at / Split::ALL.len(), Split::ALL[at % Split::ALL.len()]);
            for (id, row) in cell {
                candidates.push(Candidate { id: id.as_str().to_owned(), split, class });
                rows.insert((id.as_str().to_owned(), split), (id, row));
            }
        }
        if !is_shard {
            candidates = self.quota.assign(candidates);
        }
        let take = |it: Candidate| rows.remove(&(it.id, it.split)).map(|(id, row)| (id, it.split, row));
        candidates.into_iter().filter_map(take).collect()
    }
}

fn cell(class: usize, split: Split) -> usize {
    class * Split::ALL.len() + split as usize
}
