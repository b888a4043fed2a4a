//! What a build leaves behind: complete task folders, or an explanation and nothing else.

use std::path::{Path, PathBuf};

use examen_corpus::Split;
use examen_data::{DataError, Manifest, TaskWriter, finish_all};

use super::SUITE;
use crate::statistics::grouped;
use crate::table::table;

/// What was built.
pub(crate) struct Built {
    pub(crate) manifests: Vec<Manifest>,
    /// What was read, such as `30 files`.
    pub(crate) read: String,
    pub(crate) out: PathBuf,
}

impl Built {
    /// Examples by task and split.
    pub(crate) fn to_text(&self) -> String {
        let mut table = table(&["task", "train", "validation", "test", "all"], |column| column > 0);
        for Manifest { suite, task, counts, .. } in &self.manifests {
            let splits = Split::ALL.map(|split| counts.outputs.get(split.name()).copied().unwrap_or(0));
            let numbers = splits.into_iter().chain([splits.iter().sum()]).map(grouped);
            table.add_row(std::iter::once(format!("{suite}/{task}")).chain(numbers));
        }
        format!("{table}\n\n{} in\nexamples: {}\n", self.read, self.out.join(SUITE).display())
    }
}

/// Publishes all folders; an empty task is recorded, unless all are. `why` explains an error when nothing was skipped: what
/// it means that nothing was read, and that nothing came of what was.
pub(crate) fn finish(writers: Vec<TaskWriter>, why: [&'static str; 2]) -> anyhow::Result<Vec<Manifest>> {
    finish_all(writers).map_err(|error| {
        let [nothing_read, nothing_made] = why;
        let reason = match &error {
            DataError::EmptyTask { counts_in, .. } if counts_in.is_empty() => Some(nothing_read),
            DataError::EmptyTask { counts_skipped, .. } if counts_skipped.is_empty() => Some(nothing_made),
            _ => None,
        };
        let error = anyhow::Error::new(error);
        match reason {
            Some(reason) => error.context(reason),
            None => error,
        }
    })
}

/// Folders that a build makes. Those that it leaves empty, because it fails, go again when this is dropped.
pub(crate) struct NewFolders {
    /// Inner ones before those around them.
    folders: Vec<PathBuf>,
}

impl NewFolders {
    pub(crate) fn of<'t>(out: &Path, tasks: impl IntoIterator<Item = &'t str>) -> Self {
        let suite = out.join(SUITE);
        let mut folders: Vec<PathBuf> = tasks.into_iter().map(|task| suite.join(task)).collect();
        folders.extend(suite.ancestors().filter(|folder| !folder.as_os_str().is_empty()).map(Path::to_owned));
        folders.retain(|folder| !folder.exists());
        Self { folders }
    }
}

impl Drop for NewFolders {
    fn drop(&mut self) {
        for folder in &self.folders {
            // Only an empty folder can be removed so, and an empty one that stays does no harm.
            let _ = std::fs::remove_dir(folder);
        }
    }
}
