//! `examen run`: the main job, stage by stage.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, bail};
use clap::Args;
use examen_analysis::{SurveySettings, SurveyTables, survey};
use examen_corpus::ProgressHook;
use examen_evaluation::build::{BuildSettings, options_of};
use examen_evaluation::predict::Sources;
use examen_evaluation::tour::{STAGES, Stage, StageOutcome, Tour};
use examen_queries::python::QUERIES;
use examen_report::build_table::build_table;
use examen_report::corpus_table::corpus_table;
use examen_report::html::{ReportInputs, write_report};
use examen_report::probe_tables::probe_tables;
use examen_report::run_screen::{RunScreen, SuiteLine};
use examen_report::score_tables::score_tables;
use examen_suites::suite::check_choice;
use examen_suites::{Exam, Suite};
use examen_syntax::Language;

use crate::query_stage::ask_queries;
use crate::source_flags::{SourceFlags, plan};
use crate::suite_flags::{ExamFlags, SuiteFlags, request};
use examen_evaluation::{Context, Observer, SplitChoice, Steps};

/// The file of all tables.
const TABLES: &str = "tables.txt";

/// Do the main job: read code, ask the queries of it, make the exams of all suites, let the models that are part of the
/// program answer them, score their predictions and write a report.
///
/// Without arguments it works on the corpus that is part of the program and writes into `examen-out/`. What it prints is a
/// summary: the last line is the first page of the report. All tables are in `tables.txt` too, and printed with --verbose.
#[derive(Args)]
#[command(after_help = "Examples:
  examen run
  examen run --from src/ --from vendor.zip --out exam")]
pub(crate) struct RunCommand {
    /// Code to read: files, folders, archives or tables; may be repeated.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    from: Vec<PathBuf>,

    /// Folder for everything that is written.
    #[arg(long, short, value_name = "DIR", default_value = "examen-out")]
    out: PathBuf,

    #[command(flatten)]
    source: SourceFlags,

    #[command(flatten)]
    survey: SurveySettings,

    #[command(flatten)]
    exams: ExamFlags,

    #[command(flatten)]
    suite_flags: SuiteFlags<true>,
}

impl RunCommand {
    pub(crate) fn run(self, is_verbose: bool, context: &Context<'_>) -> anyhow::Result<()> {
        std::fs::create_dir_all(&self.out).with_context(|| format!("cannot make the folder {}", self.out.display()))?;
        let mut options = self.source.options();
        let exams = self.exams(&options.languages)?;
        let table = self.out.join("corpus.parquet");
        let all = plan(&self.from, &options)?;
        options.progress = context.observer.reading();
        let tables = SurveyTables { files: Some(&table), fingerprints: None };
        let statistics = survey(&all, &options, &self.survey, tables, context.threads)?;
        let mut details = Details { text: String::new(), is_printed: is_verbose || statistics.is_empty() };
        details.add(&corpus_table(&statistics))?;
        if statistics.is_empty() {
            bail!("there is no file to work on; the counts above say what became of those that were met");
        }
        details.add(&format!("\ncorpus: {}\n", table.display()))?;

        let findings = self.out.join("queries.jsonl");
        let tally = ask_queries(&all, self.source.options(), &findings, context)?;
        details.add(&format!("\n{}\n{}", tally.to_table(), tally.to_text(QUERIES.len())))?;
        details.add(&format!("queries: {}\n", findings.display()))?;

        let remarks = Remarks { of: context.observer, kept: Mutex::default() };
        let quiet = Context { observer: &remarks, ..*context };
        let code = |exam: &dyn Exam| {
            let options = options_of(exam, self.source.options());
            Ok((plan(&self.from, &options)?, options))
        };
        let sources = Sources { paths: self.from.clone(), options: self.source.options() };
        let mut tour = Tour {
            code: &code,
            sources: (!self.from.is_empty()).then_some(sources),
            settings: self.build_settings(),
            out: &self.out,
            built: BTreeSet::new(),
        };
        let mut outcomes = Vec::new();
        for (stage, exam) in &exams {
            let outcome = tour.run(stage, &**exam, &quiet)?;
            details.add(&stage_tables(stage, &outcome, &remarks.take()))?;
            outcomes.push((*stage, outcome));
        }
        details.write(&self.out.join(TABLES))?;
        let report = self.report(&outcomes)?;
        let suites = outcomes.iter().map(|(stage, outcome)| line(stage, outcome)).collect();
        let screen = RunScreen { statistics: &statistics, tally: &tally, suites, out: &self.out, report: &report };
        anstream::stdout().lock().write_all(screen.to_text().as_bytes())?;
        Ok(())
    }

    /// Writes the report of all results; returns its first page, or the file of tables where there is nothing to report.
    fn report(&self, outcomes: &[(&Stage, StageOutcome)]) -> anyhow::Result<PathBuf> {
        let (mut results, mut predictions) = (Vec::new(), Vec::new());
        for (_, outcome) in outcomes {
            results.extend(outcome.result.clone());
            results.extend(outcome.probing_result.clone());
            predictions.extend(outcome.predictions.iter().cloned());
        }
        if results.is_empty() {
            return Ok(self.out.join(TABLES));
        }
        let data = Some(self.out.join("exams"));
        let inputs = ReportInputs { results, data, predictions, training: Vec::new() };
        Ok(write_report(&inputs, &self.out.join("report"))?.index)
    }

    /// The exams of the stages; where single tasks are asked for, those of the suites that have them.
    fn exams(&self, languages: &[Language]) -> anyhow::Result<Vec<(&'static Stage, Box<dyn Exam>)>> {
        let request = request(&self.exams, self.survey.seed, None, languages, false);
        let chosen: Vec<&Suite> =
            STAGES.iter().filter(|stage| stage.flags.is_none()).map(|stage| stage.suite).collect();
        check_choice(&chosen, &self.exams.task, self.exams.edition)?;
        let mut exams = Vec::new();
        for stage in &STAGES {
            match stage.flags {
                None if stage.suite.named_tasks(&request).is_empty() => {}
                None => exams.push((stage, self.suite_flags.exam(stage.suite, &request)?)),
                Some(flags) if self.exams.task.is_empty() => exams.push((stage, stage.suite.exam_of(flags, &request)?)),
                Some(_) => {}
            }
        }
        Ok(exams)
    }

    fn build_settings(&self) -> BuildSettings {
        BuildSettings {
            tasks: self.exams.task.clone(),
            edition: self.exams.edition,
            split_by: self.exams.split_by,
            ..BuildSettings::new(self.out.join("exams"), self.survey.seed)
        }
    }
}

/// All tables and remarks of a run, for a file and, if wanted, for the screen.
struct Details {
    text: String,
    is_printed: bool,
}

impl Details {
    fn add(&mut self, text: &str) -> std::io::Result<()> {
        if self.is_printed {
            anstream::stdout().lock().write_all(text.as_bytes())?;
        }
        self.text.push_str(text);
        Ok(())
    }

    fn write(&self, path: &Path) -> anyhow::Result<()> {
        std::fs::write(path, &self.text).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Keeps the remarks of a stage for the tables, and passes on how work goes.
struct Remarks<'o> {
    of: &'o dyn Observer,
    kept: Mutex<String>,
}

impl Remarks<'_> {
    fn take(&self) -> String {
        std::mem::take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Observer for Remarks<'_> {
    fn remark(&self, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.kept.lock().unwrap_or_else(PoisonError::into_inner), "{text}");
    }

    fn reading(&self) -> Option<ProgressHook> {
        self.of.reading()
    }

    fn start(&self, total: u64, unit: &'static str) -> Box<dyn Steps> {
        self.of.start(total, unit)
    }
}

fn stage_tables(stage: &Stage, outcome: &StageOutcome, remarks: &str) -> String {
    let mut text = String::new();
    for built in &outcome.built {
        let _ = write!(text, "\n{}", build_table(&built.manifests, built.read, &built.folder));
        let few = built.few_projects.as_ref().map(|few| format!("{few}\n"));
        text.push_str(&few.unwrap_or_default());
    }
    let _ = write!(text, "\n{remarks}\n");
    if !outcome.probed.is_empty() {
        let _ = writeln!(text, "{}", probe_tables(&outcome.probed));
    }
    if let Some(why) = &outcome.why_empty {
        let _ = writeln!(text, "{}: nothing to score: {why}", stage.suite.name);
    }
    if let Some(result) = &outcome.result {
        let tables = score_tables(&outcome.scores, stage.split == SplitChoice::Test);
        let _ = writeln!(text, "{tables}\nscores: {}", result.display());
    }
    text
}

fn line<'r>(stage: &'static Stage, outcome: &'r StageOutcome) -> SuiteLine<'r> {
    let few = outcome.built.iter().filter_map(|built| built.few_projects.as_ref());
    // A suite that rewrites another one is split as that one.
    let few = few.filter(|few| few.suite == stage.suite.name).map(|few| (few.projects, few.remedy())).next();
    SuiteLine {
        suite: stage.suite.name,
        model: stage.models[0],
        rows: &outcome.scores,
        why_empty: outcome.why_empty.as_deref(),
        few_projects: few,
    }
}
