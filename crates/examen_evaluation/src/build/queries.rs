//! The queries suite: a writer for each task, and rows for it of each file.

use std::collections::BTreeMap;

use examen_corpus::{Plan, Shares, SourceOptions, Split};
use examen_data::{
    Balance, CardInfo, ExampleKey, Manifest, Provenance, SORT_BUFFER_BYTES, Selection, TaskSchema, TaskWriter,
};
use examen_suites::queries::{ChosenBy, FileRows, Task, file_rows};
use examen_suites::source::SourceKey;
use examen_syntax::Language;

use super::built::{Built, NewFolders, finish};
use super::reading::{FileRead, Met, read_files};
use super::room::check_room;
use super::{BuildSettings, QUERIES_SUITE, provenance_of};
use crate::build::query_exam_flags::QueryExam;
use crate::context::Context;

/// The version of what the suite's rows mean.
const DATA_VERSION: &str = "1";
/// Negative examples of a query that are kept however few positive ones there are.
const NEGATIVES_AT_LEAST: u64 = 16;

/// Builds the tasks of the queries suite.
pub fn build_queries(
    plan: &Plan,
    options: SourceOptions,
    settings: &BuildSettings,
    exam: &QueryExam,
    context: &Context<'_>,
) -> crate::Result<Built> {
    check_room(exam)?;
    let folders = folders(exam);
    let names = folders.iter().map(|(folder, _)| folder.as_str());
    let _new = NewFolders::of(&settings.out, QUERIES_SUITE, names);
    let mut writers = Writers::create(folders, settings, exam)?;
    read_files(
        plan,
        options,
        Shares::default(),
        settings,
        context,
        |file| file_rows(file.text, file.key, file.split, &exam.tasks, &exam.settings),
        |met| writers.take(met),
    )?;
    let manifests = writers.finish()?;
    let files = manifests.first().and_then(|manifest| manifest.counts.inputs.get("files"));
    let read = (files.copied().unwrap_or(0), "files");
    Ok(Built { manifests, read, folder: settings.out.join(QUERIES_SUITE) })
}

/// The folders of all tasks.
fn folders(exam: &QueryExam) -> Vec<(String, &'static Task)> {
    let of_task = |&task: &&'static Task| task.folders(&exam.settings.queries).into_iter().map(move |it| (it, task));
    exam.tasks.iter().flat_map(of_task).collect()
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
    ) -> crate::Result<Self> {
        // All writers together hold as much as one would.
        let buffer = (2 * SORT_BUFFER_BYTES / (3 * folders.len().max(1))).max(1 << 18);
        let mut writers = BTreeMap::new();
        for (folder, task) in folders {
            let schema = TaskSchema {
                suite: QUERIES_SUITE.to_owned(),
                task: folder.clone(),
                columns: (task.columns)(&exam.settings),
                answer: None,
            };
            let writer =
                TaskWriter::create(&settings.out, schema, provenance(task, &folder, settings, exam), settings.shard)?
                    .with_selection(selection(task, settings, exam))?
                    .with_sort_buffer(buffer);
            writers.insert(folder, writer);
        }
        Ok(Self { writers })
    }

    fn take(&mut self, met: Met<FileRows>) -> crate::Result<()> {
        match met {
            Met::File(FileRead { key, split, rows, .. }) => {
                self.count_file(Some(&key));
                self.write(&key, split, rows)
            }
            Met::LeftOut { key, reason, .. } => {
                self.count_file(key.as_ref());
                self.skip(&reason);
                Ok(())
            }
        }
    }

    fn write(&mut self, key: &SourceKey, split: Split, rows: FileRows) -> crate::Result<()> {
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

    fn finish(self) -> crate::Result<Vec<Manifest>> {
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
        settings.describe(object);
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
    flags.push(settings.flags());
    let command = format!("examen build {QUERIES_SUITE} --from PATH --out DIR{}", flags.concat());
    let card = CardInfo { title: format!("{QUERIES_SUITE}/{folder}"), ..card(task) };
    provenance_of(DATA_VERSION, configuration, command, settings.seed, card)
}

/// What the card of a task's folder says.
pub fn card(task: &Task) -> CardInfo {
    CardInfo {
        title: format!("{QUERIES_SUITE}/{}", task.name),
        about: task.description.to_owned(),
        licence: None,
        natural_languages: vec!["en".to_owned()],
        tags: vec!["code".to_owned(), "python".to_owned(), "question-answering".to_owned()],
    }
}

/// How rows of the released data set were taken over.
pub fn released_provenance(configuration: serde_json::Value, command: String, seed: u64, card: CardInfo) -> Provenance {
    provenance_of(DATA_VERSION, configuration, command, seed, card)
}
