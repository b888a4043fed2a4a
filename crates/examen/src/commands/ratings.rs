//! `examen ratings`: answers rated by people and by language models.

use std::io::Write;
use std::path::PathBuf;

#[cfg(feature = "endpoints")]
use anyhow::bail;
use clap::{Args, Subcommand};
use examen_data::grouped;
#[cfg(feature = "endpoints")]
use examen_evaluation::ratings::{JudgeSettings, judge};
use examen_evaluation::ratings::{SheetSettings, read_ratings, write_sheets};
use examen_report::ratings_table::ratings_table;

#[cfg(feature = "endpoints")]
use crate::endpoint_flags::ConnectionFlags;
use crate::printing::print;
use examen_evaluation::Context;

/// Let people rate answers for fluency and correctness, from 1 to 3, and see how far they agree.
///
/// First `sheets` writes a CSV file for each rater, with answers in a random order and without the names of models, and a
/// key. When the last two columns are filled in, `read` puts them together: means by model with intervals, Cohen's kappa of
/// each two raters and Krippendorff's alpha of all. `judge` lets a language model behind an address fill in a sheet of its own, which
/// `read` compares with those of people.
#[derive(Args)]
#[command(after_help = "Examples:
  examen ratings sheets --hypotheses seq2seq.txt codebert.txt --references truth.txt --questions questions.txt --out rating
  examen ratings judge rating --model http://localhost:8000/v1
  examen ratings read rating --out rating.json")]
pub(crate) struct RatingsCommand {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    #[cfg(feature = "endpoints")]
    Judge(Box<JudgeStep>),
    Sheets(SheetsStep),
    Read(ReadStep),
}

/// Let a language model rate the answers, one at a time.
///
/// It reads `rater-1.csv` and writes `judge-NAME.csv`. Mixed in are controls, whose ratings are known beforehand: references handed in
/// as answers, which are right, and answers to other questions, which are wrong. They go to `judge-NAME.controls.csv` and are no part
/// of other values. A rating that cannot be read stays empty.
#[cfg(feature = "endpoints")]
#[derive(Args)]
struct JudgeStep {
    /// The folder that `examen ratings sheets` wrote.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The address of the model, as far as `/v1`.
    #[arg(long, value_name = "URL")]
    model: String,

    /// The name in the names of files [default: that of the model].
    #[arg(long, value_name = "NAME")]
    model_name: Option<String>,

    /// How many controls of each kind are mixed in.
    #[arg(long, value_name = "N", default_value_t = 20)]
    controls: usize,

    /// Seed of the controls.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    connection: ConnectionFlags,
}

/// Write a sheet for each rater, and the key.
#[derive(Args)]
struct SheetsStep {
    /// Answers, one a line; a file for each model, which is called after it.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    hypotheses: Vec<PathBuf>,

    /// What was expected, one a line.
    #[arg(long, value_name = "FILE")]
    references: PathBuf,

    /// What was asked, one a line.
    #[arg(long, value_name = "FILE")]
    questions: Option<PathBuf>,

    /// Folder for the sheets.
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,

    /// How many people rate.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    raters: u32,

    /// At most so many questions, sampled at random.
    #[arg(long, value_name = "N", default_value_t = 100)]
    sample: usize,

    /// Seed of the sample and of the order of answers.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Read filled sheets: means by model, and how far raters agree.
#[derive(Args)]
struct ReadStep {
    /// The folder that `examen ratings sheets` wrote.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The filled sheets; without, all of the folder.
    #[arg(value_name = "SHEET")]
    sheets: Vec<PathBuf>,

    /// Write all values to this file.
    #[arg(long, short, value_name = "FILE.json")]
    out: Option<PathBuf>,

    /// Seed of the resamples.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl RatingsCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        match self.step {
            #[cfg(feature = "endpoints")]
            Step::Judge(step) => step.run(context),
            Step::Sheets(step) => step.run(context),
            Step::Read(step) => step.run(context),
        }
    }
}

#[cfg(feature = "endpoints")]
impl JudgeStep {
    fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let plan = self.connection.plan(&self.model)?;
        let settings = JudgeSettings {
            folder: self.folder,
            name: self.model_name,
            controls: self.controls,
            seed: self.seed,
            connection: plan.connection,
        };
        let judged = judge(&settings, plan.endpoint, context)?;
        judged.remarks.iter().for_each(|remark| context.remark(remark));
        for (reason, count) in &judged.unrated {
            context.remark(format!("{count} answers and controls without ratings: {reason}"));
        }
        if judged.rated == 0 {
            bail!("the judge rated none of the answers");
        }
        writeln!(anstream::stdout().lock(), "{}", judged.sheet.display())?;
        Ok(())
    }
}

impl SheetsStep {
    fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let settings = SheetSettings {
            hypotheses: self.hypotheses,
            references: self.references,
            questions: self.questions,
            out: self.out,
            raters: self.raters as usize,
            sample: self.sample,
            seed: self.seed,
        };
        for sheet in &write_sheets(&settings)? {
            writeln!(anstream::stdout().lock(), "{}", sheet.display())?;
        }
        context.remark(format!(
            "Fill in fluency and correctness, 1 to 3, in each sheet; then `examen ratings read {}`.",
            settings.out.display()
        ));
        Ok(())
    }
}

impl ReadStep {
    fn run(&self, context: &Context<'_>) -> anyhow::Result<()> {
        let rated = read_ratings(&self.folder, &self.sheets, self.seed)?;
        if rated.missing > 0 {
            context.remark(format!("{} ratings are not filled in", grouped(rated.missing as u64)));
        }
        if let Some(out) = &self.out {
            rated.log.write(out)?;
        }
        print(&ratings_table(&rated.log.rows, rated.has_people))?;
        Ok(())
    }
}
