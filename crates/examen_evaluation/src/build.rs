//! Exams made of code: one pass over the corpus for all suites that are built at once, one writer for each task.
//!
//! The builder knows suites by [`examen_suites::Suite`] and [`examen_suites::Exam`] alone: which folders there are, what a file gives to
//! them, and which rows are kept.

mod bases;
mod built;
mod caption_rounds;
mod derived;
mod folders;
mod merged;
mod native;
mod native_probes;
mod native_queries_in;
mod native_queries_out;
mod native_questions;
mod pass;
mod query_statistics;
mod question_statistics;
mod reading;
mod rewritten;
mod splitting;
mod units;

use std::path::PathBuf;

use clap::ValueEnum;
use examen_corpus::{Deduplicator, Plan, SourceOptions};
use examen_data::{CardInfo, Provenance, Shard, Tool};
use examen_suites::suite::Edition;
use examen_suites::{Exam, Suite};
use serde_json::{Value, json};

pub use bases::{CodeOf, build_with_bases, options_of};
pub use built::{Built, NewFolders};
pub use derived::derive_tasks;
pub use merged::{MergeSettings, merge_shards};
pub use native::{build_native, check_native, write_native_files};
pub use native_probes::{build_from_inspect, write_inspect};
pub use native_queries_out::{native_vocabulary, write_native};
pub use native_questions::{build_from_codeqa, write_codeqa};
pub use pass::Pass;
pub use query_statistics::{ExamStatistics, write_statistics};
pub use rewritten::has_suite;
pub use splitting::{FewProjects, SplitBy};

use crate::context::Context;
use crate::error::refuse;

/// Where exams are written, and what all suites are told.
#[derive(Clone, Debug)]
pub struct BuildSettings {
    /// The folder for the exams.
    pub out: PathBuf,
    /// Decides the splits and every other choice.
    pub seed: u64,
    /// The tasks that were named.
    pub tasks: Vec<String>,
    /// The edition that was asked for.
    pub edition: Option<Edition>,
    /// At most so many examples of each class in each split.
    pub limit: Option<u64>,
    /// The part that is built; all without one.
    pub shard: Option<Shard>,
    /// The similarity from which on two files are near duplicates.
    pub near_duplicates: f64,
    /// The unit that is in one split as a whole.
    pub split_by: SplitBy,
}

/// Builds the tasks of one suite.
pub fn build(
    suite: &'static Suite,
    exam: &dyn Exam,
    code: (Plan, SourceOptions),
    settings: &BuildSettings,
    context: &Context<'_>,
) -> crate::Result<Built> {
    let mut pass = Pass::default();
    pass.add(suite, exam, code, settings, context)?;
    pass.read(context)?;
    pass.finish_next(context).unwrap_or_else(|| refuse!("the suite {} was not built", suite.name))
}

impl BuildSettings {
    /// Settings with defaults for all but the folder and the seed.
    pub const fn new(out: PathBuf, seed: u64) -> Self {
        Self {
            out,
            seed,
            tasks: Vec::new(),
            edition: None,
            limit: None,
            shard: None,
            near_duplicates: Deduplicator::THRESHOLD,
            split_by: SplitBy::Auto,
        }
    }

    /// How a task of an exam is made.
    fn provenance(&self, suite: &Suite, exam: &dyn Exam, card: CardInfo) -> Provenance {
        let mut configuration = exam.configuration();
        configuration.insert("limit".to_owned(), json!(self.limit));
        configuration.insert("near_duplicates".to_owned(), json!(self.near_duplicates));
        if self.has_small_units() {
            configuration.insert("split_by".to_owned(), json!(self.split_by));
        }
        let flags = [self.choice_flags(suite), exam.flags(), self.common_flags()].concat();
        let command = format!("examen build {} --from PATH --out DIR{flags}", suite.name);
        provenance(suite.data_version, Value::Object(configuration), command, self.seed, card)
    }

    /// The flags that choose tasks and edition.
    fn choice_flags(&self, suite: &Suite) -> String {
        let mut flags = String::new();
        if !self.tasks.is_empty() && !(suite.tasks)().is_empty() {
            flags.extend([" --task ", &self.tasks.join(",")]);
        }
        let edition = self.edition.filter(|edition| suite.editions.iter().skip(1).any(|other| other == edition));
        if let Some(value) = edition.and_then(|edition| edition.to_possible_value()) {
            flags.extend([" --edition ", value.get_name()]);
        }
        flags
    }

    /// The flags of all suites that differ from their defaults.
    fn common_flags(&self) -> String {
        let mut flags = Vec::new();
        flags.extend((self.seed != 0).then(|| format!(" --seed {}", self.seed)));
        flags.extend(self.limit.map(|limit| format!(" --limit {limit}")));
        if self.near_duplicates.to_bits() != Deduplicator::THRESHOLD.to_bits() {
            flags.push(format!(" --near-duplicates {}", self.near_duplicates));
        }
        flags.extend(self.has_small_units().then(|| format!(" --split-by {}", self.split_by.name())));
        flags.concat()
    }

    /// Whether something smaller than a project is in one split as a whole.
    fn has_small_units(&self) -> bool {
        !matches!(self.split_by, SplitBy::Auto | SplitBy::Project)
    }
}

/// Reads a file that a setting of a suite names.
pub fn read_named(name: &str) -> std::io::Result<Vec<u8>> {
    examen_corpus::read_plain_file(std::path::Path::new(name))
}

/// How something was made by this program.
fn provenance(data_version: &str, configuration: Value, command: String, seed: u64, card: CardInfo) -> Provenance {
    Provenance { tool: tool(), data_version: data_version.to_owned(), seed, configuration, command, card }
}

/// This program.
fn tool() -> Tool {
    Tool { name: "examen".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
}
