//! `examen merge`: shards joined to one data set.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;

use crate::Context;

/// Join the shards of a build: the result is the same bytes as a build without shards.
#[derive(Args)]
#[command(after_help = "Examples:
  examen merge shard-1 shard-2 shard-3 --out exams")]
pub(crate) struct MergeCommand {
    /// Folders that `examen build --shard` wrote.
    #[arg(value_name = "DIR", required = true)]
    shards: Vec<PathBuf>,

    /// Folder for the joined data set.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl MergeCommand {
    pub(crate) fn run(self, _: &Context) -> anyhow::Result<()> {
        let merged = examen_data::merge(&self.shards, &self.out)?;
        if merged.is_empty() {
            bail!("no task folder (with a manifest.json) below {}", self.shards[0].display());
        }
        let mut out = anstream::stdout().lock();
        for task in merged {
            let name = format!("{}/{}", task.suite, task.task);
            let manifest = task.outcome.with_context(|| format!("cannot merge {name}"))?;
            let rows: u64 = manifest.files.iter().map(|file| file.rows).sum();
            writeln!(out, "{name}: {rows} examples")?;
        }
        Ok(())
    }
}
