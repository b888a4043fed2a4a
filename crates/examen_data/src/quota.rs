//! As many rows of each class as of any other, in each split, and no unit twice.
//!
//! A unit is what a row is about (a function, a word); the rows that it may become have ids with the same beginning
//! ([`Rank`](crate::Rank)). One text may be found in projects of several splits, and in several classes: it becomes one row
//! at most. All of it is decided by ids, so that parts of a build can be joined.

use std::collections::{BTreeMap, BTreeSet};

use arrow_array::{ArrayRef, BooleanArray, RecordBatch, StringArray};
use arrow_schema::Schema;
use arrow_select::filter::filter_record_batch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use examen_corpus::Split;

use crate::error::{DataError, Result};
use crate::examples::whole_of;
use crate::table_schema::{check_text, text_column};

/// A rule that keeps the same number of rows of each class.
///
/// Units are taken in the order of their ids. Each goes to test, else to validation, else to training, if it may and if
/// there is room. Then every class is cut to the number of rows that the scarcest has in that split; a class that is
/// missing in a split is left out of all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Quota {
    /// The text column that tells classes apart.
    pub class: String,
    /// The classes.
    pub classes: Vec<String>,
    /// Rows of each class in training.
    pub train: u64,
    /// Rows of each class in validation.
    pub validation: u64,
    /// Rows of each class in test.
    pub test: u64,
    /// The text column into which the classes are shuffled: in each split as often as they are there.
    pub control: String,
}

/// A class of which a corpus has fewer units than were wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shortage {
    /// The class.
    pub class: String,
    /// The split.
    pub split: String,
    /// Rows wanted.
    pub wanted: u64,
    /// Rows found.
    pub found: u64,
}

/// A row that might be kept.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) id: String,
    pub(crate) split: Split,
    pub(crate) class: usize,
}

/// What a quota makes of all rows.
pub(crate) struct Chosen {
    /// The ids that stay, by split: a unit may be met in several and stay in one.
    kept: BTreeMap<Split, BTreeSet<String>>,
    /// The classes that stay.
    classes: Vec<String>,
    /// What was not found.
    pub(crate) shortages: Vec<Shortage>,
    control: String,
    /// Rows with a control class so far, by split.
    labelled: BTreeMap<Split, usize>,
}

impl Quota {
    /// Three fifths, one fifth and one fifth of `size` rows, the same of each class.
    pub fn of_size(size: u64, class: &str, classes: &[&str], control: &str) -> Self {
        let part = (size / (5 * classes.len().max(1) as u64)).max(1);
        Self {
            class: class.to_owned(),
            classes: classes.iter().map(|&class| class.to_owned()).collect(),
            train: 3 * part,
            validation: part,
            test: part,
            control: control.to_owned(),
        }
    }

    /// Rows of each class in a split.
    pub const fn rows(&self, split: Split) -> u64 {
        match split {
            Split::Train => self.train,
            Split::Validation => self.validation,
            Split::Test => self.test,
        }
    }

    /// Fails unless the rule makes sense for these columns; `subject` names the task.
    pub(crate) fn check(&self, subject: &str, columns: &Schema) -> Result<()> {
        for name in [&self.class, &self.control] {
            check_text(subject, columns, name)?;
        }
        Ok(())
    }

    /// The rows of a batch, which are of one split, as candidates.
    pub(crate) fn candidates(&self, batch: &RecordBatch, split: Split) -> Result<Vec<Candidate>> {
        let column = |name| text_column("selecting rows".as_ref(), batch, name);
        let pairs = column("id")?.iter().zip(column(&self.class)?);
        let mut candidates = Vec::with_capacity(batch.num_rows());
        for (id, class) in pairs {
            let (id, class) = (id.unwrap_or_default(), class.unwrap_or_default());
            let Some(class) = self.classes.iter().position(|it| it == class) else {
                let message = format!("`{class}` is not a class of the task");
                return Err(DataError::BadSelection { subject: id.to_owned(), message });
            };
            candidates.push(Candidate { id: id.to_owned(), split, class });
        }
        Ok(candidates)
    }

    /// Gives each unit its place, as long as there is room; the others go. Cells may be left with too few.
    pub(crate) fn assign(&self, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
        // Later splits are smaller and served first.
        candidates.sort_by(|left, right| {
            let key = |it: &Candidate| (std::cmp::Reverse(it.split), it.class);
            (whole_of(&left.id), key(left), &left.id).cmp(&(whole_of(&right.id), key(right), &right.id))
        });
        let mut filled: BTreeMap<(Split, usize), u64> = BTreeMap::new();
        let mut last = String::new();
        candidates.retain(|candidate| {
            let whole = whole_of(&candidate.id);
            let rows = filled.entry((candidate.split, candidate.class)).or_default();
            if whole == last || *rows >= self.rows(candidate.split) {
                return false;
            }
            *rows += 1;
            whole.clone_into(&mut last);
            true
        });
        candidates
    }

    /// Decides which rows stay.
    pub(crate) fn choose(&self, candidates: Vec<Candidate>) -> Chosen {
        let assigned = self.assign(candidates);
        let mut cells: BTreeMap<(Split, usize), Vec<String>> = BTreeMap::new();
        for Candidate { id, split, class } in assigned {
            cells.entry((split, class)).or_default().push(id);
        }
        let found = |split, class| cells.get(&(split, class)).map_or(0, |ids| ids.len() as u64);
        let is_there = |&class: &usize| Split::ALL.iter().all(|&split| found(split, class) > 0);
        let classes: Vec<usize> = (0..self.classes.len()).filter(is_there).collect();
        let mut shortages = Vec::new();
        let mut kept: BTreeMap<Split, BTreeSet<String>> = BTreeMap::new();
        for split in Split::ALL {
            for (class, name) in self.classes.iter().enumerate() {
                let (wanted, found) = (self.rows(split), found(split, class));
                if found < wanted {
                    let (class, split) = (name.clone(), split.name().to_owned());
                    shortages.push(Shortage { class, split, wanted, found });
                }
            }
            // Without a second class there is nothing to tell apart.
            let rows = classes.iter().map(|&class| found(split, class)).min().filter(|_| classes.len() > 1);
            for &class in &classes {
                let ids = cells.get(&(split, class)).into_iter().flatten();
                kept.entry(split).or_default().extend(ids.take(rows.unwrap_or(0) as usize).cloned());
            }
        }
        let classes = classes.into_iter().map(|class| self.classes[class].clone()).collect();
        Chosen { kept, classes, shortages, control: self.control.clone(), labelled: BTreeMap::new() }
    }
}

impl Chosen {
    /// The rows of a split's batch that stay, with control classes in order of id, which is a random order.
    pub(crate) fn pick(&mut self, split: Split, batch: &RecordBatch) -> Result<RecordBatch> {
        let ids = text_column("selecting rows".as_ref(), batch, "id")?;
        let kept = self.kept.get(&split);
        let stays = |id: Option<&str>| kept.is_some_and(|kept| kept.contains(id.unwrap_or_default()));
        let stays: BooleanArray = ids.iter().map(|id| Some(stays(id))).collect();
        let rows = filter_record_batch(batch, &stays).map_err(DataError::arrow("selecting rows"))?;
        let Some((place, _)) = rows.schema_ref().column_with_name(&self.control) else { return Ok(rows) };
        let turns = self.labelled.entry(split).or_default();
        let start = std::mem::replace(turns, *turns + rows.num_rows());
        let control = (start..*turns).map(|turn| self.classes[turn % self.classes.len()].as_str());
        let mut columns = rows.columns().to_vec();
        columns[place] = std::sync::Arc::new(StringArray::from_iter_values(control)) as ArrayRef;
        RecordBatch::try_new(rows.schema(), columns).map_err(DataError::arrow("selecting rows"))
    }
}
