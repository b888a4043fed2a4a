//! `examen build`: exams made of code.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use examen_corpus::Deduplicator;
use examen_data::Shard;

use examen_evaluation::build::{
    BuildSettings, Built, Pass, build_native, check_native, has_suite, options_of, write_native_files, write_statistics,
};
use examen_report::build_table::build_table;
use examen_report::query_statistics_table::query_statistics_table;
use examen_report::statistics_table::statistics_text;
use examen_suites::suite::check_choice;
use examen_suites::{Exam, Suite, suite_named};

use crate::printing::print;
use crate::source_flags::SourceFlags;
use crate::suite_flags::{ExamFlags, SuiteFlags, request, suite_names};
use examen_evaluation::Context;
use examen_runner::plan;

/// Make exams of code: examples with their expected answers, split by project.
///
/// Reads files, folders, archives and tables, as `examen corpus` does; without `--from`, the corpus that is part of the
/// program. Files that copy, or nearly copy, an earlier one are left out, so that no test file was seen in training. The
/// same input, seed and flags give the same bytes, for any number of threads; shards joined by `examen merge` too.
///
/// OUT/SUITE/statistics.json says what the examples are like: counts, lengths, spans, by query and by syntactic pattern.
///
/// `examen build SUITE --help` shows the flags of a suite as well, which follow those of all suites.
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
  examen build captions --from src/ --out exams --rounds 2          # which sentence says what it does?
  examen build robustness --of names --from src/ --out exams        # the same functions, rewritten
  examen build robustness --of probes --from src/ --out exams --task CPX,NPT --kind VN,LX")]
pub(crate) struct BuildCommand {
    /// The suites to build.
    #[arg(value_name = "SUITE", required = true, value_parser = suite_names())]
    suites: Vec<String>,

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
    #[arg(long, short, value_name = "DIR")]
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

    /// Remove the tasks of earlier builds of the suite that lie in OUT and are not made again; they stay otherwise.
    #[arg(long)]
    force: bool,

    /// Fraction of words in common (Jaccard) from which on two files are near duplicates, of which one is left out.
    #[arg(long, value_name = "FRACTION", default_value_t = Deduplicator::THRESHOLD)]
    near_duplicates: f64,

    #[command(flatten)]
    exams: ExamFlags,

    #[command(flatten)]
    suite_flags: SuiteFlags,

    #[command(flatten)]
    source: SourceFlags,
}

/// What decides how examples are made has no say where they are there already.
const NO_USE_WITH_NATIVE_ROWS: [&str; 18] = [
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
    "augment",
    "python",
    "language",
    "projects",
];

/// An exam that is asked for.
struct Wanted<'e> {
    suite: &'static Suite,
    exam: &'e dyn Exam,
    /// Whether it is there for another one, of which is told below it.
    is_followed: bool,
}

impl<'e> Wanted<'e> {
    fn new(suite: &'static Suite, exam: &'e dyn Exam) -> Self {
        Self { suite, exam, is_followed: false }
    }
}

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
        let suites: Vec<&'static Suite> = self.suites.iter().filter_map(|name| suite_named(name)).collect();
        let languages = self.source.options().languages;
        let is_native = self.native || !self.from_native.is_empty();
        let mut exams = Vec::new();
        for suite in suites {
            let request = request(&self.exams, self.seed, self.limit, &languages, is_native);
            let has_tasks = (suite.tasks)().is_empty() || !suite.named_tasks(&request).is_empty();
            if !has_tasks && self.suites.len() > 1 {
                bail!(
                    "the suite {} has none of the tasks {}: name one of its own too",
                    suite.name,
                    self.exams.task.join(", ")
                );
            }
            exams.push((suite, self.suite_flags.exam(suite, &request)?));
        }
        let rewritten = exams.iter().filter_map(|(_, exam)| exam.base()).map(|base| base.suite);
        let named: Vec<&Suite> = exams.iter().map(|(suite, _)| *suite).chain(rewritten).collect();
        self.suite_flags.check(&named)?;
        check_choice(&named, &self.exams.task, self.exams.edition)?;
        let settings = BuildSettings {
            out: self.out.clone(),
            seed: self.seed,
            tasks: self.exams.task.clone(),
            edition: self.exams.edition,
            limit: self.limit,
            shard: self.shard,
            near_duplicates: self.near_duplicates,
            split_by: self.exams.split_by,
        };
        let exams: Vec<Wanted<'_>> = exams.iter().map(|(suite, exam)| Wanted::new(suite, &**exam)).collect();
        if !self.from_native.is_empty() {
            return exams.iter().try_for_each(|it| {
                let built = build_native(it.suite, it.exam, &self.from_native, &settings, context)?;
                self.complete(it, &built, &settings, context)
            });
        }
        // What rewrites examples comes behind them; those that are not there are made first.
        let (rewriting, mut plain): (Vec<Wanted<'_>>, Vec<Wanted<'_>>) =
            exams.into_iter().partition(|it| it.exam.base().is_some());
        for base in rewriting.iter().filter_map(|it| it.exam.base()) {
            let is_made = plain.iter().any(|it| it.suite.name == base.suite.name);
            if !is_made && !has_suite(&self.out, base.suite.name) {
                plain.push(Wanted { is_followed: true, ..Wanted::new(base.suite, base.exam) });
            }
        }
        self.build(&plain, &settings, context)?;
        self.build(&rewriting, &settings, context)
    }

    /// Builds some exams in one pass over the code.
    fn build(&self, exams: &[Wanted<'_>], settings: &BuildSettings, context: &Context<'_>) -> anyhow::Result<()> {
        let mut pass = Pass::default();
        for it in exams {
            if self.native {
                check_native(it.suite, it.exam)?;
            }
            let options = options_of(it.exam, self.source.options());
            let plan = plan(&self.from, &options)?;
            pass.add(it.suite, it.exam, (plan, options), settings, context)?;
        }
        pass.read(context)?;
        for it in exams {
            let Some(built) = pass.finish_next(context) else { break };
            self.complete(it, &built?, settings, context)?;
        }
        Ok(())
    }

    /// Removes the tasks of earlier builds, or says that they are there.
    fn tidy(&self, built: &Built, context: &Context<'_>) -> anyhow::Result<()> {
        let earlier = built.earlier_folders()?;
        let names: Vec<String> = earlier.iter().map(|folder| folder.display().to_string()).collect();
        match (names.as_slice(), self.force) {
            ([], _) => {}
            (_, false) => context.remark(format!(
                "tasks of an earlier build stay beside these: {} (--force removes them)",
                names.join(", ")
            )),
            (_, true) => {
                for folder in &earlier {
                    std::fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
                }
                context.remark(format!("removed tasks of an earlier build: {}", names.join(", ")));
            }
        }
        Ok(())
    }

    /// Writes what belongs to a suite beside its tasks, and prints what there is to say of it.
    fn complete(
        &self,
        wanted: &Wanted<'_>,
        built: &Built,
        settings: &BuildSettings,
        context: &Context<'_>,
    ) -> anyhow::Result<()> {
        self.tidy(built, context)?;
        if self.native {
            write_native_files(wanted.suite, wanted.exam, built, settings, context)?;
        }
        if let Some(few) = &built.few_projects {
            context.remark(few.to_string());
        }
        let mut text = build_table(&built.manifests, built.read, &built.folder);
        // What the whole is like is known when shards are joined.
        if self.shard.is_none()
            && let Some(statistics) = write_statistics(&self.out, &built.manifests)?
        {
            text.push('\n');
            text.push_str(&query_statistics_table(&statistics.tasks));
        }
        text.push_str(&statistics_text(&built.statistics));
        if wanted.is_followed {
            text.push('\n');
        }
        print(&text)?;
        Ok(())
    }
}
