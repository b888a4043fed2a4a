//! Building exams: one pass over the corpus for each suite, one writer for each task.

mod built;
mod names;
mod probes;
mod queries;
mod reading;
mod robustness;
mod room;

use std::path::PathBuf;

use clap::ValueEnum;
use examen_data::{CardInfo, Provenance, Shard, Tool};
use serde_json::{Map, Value, json};

pub(crate) use built::{Built, NewFolders, finish};
pub(crate) use names::build_names;
pub(crate) use probes::{PROBE_SHARES, build_probes, probe_provenance};
pub(crate) use queries::{build_queries, card, released_provenance};
pub(crate) use robustness::{Resat, build_robustness, has_suite};

use crate::commands::build::NEAR_DUPLICATES;

/// The name and folder of the names suite.
pub(crate) const NAMES_SUITE: &str = "names";
/// The name and folder of the robustness suite.
pub(crate) const ROBUSTNESS_SUITE: &str = "robustness";
/// The name and folder of the queries suite.
pub(crate) const QUERIES_SUITE: &str = "queries";
/// The name and folder of the probes suite.
pub(crate) const PROBES_SUITE: &str = "probes";

/// Where and how much.
pub(crate) struct BuildSettings {
    pub(crate) out: PathBuf,
    pub(crate) seed: u64,
    pub(crate) limit: Option<u64>,
    pub(crate) shard: Option<Shard>,
    pub(crate) is_native: bool,
    pub(crate) near_duplicates: f64,
    pub(crate) split_by: SplitBy,
}

/// What is in one split as a whole.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SplitBy {
    /// All files of a project.
    #[default]
    Project,
    /// A file; for a corpus of few projects.
    File,
}

impl BuildSettings {
    /// Those of the main job.
    pub(crate) const fn of_run(out: PathBuf, seed: u64, split_by: SplitBy) -> Self {
        Self { out, seed, limit: None, shard: None, is_native: false, near_duplicates: NEAR_DUPLICATES, split_by }
    }

    /// The settings that all suites have, for the manifest.
    fn describe(&self, configuration: &mut Map<String, Value>) {
        configuration.insert("limit".to_owned(), json!(self.limit));
        configuration.insert("near_duplicates".to_owned(), json!(self.near_duplicates));
        if self.split_by == SplitBy::File {
            configuration.insert("split_by".to_owned(), json!("file"));
        }
    }

    /// The flags that differ from their defaults.
    fn flags(&self) -> String {
        let mut flags = Vec::new();
        flags.extend((self.seed != 0).then(|| format!(" --seed {}", self.seed)));
        flags.extend(self.limit.map(|limit| format!(" --limit {limit}")));
        if self.near_duplicates.to_bits() != NEAR_DUPLICATES.to_bits() {
            flags.push(format!(" --near-duplicates {}", self.near_duplicates));
        }
        flags.extend((self.split_by == SplitBy::File).then(|| " --split-by file".to_owned()));
        flags.concat()
    }
}

/// How something was made by this program.
pub(crate) fn provenance_of(
    data_version: &str,
    configuration: Value,
    command: String,
    seed: u64,
    card: CardInfo,
) -> Provenance {
    let tool = Tool { name: env!("CARGO_PKG_NAME").to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() };
    Provenance { tool, data_version: data_version.to_owned(), seed, configuration, command, card }
}
