//! `examen build`: exams made of code.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use examen_corpus::Shares;
use examen_data::Shard;
use examen_suites::names;
use examen_suites::robustness::Exam;
use examen_syntax::Language;

use crate::Context;
use crate::source_flags::{SourceFlags, plan};
use examen_evaluation::build::exam_flags::{ExamFlags, SuiteName};
use examen_evaluation::build::native_probes::{build_from_inspect, write_inspect};
use examen_evaluation::build::native_queries_in::build_from_native;
use examen_evaluation::build::native_queries_out::{check_native_tasks, write_native};
use examen_evaluation::build::probe_exam_flags::{ProbeExam, ProbeExamFlags};
use examen_evaluation::build::query_exam_flags::{QueryExam, QueryExamFlags};
use examen_evaluation::build::query_statistics::write_statistics;
use examen_evaluation::build::robustness_exam_flags::{RobustnessExam, RobustnessExamFlags};
use examen_evaluation::build::{
    BuildSettings, Built, NEAR_DUPLICATES, PROBE_SHARES, Resat, build_names, build_probes, build_queries,
    build_robustness, has_suite,
};
use examen_report::build_table::build_table;
use examen_report::query_statistics_table::query_statistics_table;

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
  examen build queries --from-native codequeries/ --out exams       # rows of the released data set
  examen build probes --from src/ --out exams                       # the paper's fifteen tasks
  examen build probes --from corpus/ --out exams --size 1000 --task all --native
  examen build probes --from-native inspect/data/ --out exams       # INSPECT's own files
  examen build names --from src/ --out exams --limit 10000          # what is this function called?
  examen build robustness --of names --from src/ --out exams        # the same functions, rewritten
  examen build robustness --of probes --from src/ --out exams --task CPX,NPT --kind VN,LX")]
pub(crate) struct BuildCommand {
    /// The suites to build.
    #[arg(value_enum, value_name = "SUITE", required = true)]
    suites: Vec<SuiteName>,

    /// Code to read: files, folders, archives or tables; may be repeated.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    from: Vec<PathBuf>,

    /// Take the examples from files of the system that the suite comes from, or folders of them, in place of making them.
    ///
    /// Queries: rows of the released data set as JSON Lines; the setting (`ideal`, `file_ideal`, `prefix`, `twostep`) and
    /// the split are told by the names of file and folder. Probes: INSPECT's `split TAB label TAB text` files, named as
    /// theirs are (`CPX_1k.txt`).
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
    exams: ExamFlags,

    #[command(flatten)]
    queries: QueryExamFlags,

    #[command(flatten)]
    probes: ProbeExamFlags,

    #[command(flatten)]
    robustness: RobustnessExamFlags,

    #[command(flatten)]
    source: SourceFlags,
}

/// What decides how examples are made has no say where they are there already.
const NO_USE_WITH_NATIVE_ROWS: [&str; 17] = [
    "from",
    "size",
    "split_by",
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

impl BuildCommand {
    pub(crate) fn run(mut self, context: &Context<'_>) -> anyhow::Result<()> {
        if self.native && self.shard.is_some() {
            bail!(
                "--native needs all examples: build the shards without it (queries with --tokenizer cubert in its place, \
                 and --task for prefix), then `examen merge … --native`"
            );
        }
        if !self.from_native.is_empty() && self.suites.len() > 1 {
            bail!("--from-native reads the files of one suite: name one");
        }
        if self.limit == Some(0) {
            bail!("--limit 0 leaves no example: wanted a number from 1 up");
        }
        self.suites.sort_unstable();
        self.suites.dedup();
        let resat = self.resat()?;
        let suites: Vec<SuiteName> = self.suites.iter().copied().chain(resat.as_ref().map(|exam| exam.of)).collect();
        self.exams.check(&suites)?;
        let settings = BuildSettings {
            out: self.out.clone(),
            seed: self.seed,
            limit: self.limit,
            shard: self.shard,
            is_native: self.native,
            near_duplicates: self.near_duplicates,
            split_by: self.exams.split_by,
        };
        for suite in &self.suites {
            let text = match suite {
                SuiteName::Names => self.names(&settings, context)?,
                SuiteName::Probes => self.probes(&settings, context)?,
                SuiteName::Queries => self.queries(&settings, context)?,
                SuiteName::Robustness => match &resat {
                    Some(exam) => self.robustness(exam, &settings, context)?,
                    None => String::new(),
                },
            };
            anstream::stdout().lock().write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// What is rewritten, if the robustness suite is asked for.
    fn resat(&self) -> anyhow::Result<Option<RobustnessExam>> {
        if !self.suites.contains(&SuiteName::Robustness) {
            return Ok(None);
        }
        if self.shard.is_some() {
            bail!("--shard is not for the robustness suite: it is made of the examples of a whole exam");
        }
        if self.native {
            bail!("--native is not for the robustness suite: it has no files of its own");
        }
        Ok(Some(self.robustness.exam(self.seed)?))
    }

    fn names(&self, settings: &BuildSettings, context: &Context<'_>) -> anyhow::Result<String> {
        if !self.from_native.is_empty() || self.native {
            bail!("the names suite has no native files: `examen paths` writes those of code2vec and code2seq");
        }
        let options = self.source.options();
        let plan = plan(&self.from, &options)?;
        Ok(shown(&build_names(&plan, options, settings, context)?))
    }

    /// Rewrites the examples of another suite, which is built first where it is not there.
    fn robustness(
        &self,
        exam: &RobustnessExam,
        settings: &BuildSettings,
        context: &Context<'_>,
    ) -> anyhow::Result<String> {
        let suite = exam.of.name();
        let mut text = String::new();
        if !has_suite(&self.out, suite) {
            text = match exam.of {
                SuiteName::Probes => self.probes(settings, context)?,
                SuiteName::Queries => self.queries(settings, context)?,
                SuiteName::Names | SuiteName::Robustness => self.names(settings, context)?,
            };
            text.push('\n');
        }
        let mut options = self.source.options();
        let (resat, shares) = match exam.of {
            SuiteName::Probes => {
                let ProbeExam { tasks, settings, .. } = self.probes.exam(&self.exams, self.seed)?;
                (Exam::Probes { tasks, settings }, PROBE_SHARES)
            }
            SuiteName::Queries => {
                options.languages = vec![Language::Python];
                options.language.get_or_insert(Language::Python);
                let QueryExam { tasks, settings, .. } = self.queries.exam(&self.exams, self.seed, false)?;
                (Exam::Queries { tasks, settings }, Shares::default())
            }
            SuiteName::Names | SuiteName::Robustness => {
                (Exam::Names(names::Settings { seed: self.seed }), Shares::default())
            }
        };
        let plan = plan(&self.from, &options)?;
        let of = Resat { suite, exam: &resat, shares };
        text.push_str(&shown(&build_robustness(&plan, options, settings, &of, exam, context)?));
        Ok(text)
    }

    fn probes(&self, settings: &BuildSettings, context: &Context<'_>) -> anyhow::Result<String> {
        if !self.from_native.is_empty() {
            return Ok(shown(&build_from_inspect(&self.from_native, settings, context)?));
        }
        let exam = self.probes.exam(&self.exams, self.seed)?;
        let options = self.source.options();
        let plan = plan(&self.from, &options)?;
        let built = build_probes(&plan, options, settings, &exam, context)?;
        if self.native {
            write_inspect(&self.out, &built.manifests)?;
        }
        Ok(shown(&built))
    }

    fn queries(&self, settings: &BuildSettings, context: &Context<'_>) -> anyhow::Result<String> {
        let takes_rows = !self.from_native.is_empty();
        let exam = self.queries.exam(&self.exams, self.seed, self.native || takes_rows)?;
        if self.native {
            check_native_tasks(exam.tasks.iter().map(|task| task.name))?;
        }
        let built = if takes_rows {
            build_from_native(&self.from_native, settings, &exam, context)?
        } else {
            self.build_from_code(settings, &exam, context)?
        };
        if let Some(subwords) = exam.settings.subwords.filter(|_| self.native) {
            write_native(&self.out, &built.manifests, subwords, context)?;
        }
        let mut text = shown(&built);
        // What the whole is like is known when shards are joined.
        if self.shard.is_none()
            && let Some(statistics) = write_statistics(&self.out, &built.manifests)?
        {
            text.push('\n');
            text.push_str(&query_statistics_table(&statistics.tasks));
        }
        Ok(text)
    }

    fn build_from_code(
        &self,
        settings: &BuildSettings,
        exam: &QueryExam,
        context: &Context<'_>,
    ) -> anyhow::Result<Built> {
        let mut options = self.source.options();
        options.languages = vec![Language::Python];
        options.language.get_or_insert(Language::Python);
        let plan = plan(&self.from, &options)?;
        Ok(build_queries(&plan, options, settings, exam, context)?)
    }
}

/// What was built, for people.
pub(crate) fn shown(built: &Built) -> String {
    build_table(&built.manifests, built.read, &built.folder)
}
