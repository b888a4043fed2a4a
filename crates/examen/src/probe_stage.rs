//! The stage of the main job that makes probing exams, and shows what words, lengths and an encoder that has learnt nothing tell
//! of them.

use std::io::Write;
use std::path::{Path, PathBuf};

use examen_corpus::SourceOptions;
use examen_data::{DataError, find_task_folders};

use crate::Context;
use crate::commands::build::shown;
use crate::commands::score::ScoreCommand;
use crate::source_flags::plan;
use examen_evaluation::build::probe_exam_flags::ProbeExam;
use examen_evaluation::build::{BuildSettings, PROBES_SUITE, build_probes};
use examen_evaluation::embed::EncoderSettings;
use examen_evaluation::predict::{ModelOptions, ModelSpec, PredictSettings, RANDOM_ENCODER, predict};
use examen_evaluation::probe::{ProbeMethod, ProbeSettings, probe_tasks, read_tasks};
use examen_evaluation::score::SplitChoice;
use examen_report::probe_summary::summary;

/// The models that know no code.
const BASELINES: [&str; 2] = ["bag-of-tokens", "length-only"];

/// Builds the exams into `out/exams`, and writes predictions and marks beside them.
pub(crate) fn sit_probes(
    paths: &[PathBuf],
    settings: &BuildSettings,
    options: SourceOptions,
    exam: &ProbeExam,
    out: &Path,
    context: &Context<'_>,
) -> anyhow::Result<()> {
    let plan = plan(paths, &options)?;
    let built = match build_probes(&plan, options, settings, exam, context) {
        // Code of one project, or without functions, is no failure of the whole job.
        Err(error) if error.is_empty_task() => {
            writeln!(anstream::stdout().lock(), "\nprobes: none, {error}")?;
            return Ok(());
        }
        built => built?,
    };
    writeln!(anstream::stdout().lock(), "\n{}", shown(&built))?;
    let data = settings.out.join(PROBES_SUITE);
    let mut predictions = Vec::new();
    let seed = exam.settings.seed;
    for model in BASELINES {
        let file = out.join(format!("{model}.parquet"));
        let settings = PredictSettings {
            model: ModelSpec::parse(model),
            options: ModelOptions { seed, sources: None },
            data: data.clone(),
            splits: SplitChoice::Test.splits().to_vec(),
            out: file.clone(),
        };
        predict(&settings, context)?;
        predictions.push(file);
    }
    let tasks = read_tasks(find_task_folders(&data)?, &[], true, context)?;
    if !tasks.is_empty() {
        let settings = ProbeSettings {
            models: vec![ModelSpec::parse(RANDOM_ENCODER)],
            data: vec![data.clone()],
            out: out.join("probing"),
            methods: vec![ProbeMethod::Standard],
            tasks: Vec::new(),
            has_control: true,
            encoder: EncoderSettings::default(),
            seed,
            keeps_features: false,
            with: Vec::new(),
        };
        let run = probe_tasks(&tasks, &settings, context)?;
        write!(anstream::stdout().lock(), "\n{}", summary(&run.probed))?;
        predictions.push(settings.out.join("predictions.parquet"));
    }
    let result = out.join("probes.json");
    ScoreCommand::of_run(data, predictions, result.clone(), SplitChoice::Test).run(context)?;
    writeln!(anstream::stdout().lock(), "\nmarks: {}", result.display())?;
    Ok(())
}
