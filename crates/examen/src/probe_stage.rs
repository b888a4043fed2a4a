//! The stage of the main job that makes probing exams, and shows what words, lengths and an encoder that has learnt nothing tell
//! of them.

use std::io::Write;
use std::path::{Path, PathBuf};

use examen_corpus::SourceOptions;
use examen_data::{DataError, find_task_folders};
use examen_models::Method;

use crate::Context;
use crate::commands::build::shown;
use crate::commands::predict::predict_classes;
use crate::commands::probe::probe_all;
use crate::commands::score::ScoreCommand;
use crate::source_flags::plan;
use examen_evaluation::build::probe_exam_flags::ProbeExam;
use examen_evaluation::build::{BuildSettings, PROBES_SUITE, build_probes};
use examen_evaluation::embed::{EncoderChoice, EncoderFlags};
use examen_evaluation::probe::{ProbeMethod, Settings, read_exams};
use examen_evaluation::score::SplitChoice;

/// The models that know no code.
const BASELINES: [Method; 2] = [Method::BagOfTokens, Method::LengthOnly];

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
    for method in BASELINES {
        let file = out.join(format!("{}.parquet", method.name()));
        predict_classes(method, &data, &file, SplitChoice::Test, exam.settings.seed, context)?;
        predictions.push(file);
    }
    let exams = read_exams(find_task_folders(&data)?, &[], true, context)?;
    if !exams.is_empty() {
        let folder = out.join("probing");
        let encoder = EncoderFlags::default();
        let methods = [ProbeMethod::Standard];
        let seed = exam.settings.seed;
        let settings = Settings { methods: &methods, encoder: &encoder, seed, out: &folder, keeps_features: false };
        writeln!(anstream::stdout().lock())?;
        probe_all(&[EncoderChoice::Random], &exams, &settings, context)?;
        predictions.push(folder.join("predictions.parquet"));
    }
    let result = out.join("probes.json");
    ScoreCommand::of_run(data, predictions, result.clone(), SplitChoice::Test).run(context)?;
    writeln!(anstream::stdout().lock(), "\nmarks: {}", result.display())?;
    Ok(())
}
