//! Building exams: one pass over the corpus for each suite, one writer for each task.

pub mod built;
pub mod exam_flags;
pub mod names;
pub mod native_probes;
pub mod native_queries_in;
pub mod native_queries_out;
pub mod probe_exam_flags;
pub mod probes;
pub mod queries;
pub mod query_exam_flags;
pub mod query_statistics;
pub mod reading;
pub mod robustness;
pub mod robustness_exam_flags;
pub mod room;
pub mod transform_flags;

use std::path::PathBuf;

use clap::ValueEnum;
use examen_data::{CardInfo, Provenance, Shard, Tool};
use serde_json::{Map, Value, json};

pub use built::{Built, NewFolders, finish};
pub use names::build_names;
pub use probes::{PROBE_SHARES, build_probes, probe_provenance};
pub use queries::{build_queries, card, released_provenance};
pub use robustness::{Resat, build_robustness, has_suite};

/// The similarity is estimated, within some 0.04: from here on, so that no two files that share 0.8 are left.
pub const NEAR_DUPLICATES: f64 = 0.7;

/// The name and folder of the names suite.
pub const NAMES_SUITE: &str = "names";
/// The name and folder of the robustness suite.
pub const ROBUSTNESS_SUITE: &str = "robustness";
/// The name and folder of the queries suite.
pub const QUERIES_SUITE: &str = "queries";
/// The name and folder of the probes suite.
pub const PROBES_SUITE: &str = "probes";

/// Where and how much.
pub struct BuildSettings {
    pub out: PathBuf,
    pub seed: u64,
    pub limit: Option<u64>,
    pub shard: Option<Shard>,
    pub is_native: bool,
    pub near_duplicates: f64,
    pub split_by: SplitBy,
}

/// What is in one split as a whole.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum SplitBy {
    /// All files of a project.
    #[default]
    Project,
    /// A file; for a corpus of few projects.
    File,
}

impl BuildSettings {
    /// Those of the main job.
    pub const fn of_run(out: PathBuf, seed: u64, split_by: SplitBy) -> Self {
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
pub fn provenance_of(
    data_version: &str,
    configuration: Value,
    command: String,
    seed: u64,
    card: CardInfo,
) -> Provenance {
    let tool = Tool { name: env!("CARGO_PKG_NAME").to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() };
    Provenance { tool, data_version: data_version.to_owned(), seed, configuration, command, card }
}
