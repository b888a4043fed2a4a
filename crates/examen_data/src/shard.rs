//! One of n equal parts of a job.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::DataError;

/// Part `index` of `count`, counted from 1 and written `2/7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Fields")]
pub struct Shard {
    index: u32,
    count: u32,
}

/// What stands in a file, before the check.
#[derive(Deserialize, JsonSchema)]
struct Fields {
    /// Which part, from 1.
    index: u32,
    /// How many parts there are.
    count: u32,
}

impl Shard {
    /// Part `index` of `count`, with 1 <= index <= count.
    pub fn new(index: u32, count: u32) -> Result<Self, DataError> {
        if index == 0 || index > count {
            return Err(DataError::BadShard { text: format!("{index}/{count}") });
        }
        Ok(Self { index, count })
    }

    /// Which part, from 1.
    pub fn index(self) -> u32 {
        self.index
    }

    /// How many parts there are.
    pub fn count(self) -> u32 {
        self.count
    }

    /// Whether the unit of work with this key (a project, a file) belongs to this part.
    ///
    /// The key is hashed, so that the parts are about equal whatever the names and their order.
    pub fn owns(self, key: impl AsRef<[u8]>) -> bool {
        let hash = blake3::hash(key.as_ref());
        let number = hash.as_bytes()[..8].iter().fold(0, |number: u64, &byte| number << 8 | u64::from(byte));
        number % u64::from(self.count) == u64::from(self.index - 1)
    }
}

impl TryFrom<Fields> for Shard {
    type Error = DataError;

    fn try_from(fields: Fields) -> Result<Self, DataError> {
        Self::new(fields.index, fields.count)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = DataError;

    fn from_str(text: &str) -> Result<Self, DataError> {
        let fault = || DataError::BadShard { text: text.to_owned() };
        let (index, count) = text.split_once('/').ok_or_else(fault)?;
        let parse = |number: &str| number.trim().parse().map_err(|_| fault());
        Self::new(parse(index)?, parse(count)?).map_err(|_| fault())
    }
}
