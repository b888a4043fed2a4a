//! Which rows of a task are kept, decided when all of them are known.
//!
//! Ids are hashes, so that the rows with the smallest ids of a class are a random sample of it; and because the smallest
//! of all are among the smallest of each part, parts of a build can be sampled before they are joined.

use std::collections::{BTreeMap, HashSet};

use arrow_array::{BooleanArray, RecordBatch, StringArray};
use arrow_schema::Schema;
use arrow_select::filter::filter_record_batch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{DataError, Result};
use crate::examples::whole_of;
use crate::table_schema::{check_text, text_column};

/// The reason under which rows are counted that a [`Selection`] leaves out.
pub(crate) const NOT_SELECTED_REASON: &str = "not-selected";

/// A rule that keeps some rows of each class and leaves out the rest.
///
/// Rows whose ids are those of parts of one whole ([`ExampleId::part`](crate::ExampleId::part)) count as one, and stay or
/// go together.
///
/// It is followed in every split by itself, on the rows that are left when of each id there is one. A shard follows
/// `at_most` only: how many rows the other class has is known when the shards are joined. For shards to give what an
/// unsharded build gives, rows with one id, and parts of one whole, must be in one shard and of one class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Selection {
    /// The text column whose values are chosen from separately, such as `query`.
    pub group: String,
    /// The text column that tells classes apart, such as `example_type`.
    pub class: String,
    /// How many rows of each group and class stay in each split: those with the smallest ids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u64>,
    /// A class that must not outnumber another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<Balance>,
    /// Whether an id stays in one split only, the first that it is in. By itself a project is in one split, but what it shares with
    /// another project is not. Takes 16 bytes of memory for each row that stays.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_in_one_split: bool,
}

/// A class of which only as many rows stay as those of another class allow, in the same split and group.
///
/// The limit is `ratio` times the rows of the other class that `at_most` leaves, rounded up, or `at_least` if that is
/// more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Balance {
    /// The class that is cut, such as `negative`.
    pub class: String,
    /// The class that it is measured against, such as `positive`.
    pub against: String,
    /// Rows of the class for each row of the other.
    pub ratio: f64,
    /// Rows of the class that stay in any case.
    pub at_least: u64,
}

impl Selection {
    /// Fails unless the rule makes sense for these columns; `subject` names the task.
    pub(crate) fn check(&self, subject: &str, columns: &Schema) -> Result<()> {
        for name in [&self.group, &self.class] {
            check_text(subject, columns, name)?;
        }
        match &self.balance {
            Some(Balance { ratio, .. }) if !ratio.is_finite() || *ratio < 0.0 => {
                let message = format!("the ratio of a balance is {ratio}, wanted a number from 0 up");
                Err(DataError::BadSelection { subject: subject.to_owned(), message })
            }
            Some(Balance { class, against, .. }) if class == against => {
                let message = format!("`{class}` cannot be balanced against itself");
                Err(DataError::BadSelection { subject: subject.to_owned(), message })
            }
            _ => Ok(()),
        }
    }

    /// Group, class and id of each row.
    fn columns<'b>(&self, batch: &'b RecordBatch) -> Result<[&'b StringArray; 3]> {
        let column = |name| text_column("selecting rows".as_ref(), batch, name);
        Ok([column(&self.group)?, column(&self.class)?, column("id")?])
    }
}

/// The part of a rule that is followed now.
#[derive(Clone, Copy)]
pub(crate) enum Extent {
    /// All of it: a whole build, or shards that are joined.
    All,
    /// What can be decided without the other shards.
    Shard,
    /// Nothing: folders that were selected from already.
    Nothing,
}

/// Follows a selection through one split, whose rows come in order of id. Memory is a number for each group and class.
pub(crate) struct Selector<'a> {
    rule: Option<&'a Selection>,
    balance: Option<&'a Balance>,
    // Wholes of the class that others are balanced against, by group.
    against: BTreeMap<String, Wholes>,
    // Wholes met, by group and then class.
    met: BTreeMap<String, BTreeMap<String, Wholes>>,
    left_out: u64,
}

/// Leaves out rows whose id an earlier split has.
#[derive(Default)]
pub(crate) struct OneSplit {
    // The first 16 bytes of what the ids of earlier splits, and of this one, say.
    ids: HashSet<u128>,
    left_out: u64,
}

impl OneSplit {
    /// The rows whose ids no earlier split has.
    pub(crate) fn pick(&mut self, batch: &RecordBatch) -> Result<RecordBatch> {
        let ids = text_column("selecting rows".as_ref(), batch, "id")?;
        let is_new = |id: Option<&str>| Some(self.ids.insert(id.and_then(|id| u128::from_str_radix(id, 16).ok())?));
        let mask: BooleanArray = ids.iter().map(is_new).map(|is_new| Some(is_new.unwrap_or(true))).collect();
        self.left_out += mask.false_count() as u64;
        filter_record_batch(batch, &mask).map_err(DataError::arrow("selecting rows"))
    }

    /// Rows left out so far.
    pub(crate) fn left_out(&self) -> u64 {
        self.left_out
    }
}

/// Counts wholes, whose rows follow each other.
#[derive(Default)]
struct Wholes {
    count: u64,
    last: String,
}

impl Wholes {
    fn meet(&mut self, id: &str) {
        let whole = whole_of(id);
        if self.last != whole {
            whole.clone_into(&mut self.last);
            self.count += 1;
        }
    }
}

impl<'a> Selector<'a> {
    pub(crate) fn new(rule: Option<&'a Selection>, extent: Extent) -> Self {
        let rule = rule.filter(|_| !matches!(extent, Extent::Nothing));
        let balance = rule.filter(|_| matches!(extent, Extent::All)).and_then(|rule| rule.balance.as_ref());
        Self { rule, balance, against: BTreeMap::new(), met: BTreeMap::new(), left_out: 0 }
    }

    /// Whether all rows must pass [`Selector::count`] before the first can be picked.
    pub(crate) fn counts_first(&self) -> bool {
        self.balance.is_some()
    }

    /// Rows left out so far.
    pub(crate) fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The columns that counting looks at.
    pub(crate) fn columns(&self) -> Vec<&'a str> {
        self.rule.map_or_else(Vec::new, |rule| vec![rule.group.as_str(), &rule.class])
    }

    /// Takes note of how many rows there are to balance against.
    pub(crate) fn count(&mut self, batch: &RecordBatch) -> Result<()> {
        let (Some(rule), Some(balance)) = (self.rule, self.balance) else { return Ok(()) };
        let [groups, classes, ids] = rule.columns(batch)?;
        for ((group, class), id) in groups.iter().zip(classes).zip(ids) {
            if class == Some(&balance.against) {
                slot(&mut self.against, group.unwrap_or_default()).meet(id.unwrap_or_default());
            }
        }
        Ok(())
    }

    /// The rows of a batch that stay.
    pub(crate) fn pick(&mut self, batch: &RecordBatch) -> Result<RecordBatch> {
        let Some(rule) = self.rule else { return Ok(batch.clone()) };
        let [groups, classes, ids] = rule.columns(batch)?;
        let mut stays = Vec::with_capacity(batch.num_rows());
        for ((group, class), id) in groups.iter().zip(classes).zip(ids) {
            let (group, class) = (group.unwrap_or_default(), class.unwrap_or_default());
            let limit = self.limit(rule, group, class);
            let met = slot(slot(&mut self.met, group), class);
            met.meet(id.unwrap_or_default());
            stays.push(met.count <= limit);
        }
        self.left_out += stays.iter().filter(|stays| !**stays).count() as u64;
        filter_record_batch(batch, &BooleanArray::from(stays)).map_err(DataError::arrow("selecting rows"))
    }

    fn limit(&self, rule: &Selection, group: &str, class: &str) -> u64 {
        let at_most = rule.at_most.unwrap_or(u64::MAX);
        match self.balance {
            Some(balance) if balance.class == class => {
                let others = self.against.get(group).map_or(0, |wholes| wholes.count).min(at_most);
                at_most.min(balance.limit(others))
            }
            _ => at_most,
        }
    }
}

impl Balance {
    /// The most rows of the class beside so many of the other.
    fn limit(&self, others: u64) -> u64 {
        #[expect(clippy::cast_sign_loss, reason = "the ratio is checked: it is not below zero")]
        let by_ratio = (self.ratio * others as f64).ceil() as u64;
        by_ratio.max(self.at_least)
    }
}

fn slot<'m, V: Default>(map: &'m mut BTreeMap<String, V>, key: &str) -> &'m mut V {
    map.entry(key.to_owned()).or_default()
}
