//! Mean ratings of models.

use std::collections::BTreeMap;

use examen_metrics::statistics::{Bootstrap, Sample, StatisticsError, bootstrap};
use examen_metrics::{Interval, mean};

use super::SCALES;
use super::filled::Filled;

/// The mean ratings of one model.
pub(super) struct ModelMeans {
    pub(super) model: String,
    /// For each scale the items with a rating, their mean, and its interval.
    pub(super) scales: [Option<(u64, f64, Option<Interval>)>; SCALES.len()],
}

/// The means of all models by some raters; the rating of an item is the mean of theirs.
pub(super) fn model_means(filled: &Filled, raters: &[usize], seed: u64) -> Result<Vec<ModelMeans>, StatisticsError> {
    let mut by_model: BTreeMap<&str, [Vec<[f64; 1]>; SCALES.len()]> = BTreeMap::new();
    for (scale, ratings) in filled.ratings.iter().enumerate() {
        for (item, of_item) in ratings {
            let given: Vec<f64> = raters.iter().filter_map(|&rater| of_item[rater]).collect();
            let Some(model) = filled.models.get(item).filter(|_| !given.is_empty()) else { continue };
            let rating = given.iter().sum::<f64>() / given.len() as f64;
            by_model.entry(model).or_default()[scale].push([rating]);
        }
    }
    let mut means = Vec::new();
    for (model, scales) in by_model {
        let mut values = [None; SCALES.len()];
        for (value, ratings) in values.iter_mut().zip(&scales) {
            if ratings.is_empty() {
                continue;
            }
            let sample = Sample::of_examples(1, ratings)?;
            let interval = match bootstrap(&sample, &mean, Bootstrap { seed, ..Bootstrap::default() }) {
                Ok(resampled) => Some(resampled.interval),
                Err(error) if error.is_want_of_spread() => None,
                Err(error) => return Err(error),
            };
            *value = Some((sample.n(), sample.value(&mean)?, interval));
        }
        means.push(ModelMeans { model: model.to_owned(), scales: values });
    }
    Ok(means)
}
