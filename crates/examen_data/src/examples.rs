//! Examples: the columns that all tasks share, ids, and splits.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use arrow_schema::{DataType, Field};
use serde::{Deserialize, Serialize};

use examen_corpus::Split;

use crate::answer_kind::AnswerSpec;
use crate::error::{DataError, Result};
use crate::table_schema::TableSchema;

/// The version of the columns below and of the folder's layout.
pub(crate) const EXAMPLES_SCHEMA: &str = "examples/1";

/// The key under which a column's metadata says what the column means.
pub(crate) const DESCRIPTION_KEY: &str = "description";

/// The columns that every task has before its own, with their meaning.
pub const COMMON_COLUMNS: [(&str, &str); 9] = [
    ("id", "identifies the example for good: a hash of what it was made from"),
    ("suite", "family of exams"),
    ("task", "exam of the suite"),
    ("language", "programming language of the source"),
    ("project", "project that the source belongs to"),
    ("path", "file inside the project"),
    ("content_hash", "hash of that file's content"),
    ("split", "train, validation or test; a project is in one split only"),
    ("data_version", "version of the task's definition that made the row"),
];

/// The name of an example: the first 16 bytes, in hex, of blake3 over the parts that make it what it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ExampleId(String);

impl ExampleId {
    /// Hashes the parts, each behind its length, so that `["ab", "c"]` and `["a", "bc"]` are two ids.
    pub fn new<P: AsRef<[u8]>>(parts: impl IntoIterator<Item = P>) -> Self {
        Self(hash_parts(parts).to_hex()[..32].to_owned())
    }

    /// The name of a part (a block, a window) of what this id names, made for `purpose`. Parts of one whole stay together
    /// when rows are chosen: their ids have the whole's first digits in common.
    #[must_use]
    pub fn part(&self, purpose: &str, number: u32) -> Self {
        let purpose = blake3::hash(purpose.as_bytes()).to_hex();
        Self(format!("{}{}{number:08x}", whole_of(&self.0), &purpose[..4]))
    }

    /// The name of what a unit becomes for `purpose`. The rows that one unit may become have its rank in common, by which
    /// they are ordered.
    pub fn ranked(rank: Rank, purpose: &str, number: u32) -> Self {
        Self(format!("{:032x}", rank.0)).part(purpose, number)
    }

    /// The rank that [`ExampleId::ranked`] was given, as far as it shows.
    pub fn rank(&self) -> Option<Rank> {
        u128::from_str_radix(whole_of(&self.0), 16).ok().map(|number| Rank(number << 48))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The place of a unit in a random order: rows are made of the first ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank(u128);

impl Rank {
    /// A random rank among the units of a tier, from 0 to 15; those of a lower tier come before all of a higher one.
    pub fn new<P: AsRef<[u8]>>(tier: u8, parts: impl IntoIterator<Item = P>) -> Self {
        let hash = hash_parts(parts);
        let random = hash.as_bytes()[..10].iter().fold(0, |number: u128, &byte| number << 8 | u128::from(byte));
        // As many bits as the parts of a whole have in common.
        Self((u128::from(tier.min(15)) << 76 | random >> 4) << 48)
    }
}

/// What the ids of all parts of a whole have in common: 80 bits, which no two wholes share.
pub(crate) fn whole_of(id: &str) -> &str {
    id.get(..20).unwrap_or(id)
}

impl fmt::Display for ExampleId {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

fn hash_parts<P: AsRef<[u8]>>(parts: impl IntoIterator<Item = P>) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        let part = part.as_ref();
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize()
}

/// The name of a split's file in a task folder.
pub(crate) fn split_file(split: Split) -> String {
    format!("{split}.parquet")
}

/// The common columns of one example; suite, task and data version are the writer's.
#[derive(Clone, Copy, Debug)]
pub struct ExampleKey<'a> {
    /// The example's id.
    pub id: &'a ExampleId,
    /// Programming language.
    pub language: &'a str,
    /// Project of the source.
    pub project: &'a str,
    /// File inside the project.
    pub path: &'a str,
    /// Hash of the file's content.
    pub content_hash: &'a str,
    /// Split of the project.
    pub split: Split,
}

/// The name of a task and the columns that only it has.
#[derive(Clone, Debug)]
pub struct TaskSchema {
    /// The suite, such as `probes`.
    pub suite: String,
    /// The task, such as `CPX`.
    pub task: String,
    /// The task's own columns, after the common ones.
    pub columns: Vec<Field>,
    /// What the task asks for.
    pub answer: Option<AnswerSpec>,
}

impl TaskSchema {
    /// The whole table: common columns, then the task's own.
    pub fn table(&self) -> Result<TableSchema> {
        check_name(&self.suite)?;
        check_name(&self.task)?;
        let common = COMMON_COLUMNS.iter().map(|(name, meaning)| column(name, DataType::Utf8, meaning));
        let columns: Vec<Field> = common.chain(self.columns.iter().cloned()).collect();
        let mut names = BTreeSet::new();
        if let Some(twice) = columns.iter().find(|field| !names.insert(field.name())) {
            let subject = format!("{}/{}", self.suite, self.task);
            let found = "there twice".to_owned();
            return Err(crate::table_schema::wrong_column(subject.as_ref(), twice.name(), found, "one".to_owned()));
        }
        let mentioned = self.answer.iter().flat_map(|answer| answer.input.iter().chain(&answer.truth));
        if let Some(missing) = mentioned.into_iter().find(|name| !columns.iter().any(|field| field.name() == *name)) {
            let subject = format!("{}/{}", self.suite, self.task);
            let (found, wanted) = ("missing".to_owned(), "a column that the answer names".to_owned());
            return Err(crate::table_schema::wrong_column(subject.as_ref(), missing, found, wanted));
        }
        TableSchema::new(EXAMPLES_SCHEMA, columns)
    }
}

/// A column that is never null and says what it means; the meaning goes into the file and the data card.
pub fn column(name: &str, data_type: DataType, meaning: &str) -> Field {
    let metadata = HashMap::from([(DESCRIPTION_KEY.to_owned(), meaning.to_owned())]);
    Field::new(name, data_type, false).with_metadata(metadata)
}

/// Suites and tasks become folders, columns and configuration names.
fn check_name(name: &str) -> Result<()> {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "_-.".contains(character);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
        return Err(DataError::BadName { name: name.to_owned() });
    }
    Ok(())
}
