//! The stage of the main job that asks whether answers survive rewrites: names of functions, as neighbours give them.

use std::io::Write;
use std::path::{Path, PathBuf};

use examen_corpus::{Shares, SourceOptions};
use examen_data::DataError;
use examen_suites::names;
use examen_suites::robustness::Exam;

use crate::Context;
use crate::commands::build::shown;
use crate::commands::score::ScoreCommand;
use crate::source_flags::plan;
use examen_evaluation::build::robustness_exam_flags::RobustnessExamFlags;
use examen_evaluation::build::{BuildSettings, NAMES_SUITE, ROBUSTNESS_SUITE, Resat, build_names, build_robustness};
use examen_evaluation::predict::{ModelOptions, ModelSpec, PredictSettings, predict};
use examen_evaluation::score::SplitChoice;

/// Builds the exams of names and their rewrites into `out/exams`, and writes predictions and marks beside them.
pub(crate) fn sit_rewrites(
    paths: &[PathBuf],
    settings: &BuildSettings,
    options: &SourceOptions,
    out: &Path,
    context: &Context<'_>,
) -> anyhow::Result<()> {
    let built = match build_both(paths, settings, options, context) {
        // Code without functions, or all of it in one split, is no failure of the whole job.
        Err(error) if error.is_empty_task() => {
            writeln!(anstream::stdout().lock(), "\nrewrites: none, {error}")?;
            return Ok(());
        }
        built => built?,
    };
    writeln!(anstream::stdout().lock(), "\n{built}")?;
    let data = settings.out.join(ROBUSTNESS_SUITE);
    let predictions = out.join("path-neighbours.parquet");
    let settings = PredictSettings {
        model: ModelSpec::parse("path-neighbours"),
        options: ModelOptions::default(),
        data: data.clone(),
        splits: SplitChoice::Test.splits().to_vec(),
        out: predictions.clone(),
    };
    predict(&settings, context)?;
    let result = out.join("robustness.json");
    ScoreCommand::of_run(data, vec![predictions], result.clone(), SplitChoice::Test).run(context)?;
    writeln!(anstream::stdout().lock(), "\nmarks: {}", result.display())?;
    Ok(())
}

/// The exams of names and the rewrites of their test examples; returns what was built.
fn build_both(
    paths: &[PathBuf],
    settings: &BuildSettings,
    options: &SourceOptions,
    context: &Context<'_>,
) -> anyhow::Result<String> {
    let names = build_names(&plan(paths, options)?, options.clone(), settings, context)?;
    let exam = Exam::Names(names::Settings { seed: settings.seed });
    let resat = Resat { suite: NAMES_SUITE, exam: &exam, shares: Shares::default() };
    let rewrites = RobustnessExamFlags::of_run().exam(settings.seed)?;
    let rewritten = build_robustness(&plan(paths, options)?, options.clone(), settings, &resat, &rewrites, context)?;
    Ok(format!("{}\n{}", names.to_text(), rewritten.to_text()))
}
