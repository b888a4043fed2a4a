//! Samples: what was counted in the examples of an exam.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rand::distr::{Distribution as _, Uniform};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::statistics::StatisticsError;

/// Turns summed numbers and the number of examples into a value: a mean, a ratio of sums, corpus BLEU.
pub type Statistic<'a> = &'a (dyn Fn(&[f64], u64) -> f64 + Sync);

/// More units than these are shuffled into so many groups before samples are drawn.
///
/// A sum of independent units varies as much when groups of them are drawn, so the cost of a drawn sample stays the same for
/// any number of examples. From 10,000 groups the standard error is known to 0.7 %, better than 2,000 drawn samples tell it.
const MOST_UNITS: usize = 10_000;
/// The random stream that shuffles units into groups; samples that are drawn have the streams from 0.
const GROUPING: u64 = u64::MAX;

/// The numbers counted in each example, and which examples belong together.
///
/// Examples of one cluster, such as a project, are alike, so that they are drawn together: the unit of a sample is the cluster,
/// or the example where there are no clusters. Only sums by unit are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    width: usize,
    /// `width` sums for each unit.
    sums: Vec<f64>,
    /// The examples of each unit.
    examples: Vec<u64>,
}

impl Sample {
    /// Examples that have nothing to do with each other: `width` numbers of each.
    pub fn of_examples<R: AsRef<[f64]>>(
        width: usize,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Self, StatisticsError> {
        let mut sums = Vec::new();
        for (number, row) in rows.into_iter().enumerate() {
            sums.extend_from_slice(checked(number, row.as_ref(), width)?);
        }
        let examples = vec![1; sums.len().checked_div(width).unwrap_or(0)];
        Ok(Self { width, sums, examples })
    }

    /// Examples that have nothing to do with each other: their numbers one after the other, which are not copied.
    pub fn of_table(width: usize, numbers: Vec<f64>) -> Result<Self, StatisticsError> {
        for (number, row) in numbers.chunks(width.max(1)).enumerate() {
            checked(number, row, width)?;
        }
        let examples = vec![1; numbers.len().checked_div(width).unwrap_or(0)];
        Ok(Self { width, sums: numbers, examples })
    }

    /// Examples in clusters: the cluster of each and its `width` numbers, in any order.
    pub fn of_clusters<K: Ord, R: AsRef<[f64]>>(
        width: usize,
        rows: impl IntoIterator<Item = (K, R)>,
    ) -> Result<Self, StatisticsError> {
        let mut clusters: BTreeMap<K, (Vec<f64>, u64)> = BTreeMap::new();
        for (number, (cluster, row)) in rows.into_iter().enumerate() {
            let row = checked(number, row.as_ref(), width)?;
            let (sums, examples) = clusters.entry(cluster).or_insert_with(|| (vec![0.0; width], 0));
            add(sums, row);
            *examples += 1;
        }
        let mut sample = Self { width, sums: Vec::with_capacity(clusters.len() * width), examples: Vec::new() };
        for (sums, examples) in clusters.into_values() {
            sample.sums.extend(sums);
            sample.examples.push(examples);
        }
        Ok(sample)
    }

    /// Returns how many numbers are counted in each example.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns how many examples there are.
    pub fn n(&self) -> u64 {
        self.examples.iter().sum()
    }

    /// Returns how many clusters there are; examples, where they are in none.
    pub const fn units(&self) -> usize {
        self.examples.len()
    }

    /// Returns how many units of equal size would tell as much, at least two: a few large projects decide, however many
    /// small ones there are (L. Kish 1965, Survey Sampling; for clusters A. V. Carter, K. T. Schnepel and D. G.
    /// Steigerwald 2017, Asymptotic Behavior of a t-Test Robust to Cluster Heterogeneity).
    pub(super) fn effective_units(&self) -> usize {
        let squares: u128 = self.examples.iter().map(|&examples| u128::from(examples).pow(2)).sum();
        (u128::from(self.n()).pow(2).checked_div(squares).unwrap_or(0) as usize).max(2)
    }

    /// The value of all examples.
    pub fn value(&self, statistic: Statistic<'_>) -> Result<f64, StatisticsError> {
        let value = statistic(&self.totals(), self.n());
        if value.is_finite() { Ok(value) } else { Err(StatisticsError::Undefined { undefined: 1, drawn: 1 }) }
    }

    /// The values of the examples less one unit, for every unit.
    pub(super) fn left_out(&self, statistic: Statistic<'_>) -> Result<Vec<f64>, StatisticsError> {
        let (totals, n) = (self.totals(), self.n());
        let mut rest = vec![0.0; self.width];
        let values = self.rows().zip(&self.examples).map(|(row, examples)| {
            for ((rest, total), number) in rest.iter_mut().zip(&totals).zip(row) {
                *rest = total - number;
            }
            statistic(&rest, n - examples)
        });
        all_defined(values.collect())
    }

    /// Draws as many units as there are, with replacement, and sums them up.
    pub(super) fn draw(&self, random: &mut ChaCha8Rng, any_unit: Uniform<u32>, totals: &mut [f64]) -> u64 {
        totals.fill(0.0);
        let mut n = 0;
        for _ in 0..self.units() {
            let unit = any_unit.sample(random) as usize;
            add(totals, &self.sums[unit * self.width..][..self.width]);
            n += self.examples[unit];
        }
        n
    }

    /// The sample with no more than [`MOST_UNITS`] units.
    pub(super) fn grouped(&self, seed: u64) -> Cow<'_, Self> {
        if self.units() <= MOST_UNITS {
            return Cow::Borrowed(self);
        }
        let mut order: Vec<usize> = (0..self.units()).collect();
        order.shuffle(&mut random_stream(seed, GROUPING));
        let mut groups =
            Self { width: self.width, sums: vec![0.0; MOST_UNITS * self.width], examples: vec![0; MOST_UNITS] };
        for (place, unit) in order.into_iter().enumerate() {
            let group = place % MOST_UNITS;
            let row = &self.sums[unit * self.width..][..self.width];
            add(&mut groups.sums[group * self.width..][..self.width], row);
            groups.examples[group] += self.examples[unit];
        }
        Cow::Owned(groups)
    }

    /// The sums of each unit.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[f64]> {
        (0..self.units()).map(|unit| &self.sums[unit * self.width..][..self.width])
    }

    /// Units of two samples of the same examples put side by side: the numbers of the first, then those of the second.
    pub(super) fn beside(&self, other: &Self) -> Result<Self, StatisticsError> {
        if self.examples != other.examples {
            return Err(StatisticsError::NotPaired);
        }
        let sums = self.rows().zip(other.rows()).flat_map(|(row, other)| row.iter().chain(other)).copied().collect();
        Ok(Self { width: self.width + other.width, sums, examples: self.examples.clone() })
    }

    /// The sums of all units.
    pub(super) fn totals(&self) -> Vec<f64> {
        let mut totals = vec![0.0; self.width];
        for row in self.rows() {
            add(&mut totals, row);
        }
        totals
    }

    /// Returns how many examples each unit has.
    pub(super) fn examples(&self) -> &[u64] {
        &self.examples
    }
}

/// Returns the generator of one drawn sample, whatever thread draws it.
pub(super) fn random_stream(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(stream);
    random
}

/// The values, if all of them are numbers.
pub(super) fn all_defined(values: Vec<f64>) -> Result<Vec<f64>, StatisticsError> {
    let undefined = values.iter().filter(|value| !value.is_finite()).count();
    if undefined > 0 { Err(StatisticsError::Undefined { undefined, drawn: values.len() }) } else { Ok(values) }
}

fn checked(number: usize, row: &[f64], width: usize) -> Result<&[f64], StatisticsError> {
    if row.len() != width || width == 0 {
        return Err(StatisticsError::Width { row: number, found: row.len(), wanted: width.max(1) });
    }
    match row.iter().find(|value| !value.is_finite()) {
        Some(&value) => Err(StatisticsError::NotFinite { row: number, value }),
        None => Ok(row),
    }
}

pub(super) fn add(totals: &mut [f64], row: &[f64]) {
    for (total, number) in totals.iter_mut().zip(row) {
        *total += number;
    }
}

#[cfg(test)]
mod tests {
    use super::Sample;

    #[test]
    fn large_clusters_leave_few_that_count() {
        let sized = |sizes: &[u64]| Sample { width: 1, sums: vec![0.0; sizes.len()], examples: sizes.to_vec() };
        let effective = [&[10; 30][..], &[2, 4, 8, 26], &[1, 99], &[]].map(|sizes| sized(sizes).effective_units());
        assert_eq!(effective, [30, 2, 2, 2]);
        assert_eq!(sized(&[30, 30, 30, 1, 1]).effective_units(), 3);
    }
}
