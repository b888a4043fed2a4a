//! The probing of several encoders at several tasks.

use std::path::PathBuf;
use std::sync::Arc;

use examen_data::{ResultLog, ResultRow, find_task_folders};
use examen_suites::probes::SUITE;
use serde_json::json;

use super::given_features::{model_name, probe_features};
use super::jobs::{Probed, probe_model};
use super::task::{ProbingTask, read_tasks};
use super::{ProbeMethod, write_outputs, write_result};
use crate::build::{BuildSettings, build_from_inspect};
use crate::context::Context;
use crate::embed::{EncoderSettings, LocalEncoder, Pool};
use crate::error::{While as _, refuse};
use crate::predict::ModelSpec;

/// Settings of probing.
#[derive(Clone, Debug)]
pub struct ProbeSettings {
    /// The encoders; there may be none where features are given or results of other runs are compared.
    pub models: Vec<ModelSpec>,
    /// Files of features that other encoders made; each stands for a model.
    pub features: Vec<PathBuf>,
    /// Task folders, folders above several, or files of INSPECT's.
    pub data: Vec<PathBuf>,
    /// The folder for everything that is written.
    pub out: PathBuf,
    /// How probes are fitted.
    pub methods: Vec<ProbeMethod>,
    /// Codes or names of tasks; all if there are none.
    pub tasks: Vec<String>,
    /// Whether probes are fitted to the control labels too.
    pub has_control: bool,
    /// How texts are encoded.
    pub encoder: EncoderSettings,
    /// The seed of the probes.
    pub seed: u64,
    /// Whether the features stay in the folder.
    pub keeps_features: bool,
    /// Result logs of other runs.
    pub with: Vec<PathBuf>,
}

/// The outcome of probing.
pub struct ProbeRun {
    /// Every model at every task by every method.
    pub probed: Vec<Probed>,
    /// The rows of the result log.
    pub rows: Vec<ResultRow>,
    /// Results of other runs, in the order of the settings.
    pub others: Vec<ResultLog>,
}

/// Probes encoders and reads the results of other runs.
pub fn probe(settings: &ProbeSettings, context: &Context<'_>) -> crate::Result<ProbeRun> {
    let mut others = Vec::new();
    for path in &settings.with {
        others.push(ResultLog::read(path).doing(|| format!("--with {}", path.display()))?);
    }
    if settings.models.is_empty() && settings.features.is_empty() {
        return Ok(ProbeRun { probed: Vec::new(), rows: Vec::new(), others });
    }
    check_models(settings, context)?;
    let tasks = find_tasks(settings, context)?;
    Ok(ProbeRun { others, ..probe_tasks(&tasks, settings, context)? })
}

/// Probes encoders at tasks that were read already, and writes everything into the folder of the settings.
pub fn probe_tasks(
    tasks: &[Arc<ProbingTask>],
    settings: &ProbeSettings,
    context: &Context<'_>,
) -> crate::Result<ProbeRun> {
    let mut methods = settings.methods.clone();
    methods.sort_unstable();
    methods.dedup();
    let mut probed: Vec<Probed> = Vec::new();
    for model in &settings.models {
        probed.extend(probe_model(model, tasks, &methods, settings, context)?);
    }
    for features in &settings.features {
        probed.extend(probe_features(features, tasks, &methods, settings, context)?);
    }
    let encoder = &settings.encoder;
    let configuration = json!({
        "suite": SUITE.name,
        "models": settings.names(),
        "protocols": methods.iter().map(|method| method.name()).collect::<Vec<&str>>(),
        "seed": settings.seed,
        "pool": encoder.pool.map(Pool::name),
        "max_length": encoder.max_length,
        "data_flow": encoder.data_flow,
        "precision": encoder.precision.to_string(),
        "control": tasks.iter().any(|task| task.labels.control().is_some()),
    });
    let result = settings.out.join("result.json");
    let rows = write_result(&result, tasks, &probed, configuration, settings.seed)?;
    write_outputs(&settings.out, &probed)?;
    context.remark(format!("scores: {}", result.display()));
    Ok(ProbeRun { probed, rows, others: Vec::new() })
}

impl ProbeSettings {
    /// The names of all models.
    fn names(&self) -> Vec<String> {
        let of_features = self.features.iter().map(|path| model_name(path));
        self.models.iter().map(ModelSpec::name).chain(of_features).collect()
    }
}

/// Refuses models that results could not tell apart, or that do not take the settings, before the first is loaded.
fn check_models(settings: &ProbeSettings, context: &Context<'_>) -> crate::Result<()> {
    let names = settings.names();
    if let Some((_, name)) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
        refuse!("two models are called `{name}`; results could not tell them apart");
    }
    for (model, name) in settings.models.iter().zip(&names).filter(|_| settings.encoder.data_flow) {
        settings.encoder.check(&LocalEncoder::find(model, context)?).doing(|| name)?;
    }
    Ok(())
}

/// Reads the tasks of the settings. Files of INSPECT's become task folders in `OUT/exams` first.
fn find_tasks(settings: &ProbeSettings, context: &Context<'_>) -> crate::Result<Vec<Arc<ProbingTask>>> {
    let mut folders = Vec::new();
    let mut native = Vec::new();
    for path in &settings.data {
        let found = if path.is_dir() { find_task_folders(path)? } else { Vec::new() };
        if found.is_empty() { native.push(path.clone()) } else { folders.extend(found) }
    }
    if !native.is_empty() {
        let of_native = BuildSettings::new(settings.out.join("exams"), 0);
        let built = build_from_inspect(&native, &of_native, context)
            .doing(|| "--data has neither task folders nor files of INSPECT's")?;
        folders.extend(find_task_folders(&built.folder)?);
    }
    let tasks = read_tasks(folders, &settings.tasks, settings.has_control, context)?;
    if tasks.is_empty() {
        let paths: Vec<String> = settings.data.iter().map(|path| path.display().to_string()).collect();
        refuse!("there is no task to probe in {}: it has to ask for a class", paths.join(", "));
    }
    Ok(tasks)
}
