//! `examen run`: the main job, stage by stage.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use examen_analysis::{SurveySettings, survey};
use examen_evaluation::build::BuildSettings;
use examen_queries::python::QUERIES;
use examen_report::corpus_table::corpus_table;
use examen_suites::Suite;
use examen_suites::suite::check_choice;

use crate::query_stage::ask_queries;
use crate::source_flags::{SourceFlags, plan};
use crate::suite_flags::{ExamFlags, SuiteFlags, request};
use crate::tour::{STAGES, Tour};
use examen_evaluation::Context;

/// Do the main job: read code, ask the queries of it, make the exams of all suites, let the models that are part of the
/// program answer them and score their predictions.
///
/// Without arguments it works on the corpus that is part of the program and writes into `examen-out/`.
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
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        std::fs::create_dir_all(&self.out).with_context(|| format!("cannot make the folder {}", self.out.display()))?;
        let mut options = self.source.options();
        let seed = self.survey.seed;
        let request = request(&self.exams, seed, None, &options.languages, false);
        let chosen: Vec<&Suite> =
            STAGES.iter().filter(|stage| stage.flags.is_none()).map(|stage| stage.suite).collect();
        check_choice(&chosen, &self.exams.task, self.exams.edition)?;
        let mut exams = Vec::new();
        for stage in &STAGES {
            match stage.flags {
                None if stage.suite.named_tasks(&request).is_empty() => {}
                None => exams.push((stage, self.suite_flags.exam(stage.suite, &request)?)),
                // Where single tasks are asked for, these are of other suites.
                Some(flags) if self.exams.task.is_empty() => exams.push((stage, stage.suite.exam_of(flags, &request)?)),
                Some(_) => {}
            }
        }
        let table = self.out.join("corpus.parquet");
        let plan = plan(&self.from, &options)?;
        options.progress = context.observer.reading();
        let statistics = survey(&plan, &options, &self.survey, Some(&table), context.threads)?;
        let mut out = anstream::stdout().lock();
        out.write_all(corpus_table(&statistics).as_bytes())?;
        if statistics.is_empty() {
            bail!("there is no file to work on; the counts above say what became of those that were met");
        }
        writeln!(out, "\ncorpus: {}", table.display())?;

        let findings = self.out.join("queries.jsonl");
        let tally = ask_queries(&plan, self.source.options(), &findings, context)?;
        writeln!(out, "\n{}\n{}", tally.to_table(), tally.to_text(QUERIES.len()))?;
        writeln!(out, "queries: {}", findings.display())?;
        drop(out);
        let settings = BuildSettings {
            tasks: self.exams.task.clone(),
            edition: self.exams.edition,
            split_by: self.exams.split_by,
            ..BuildSettings::new(self.out.join("exams"), seed)
        };
        let tour = Tour { from: &self.from, options: self.source.options(), settings, out: &self.out };
        for (stage, exam) in &exams {
            tour.run(stage, &**exam, context)?;
        }
        Ok(())
    }
}
