//! `examen merge`: shards joined to one data set.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use examen_data::counted;

use examen_evaluation::Context;
use examen_evaluation::build::{MergeSettings, merge_shards};

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
        let settings =
            MergeSettings { shards: self.shards, out: self.out, is_native: self.native, tokenizer: self.tokenizer };
        let mut out = anstream::stdout().lock();
        for manifest in merge_shards(&settings, context)? {
            let rows: u64 = manifest.files.iter().map(|file| file.rows).sum();
            writeln!(out, "{}/{}: {}", manifest.suite, manifest.task, counted(rows, "example", "examples"))?;
        }
        Ok(())
    }
}
