//! Probes of features that an encoder of somebody else made.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use examen_analysis::in_parallel;
use examen_data::{FeatureReader, hash_file, read_feature_table};
use examen_models::probing::Features;

use super::fits::{LayerFit, TaskFits};
use super::{ProbeMethod, ProbeSettings, Probed, ProbingTask};
use crate::context::Context;
use crate::embed::read_example_texts;
use crate::error::{EvaluationError, While as _, refuse};

/// What result logs say of the state that stood for a text.
const POOL: &str = "given";

/// Features of examples, by their ids.
struct GivenFeatures {
    reader: FeatureReader,
    row_of: HashMap<String, usize>,
}

/// The name of the model that a file of features stands for: that of the file.
pub(super) fn model_name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Probes all layers of a file of features at all tasks.
pub(super) fn probe_features(
    path: &Path,
    tasks: &[Arc<ProbingTask>],
    methods: &[ProbeMethod],
    settings: &ProbeSettings,
    context: &Context<'_>,
) -> crate::Result<Vec<Probed>> {
    let model = model_name(path);
    let (_, hash) = hash_file(path)?;
    let features = GivenFeatures::read(path, &hash, &model, settings)?;
    let mut probed = Vec::new();
    for task in tasks {
        let rows = features.rows(task).doing(|| path.display().to_string())?;
        for &method in methods {
            let file = format!("{}.{}.json", task.name, method.name());
            let kept = settings.out.join("fits").join(&model).join(file);
            let control = if task.labels.control().is_some() { "control" } else { "" };
            let fingerprint = format!("{hash} {} {} {} {control}", task.fingerprint(), method.name(), settings.seed);
            let fits = if let Some(fits) = TaskFits::read(&kept, &fingerprint) {
                fits
            } else {
                let layers = features.fit(task, &rows, method, settings.seed, context)?;
                let (pool, truncated_test) = (POOL.to_owned(), Vec::new());
                let fits = TaskFits { fingerprint, pool, layers, truncated: 0, truncated_test };
                fits.write(&kept)?;
                fits
            };
            probed.push(Probed { model: model.clone(), task: Arc::clone(task), method, fits });
        }
    }
    Ok(probed)
}

impl GivenFeatures {
    /// Opens a file: a table by the ids in it, tensors by the order of all examples.
    fn read(path: &Path, hash: &str, model: &str, settings: &ProbeSettings) -> crate::Result<Self> {
        let (reader, ids) = if path.extension().is_some_and(|ending| ending == "parquet") {
            let tensors = settings.out.join("features").join(format!("{model}.safetensors"));
            read_feature_table(path, &tensors, hash)?
        } else {
            let mut ids = Vec::new();
            read_example_texts(&settings.data, |row| {
                ids.push(row.id.clone());
                Ok(())
            })?;
            let (reader, examples) = (FeatureReader::open(path)?, ids.len());
            let rows = reader.shape().rows;
            if rows != examples {
                refuse!(
                    "{}: {rows} rows, but the data has {examples} examples: tensors need one row for each, in the order of \
                     `examen functions --data`; a table has their ids",
                    path.display()
                );
            }
            (reader, ids)
        };
        let row_of = ids.into_iter().enumerate().map(|(row, id)| (id, row)).collect();
        Ok(Self { reader, row_of })
    }

    /// The rows of the examples of a task, split by split.
    fn rows(&self, task: &ProbingTask) -> crate::Result<Vec<usize>> {
        let mut rows = Vec::new();
        for id in task.ids()? {
            let id = id?;
            match self.row_of.get(&id) {
                Some(&row) => rows.push(row),
                None => refuse!("there are no features of the example {id} of {}", task.full_name()),
            }
        }
        Ok(rows)
    }

    fn fit(
        &self,
        task: &ProbingTask,
        rows: &[usize],
        method: ProbeMethod,
        seed: u64,
        context: &Context<'_>,
    ) -> crate::Result<Vec<LayerFit>> {
        let shape = self.reader.shape();
        let steps = context.observer.start(shape.layers as u64, "fits");
        let fits = in_parallel(shape.layers, context.threads, |layer| {
            let all = self.reader.layer(layer)?;
            let mut values = Vec::with_capacity(rows.len() * shape.width);
            for row in rows {
                values.extend_from_slice(&all[row * shape.width..(row + 1) * shape.width]);
            }
            drop(all);
            let fit = LayerFit::of(method, &Features::new(shape.width, values)?, &task.labels, seed);
            steps.add(1);
            fit.doing(|| format!("{}, layer {layer}", task.full_name()))
        })?;
        let of_task = |message| EvaluationError::request(format!("{}: {message}", task.full_name()));
        fits.into_iter().map(|fit| fit.map_err(of_task)?).collect()
    }
}
