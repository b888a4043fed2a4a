//! What a build leaves behind: complete task folders, or an explanation and nothing else.

use std::path::{Path, PathBuf};

use examen_corpus::Split;
use examen_data::{DataError, Manifest, Shortage, TaskWriter, finish_all};

use crate::statistics::grouped;
use crate::table::table;

/// What was built.
pub(crate) struct Built {
    pub(crate) manifests: Vec<Manifest>,
    /// What was read, such as `30 files`.
    pub(crate) read: String,
    /// The suite's folder.
    pub(crate) folder: PathBuf,
}

impl Built {
    /// Examples by task and split, and what there was too little of.
    pub(crate) fn to_text(&self) -> String {
        let mut header = vec!["task", "train", "validation", "test", "all"];
        let is_short = self.manifests.iter().any(|manifest| !manifest.shortages.is_empty());
        header.extend(is_short.then_some("scarcest class"));
        let mut table = table(&header, |column| (1..5).contains(&column));
        // Code without a file of some language has nothing to say of it.
        let has_input = |manifest: &&Manifest| !manifest.counts.inputs.is_empty();
        for Manifest { suite, task, counts, shortages, .. } in self.manifests.iter().filter(has_input) {
            let splits = Split::ALL.map(|split| counts.outputs.get(split.name()).copied().unwrap_or(0));
            let numbers = splits.into_iter().chain([splits.iter().sum()]).map(grouped);
            let shortage = is_short.then(|| scarcest(shortages));
            table.add_row(std::iter::once(format!("{suite}/{task}")).chain(numbers).chain(shortage));
        }
        format!("{table}\n\n{} in\nexamples: {}\n", self.read, self.folder.display())
    }
}

/// The class and split that the corpus had the smallest share of, of what was wanted.
fn scarcest(shortages: &[Shortage]) -> String {
    let share = |it: &&Shortage| it.found as f64 / it.wanted.max(1) as f64;
    let worst = shortages.iter().min_by(|left, right| share(left).total_cmp(&share(right)));
    worst.map_or(String::new(), |Shortage { class, split, wanted, found }| {
        format!("{class} in {split}: {} of {}", grouped(*found), grouped(*wanted))
    })
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
    pub(crate) fn of<'t>(out: &Path, suite: &str, tasks: impl IntoIterator<Item = &'t str>) -> Self {
        let suite = out.join(suite);
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
