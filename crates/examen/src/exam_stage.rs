//! The stage of the main job that makes exams, sits the query engine at them and marks its paper beside the floor.

use std::io::Write;
use std::path::{Path, PathBuf};

use examen_corpus::SourceOptions;
use examen_data::DataError;
use examen_syntax::Language;

use crate::Context;
use crate::commands::build::shown;
use crate::commands::score::ScoreCommand;
use crate::source_flags::plan;
use examen_evaluation::build::query_exam_flags::QueryExam;
use examen_evaluation::build::query_statistics::write_statistics;
use examen_evaluation::build::{BuildSettings, QUERIES_SUITE, build_queries};
use examen_evaluation::predict::{ModelOptions, ModelSpec, PredictSettings, predict};
use examen_evaluation::score::SplitChoice;

/// Builds the exams into `out/exams`, and writes predictions and marks beside them.
pub(crate) fn sit_exams(
    paths: &[PathBuf],
    settings: &BuildSettings,
    mut options: SourceOptions,
    exam: &QueryExam,
    out: &Path,
    context: &Context<'_>,
) -> anyhow::Result<()> {
    options.languages = vec![Language::Python];
    let plan = plan(paths, &options)?;
    let built = match build_queries(&plan, options, settings, exam, context) {
        // Code without Python, or without anything that a query could be about, is no failure of the whole job.
        Err(error) if error.is_empty_task() => {
            writeln!(anstream::stdout().lock(), "\nexams: none, {error}")?;
            return Ok(());
        }
        built => built?,
    };
    writeln!(anstream::stdout().lock(), "\n{}", shown(&built))?;
    write_statistics(&settings.out, &built.manifests)?;
    let predictions = out.join("engine.parquet");
    let data = settings.out.join(QUERIES_SUITE);
    let settings = PredictSettings {
        model: ModelSpec::parse("engine"),
        options: ModelOptions::default(),
        data: data.clone(),
        splits: SplitChoice::All.splits().to_vec(),
        out: predictions.clone(),
    };
    predict(&settings, context)?;
    let result = out.join("result.json");
    ScoreCommand::of_run(data, vec![predictions], result.clone(), SplitChoice::All).run(context)?;
    writeln!(anstream::stdout().lock(), "\nmarks: {}", result.display())?;
    Ok(())
}
