//! The robustness suite: the test examples of another suite, which is there already, and their rewrites.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use crate::error::refuse;
use examen_corpus::{Plan, Shares, SourceOptions, Split};
use examen_data::{
    CardInfo, ExampleKey, Provenance, SORT_BUFFER_BYTES, TaskFolder, TaskSchema, TaskWriter, find_task_folders,
};
use examen_suites::robustness::{Exam, File, FilePairs, PairRow, WantedIds, pair_columns, pairs};
use examen_suites::source::{LeftOut, SourceKey};
use serde::Deserialize;

use super::built::{Built, NewFolders, finish};
use super::reading::{FileRead, FileText, Met, read_files};
use super::{BuildSettings, ROBUSTNESS_SUITE, provenance_of};
use crate::build::robustness_exam_flags::RobustnessExam;
use crate::context::Context;

/// The version of what the suite's rows mean.
const DATA_VERSION: &str = "1";

/// What is sat again, and how it was made.
pub struct Resat<'e> {
    /// The other suite.
    pub suite: &'static str,
    pub exam: &'e Exam,
    /// The shares of the splits of the other suite.
    pub shares: Shares,
}

/// Pairs the test examples of another suite with their rewrites.
pub fn build_robustness(
    plan: &Plan,
    options: SourceOptions,
    settings: &BuildSettings,
    resat: &Resat<'_>,
    exam: &RobustnessExam,
    context: &Context<'_>,
) -> crate::Result<Built> {
    let mut folders = find_task_folders(&settings.out.join(resat.suite))?;
    folders.retain(|folder| resat.exam.columns(&folder.manifest().task).is_some());
    if folders.is_empty() {
        refuse!("no task of the suite {} can be rewritten: its examples are no whole functions", resat.suite);
    }
    let wanted = Wanted::read(&folders, exam.examples)?;
    let names: Vec<String> = folders.iter().map(|folder| task_name(resat.suite, &folder.manifest().task)).collect();
    let _new = NewFolders::of(&settings.out, ROBUSTNESS_SUITE, names.iter().map(String::as_str));
    let mut writers = Writers::create(&folders, settings, resat, exam)?;
    let mut files: u64 = 0;
    let make = |file: FileText<'_>| {
        if !wanted.files.contains(&file.key.content_hash) {
            return Err(LeftOut("no-test-example"));
        }
        let FileText { text, language, key, split } = file;
        pairs(resat.exam, File { text, language, key, split }, &wanted.ids, &exam.settings)
    };
    read_files(plan, options, resat.shares, settings, context, make, |met| {
        files += 1;
        writers.take(met)
    })?;
    let why = ["there is no file of these languages", "no example of the suite was found in the files"];
    let manifests = finish(writers.by_folder.into_values().collect(), why).map_err(|error| {
        error.while_doing("the same --from, --seed and flags are needed that the other suite was built with")
    })?;
    Ok(Built { manifests, read: (files, "files"), folder: settings.out.join(ROBUSTNESS_SUITE) })
}

/// Whether examples of a suite are there to be rewritten.
pub fn has_suite(out: &Path, suite: &str) -> bool {
    find_task_folders(&out.join(suite)).is_ok_and(|folders| !folders.is_empty())
}

fn task_name(suite: &str, task: &str) -> String {
    format!("{suite}.{task}")
}

/// The test examples that are rewritten.
struct Wanted {
    ids: WantedIds,
    /// Hashes of the files that they are in.
    files: HashSet<String>,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    content_hash: String,
}

impl Wanted {
    fn read(folders: &[TaskFolder], examples: u64) -> crate::Result<Self> {
        let mut wanted = Self { ids: WantedIds::new(), files: HashSet::new() };
        for folder in folders {
            let mut ids = HashSet::new();
            let limit = usize::try_from(examples).unwrap_or(usize::MAX);
            // Rows are in order of their ids, which are hashes: the first are a sample.
            for row in folder.rows_with::<Row>(Split::Test, &["id", "content_hash"])?.take(limit) {
                let Row { id, content_hash } = row?;
                ids.insert(id);
                wanted.files.insert(content_hash);
            }
            wanted.ids.insert(folder.manifest().task.clone(), ids);
        }
        Ok(wanted)
    }
}

/// The writers by the folder of the other suite's task.
struct Writers {
    by_folder: BTreeMap<String, TaskWriter>,
}

impl Writers {
    fn create(
        folders: &[TaskFolder],
        settings: &BuildSettings,
        resat: &Resat<'_>,
        exam: &RobustnessExam,
    ) -> crate::Result<Self> {
        // All writers together hold as much as one would.
        let buffer = (2 * SORT_BUFFER_BYTES / (3 * folders.len().max(1))).max(1 << 18);
        let mut by_folder = BTreeMap::new();
        for folder in folders {
            let task = folder.manifest().task.clone();
            let mut columns = resat.exam.columns(&task).unwrap_or_default();
            columns.extend(pair_columns());
            let name = task_name(resat.suite, &task);
            let schema = TaskSchema { suite: ROBUSTNESS_SUITE.to_owned(), task: name.clone(), columns, answer: None };
            let made = provenance(&name, settings, exam);
            let writer = TaskWriter::create(&settings.out, schema, made, settings.shard)?.with_sort_buffer(buffer);
            by_folder.insert(task, writer);
        }
        Ok(Self { by_folder })
    }

    fn take(&mut self, met: Met<FilePairs>) -> crate::Result<()> {
        let FileRead { key, language, split, rows } = match met {
            Met::File(file) => file,
            Met::LeftOut { reason, .. } => {
                self.by_folder.values_mut().for_each(|writer| writer.skip(&reason, 1));
                return Ok(());
            }
        };
        let SourceKey { project, path, content_hash } = &key;
        for writer in self.by_folder.values_mut() {
            writer.count_in("files", 1);
            writer.add_input([project, path, content_hash]);
        }
        for ((folder, reason), count) in rows.skipped {
            if let Some(writer) = self.by_folder.get_mut(&folder) {
                writer.skip(reason, count);
            }
        }
        for (folder, rows) in rows.by_folder {
            let Some(writer) = self.by_folder.get_mut(&folder) else { continue };
            for PairRow { id, content_hash, row } in rows {
                let language = language.name();
                writer
                    .push(&ExampleKey { id: &id, language, project, path, content_hash: &content_hash, split }, &row)?;
            }
        }
        Ok(())
    }
}

fn provenance(name: &str, settings: &BuildSettings, exam: &RobustnessExam) -> Provenance {
    let mut configuration = exam.configuration.clone();
    if let Some(object) = configuration.as_object_mut() {
        settings.describe(object);
    }
    let command = format!("examen build {ROBUSTNESS_SUITE} --from PATH --out DIR{}{}", exam.flags, settings.flags());
    let card = CardInfo {
        title: format!("{ROBUSTNESS_SUITE}/{name}"),
        about:
            "Does the answer survive a change that keeps the meaning of the code? Test examples of another suite, each \
                followed by its rewrites."
                .to_owned(),
        licence: None,
        natural_languages: vec!["en".to_owned()],
        tags: vec!["code".to_owned(), "robustness".to_owned()],
    };
    provenance_of(DATA_VERSION, configuration, command, settings.seed, card)
}
