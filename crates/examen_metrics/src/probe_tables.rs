//! INSPECT's tables of probes: how hard tasks are, what models gain on a baseline, and which layers know most.
//!
//! A. Karmakar and R. Robbes 2024, INSPECT: Intrinsic and Systematic Probing Evaluation for Code Transformers, Tables 2 to 4. Scores
//! are accuracies in percent, one for each task, of the best layer *on the test split*: an optimistic choice, which is the
//! paper's. Ranks begin at 1, and equal values share the lower number.

use serde::Serialize;

/// Values nearer than this are equal: sums of decimal values differ in their last bits.
const SAME: f64 = 1e-9;

/// A task over all models: a column at the foot of Table 2.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TaskSummary {
    /// The highest score of any model, the baseline not among them.
    pub maximum: f64,
    /// Among tasks, the highest first.
    pub maximum_rank: usize,
    /// The population standard deviation of the models' scores.
    pub deviation: f64,
    /// Among tasks, the lowest first.
    pub deviation_rank: usize,
    /// The maximum less the baseline's score.
    pub gain: f64,
    /// Among tasks, the highest first.
    pub gain_rank: usize,
}

/// A model beside the others: a row of Table 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// On how many tasks it is first, second and third, the baseline taking part.
    pub medals: [usize; 3],
    /// On how many tasks it is below the baseline.
    pub below_baseline: usize,
}

/// The layer with the highest accuracy, of several the first, and that accuracy.
pub fn best_layer(accuracies: &[f64]) -> Option<(usize, f64)> {
    accuracies.iter().copied().enumerate().reduce(|best, layer| if layer.1 > best.1 { layer } else { best })
}

/// The foot of Table 2: for each task that the baseline and all models have a score of. Nothing without models.
pub fn task_summaries(baseline: &[f64], models: &[Vec<f64>]) -> Vec<TaskSummary> {
    if models.is_empty() {
        return Vec::new();
    }
    let tasks = models.iter().map(Vec::len).fold(baseline.len(), usize::min);
    let of_task = |task: usize| models.iter().map(move |scores| scores[task]);
    let maxima: Vec<f64> = (0..tasks).map(|task| of_task(task).fold(f64::NEG_INFINITY, f64::max)).collect();
    let deviations: Vec<f64> =
        (0..tasks).map(|task| population_deviation(&of_task(task).collect::<Vec<_>>())).collect();
    let gains: Vec<f64> = maxima.iter().zip(baseline).map(|(maximum, baseline)| maximum - baseline).collect();
    let ascending: Vec<f64> = deviations.iter().map(|deviation| -deviation).collect();
    let (maximum_ranks, deviation_ranks, gain_ranks) =
        (ranks_from_highest(&maxima), ranks_from_highest(&ascending), ranks_from_highest(&gains));
    let summary = |task: usize| TaskSummary {
        maximum: maxima[task],
        maximum_rank: maximum_ranks[task],
        deviation: deviations[task],
        deviation_rank: deviation_ranks[task],
        gain: gains[task],
        gain_rank: gain_ranks[task],
    };
    (0..tasks).map(summary).collect()
}

/// A cell of Table 3: the percentage of what the baseline leaves open a model closes; nothing if it is below.
pub fn closed_gap(score: f64, baseline: f64) -> Option<f64> {
    if score < baseline - SAME {
        return None;
    }
    let open = 100.0 - baseline;
    Some(if open > 0.0 { 100.0 * (score - baseline).max(0.0) / open } else { 0.0 })
}

/// Table 4: the standing of the baseline, and of each model.
pub fn standings(baseline: &[f64], models: &[Vec<f64>]) -> (Standing, Vec<Standing>) {
    let tasks = models.iter().map(Vec::len).fold(baseline.len(), usize::min);
    let mut all = vec![Standing::default(); models.len() + 1];
    for task in 0..tasks {
        let scores: Vec<f64> = models.iter().map(|scores| scores[task]).chain([baseline[task]]).collect();
        for ((standing, rank), score) in all.iter_mut().zip(ranks_from_highest(&scores)).zip(&scores) {
            if let Some(medals) = standing.medals.get_mut(rank - 1) {
                *medals += 1;
            }
            standing.below_baseline += usize::from(*score < baseline[task] - SAME);
        }
    }
    (all.pop().unwrap_or_default(), all)
}

/// The ranks of layers, the lowest accuracy 1 and the highest the number of layers; equal layers fraction the mean of their ranks.
pub fn layer_ranks(accuracies: &[f64]) -> Vec<f64> {
    let rank = |accuracy: &f64| {
        let below = accuracies.iter().filter(|other| **other < accuracy - SAME).count();
        let equal = accuracies.iter().filter(|other| (**other - accuracy).abs() <= SAME).count();
        below as f64 + (equal + 1) as f64 / 2.0
    };
    accuracies.iter().map(rank).collect()
}

/// The mean rank of each layer over models or tasks: the bars of the layers' sparklines. Nothing when there are none, or they
/// have different numbers of layers.
pub fn mean_layer_ranks(curves: &[Vec<f64>]) -> Option<Vec<f64>> {
    let layers = curves.first()?.len();
    let mut sums = vec![0.0; layers];
    for curve in curves {
        if curve.len() != layers {
            return None;
        }
        sums.iter_mut().zip(layer_ranks(curve)).for_each(|(sum, rank)| *sum += rank);
    }
    Some(sums.into_iter().map(|sum| sum / curves.len() as f64).collect())
}

/// Returns what more examples bring: the scores with many less those with few, and the mean of the differences.
pub fn gains_of_size(few: &[f64], many: &[f64]) -> Option<(Vec<f64>, f64)> {
    let gains: Vec<f64> = few.iter().zip(many).map(|(few, many)| many - few).collect();
    let mean = gains.iter().sum::<f64>() / gains.len() as f64;
    (!gains.is_empty()).then_some((gains, mean))
}

/// One more than the number of higher values.
fn ranks_from_highest(values: &[f64]) -> Vec<usize> {
    values.iter().map(|value| 1 + values.iter().filter(|other| **other > value + SAME).count()).collect()
}

fn population_deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}
