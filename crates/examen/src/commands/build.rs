//! `examen build`: exams made of code.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};
use examen_corpus::Deduplicator;
use examen_data::Shard;
use examen_syntax::Language;

use crate::Context;
use crate::building::{BuildSettings, build_queries};
use crate::query_exam_flags::QueryExamFlags;
use crate::source_flags::{SourceFlags, plan};

/// Make exams of code: examples with their expected answers, split by project.
///
/// Reads files, folders, archives and tables, as `examen corpus` does; without `--from`, the corpus that is part of the
/// program. Files that copy, or nearly copy, an earlier one are left out, so that no test file was seen in training. The
/// same input, seed and flags give the same bytes, for any number of threads; shards joined by `examen merge` too.
#[derive(Args)]
#[command(after_help = "Examples:
  examen build queries --from src/ --out exams
  examen build queries --from downloads/*.whl --out exams --tokenizer cubert --task ideal,prefix
  examen build queries --from corpus/ --out exams --edition paper --native
  examen build queries --from corpus/ --out part-2 --shard 2/7      # then: examen merge part-* --out exams
  examen build queries --from src/ --out exams --query multi --limit 1000")]
pub(crate) struct BuildCommand {
    /// The suites to build.
    #[arg(value_enum, value_name = "SUITE", required = true)]
    suites: Vec<SuiteName>,

    /// Code to read: files, folders, archives or tables; may be repeated.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    from: Vec<PathBuf>,

    /// Folder for the exams: OUT/SUITE/TASK/{train,validation,test}.parquet.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Decides the splits and every other choice.
    #[arg(long, value_name = "N", default_value_t = 0, env = "EXAMEN_SEED")]
    seed: u64,

    /// At most so many examples of each class (for queries: of each query, positive and negative) in each split.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// Build only part i of n; `examen merge` joins the parts.
    #[arg(long, value_name = "i/n")]
    shard: Option<Shard>,

    /// Write the files of the system that the suite comes from as well, under OUT/SUITE/native/.
    #[arg(long)]
    native: bool,

    /// Share of words (Jaccard) from which on two files are near duplicates.
    #[arg(long, value_name = "SHARE", default_value_t = Deduplicator::THRESHOLD)]
    near_duplicates: f64,

    #[command(flatten)]
    queries: QueryExamFlags,

    #[command(flatten)]
    source: SourceFlags,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SuiteName {
    /// Point at the spans that answer a semantic query (Python).
    Queries,
}

impl BuildCommand {
    pub(crate) fn run(mut self, context: &Context) -> anyhow::Result<()> {
        if self.native && self.shard.is_some() {
            bail!("--native needs all examples: build the shards without it, then `examen merge … --native`");
        }
        self.suites.dedup();
        let mut options = self.source.options();
        options.languages = vec![Language::Python];
        options.language.get_or_insert(Language::Python);
        let plan = plan(&self.from, &options)?;
        let settings = BuildSettings {
            out: self.out,
            seed: self.seed,
            limit: self.limit,
            shard: self.shard,
            is_native: self.native,
            near_duplicates: self.near_duplicates,
        };
        let exam = self.queries.exam(self.seed, self.native)?;
        let built = build_queries(&plan, options, &settings, &exam, context)?;
        let mut out = anstream::stdout().lock();
        out.write_all(built.to_text().as_bytes())?;
        Ok(())
    }
}
