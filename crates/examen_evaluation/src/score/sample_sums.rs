//! Several predictions for each example, as samples: the probability that one of k is right.

use std::collections::BTreeMap;

use examen_data::ResultRow;
use examen_metrics::{PASS_AT_K, mean_interval, pass_at_k};

use super::task_rows::TaskRows;

/// The numbers of samples for which pass@k is computed.
const KS: [u32; 4] = [1, 2, 5, 10];

/// The sum of a value over examples, and that of its squares.
type Sums = (f64, f64);

/// Sums of pass@k over examples.
#[derive(Clone, Debug, Default)]
pub(super) struct SampleSums {
    pub(super) most_samples: u32,
    /// For some examples (`all`, `positive`) the sums for each of [`KS`].
    by_examples: BTreeMap<&'static str, [Sums; KS.len()]>,
}

impl SampleSums {
    /// Counts the samples of an example, which is among some of the examples.
    pub(super) fn add(&mut self, among: &[&'static str], samples: u32, right: u32) {
        self.most_samples = self.most_samples.max(samples);
        for examples in among {
            for (k, (sum, squares)) in KS.iter().zip(self.by_examples.entry(examples).or_default()) {
                // With fewer samples than k the value is that of all there are, which is never too high.
                let value = pass_at_k(samples, right, (*k).min(samples)).unwrap_or_default();
                *sum += value;
                *squares += value * value;
            }
        }
    }

    /// The sum of pass@1 over some of the examples: with one sample each, the number of those that are right.
    pub(super) fn first_sum(&self, examples: &str) -> f64 {
        self.by_examples.get(examples).map_or(0.0, |sums| sums[0].0)
    }

    /// Adds pass@k of `n` examples, those without a sample among them; `like` has the other fields of the rows.
    pub(super) fn add_rows(&self, rows: &mut TaskRows, examples: &str, n: u64, like: &ResultRow) {
        let none = [(0.0, 0.0); KS.len()];
        let sums = self.by_examples.get(examples).unwrap_or(&none);
        for (&k, &(sum, squares)) in KS.iter().zip(sums).filter(|(k, _)| **k <= self.most_samples) {
            if n > 0 {
                let row = ResultRow {
                    signature: like.signature.clone(),
                    format: like.format.clone(),
                    k: Some(k),
                    samples: Some(self.most_samples),
                    ..rows.at(&PASS_AT_K, examples)
                };
                rows.value(row, sum / n as f64, mean_interval(sum, squares, n), n);
            }
        }
    }
}
