//! What raters think of a model on average.

use std::collections::BTreeMap;

use examen_metrics::statistics::{Bootstrap, Sample, StatisticsError, bootstrap};
use examen_metrics::{Interval, mean};

use super::{Filled, SCALES};

/// The marks of one model.
pub struct ModelMeans {
    pub model: String,
    /// For each scale the items with a mark, their mean, and its interval.
    pub scales: [Option<(u64, f64, Option<Interval>)>; SCALES.len()],
}

/// The means of all models; the mark of an item is the mean of its raters'.
pub fn model_means(filled: &Filled, seed: u64) -> Result<Vec<ModelMeans>, StatisticsError> {
    let mut by_model: BTreeMap<&str, [Vec<[f64; 1]>; SCALES.len()]> = BTreeMap::new();
    for (scale, marks) in filled.marks.iter().enumerate() {
        for (item, of_item) in marks {
            let given: Vec<f64> = of_item.iter().copied().flatten().collect();
            let Some(model) = filled.models.get(item).filter(|_| !given.is_empty()) else { continue };
            let mark = given.iter().sum::<f64>() / given.len() as f64;
            by_model.entry(model).or_default()[scale].push([mark]);
        }
    }
    let mut means = Vec::new();
    for (model, scales) in by_model {
        let mut figures = [None; SCALES.len()];
        for (figure, marks) in figures.iter_mut().zip(&scales) {
            if marks.is_empty() {
                continue;
            }
            let sample = Sample::of_examples(1, marks)?;
            let interval = match bootstrap(&sample, &mean, Bootstrap { seed, ..Bootstrap::default() }) {
                Ok(drawn) => Some(drawn.interval),
                Err(error) if error.is_want_of_spread() => None,
                Err(error) => return Err(error),
            };
            *figure = Some((sample.n(), sample.value(&mean)?, interval));
        }
        means.push(ModelMeans { model: model.to_owned(), scales: figures });
    }
    Ok(means)
}
