//! `examen run`: the main job, stage by stage.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use examen_queries::python::QUERIES;

use crate::Context;
use crate::exam_stage::sit_exams;
use crate::probe_stage::sit_probes;
use crate::query_stage::ask_queries;
use crate::robustness_stage::sit_rewrites;
use crate::source_flags::SourceFlags;
use examen_analysis::{SurveySettings, survey};
use examen_evaluation::build::BuildSettings;
use examen_evaluation::build::exam_flags::{ExamFlags, SuiteName};
use examen_evaluation::build::probe_exam_flags::ProbeExamFlags;
use examen_evaluation::build::query_exam_flags::QueryExamFlags;
use examen_report::corpus_table::corpus_table;

/// Do the main job: read code, ask the queries of it, make the exams of all suites, sit the models that are part of the
/// program at these and mark their papers.
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
    #[arg(long, value_name = "DIR", default_value = "examen-out")]
    out: PathBuf,

    #[command(flatten)]
    source: SourceFlags,

    #[command(flatten)]
    survey: SurveySettings,

    #[command(flatten)]
    exams: ExamFlags,

    #[command(flatten)]
    queries: QueryExamFlags,

    #[command(flatten)]
    probes: ProbeExamFlags,
}

impl RunCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        std::fs::create_dir_all(&self.out).with_context(|| format!("cannot make the folder {}", self.out.display()))?;
        self.exams.check(&[SuiteName::Probes, SuiteName::Queries])?;
        let probes = self.probes.exam(&self.exams, self.survey.seed)?;
        let exam = self.queries.exam(&self.exams, self.survey.seed, false)?;
        let table = self.out.join("corpus.parquet");
        let plan = self.source.plan(&self.from)?;
        let mut options = self.source.options();
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
        let settings = BuildSettings::of_run(self.out.join("exams"), self.survey.seed, self.exams.split_by);
        if !exam.tasks.is_empty() {
            sit_exams(&self.from, &settings, self.source.options(), &exam, &self.out, context)?;
        }
        if !probes.tasks.is_empty() {
            sit_probes(&self.from, &settings, self.source.options(), &probes, &self.out, context)?;
        }
        // Where single tasks are asked for, these are of other suites.
        if self.exams.task.is_empty() {
            sit_rewrites(&self.from, &settings, &self.source.options(), &self.out, context)?;
        }
        Ok(())
    }
}
