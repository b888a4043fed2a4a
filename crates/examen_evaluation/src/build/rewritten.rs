//! The test examples that an exam rewrites, as another suite left them.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use examen_corpus::Split;
use examen_data::find_task_folders;
use examen_suites::Exam;
use examen_suites::suite::WantedExamples;
use serde_json::Value;

use super::BuildSettings;
use crate::error::refuse;

/// The test examples that are rewritten.
#[derive(Default)]
pub(super) struct Wanted {
    pub(super) examples: WantedExamples,
    /// Hashes of the files that they are in.
    pub(super) files: HashSet<String>,
}

impl Wanted {
    /// The examples that an exam rewrites; nothing for an exam that makes its own.
    pub(super) fn of(exam: &dyn Exam, settings: &BuildSettings) -> crate::Result<Option<Self>> {
        let Some(base) = exam.base() else { return Ok(None) };
        let mut folders = find_task_folders(&settings.out.join(base.suite.name))?;
        folders.retain(|folder| base.exam.rewritable(&folder.manifest().task).is_some());
        if folders.is_empty() {
            refuse!("no task of the suite {} can be rewritten: its examples are no whole functions", base.suite.name);
        }
        let mut wanted = Self::default();
        let limit = usize::try_from(base.examples).unwrap_or(usize::MAX);
        for folder in &folders {
            let task = &folder.manifest().task;
            let columns = [&["id", "content_hash"], base.exam.wanted_columns(task)].concat();
            let mut examples = BTreeMap::new();
            // Rows are in order of their ids, which are hashes: the first are a sample.
            for row in folder.objects_with(Split::Test, &columns)?.take(limit) {
                let row = row?;
                let text = |column: &str| row.get(column).and_then(Value::as_str).unwrap_or_default().to_owned();
                wanted.files.insert(text("content_hash"));
                examples.insert(text("id"), row);
            }
            wanted.examples.insert(task.clone(), examples);
        }
        Ok(Some(wanted))
    }
}

/// Whether examples of a suite are there to be rewritten.
pub fn has_suite(out: &Path, suite: &str) -> bool {
    find_task_folders(&out.join(suite)).is_ok_and(|folders| !folders.is_empty())
}
