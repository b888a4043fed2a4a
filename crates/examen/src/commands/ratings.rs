//! `examen ratings`: answers marked by people.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use examen_data::{ResultHeader, ResultLog, ResultRow, Tool};
use examen_metrics::statistics::{KAPPA, KRIPPENDORFF_ALPHA};
use examen_metrics::{Interval, Metric};
use serde_json::json;

use crate::Context;
use examen_evaluation::line_metrics::Lines;
use examen_evaluation::ratings::{
    Agreement, Answers, Filled, ModelMeans, SCALES, SheetSettings, agreements, model_means, read_filled, write_sheets,
};
use examen_report::table::table;

/// Let people mark answers for fluency and correctness, from 1 to 3, and see how far they agree.
///
/// First `sheets` writes a CSV file for each rater, with answers in an order of chance and without the names of models, and a
/// key. When the last two columns are filled in, `read` puts them together: means by model with intervals, Cohen's kappa of
/// each two raters and Krippendorff's alpha of all.
#[derive(Args)]
#[command(after_help = "Examples:
  examen ratings sheets --hypotheses seq2seq.txt codebert.txt --references truth.txt --questions questions.txt --out rating
  examen ratings read rating --out rating.json")]
pub(crate) struct RatingsCommand {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Sheets(SheetsStep),
    Read(ReadStep),
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
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// How many people mark.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    raters: u32,

    /// At most so many questions, drawn by chance.
    #[arg(long, value_name = "N", default_value_t = 100)]
    sample: usize,

    /// What chance comes from.
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

    /// Write all figures to this file.
    #[arg(long, value_name = "FILE.json")]
    out: Option<PathBuf>,

    /// What chance comes from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl RatingsCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        match self.step {
            Step::Sheets(step) => step.run(context),
            Step::Read(step) => step.run(context),
        }
    }
}

impl SheetsStep {
    fn run(&self, context: &Context<'_>) -> anyhow::Result<()> {
        let references = Lines::read(&self.references)?;
        let mut answers = Vec::new();
        for path in &self.hypotheses {
            let lines = Lines::read(path)?;
            lines.check_beside(&references)?;
            answers.push(Answers { model: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), lines });
        }
        let questions = self.questions.as_deref().map(Lines::read).transpose()?;
        if let Some(questions) = &questions {
            questions.check_beside(&references)?;
        }
        let settings = SheetSettings { raters: self.raters as usize, sample: self.sample, seed: self.seed };
        let sheets = write_sheets(&self.out, &answers, &references, questions.as_ref(), &settings)?;
        for sheet in &sheets {
            writeln!(anstream::stdout().lock(), "{}", sheet.display())?;
        }
        context.remark(format!(
            "Fill in fluency and correctness, 1 to 3, in each sheet; then `examen ratings read {}`.",
            self.out.display()
        ));
        Ok(())
    }
}

const MEANS_HEADER: [&str; 3] = ["model", SCALES[0].name, SCALES[1].name];
const AGREEMENT_HEADER: [&str; 7] = ["scale", "raters", "n", "same", "kappa", "kappa (quadratic)", "alpha (ordinal)"];
const LEGEND: &str = "\
Marks from 1 to 3, with 95 % intervals (bootstrap over items). Kappa is Cohen's, alpha Krippendorff's.
";

impl ReadStep {
    fn run(&self, context: &Context<'_>) -> anyhow::Result<()> {
        let filled = read_filled(&self.folder, &self.sheets)?;
        if filled.missing() > 0 {
            context.remark(format!("{} ratings are not filled in", filled.missing()));
        }
        let means = model_means(&filled, self.seed)?;
        let agreements = agreements(&filled)?;
        if let Some(out) = &self.out {
            self.log(&filled, &means, &agreements).write(out)?;
        }
        let mut models = table(&MEANS_HEADER, |column| column > 0);
        for ModelMeans { model, scales } in &means {
            let cells =
                scales.map(|scale| scale.map_or_else(String::new, |(n, mean, interval)| shown(n, mean, interval)));
            models.add_row([model.clone()].into_iter().chain(cells));
        }
        let mut raters = table(&AGREEMENT_HEADER, |column| column > 1);
        for Agreement { scale, raters: names, n, same, kappa, weighted_kappa, alpha } in &agreements {
            let figures = [*same, *kappa, *weighted_kappa, *alpha];
            let figures = figures.map(|it| it.map_or_else(String::new, |it| format!("{it:.3}")));
            raters.add_row([scale.name.to_owned(), names.clone(), n.to_string()].into_iter().chain(figures));
        }
        let mut out = anstream::stdout().lock();
        writeln!(out, "{models}\n")?;
        if !agreements.is_empty() {
            writeln!(out, "{raters}\n")?;
        }
        out.write_all(LEGEND.as_bytes())?;
        Ok(())
    }

    fn log(&self, filled: &Filled, means: &[ModelMeans], agreements: &[Agreement]) -> ResultLog {
        let mut rows = Vec::new();
        for ModelMeans { model, scales } in means {
            for (metric, figure) in SCALES.into_iter().zip(scales) {
                if let Some((n, value, interval)) = figure {
                    rows.push(row(
                        metric,
                        metric.signature.to_owned(),
                        *value,
                        *interval,
                        *n,
                        Some(model.clone()),
                        None,
                    ));
                }
            }
        }
        for agreement in agreements {
            let group = Some(format!("{}: {}", agreement.scale.name, agreement.raters));
            for (metric, facts, value) in [
                (&KAPPA, ("weights", "equal"), agreement.kappa),
                (&KAPPA, ("weights", "quadratic"), agreement.weighted_kappa),
                (&KRIPPENDORFF_ALPHA, ("scale", "ordinal"), agreement.alpha),
            ] {
                let signature = metric.signature_with(&[facts]);
                rows.extend(value.map(|value| row(metric, signature, value, None, agreement.n, None, group.clone())));
            }
        }
        let header = ResultHeader {
            tool: Tool { name: "examen".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
            recipe: None,
            configuration: json!({ "raters": filled.raters }),
            seeds: vec![self.seed],
            data_versions: BTreeMap::new(),
            hardware: BTreeMap::new(),
            counts_by_status: BTreeMap::from([("not-filled-in".to_owned(), filled.missing() as u64)]),
        };
        ResultLog::new(header, rows)
    }
}

fn row(
    metric: &Metric,
    signature: String,
    value: f64,
    interval: Option<Interval>,
    n: u64,
    model: Option<String>,
    group: Option<String>,
) -> ResultRow {
    ResultRow {
        suite: "ratings".to_owned(),
        task: "answers".to_owned(),
        model,
        metric: metric.name.to_owned(),
        signature,
        value,
        ci_low: interval.map(|interval| interval.low),
        ci_high: interval.map(|interval| interval.high),
        n,
        skipped: None,
        seed: None,
        layer: None,
        group,
    }
}

fn shown(n: u64, mean: f64, interval: Option<Interval>) -> String {
    let interval = interval.map_or_else(String::new, |it| format!(" [{:.2}, {:.2}]", it.low, it.high));
    format!("{mean:.2}{interval} ({n})")
}
