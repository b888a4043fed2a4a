//! The task folders of one build: what files give goes to their writers, or is held while a quota may still choose it.

use std::collections::BTreeMap;
use std::sync::Arc;

use examen_corpus::Split;
use examen_data::{
    BoundedTopK, CardInfo, ExampleId, ExampleKey, Rank, SORT_BUFFER_BYTES, TaskSchema, TaskWriter, Thresholds,
};
use examen_suites::source::SourceKey;
use examen_suites::suite::{Choice, FileRows, Row, TaskPlan};
use examen_suites::{Exam, Suite};
use examen_syntax::Language;

use super::BuildSettings;
use super::reading::{FileRead, Met};

/// All folders of a build, in the order of the exam's tasks.
pub(super) struct Folders {
    list: Vec<Folder>,
    by_name: BTreeMap<String, usize>,
    /// Whether files that give nothing count as read: not where examples of another suite are rewritten.
    counts_left_out: bool,
}

struct Folder {
    language: Option<Language>,
    writer: TaskWriter,
    held: Option<BoundedTopK<Held>>,
}

/// A row that may still be chosen, and the file that it is from.
struct Held {
    row: Row,
    key: Arc<SourceKey>,
    language: Language,
}

impl Held {
    /// Tells which of two copies stands for both: the same that joining shards would choose, which goes by the row's JSON.
    fn order(&self) -> String {
        let SourceKey { project, path, content_hash } = &*self.key;
        let (function, line) = &self.row.order;
        serde_json::json!([project, path, content_hash, function, line]).to_string()
    }
}

/// The ranks that rows must be below to be chosen, for each folder that has a quota.
pub(super) struct TaskThresholds(Vec<Option<Thresholds>>);

impl TaskThresholds {
    /// Whether a row may still be chosen.
    pub(super) fn admit(&self, task: usize, class: usize, split: Split, rank: Rank) -> bool {
        match self.0.get(task) {
            Some(Some(thresholds)) => thresholds.admit(class, split, rank),
            _ => true,
        }
    }
}

impl Folders {
    pub(super) fn create(
        suite: &'static Suite,
        exam: &dyn Exam,
        tasks: Vec<TaskPlan>,
        settings: &BuildSettings,
    ) -> crate::Result<Self> {
        // All writers of a suite together hold as much as one would.
        let buffer = (2 * SORT_BUFFER_BYTES / (3 * tasks.len().max(1))).max(1 << 18);
        let counts_left_out = exam.base().is_none();
        let mut all = Self { list: Vec::new(), by_name: BTreeMap::new(), counts_left_out };
        for task in tasks {
            let TaskPlan { folder, language, columns, answer, about, tags, choice } = task;
            let card = CardInfo {
                title: format!("{}/{folder}", suite.name),
                about,
                licence: None,
                natural_languages: vec!["en".to_owned()],
                tags,
            };
            let made = settings.provenance(suite, exam, card);
            let schema =
                TaskSchema { suite: suite.name.to_owned(), task: folder.clone(), columns, answer: Some(answer) };
            let writer = TaskWriter::create(&settings.out, schema, made, settings.shard)?.with_sort_buffer(buffer);
            let (writer, held) = match choice {
                Choice::All => (writer, None),
                Choice::Selection(selection) => (writer.with_selection(selection)?, None),
                Choice::Quota { quota, is_of_one_class } => {
                    (writer.with_quota(quota.clone())?, Some(BoundedTopK::new(quota, is_of_one_class)))
                }
            };
            all.by_name.insert(folder, all.list.len());
            all.list.push(Folder { language, writer, held });
        }
        Ok(all)
    }

    /// Whether a quota chooses among the rows of some folder.
    pub(super) fn has_quota(&self) -> bool {
        self.list.iter().any(|folder| folder.held.is_some())
    }

    pub(super) fn thresholds(&self) -> TaskThresholds {
        TaskThresholds(
            self.list.iter().map(|folder| folder.held.as_ref().map(|held| held.thresholds().clone())).collect(),
        )
    }

    /// Takes what a file gave.
    pub(super) fn take(&mut self, met: Met<FileRows>) -> crate::Result<()> {
        match met {
            Met::File(FileRead { key, language, split, rows }) => {
                for folder in self.of_language(Some(language)) {
                    folder.count_file(Some(&key));
                    rows.inputs.iter().for_each(|(kind, &count)| folder.writer.count_in(kind, count));
                    rows.skipped.iter().for_each(|(reason, &count)| folder.writer.skip(reason, count));
                }
                for ((name, reason), count) in &rows.skipped_of_task {
                    if let Some(&at) = self.by_name.get(name) {
                        self.list[at].writer.skip(reason, *count);
                    }
                }
                for (name, rows) in rows.rows {
                    let Some(&at) = self.by_name.get(&name) else { continue };
                    for row in rows {
                        let split = row.split.unwrap_or(split);
                        self.list[at].add(row, &key, language, split)?;
                    }
                }
            }
            Met::LeftOut { key, language, reason } => {
                let counts_left_out = self.counts_left_out;
                for folder in self.of_language(language) {
                    folder.writer.skip(&reason, 1);
                    if counts_left_out {
                        folder.count_file(key.as_deref());
                    }
                }
            }
        }
        Ok(())
    }

    /// The folders whose examples are of a language; all, if it is not known.
    fn of_language(&mut self, language: Option<Language>) -> impl Iterator<Item = &mut Folder> {
        let is_meant = move |folder: &&mut Folder| match (folder.language, language) {
            (Some(its), Some(language)) => its == language,
            _ => true,
        };
        self.list.iter_mut().filter(is_meant)
    }

    /// The writers, with all rows.
    pub(super) fn into_writers(self, settings: &BuildSettings) -> crate::Result<Vec<TaskWriter>> {
        let mut writers = Vec::new();
        for Folder { mut writer, held, .. } in self.list {
            for (id, split, Held { row, key, language }) in
                held.into_iter().flat_map(|held| held.into_rows(settings.shard.is_some()))
            {
                push(&mut writer, &id, &row, &key, language, split)?;
            }
            writers.push(writer);
        }
        Ok(writers)
    }
}

impl Folder {
    fn count_file(&mut self, key: Option<&SourceKey>) {
        self.writer.count_in("files", 1);
        if let Some(SourceKey { project, path, content_hash }) = key {
            self.writer.add_input([project, path, content_hash]);
        }
    }

    fn add(&mut self, row: Row, key: &Arc<SourceKey>, language: Language, split: Split) -> crate::Result<()> {
        let (class, id) = (row.class, row.id.clone());
        if let Some(held) = &mut self.held {
            held.insert(class, split, id, Held { row, key: Arc::clone(key), language }, Held::order);
            return Ok(());
        }
        push(&mut self.writer, &id, &row, key, language, split)
    }
}

fn push(
    writer: &mut TaskWriter,
    id: &ExampleId,
    row: &Row,
    key: &SourceKey,
    language: Language,
    split: Split,
) -> crate::Result<()> {
    let SourceKey { project, path, content_hash } = key;
    let content_hash = row.content_hash.as_ref().unwrap_or(content_hash);
    let key = ExampleKey { id, language: language.name(), project, path, content_hash, split };
    Ok(writer.push(&key, &row.content)?)
}
