//! Building exams: one pass over the corpus, one writer for each task.

mod built;
mod room;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

use examen_corpus::{
    Deduplicator, Fingerprint, Item, Plan, Shares, SourceFile, SourceOptions, Split, Verdict, try_process,
};
use examen_data::{
    Balance, CardInfo, ExampleKey, Manifest, Provenance, SORT_BUFFER_BYTES, Selection, Shard, TaskSchema, TaskWriter,
    Tool,
};
use examen_suites::queries::example::SourceKey;
use examen_suites::queries::question::LeftOut;
use examen_suites::queries::{ChosenBy, FileRows, Task, file_rows};
use examen_syntax::{Language, SourceText};
use serde_json::json;

pub(crate) use built::{Built, NewFolders, finish};

use crate::commands::build::NEAR_DUPLICATES;
use crate::query_exam_flags::QueryExam;
use crate::statistics::grouped;
use crate::{Context, progress};

/// The version of what the suite's rows mean.
const DATA_VERSION: &str = "1";
pub(crate) const SUITE: &str = "queries";
/// Negative examples of a query that are kept however few positive ones there are.
const NEGATIVES_AT_LEAST: u64 = 16;

/// Where and how much.
pub(crate) struct BuildSettings {
    pub(crate) out: PathBuf,
    pub(crate) seed: u64,
    pub(crate) limit: Option<u64>,
    pub(crate) shard: Option<Shard>,
    pub(crate) is_native: bool,
    pub(crate) near_duplicates: f64,
}

/// Builds the tasks of the queries suite.
pub(crate) fn build_queries(
    plan: &Plan,
    mut options: SourceOptions,
    settings: &BuildSettings,
    exam: &QueryExam,
    context: &Context,
) -> anyhow::Result<Built> {
    room::check_room(exam)?;
    options.progress = progress::hook(context.is_quiet);
    let folders = folders(exam);
    let _new = NewFolders::of(&settings.out, folders.iter().map(|(folder, _)| folder.as_str()));
    let mut writers = Writers::create(folders, settings, exam)?;
    let deduplicator = RwLock::new(Deduplicator::new(settings.near_duplicates)?);
    try_process(
        plan,
        &options,
        context.threads,
        |file| Worked::new(file, &deduplicator, settings, exam),
        |item| writers.take(item, &deduplicator, settings),
    )?;
    let manifests = writers.finish()?;
    let files = manifests.first().and_then(|manifest| manifest.counts.inputs.get("files"));
    let read = format!("{} files", grouped(files.copied().unwrap_or(0)));
    Ok(Built { manifests, read, out: settings.out.clone() })
}

/// The folders of all tasks.
fn folders(exam: &QueryExam) -> Vec<(String, &'static Task)> {
    let of_task = |&task: &&'static Task| task.folders(&exam.settings.queries).into_iter().map(move |it| (it, task));
    exam.tasks.iter().flat_map(of_task).collect()
}

/// What a worker makes of a file.
struct Worked {
    key: SourceKey,
    split: Split,
    fingerprint: Fingerprint,
    /// Nothing for a file of another shard: it is read for its copies only.
    outcome: Option<Result<FileRows, LeftOut>>,
}

impl Worked {
    fn new(file: SourceFile, deduplicator: &RwLock<Deduplicator>, settings: &BuildSettings, exam: &QueryExam) -> Self {
        let SourceFile { project, path, bytes, .. } = file;
        let fingerprint = Fingerprint::of(&bytes);
        let is_owned = settings.shard.is_none_or(|shard| shard.owns(&project));
        let split = Split::of(&project, settings.seed, Shares::default());
        let key = SourceKey { project, path, content_hash: fingerprint.content_hash_hex() };
        let outcome = is_owned.then(|| {
            // The verdict falls when it is this file's turn; it will be no other.
            if deduplicator.read().unwrap_or_else(PoisonError::into_inner).knows(&fingerprint) {
                return Err(LeftOut("duplicate"));
            }
            let text = SourceText::decode(bytes, Language::Python).text;
            file_rows(&text, &key, split, &exam.tasks, &exam.settings)
        });
        Self { key, split, fingerprint, outcome }
    }
}

/// The writers of all folders.
struct Writers {
    writers: BTreeMap<String, TaskWriter>,
}

impl Writers {
    fn create(
        folders: Vec<(String, &'static Task)>,
        settings: &BuildSettings,
        exam: &QueryExam,
    ) -> anyhow::Result<Self> {
        // All writers together hold as much as one would.
        let buffer = (2 * SORT_BUFFER_BYTES / (3 * folders.len().max(1))).max(1 << 18);
        let mut writers = BTreeMap::new();
        for (folder, task) in folders {
            let schema =
                TaskSchema { suite: SUITE.to_owned(), task: folder.clone(), columns: (task.columns)(&exam.settings) };
            let writer =
                TaskWriter::create(&settings.out, schema, provenance(task, &folder, settings, exam), settings.shard)?
                    .with_selection(selection(task, settings, exam))?
                    .with_sort_buffer(buffer);
            writers.insert(folder, writer);
        }
        Ok(Self { writers })
    }

    fn take(
        &mut self,
        item: Item<Worked>,
        deduplicator: &RwLock<Deduplicator>,
        settings: &BuildSettings,
    ) -> anyhow::Result<()> {
        let Worked { key, split, fingerprint, outcome } = match item {
            Item::File(worked) => worked,
            Item::Skipped(skipped) => {
                if settings.shard.is_none_or(|shard| shard.owns(&skipped.project)) {
                    self.count_file(None);
                    self.skip(&skipped.reason.to_string());
                }
                return Ok(());
            }
        };
        let verdict = deduplicator.write().unwrap_or_else(PoisonError::into_inner).admit(&fingerprint);
        let Some(outcome) = outcome else { return Ok(()) };
        self.count_file(Some(&key));
        match (verdict, outcome) {
            (Verdict::Exact { .. }, _) => self.skip("exact-duplicate"),
            (Verdict::Near { .. }, _) => self.skip("near-duplicate"),
            (Verdict::Unique, Err(reason)) => self.skip(reason.0),
            (Verdict::Unique, Ok(rows)) => self.write(&key, split, rows)?,
        }
        Ok(())
    }

    fn write(&mut self, key: &SourceKey, split: Split, rows: FileRows) -> anyhow::Result<()> {
        for writer in self.writers.values_mut() {
            rows.skipped.iter().for_each(|(reason, &count)| writer.skip(reason, count));
        }
        for (folder, rows) in rows.by_folder {
            let Some(writer) = self.writers.get_mut(&folder) else { continue };
            rows.skipped.iter().for_each(|(reason, &count)| writer.skip(reason, count));
            for (id, row) in rows.rows {
                let SourceKey { project, path, content_hash } = key;
                let language = Language::Python.name();
                writer.push(&ExampleKey { id: &id, language, project, path, content_hash, split }, &row)?;
            }
        }
        Ok(())
    }

    fn count_file(&mut self, key: Option<&SourceKey>) {
        for writer in self.writers.values_mut() {
            writer.count_in("files", 1);
            if let Some(SourceKey { project, path, content_hash }) = key {
                writer.add_input([project, path, content_hash]);
            }
        }
    }

    fn skip(&mut self, reason: &str) {
        self.writers.values_mut().for_each(|writer| writer.skip(reason, 1));
    }

    fn finish(self) -> anyhow::Result<Vec<Manifest>> {
        let why = ["there is no Python file", "no query has an answer in the files, or anything that looks like one"];
        finish(self.writers.into_values().collect(), why)
    }
}

fn selection(task: &Task, settings: &BuildSettings, exam: &QueryExam) -> Selection {
    let (at_most, ratio) = match task.chosen_by {
        ChosenBy::Row | ChosenBy::File => (settings.limit, Some(exam.negatives)),
        ChosenBy::Budget(budget) => (Some(settings.limit.map_or(budget / 2, |limit| limit.min(budget / 2))), None),
    };
    let balance = ratio.map(|ratio| Balance {
        class: "negative".to_owned(),
        against: "positive".to_owned(),
        ratio,
        at_least: NEGATIVES_AT_LEAST,
    });
    Selection { group: "query".to_owned(), class: "example_type".to_owned(), at_most, balance }
}

fn provenance(task: &Task, folder: &str, settings: &BuildSettings, exam: &QueryExam) -> Provenance {
    let mut configuration = exam.configuration.clone();
    if let Some(object) = configuration.as_object_mut() {
        object.insert("limit".to_owned(), json!(settings.limit));
        object.insert("near_duplicates".to_owned(), json!(settings.near_duplicates));
    }
    let mut flags = vec![exam.flags.clone()];
    // What --native means for the rows is told by these two; without it they are the same.
    if settings.is_native && !exam.flags.contains(" --task ") {
        let tasks: Vec<&str> = exam.tasks.iter().map(|task| task.name).collect();
        flags.push(format!(" --task {}", tasks.join(",")));
    }
    if settings.is_native && !exam.flags.contains(" --tokenizer ") {
        flags.push(" --tokenizer cubert".to_owned());
    }
    flags.extend((settings.seed != 0).then(|| format!(" --seed {}", settings.seed)));
    flags.extend(settings.limit.map(|limit| format!(" --limit {limit}")));
    if settings.near_duplicates.to_bits() != NEAR_DUPLICATES.to_bits() {
        flags.push(format!(" --near-duplicates {}", settings.near_duplicates));
    }
    let command = format!("examen build {SUITE} --from PATH --out DIR{}", flags.concat());
    let card = CardInfo { title: format!("{SUITE}/{folder}"), ..card(task) };
    provenance_of(configuration, command, settings.seed, card)
}

/// How something was made by this version of the suite.
pub(crate) fn provenance_of(
    configuration: serde_json::Value,
    command: String,
    seed: u64,
    card: CardInfo,
) -> Provenance {
    let tool = Tool { name: env!("CARGO_PKG_NAME").to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() };
    Provenance { tool, data_version: DATA_VERSION.to_owned(), seed, configuration, command, card }
}

/// What the card of a task's folder says.
pub(crate) fn card(task: &Task) -> CardInfo {
    CardInfo {
        title: format!("{SUITE}/{}", task.name),
        about: task.description.to_owned(),
        licence: None,
        natural_languages: vec!["en".to_owned()],
        tags: vec!["code".to_owned(), "python".to_owned(), "question-answering".to_owned()],
    }
}
