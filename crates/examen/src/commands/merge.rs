//! `examen merge`: shards joined to one data set.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use examen_data::{counted, find_task_folders};

use examen_evaluation::Context;
use examen_evaluation::build::{
    derive_tasks, native_vocabulary, write_codeqa, write_inspect, write_native, write_statistics,
};
use examen_suites::queries;

/// Join the shards of a build: the result is the same bytes as a build without shards.
#[derive(Args)]
#[command(after_help = "Examples:
  examen merge shard-1 shard-2 shard-3 --out exams
  examen merge shard-* --out exams --native")]
pub(crate) struct MergeCommand {
    /// Folders that `examen build --shard` wrote.
    #[arg(value_name = "DIR", required = true)]
    shards: Vec<PathBuf>,

    /// Folder for the joined data set.
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,

    /// Write the files of the system that the suite comes from as well, under OUT/SUITE/native/.
    #[arg(long)]
    native: bool,

    /// The vocabulary that the shards were built with, where it is a file: `--native` needs it for what `prefix` cuts off.
    #[arg(long, value_name = "NAME|FILE", requires = "native")]
    tokenizer: Option<String>,
}

impl MergeCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let mut vocabulary = None;
        if self.native {
            let mut folders = Vec::new();
            for shard in &self.shards {
                folders.extend(find_task_folders(shard)?);
            }
            if folders.iter().any(|folder| folder.manifest().suite == queries::SUITE.name) {
                vocabulary = Some(native_vocabulary(&folders, self.tokenizer.as_deref())?);
            }
        }
        let merged = examen_data::merge(&self.shards, &self.out)?;
        if merged.is_empty() {
            bail!("no task folder (with a manifest.json) below {}", self.shards[0].display());
        }
        let mut manifests = Vec::new();
        let mut out = anstream::stdout().lock();
        for task in merged {
            let name = format!("{}/{}", task.suite, task.task);
            let manifest = task.outcome.with_context(|| format!("cannot merge {name}"))?;
            let rows: u64 = manifest.files.iter().map(|file| file.rows).sum();
            writeln!(out, "{name}: {}", counted(rows, "example", "examples"))?;
            manifests.push(manifest);
        }
        if let Some(subwords) = vocabulary {
            write_native(&self.out, &manifests, &subwords, context)?;
        }
        if self.native {
            write_inspect(&self.out, &manifests)?;
            write_codeqa(&self.out, &manifests)?;
        }
        write_statistics(&self.out, &manifests)?;
        let merged: Vec<String> = manifests.iter().map(|manifest| manifest.task.clone()).collect();
        derive_tasks(&self.out, &mut manifests, context)?;
        for manifest in manifests.iter().filter(|manifest| !merged.contains(&manifest.task)) {
            let rows: u64 = manifest.files.iter().map(|file| file.rows).sum();
            writeln!(out, "{}/{}: {}", manifest.suite, manifest.task, counted(rows, "example", "examples"))?;
        }
        Ok(())
    }
}
