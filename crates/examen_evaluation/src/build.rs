//! Exams made of code: one pass over the corpus for each suite, one writer for each task.
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
mod query_statistics;
mod question_statistics;
mod reading;
mod rewritten;
mod splitting;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use clap::ValueEnum;
use examen_corpus::{Deduplicator, Plan, Shares, SourceOptions, Split};
use examen_data::{CardInfo, FolderLock, Provenance, Shard, Tool};
use examen_suites::source::LeftOut;
use examen_suites::suite::{Edition, File, FileRows, Row};
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
pub use query_statistics::{ExamStatistics, write_statistics};
pub use rewritten::has_suite;
pub use splitting::{FewProjects, SplitBy};

use built::finish;
use folders::{Folders, TaskThresholds};
use reading::{Met, read_files};
use rewritten::Wanted;
use splitting::{Outermost, choose_split};

use crate::context::Context;
use crate::error::refuse;

/// Thresholds rise slowly once they stand; that workers see old ones costs a little work and changes nothing.
const FILES_BETWEEN_THRESHOLDS: u64 = 16;

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
    plan: &Plan,
    options: SourceOptions,
    settings: &BuildSettings,
    context: &Context<'_>,
) -> crate::Result<Built> {
    let (of_split, split_exam) = exam.base().map_or((suite, exam), |base| (base.suite, base.exam));
    let (split_by, few_projects) = choose_split(of_split, split_exam, plan, &options, settings, context)?;
    let settings = &BuildSettings { split_by, ..settings.clone() };
    let wanted = Wanted::of(exam, settings)?;
    if wanted.is_some() && settings.shard.is_some() {
        refuse!("--shard is not for the {} suite: it is made of the examples of a whole exam", suite.name);
    }
    let base: Vec<String> = wanted.iter().flat_map(|wanted| wanted.examples.keys().cloned()).collect();
    let tasks = exam.tasks(&base);
    let _new = NewFolders::of(&settings.out, suite.name, tasks.iter().map(|task| task.folder.as_str()));
    let _lock = FolderLock::take(&settings.out.join(suite.name))?;
    let mut folders = Folders::create(suite, exam, tasks, settings)?;
    let thresholds = RwLock::new(Arc::new(folders.thresholds()));
    let nothing_wanted = Wanted::default();
    let of_base = wanted.as_ref().unwrap_or(&nothing_wanted);
    let make = |file: reading::FileText<'_>| {
        if wanted.as_ref().is_some_and(|wanted| !wanted.files.contains(&file.key.content_hash)) {
            return Err(LeftOut("no-test-example"));
        }
        let now: Arc<TaskThresholds> = Arc::clone(&thresholds.read().unwrap_or_else(PoisonError::into_inner));
        let reading::FileText { text, language, key, split } = file;
        // What is rewritten are test examples.
        let split = if wanted.is_some() { Split::Test } else { split };
        let file = File { text, language, key, split, wanted: &of_base.examples };
        if wanted.is_none() && settings.split_by == SplitBy::Function {
            return rows_by_function(exam, &file, &now, settings.seed, of_split.shares);
        }
        if wanted.is_none() && settings.split_by == SplitBy::Pair {
            // The same code may be in several splits.
            let split_of = |row: &Row| Split::of(row.id.as_str(), settings.seed, of_split.shares);
            return rows_by_unit(exam, &file, &now, split_of);
        }
        exam.rows(&file, &|task, class, rank| now.admit(task, class, split, rank))
    };
    let (mut files, mut splits) = (0, BTreeSet::new());
    read_files(plan, options, of_split.shares, settings, context, make, |met| {
        context.go_on()?;
        files += 1;
        if let Met::File(file) = &met
            && file.rows.inputs.values().any(|count| *count > 0)
        {
            let of_rows = file.rows.rows.values().flatten().filter_map(|row| row.split);
            splits.extend(of_rows);
            let is_of_rows = matches!(settings.split_by, SplitBy::Function | SplitBy::Pair);
            splits.extend((!is_of_rows).then_some(file.split));
        }
        folders.take(met)?;
        if files % FILES_BETWEEN_THRESHOLDS == 0 && folders.has_quota() {
            *thresholds.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(folders.thresholds());
        }
        Ok(())
    })?;
    let is_short_of_splits = folders.has_quota() && !splits.is_empty() && splits.len() < Split::ALL.len();
    let mut manifests = finish(folders.into_writers(settings)?, suite.why_empty).map_err(|error| {
        if wanted.is_some() {
            error.while_doing("the same --from, --seed and flags are needed that the other suite was built with")
        } else if is_short_of_splits {
            error.while_doing(short_of_splits(&splits, settings.split_by))
        } else {
            error
        }
    })?;
    let statistics = match settings.shard {
        None => derive_tasks(&settings.out, &mut manifests, context)?,
        Some(_) => Vec::new(),
    };
    Ok(Built { manifests, read: (files, "files"), folder: settings.out.join(suite.name), few_projects, statistics })
}

/// The rows of a file whose functions are in several splits: those that it would give to each, as far as their functions are in it.
fn rows_by_function(
    exam: &dyn Exam,
    file: &File<'_>,
    thresholds: &TaskThresholds,
    seed: u64,
    shares: Shares,
) -> Result<FileRows, LeftOut> {
    let functions = Outermost::new(file.text, file.language);
    if !exam.depends_on_split() {
        return rows_by_unit(exam, file, thresholds, |row| Split::of(functions.unit(row), seed, shares));
    }
    let mut all: Option<FileRows> = None;
    for split in Split::ALL {
        let file = File { split, ..*file };
        let mut made = exam.rows(&file, &|task, class, rank| thresholds.admit(task, class, split, rank))?;
        for rows in made.rows.values_mut() {
            rows.retain(|row| Split::of(functions.unit(row), seed, shares) == split);
            for row in rows {
                row.split = Some(split);
            }
        }
        match &mut all {
            None => all = Some(made),
            Some(all) => {
                for (folder, rows) in made.rows {
                    all.rows.entry(folder).or_default().extend(rows);
                }
            }
        }
    }
    Ok(all.unwrap_or_default())
}

/// The rows of a file, each in a split of its own.
fn rows_by_unit(
    exam: &dyn Exam,
    file: &File<'_>,
    thresholds: &TaskThresholds,
    split_of: impl Fn(&Row) -> Split,
) -> Result<FileRows, LeftOut> {
    let admits = |task, class, rank| Split::ALL.into_iter().any(|split| thresholds.admit(task, class, split, rank));
    let mut made = exam.rows(file, &admits)?;
    for row in made.rows.values_mut().flatten() {
        row.split = Some(split_of(row));
    }
    Ok(made)
}

/// Why tasks that need examples in every split have none.
fn short_of_splits(splits: &BTreeSet<Split>, split_by: SplitBy) -> String {
    let splits: Vec<&str> = splits.iter().map(|split| split.name()).collect();
    let splits = splits.join(" and ");
    match split_by {
        SplitBy::Auto | SplitBy::Project => {
            format!("all projects fall into {splits}: a corpus of few projects is better cut with --split-by file")
        }
        SplitBy::File => format!("all files fall into {splits}: few files are better cut with --split-by function"),
        SplitBy::Pair => format!("all examples fall into {splits}: there are too few"),
        SplitBy::Function => format!("all functions fall into {splits}: there are too few"),
        SplitBy::None => "all examples are for test: --split-by file makes training examples too".to_owned(),
    }
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
