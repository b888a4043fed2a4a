//! Shards joined to one data set, with what is made of all of its rows.

use std::path::{Path, PathBuf};

use examen_data::{Manifest, find_task_folders, merge};
use examen_suites::queries;

use super::{derive_tasks, native_vocabulary, write_codeqa, write_inspect, write_native, write_statistics};
use crate::context::Context;
use crate::error::{While as _, refuse};

/// How shards are joined.
#[derive(Clone, Debug, Default)]
pub struct MergeSettings {
    /// Folders that builds of shards wrote.
    pub shards: Vec<PathBuf>,
    /// The folder for the joined data set.
    pub out: PathBuf,
    /// Whether the files of the system that the suite comes from are written as well.
    pub is_native: bool,
    /// The vocabulary that the shards were built with, where it is a file and native files are written.
    pub tokenizer: Option<String>,
}

/// Joins the shards of builds to the bytes that builds without shards would have written; returns the manifests, those of tasks that
/// are made of all rows last.
pub fn merge_shards(settings: &MergeSettings, context: &Context<'_>) -> crate::Result<Vec<Manifest>> {
    let MergeSettings { shards, out, is_native, tokenizer } = settings;
    let vocabulary = if *is_native { vocabulary(shards, tokenizer.as_deref())? } else { None };
    let merged = merge(shards, out)?;
    if merged.is_empty() {
        let first: &Path = shards.first().map_or(Path::new(""), PathBuf::as_path);
        refuse!("no task folder (with a manifest.json) below {}", first.display());
    }
    let mut manifests = Vec::new();
    for task in merged {
        context.go_on()?;
        let name = format!("{}/{}", task.suite, task.task);
        manifests.push(task.outcome.doing(|| format!("cannot merge {name}"))?);
    }
    if let Some(subwords) = vocabulary {
        write_native(out, &manifests, &subwords, context)?;
    }
    if *is_native {
        write_inspect(out, &manifests)?;
        write_codeqa(out, &manifests)?;
    }
    write_statistics(out, &manifests)?;
    derive_tasks(out, &mut manifests, context)?;
    Ok(manifests)
}

/// The vocabulary of tasks of queries, if there are some.
fn vocabulary(shards: &[PathBuf], named: Option<&str>) -> crate::Result<Option<examen_tokenizers::Subwords>> {
    let mut folders = Vec::new();
    for shard in shards {
        folders.extend(find_task_folders(shard)?);
    }
    if folders.iter().any(|folder| folder.manifest().suite == queries::SUITE.name) {
        return native_vocabulary(&folders, named).map(Some);
    }
    Ok(None)
}
