//! The work: features of the texts, then a probe for every layer.

use std::path::{Path, PathBuf};

use crate::error::{EvaluationError, While as _};
use examen_corpus::Split;
use examen_data::FeatureReader;
use examen_models::Encoder;
use examen_models::probing::Features;

use super::fits::{LayerFit, TaskFits};
use super::{Exam, ProbeMethod};
use crate::context::Context;
use crate::embed::{Embedding, EncoderChoice, EncoderFlags, Pool, embed};
use examen_analysis::in_parallel;
use examen_data::grouped;

/// Fits for each thread that are planned at once: enough that none waits long for the last.
const FITS_A_THREAD: usize = 4;

/// How models are probed.
pub struct Settings<'s> {
    pub methods: &'s [ProbeMethod],
    pub encoder: &'s EncoderFlags,
    pub seed: u64,
    /// Folder for features and fits.
    pub out: &'s Path,
    pub keeps_features: bool,
}

/// A model at a task by a method.
pub struct Probed<'e> {
    pub model: String,
    pub exam: &'e Exam,
    pub method: ProbeMethod,
    pub fits: TaskFits,
}

/// What is to be done for one task by one method.
struct Errand<'e> {
    exam: &'e Exam,
    method: ProbeMethod,
    pool: Pool,
    path: PathBuf,
    fingerprint: String,
}

/// Probes all layers of a model at all tasks. Tasks are worked on in groups, and what a group came to is kept.
pub fn probe_model<'e>(
    choice: &EncoderChoice,
    exams: &'e [Exam],
    settings: &Settings<'_>,
    context: &Context<'_>,
) -> crate::Result<Vec<Probed<'e>>> {
    let local = choice.at_hand(context)?;
    let made_of = local.fingerprint()?;
    let encoder = settings.encoder.load(&local)?;
    let model = local.name;
    let folder = model.replace(['/', '\\'], "--");
    let (mut errands, mut probed) = (Vec::new(), Vec::new());
    for exam in exams {
        for &method in settings.methods {
            let pool = pool(exam, method, &encoder, settings.encoder.pool);
            let path = settings.out.join("fits").join(&folder).join(format!("{}.{}.json", exam.task, method.name()));
            let control = if exam.labels.control().is_some() { "control" } else { "" };
            let features = features_fingerprint(&made_of, exam, pool, &settings.encoder.fingerprint(&encoder));
            let fingerprint = format!("{features} {} {} {control}", method.name(), settings.seed);
            errands.push(Errand { exam, method, pool, path, fingerprint });
        }
    }
    let mut missing = Vec::new();
    for errand in errands {
        match TaskFits::read(&errand.path, &errand.fingerprint) {
            Some(fits) => probed.push(Probed { model: model.clone(), exam: errand.exam, method: errand.method, fits }),
            None => missing.push(errand),
        }
    }
    if !probed.is_empty() {
        context.remark(format!(
            "{model}: {} probes of {} are there already",
            probed.len(),
            probed.len() + missing.len()
        ));
    }
    let threads = context.thread_count();
    let least = (FITS_A_THREAD * threads).div_ceil(encoder.layers());
    let group = Group { model: &model, made_of: &made_of, encoder: &encoder, settings, context };
    let features = settings.out.join("features").join(&folder);
    let mut rest = missing.as_slice();
    while !rest.is_empty() {
        let (errands, others) = rest.split_at(group_length(rest, least));
        rest = others;
        for (errand, fits) in errands.iter().zip(group.probe(errands, &features)?) {
            fits.write(&errand.path)?;
            probed.push(Probed { model: model.clone(), exam: errand.exam, method: errand.method, fits });
        }
    }
    let order = |it: &Probed<'_>| (it.exam.suite.clone(), it.exam.task.clone(), it.method);
    probed.sort_by_key(order);
    Ok(probed)
}

/// How many of these are worked on together: at least so many, as long as there are, and all of a task, which share its features.
fn group_length(errands: &[Errand<'_>], least: usize) -> usize {
    let is_cut = |&at: &usize| at == errands.len() || errands[at - 1].exam.task != errands[at].exam.task;
    (least.max(1)..=errands.len()).find(is_cut).unwrap_or(errands.len())
}

/// What stands for the texts of a task.
fn pool(exam: &Exam, method: ProbeMethod, encoder: &Encoder, asked: Option<Pool>) -> Pool {
    asked.unwrap_or_else(|| {
        let is_token = exam.asks_about_token() && method.takes_asked_token();
        if is_token { Pool::Token } else { Pool::summary_of(encoder) }
    })
}

fn features_fingerprint(made_of: &str, exam: &Exam, pool: Pool, asked: &str) -> String {
    format!("{made_of} {} {asked} {}", pool.name(), exam.fingerprint())
}

/// Tasks that are worked on together.
struct Group<'g> {
    model: &'g str,
    made_of: &'g str,
    encoder: &'g Encoder,
    settings: &'g Settings<'g>,
    context: &'g Context<'g>,
}

impl Group<'_> {
    fn probe(&self, errands: &[Errand<'_>], folder: &Path) -> crate::Result<Vec<TaskFits>> {
        let mut readers = Vec::new();
        for errand in errands {
            readers.push(self.features(errand, folder)?);
        }
        let (layers, seed) = (self.encoder.layers(), self.settings.seed);
        let steps = self.context.observer.start((errands.len() * layers) as u64, "fits");
        let fits = in_parallel(errands.len() * layers, self.context.threads, |at| {
            let (errand, reader) = (&errands[at / layers], &readers[at / layers]);
            let features = Features::new(reader.shape().width, reader.layer(at % layers)?)?;
            let fit = LayerFit::of(errand.method, &features, &errand.exam.labels, seed);
            steps.add(1);
            fit.doing(|| format!("{}, layer {}", errand.exam.name(), at % layers))
        })?;
        drop(steps);
        let mut fits = fits.into_iter();
        let mut done = Vec::new();
        for errand in errands {
            let fits = fits.by_ref().take(layers);
            let layers = fits.map(|fit| {
                fit.map_err(|message| EvaluationError::Request(format!("{}: {message}", errand.exam.name())))?
            });
            done.push(self.task_fits(errand, layers.collect::<crate::Result<_>>()?)?);
        }
        if !self.settings.keeps_features {
            // What cannot be removed does no harm, and is known again by its fingerprint.
            let _ = std::fs::remove_dir_all(folder);
            // Features of other models may be there, and stay.
            let _ = folder.parent().map(std::fs::remove_dir);
        }
        Ok(done)
    }

    fn features(&self, errand: &Errand<'_>, folder: &Path) -> crate::Result<FeatureReader> {
        let Errand { exam, pool, .. } = errand;
        let (showing, batch_size) = (self.settings.encoder.showing(self.encoder)?, self.settings.encoder.batch_size);
        let embedding = Embedding { encoder: self.encoder, showing, pool: *pool, batch_size };
        let path = folder.join(format!("{}.{}.safetensors", exam.task, pool.name()));
        let fingerprint =
            features_fingerprint(self.made_of, exam, *pool, &self.settings.encoder.fingerprint(self.encoder));
        let texts = exam.texts(&Split::ALL)?;
        let (reader, counts) = embed(embedding, exam.rows, texts, &path, &fingerprint, self.context)
            .doing(|| format!("cannot embed {}", exam.name()))?;
        if let Some(counts) = counts {
            let of = |name: &str| grouped(counts.get(name).copied().unwrap_or_default());
            let (texts, tokens, truncated) = (of("texts"), of("tokens"), of("truncated"));
            let variables = counts.get("variables").map(|&count| format!(", {} variables", grouped(count)));
            let variables = variables.unwrap_or_default();
            self.context.remark(format!(
                "{} at {}: {texts} texts, {tokens} tokens{variables}, {truncated} texts truncated",
                self.model,
                exam.name()
            ));
        }
        Ok(reader)
    }

    fn task_fits(&self, errand: &Errand<'_>, layers: Vec<LayerFit>) -> crate::Result<TaskFits> {
        let showing = self.settings.encoder.showing(self.encoder)?;
        let mut truncated = 0;
        let mut truncated_test = Vec::new();
        for split in Split::ALL {
            for row in errand.exam.texts(&[split])? {
                let is_truncated = showing.show(&row?)?.tokens.is_truncated();
                truncated += u64::from(is_truncated);
                if split == Split::Test {
                    truncated_test.push(is_truncated);
                }
            }
        }
        let (fingerprint, pool) = (errand.fingerprint.clone(), errand.pool.name().to_owned());
        Ok(TaskFits { fingerprint, pool, layers, truncated, truncated_test })
    }
}
