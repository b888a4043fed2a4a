//! The jobs of probing a model: features of the texts, then a fit for every layer.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;
use std::sync::Arc;

use examen_analysis::in_parallel;
use examen_data::{FeatureReader, grouped};
use examen_models::Encoder;
use examen_models::probing::Features;

use super::fits::{LayerFit, TaskFits};
use super::{ProbeMethod, ProbeSettings, ProbingTask};
use crate::context::Context;
use crate::embed::{Counts, Embedding, InputEncoder, LocalEncoder, Pool, embed, truncation};
use crate::error::{EvaluationError, While as _};
use crate::predict::ModelSpec;

/// Fits for each thread that are planned at once: enough that none waits long for the last.
const FITS_A_THREAD: usize = 4;

/// A model at a task by a method.
pub struct Probed {
    /// The name of the model.
    pub model: String,
    /// The task.
    pub task: Arc<ProbingTask>,
    /// The method.
    pub method: ProbeMethod,
    /// The fits of all layers.
    pub fits: TaskFits,
}

/// The fits of one task by one method.
struct Job<'t> {
    task: &'t Arc<ProbingTask>,
    method: ProbeMethod,
    pool: Pool,
    path: PathBuf,
    fingerprint: String,
}

impl Job<'_> {
    fn done(&self, model: &str, fits: TaskFits) -> Probed {
        Probed { model: model.to_owned(), task: Arc::clone(self.task), method: self.method, fits }
    }
}

/// Probes all layers of a model at all tasks. Tasks are worked on in groups, and the fits of each group are written.
pub(super) fn probe_model(
    model: &ModelSpec,
    tasks: &[Arc<ProbingTask>],
    methods: &[ProbeMethod],
    settings: &ProbeSettings,
    context: &Context<'_>,
) -> crate::Result<Vec<Probed>> {
    let local = LocalEncoder::find(model, context)?;
    let model_fingerprint = local.fingerprint()?;
    let encoder = settings.encoder.load(&local)?;
    let model = local.name;
    let folder = model.replace(['/', '\\'], "--");
    let fitter = Fitter {
        model: &model,
        model_fingerprint,
        encoder: &encoder,
        input: settings.encoder.input_encoder(&encoder)?,
        features: settings.out.join("features").join(&folder),
        settings,
        context,
    };
    let (mut missing, mut probed) = (Vec::new(), Vec::new());
    for task in tasks {
        for &method in methods {
            let pool = pool(task, method, &encoder, settings.encoder.pool);
            let path = settings.out.join("fits").join(&folder).join(format!("{}.{}.json", task.name, method.name()));
            let control = if task.labels.control().is_some() { "control" } else { "" };
            let features = fitter.features_fingerprint(task, pool);
            let fingerprint = format!("{features} {} {} {control}", method.name(), settings.seed);
            let job = Job { task, method, pool, path, fingerprint };
            match TaskFits::read(&job.path, &job.fingerprint) {
                Some(fits) => probed.push(job.done(&model, fits)),
                None => missing.push(job),
            }
        }
    }
    if !probed.is_empty() {
        let all = probed.len() + missing.len();
        context.remark_on_work(format!("{model}: {} probes of {all} are there already", probed.len()));
    }
    let least = (FITS_A_THREAD * context.thread_count()).div_ceil(encoder.layers());
    let mut rest = missing.as_slice();
    while !rest.is_empty() {
        let (jobs, others) = rest.split_at(group_length(rest, least));
        rest = others;
        for (job, fits) in jobs.iter().zip(fitter.fit(jobs)?) {
            fits.write(&job.path)?;
            probed.push(job.done(&model, fits));
        }
    }
    probed.sort_by_key(|it| (it.task.suite.clone(), it.task.name.clone(), it.method));
    Ok(probed)
}

/// The number of jobs that are done together: at least so many, as long as there are, and all of a task, because they need the
/// same features.
fn group_length(jobs: &[Job<'_>], least: usize) -> usize {
    let is_cut = |&at: &usize| at == jobs.len() || jobs[at - 1].task.name != jobs[at].task.name;
    (least.max(1)..=jobs.len()).find(is_cut).unwrap_or(jobs.len())
}

/// The state that stands for the texts of a task.
fn pool(task: &ProbingTask, method: ProbeMethod, encoder: &Encoder, asked: Option<Pool>) -> Pool {
    asked.unwrap_or_else(|| {
        let is_token = task.asks_about_token() && method.takes_asked_token();
        if is_token { Pool::Token } else { Pool::summary_of(encoder) }
    })
}

/// A model that is probed.
struct Fitter<'p> {
    model: &'p str,
    model_fingerprint: String,
    encoder: &'p Encoder,
    input: InputEncoder<'p>,
    /// The folder for features.
    features: PathBuf,
    settings: &'p ProbeSettings,
    context: &'p Context<'p>,
}

impl Fitter<'_> {
    /// Does some jobs, whose features are all on the disk at the same time.
    fn fit(&self, jobs: &[Job<'_>]) -> crate::Result<Vec<TaskFits>> {
        let mut readers = Vec::new();
        let mut truncated: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
        for job in jobs {
            let (features, flags) = self.features(job)?;
            readers.push(features);
            if let Some(flags) = flags {
                truncated.insert(&job.task.name, flags);
            }
        }
        let layers = self.encoder.layers();
        let steps = self.context.observer.start((jobs.len() * layers) as u64, "fits");
        let fits = in_parallel(jobs.len() * layers, self.context.threads, |at| {
            let (job, reader) = (&jobs[at / layers], &readers[at / layers]);
            let features = Features::new(reader.shape().width, reader.layer(at % layers)?)?;
            let fit = LayerFit::of(job.method, &features, &job.task.labels, self.settings.seed);
            steps.add(1);
            fit.doing(|| format!("{}, layer {}", job.task.full_name(), at % layers))
        })?;
        drop(steps);
        let mut fits = fits.into_iter();
        let mut done = Vec::new();
        for job in jobs {
            let name = job.task.full_name();
            let fits = fits.by_ref().take(layers);
            let fits = fits.map(|fit| fit.map_err(|message| EvaluationError::request(format!("{name}: {message}")))?);
            let fits = fits.collect::<crate::Result<_>>()?;
            // Features of an earlier run do not say which texts were truncated.
            let flags = match truncated.entry(&job.task.name) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => unknown.insert(truncation(self.input, job.task.texts()?)?),
            };
            done.push(task_fits(job, fits, flags));
        }
        if !self.settings.keeps_features {
            // What cannot be removed does no harm, and is known again by its fingerprint.
            let _ = std::fs::remove_dir_all(&self.features);
            // Features of other models may be there, and stay.
            let _ = self.features.parent().map(std::fs::remove_dir);
        }
        Ok(done)
    }

    /// Embeds the texts of a job, unless that was done. Returns the features and, if all texts were tokenized now, whether each
    /// was truncated.
    fn features(&self, job: &Job<'_>) -> crate::Result<(FeatureReader, Option<Vec<bool>>)> {
        let Job { task, pool, .. } = job;
        let embedding = Embedding {
            encoder: self.encoder,
            input: self.input,
            pool: *pool,
            batch_size: self.settings.encoder.batch_size,
        };
        let path = self.features.join(format!("{}.{}.safetensors", task.name, pool.name()));
        let fingerprint = self.features_fingerprint(task, *pool);
        let embedded = embed(embedding, task.rows, task.texts()?, &path, &fingerprint, self.context)
            .doing(|| format!("cannot embed {}", task.full_name()))?;
        if let Some(counts) = &embedded.counts {
            self.context.remark_on_work(format!("{} at {}: {}", self.model, task.full_name(), counts_text(counts)));
        }
        Ok((embedded.features, embedded.truncated))
    }

    fn features_fingerprint(&self, task: &ProbingTask, pool: Pool) -> String {
        let settings = self.settings.encoder.fingerprint(self.encoder);
        format!("{} {} {settings} {}", self.model_fingerprint, pool.name(), task.fingerprint())
    }
}

fn counts_text(counts: &Counts) -> String {
    let of = |name: &str| grouped(counts.get(name).copied().unwrap_or_default());
    let (texts, tokens, truncated) = (of("texts"), of("tokens"), of("truncated"));
    let variables = counts.get("variables").map(|&count| format!(", {} variables", grouped(count))).unwrap_or_default();
    format!("{texts} texts, {tokens} tokens{variables}, {truncated} texts truncated")
}

/// The fits of a job, with the texts that were truncated. Those of the test split are the last.
fn task_fits(job: &Job<'_>, layers: Vec<LayerFit>, truncated: &[bool]) -> TaskFits {
    let first = truncated.len().saturating_sub(job.task.test.len());
    TaskFits {
        fingerprint: job.fingerprint.clone(),
        pool: job.pool.name().to_owned(),
        layers,
        truncated: truncated.iter().filter(|is_truncated| **is_truncated).count() as u64,
        truncated_test: truncated[first..].to_vec(),
    }
}
