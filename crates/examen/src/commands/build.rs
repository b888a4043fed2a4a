//! `examen build`: exams made of code.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};
use examen_data::Shard;
use examen_syntax::Language;

use crate::Context;
use crate::building::{BuildSettings, Built, build_queries};
use crate::exam_statistics::write_statistics;
use crate::native_reading::build_from_native;
use crate::native_writing::{check_native_tasks, write_native};
use crate::query_exam_flags::{QueryExam, QueryExamFlags};
use crate::source_flags::{SourceFlags, plan};

/// The share is estimated, within some 0.04: from here on, so that no two files that share 0.8 are left.
pub(crate) const NEAR_DUPLICATES: f64 = 0.7;

/// Make exams of code: examples with their expected answers, split by project.
///
/// Reads files, folders, archives and tables, as `examen corpus` does; without `--from`, the corpus that is part of the
/// program. Files that copy, or nearly copy, an earlier one are left out, so that no test file was seen in training. The
/// same input, seed and flags give the same bytes, for any number of threads; shards joined by `examen merge` too.
///
/// OUT/SUITE/statistics.json says what the examples are like: counts, lengths, spans, by query and by syntactic pattern.
#[derive(Args)]
#[command(after_help = "Examples:
  examen build queries --from src/ --out exams
  examen build queries --from downloads/*.whl --out exams --tokenizer cubert --task ideal,prefix
  examen build queries --from corpus/ --out exams --edition paper --native
  examen build queries --from corpus/ --out part-2 --shard 2/7      # then: examen merge part-* --out exams
  examen build queries --from src/ --out exams --query multi --limit 1000
  examen build queries --from-native codequeries/ --out exams       # rows of the released data set")]
pub(crate) struct BuildCommand {
    /// The suites to build.
    #[arg(value_enum, value_name = "SUITE", required = true)]
    suites: Vec<SuiteName>,

    /// Code to read: files, folders, archives or tables; may be repeated.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    from: Vec<PathBuf>,

    /// Take the examples from rows of the released data set, JSON Lines files or folders of them, in place of making them.
    ///
    /// The setting (`ideal`, `file_ideal`, `prefix`, `twostep`) and the split are told by the names of file and folder.
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = NO_USE_WITH_NATIVE_ROWS)]
    from_native: Vec<PathBuf>,

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

    /// Share of words (Jaccard) from which on two files are near duplicates, of which one is left out.
    #[arg(long, value_name = "SHARE", default_value_t = NEAR_DUPLICATES)]
    near_duplicates: f64,

    #[command(flatten)]
    queries: QueryExamFlags,

    #[command(flatten)]
    source: SourceFlags,
}

/// What decides how examples are made has no say where they are there already.
const NO_USE_WITH_NATIVE_ROWS: [&str; 15] = [
    "from",
    "limit",
    "shard",
    "native",
    "near_duplicates",
    "task",
    "query",
    "tokenizer",
    "edition",
    "relevance",
    "negatives",
    "negatives_per_file",
    "python",
    "languages",
    "projects",
];

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SuiteName {
    /// Point at the spans that answer a semantic query (Python).
    Queries,
}

impl BuildCommand {
    pub(crate) fn run(mut self, context: &Context) -> anyhow::Result<()> {
        if self.native && self.shard.is_some() {
            bail!(
                "--native needs all examples: build the shards with --tokenizer cubert in its place (and --task, for \
                 prefix), then `examen merge … --native`"
            );
        }
        if self.limit == Some(0) {
            bail!("--limit 0 leaves no example: wanted a number from 1 up");
        }
        self.suites.dedup();
        let takes_rows = !self.from_native.is_empty();
        let exam = self.queries.exam(self.seed, self.native || takes_rows)?;
        if self.native {
            check_native_tasks(exam.tasks.iter().map(|task| task.name))?;
        }
        let settings = BuildSettings {
            out: self.out.clone(),
            seed: self.seed,
            limit: self.limit,
            shard: self.shard,
            is_native: self.native,
            near_duplicates: self.near_duplicates,
        };
        let built = if takes_rows {
            build_from_native(&self.from_native, &settings, &exam, context)?
        } else {
            self.build_from_code(&settings, &exam, context)?
        };
        if let Some(subwords) = exam.settings.subwords.filter(|_| self.native) {
            write_native(&self.out, &built.manifests, subwords, context)?;
        }
        let mut text = built.to_text();
        // What the whole is like is known when shards are joined.
        if self.shard.is_none()
            && let Some(statistics) = write_statistics(&self.out, &built.manifests)?
        {
            text.push('\n');
            text.push_str(&statistics.to_text());
        }
        anstream::stdout().lock().write_all(text.as_bytes())?;
        Ok(())
    }

    fn build_from_code(&self, settings: &BuildSettings, exam: &QueryExam, context: &Context) -> anyhow::Result<Built> {
        let mut options = self.source.options();
        options.languages = vec![Language::Python];
        options.language.get_or_insert(Language::Python);
        let plan = plan(&self.from, &options)?;
        build_queries(&plan, options, settings, exam, context)
    }
}
