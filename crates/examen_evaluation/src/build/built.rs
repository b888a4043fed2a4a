//! What a build leaves behind: complete task folders, or an explanation and nothing else.

use std::path::{Path, PathBuf};

use examen_data::{DataError, Manifest, ResultRow, TaskWriter, find_task_folders, finish_all};

use super::FewProjects;
use crate::error::EvaluationError;

/// What was built.
pub struct Built {
    /// The manifests of the task folders.
    pub manifests: Vec<Manifest>,
    /// What was read: how many, of what.
    pub read: (u64, &'static str),
    /// The suite's folder.
    pub folder: PathBuf,
    /// What is done about too few projects.
    pub few_projects: Option<FewProjects>,
    /// What the examples are like, where a suite says so.
    pub statistics: Vec<ResultRow>,
}

impl Built {
    /// The task folders of earlier builds that are beside the new ones.
    pub fn earlier_folders(&self) -> crate::Result<Vec<PathBuf>> {
        let is_new = |task: &str| self.manifests.iter().any(|manifest| manifest.task == task);
        let folders = find_task_folders(&self.folder)?;
        Ok(folders.iter().filter(|it| !is_new(&it.manifest().task)).map(|it| it.path().to_owned()).collect())
    }
}

/// Publishes all folders; an empty task is listed as empty, unless all are. `why` explains an error when nothing was skipped: what
/// it means that nothing was read, and that nothing came of what was.
pub(super) fn finish(writers: Vec<TaskWriter>, why: [&'static str; 2]) -> crate::Result<Vec<Manifest>> {
    finish_all(writers).map_err(|error| {
        let [nothing_read, nothing_made] = why;
        let reason = match &error {
            DataError::EmptyTask { counts_in, .. } if counts_in.is_empty() => Some(nothing_read),
            DataError::EmptyTask { counts_skipped, .. } if counts_skipped.is_empty() => Some(nothing_made),
            _ => None,
        };
        let error = EvaluationError::from(error);
        match reason {
            Some(reason) => EvaluationError::While { doing: reason.to_owned(), source: Box::new(error) },
            None => error,
        }
    })
}

/// Folders that builds make. Those that they leave empty, because they fail, go again when this is dropped.
#[derive(Default)]
pub struct NewFolders {
    folders: Vec<PathBuf>,
}

impl NewFolders {
    /// The folders of a build that are not there yet.
    pub fn of<'t>(out: &Path, suite: &str, tasks: impl IntoIterator<Item = &'t str>) -> Self {
        let mut new = Self::default();
        new.add(out, suite, tasks);
        new
    }

    /// Those of one more suite.
    pub(super) fn add<'t>(&mut self, out: &Path, suite: &str, tasks: impl IntoIterator<Item = &'t str>) {
        let suite = out.join(suite);
        let around = suite.ancestors().filter(|folder| !folder.as_os_str().is_empty()).map(Path::to_owned);
        let folders = tasks.into_iter().map(|task| suite.join(task)).chain(around);
        self.folders.extend(folders.filter(|folder| !folder.exists()));
    }
}

impl Drop for NewFolders {
    fn drop(&mut self) {
        // Inner ones before those around them.
        self.folders.sort_by_key(|folder| std::cmp::Reverse(folder.components().count()));
        for folder in &self.folders {
            // Only an empty folder can be removed so, and an empty one that stays does no harm.
            let _ = std::fs::remove_dir(folder);
        }
    }
}
