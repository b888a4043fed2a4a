//! Joining the shards of a build into what an unsharded build would have written, byte for byte.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use examen_corpus::Split;

use crate::error::{DataError, Result};
use crate::examples::EXAMPLES_SCHEMA;
use crate::folder_lock::FolderLock;
use crate::manifest::Manifest;
use crate::selection::Extent;
use crate::sorted_task::{SortedTask, SplitWriter};
use crate::suite_card::write_suite_card;
use crate::table_schema::TableSchema;
use crate::task_folder::{TaskFolder, find_task_folders};

/// What became of one task of a merge.
#[derive(Debug)]
pub struct MergedTask {
    /// The suite.
    pub suite: String,
    /// The task.
    pub task: String,
    /// The manifest of the joined folder, or why there is none.
    pub outcome: Result<Manifest>,
}

/// Joins all tasks found in `roots` (output folders of builds, or task folders) into `out/<suite>/<task>`.
///
/// One task that fails does not stop the others. A task without rows is recorded as such, unless no task of its suite
/// has any.
pub fn merge(roots: &[PathBuf], out: &Path) -> Result<Vec<MergedTask>> {
    let mut tasks: BTreeMap<(String, String), Vec<TaskFolder>> = BTreeMap::new();
    for root in roots {
        for folder in find_task_folders(root)? {
            let Manifest { suite, task, .. } = folder.manifest();
            tasks.entry((suite.clone(), task.clone())).or_default().push(folder);
        }
    }
    if tasks.is_empty() {
        let folders: Vec<String> = roots.iter().map(|root| root.display().to_string()).collect();
        return Err(DataError::NothingToMerge { folders: folders.join(", ") });
    }
    let suites: BTreeSet<&str> = tasks.keys().map(|(suite, _)| suite.as_str()).collect();
    let _locks: Vec<FolderLock> =
        suites.into_iter().map(|suite| FolderLock::take(&out.join(suite))).collect::<Result<_>>()?;
    let merge_one = |((suite, task), folders): (&(String, String), &Vec<TaskFolder>), may_be_empty| MergedTask {
        outcome: merge_folders(folders.clone(), &out.join(suite).join(task), may_be_empty),
        suite: suite.clone(),
        task: task.clone(),
    };
    let mut merged: Vec<MergedTask> = tasks.iter().map(|task| merge_one(task, false)).collect();
    // Whether the others have rows is known now; what has none is quickly merged again.
    let suites_with_rows: BTreeSet<String> =
        merged.iter().filter(|task| task.outcome.is_ok()).map(|task| task.suite.clone()).collect();
    for (done, task) in merged.iter_mut().zip(&tasks) {
        if matches!(done.outcome, Err(DataError::EmptyTask { .. })) && suites_with_rows.contains(&done.suite) {
            *done = merge_one(task, true);
        }
    }
    for suite in &suites_with_rows {
        write_suite_card(&out.join(suite))?;
    }
    Ok(merged)
}

/// Joins task folders into the task folder `out`.
///
/// They must be of one task, made by the same tool, data version, seed and configuration; shards must be complete.
/// Rows are merged by id within each split, as a stream; rows that are there twice are dropped and counted. Shards that
/// were built with a selection are selected from as a whole, whole folders are not selected from again.
pub fn merge_task(folders: &[PathBuf], out: &Path) -> Result<Manifest> {
    let folders = folders.iter().map(|path| TaskFolder::open(path)).collect::<Result<_>>()?;
    merge_folders(folders, out, false)
}

fn merge_folders(mut folders: Vec<TaskFolder>, out: &Path, may_be_empty: bool) -> Result<Manifest> {
    // The order in which folders are named must not show in the result.
    folders.sort_by_key(|folder| (folder.manifest().shard, folder.path().to_owned()));
    let Some(first) = folders.first() else {
        return Err(DataError::NothingToMerge { folders: "an empty list".to_owned() });
    };
    for other in &folders[1..] {
        check_alike(first, other)?;
    }
    check_shards(&folders)?;
    check_output(&folders, out)?;
    let arrow = first.read(Split::Train)?.schema().clone();
    let table = TableSchema::new(EXAMPLES_SCHEMA, arrow.fields().iter().map(|field| field.as_ref().clone()).collect())?;

    let mut manifest = first.manifest().clone();
    if let Some(selection) = &manifest.selection {
        selection.check(&format!("{}/{}", manifest.suite, manifest.task), &arrow)?;
    }
    if let Some(quota) = &manifest.quota {
        quota.check(&format!("{}/{}", manifest.suite, manifest.task), &arrow)?;
    }
    // Whole folders were selected from when they were built; what they hold together is for the user to say.
    let extent = if manifest.shard.is_some() { Extent::All } else { Extent::Nothing };
    manifest.shard = None;
    manifest.files.clear();
    for other in &folders[1..] {
        manifest.counts.add(&other.manifest().counts);
        manifest.input_hash.merge(&other.manifest().input_hash);
    }
    let mut splits = SplitWriter::create_all(out, &table)?;
    for folder in &folders {
        folder.verify()?;
        for target in &mut splits {
            table.check_columns(&folder.split_path(target.split), folder.read(target.split)?.schema())?;
            target.sorter.add_sorted_file(&folder.split_path(target.split))?;
        }
    }
    let sorted = SortedTask::new(out, &table, splits, manifest, extent)?;
    if sorted.is_empty() && !may_be_empty { Err(sorted.into_error()) } else { sorted.publish() }
}

fn check_alike(first: &TaskFolder, other: &TaskFolder) -> Result<()> {
    let (left, right) = (first.manifest(), other.manifest());
    let (left_made, right_made) = (&left.provenance, &right.provenance);
    let facts = [
        ("task", format!("{}/{}", left.suite, left.task), format!("{}/{}", right.suite, right.task)),
        ("tool", tool(left), tool(right)),
        ("data version", left_made.data_version.clone(), right_made.data_version.clone()),
        ("seed", left_made.seed.to_string(), right_made.seed.to_string()),
        ("configuration", left_made.configuration.to_string(), right_made.configuration.to_string()),
        ("answer", format!("{:?}", left.answer), format!("{:?}", right.answer)),
        ("selection", format!("{:?}", left.selection), format!("{:?}", right.selection)),
        ("quota", format!("{:?}", left.quota), format!("{:?}", right.quota)),
        ("command", left_made.command.clone(), right_made.command.clone()),
        ("card", format!("{:?}", left_made.card), format!("{:?}", right_made.card)),
    ];
    match facts.into_iter().find(|(_, left, right)| left != right) {
        Some((what, first_value, other_value)) => Err(DataError::MergeMismatch {
            first: first.path().to_owned(),
            other: other.path().to_owned(),
            what: what.to_owned(),
            first_value,
            other_value,
        }),
        None => Ok(()),
    }
}

fn tool(manifest: &Manifest) -> String {
    let tool = &manifest.provenance.tool;
    format!("{} {}", tool.name, tool.version)
}

/// Whole folders may be joined freely; shards only if each is there once.
fn check_shards(folders: &[TaskFolder]) -> Result<()> {
    let shards: Vec<_> = folders.iter().filter_map(|folder| folder.manifest().shard).collect();
    let Some(first) = shards.first() else { return Ok(()) };
    let fault = |message: String| {
        let Manifest { suite, task, .. } = folders[0].manifest();
        Err(DataError::ShardSet { suite: suite.clone(), task: task.clone(), message })
    };
    if shards.len() < folders.len() {
        return fault("some folders are shards and some are whole".to_owned());
    }
    if let Some(other) = shards.iter().find(|shard| shard.count() != first.count()) {
        return fault(format!("shards {first} and {other} are of different builds"));
    }
    if let Some([shard, _]) = shards.array_windows().find(|[left, right]| left == right) {
        return fault(format!("shard {shard} is there twice"));
    }
    let missing: Vec<String> = (1..=first.count())
        .filter(|index| !shards.iter().any(|shard| shard.index() == *index))
        .take(10)
        .map(|index| index.to_string())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    fault(format!("{} of {} shards are there; missing: {}", shards.len(), first.count(), missing.join(", ")))
}

/// Refuses to write over a folder that is being read.
fn check_output(folders: &[TaskFolder], out: &Path) -> Result<()> {
    let Ok(out) = out.canonicalize() else { return Ok(()) };
    let clash = folders.iter().find(|folder| folder.path().canonicalize().is_ok_and(|path| path == out));
    match clash {
        Some(folder) => {
            let source = std::io::Error::new(std::io::ErrorKind::InvalidInput, "is both input and output of the merge");
            Err(DataError::Io { path: folder.path().to_owned(), source })
        }
        None => Ok(()),
    }
}
