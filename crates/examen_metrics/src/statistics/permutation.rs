//! Two models at the same exam: how probable their difference is if it does not matter which model gave which answer.

use rand::Rng;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::statistics::sample::{add, all_defined, random_stream};
use crate::statistics::{Pairs, Sample, Statistic, StatisticsError};

/// With no more units than these in which the models differ, all ways to swap them are tried.
const MOST_TRIED: usize = 12;
/// Differences closer than this part of the values are equal: sums differ by the order of additions.
const ROUNDING: f64 = 1e-11;

/// The outcome of a permutation test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PermutationTest {
    /// The first model's value less the second's.
    pub difference: f64,
    /// The fraction of arrangements with a difference at least as great, to either side.
    pub p: f64,
    /// How many arrangements were tried.
    pub arrangements: u64,
    /// Whether these are all that there are; otherwise they were drawn, and p is `(hits + 1) / (arrangements + 1)`.
    pub is_exact: bool,
}

/// Swaps the models' answers in some units and asks how often that makes as great a difference (R. A. Fisher 1935, The Design of
/// Experiments, section 21; for values of texts E. W. Noreen 1989, as approximate randomisation).
///
/// A cluster is swapped as a whole. Units in which the models do not differ are left alone, since swapping them changes nothing.
/// p of a drawn test is never 0 (B. Phipson and G. K. Smyth 2010, Permutation P-values Should Never Be Zero).
pub fn permutation_test(
    pairs: &Pairs,
    statistic: Statistic<'_>,
    seed: u64,
    arrangements: u32,
) -> Result<PermutationTest, StatisticsError> {
    let (first, second) = pairs.values(statistic)?;
    let n = pairs.joint().n();
    let totals = pairs.joint().totals();
    let width = totals.len() / 2;
    let differing = differing(pairs.joint())?;
    let differing = differing.grouped(seed);

    // What swapped units take from the first model they give to the second.
    let swapped_difference = |given: &[f64]| {
        let swapped = |totals: &[f64], sign: f64| -> Vec<f64> {
            totals.iter().zip(given).map(|(total, given)| total + sign * given).collect()
        };
        statistic(&swapped(&totals[..width], 1.0), n) - statistic(&swapped(&totals[width..], -1.0), n)
    };
    let is_exact = differing.units() <= MOST_TRIED;
    let tried = if is_exact { 1 << differing.units() } else { arrangements };
    let differences = (0..tried).into_par_iter().map(|arrangement| {
        let mut given = vec![0.0; width];
        if is_exact {
            give(&differing, &mut given, || u64::from(arrangement));
        } else {
            let mut random = random_stream(seed, u64::from(arrangement));
            give(&differing, &mut given, || random.next_u64());
        }
        swapped_difference(&given)
    });
    let differences = all_defined(differences.collect())?;

    let difference = first - second;
    let as_great = difference.abs() - ROUNDING * (first.abs() + second.abs());
    let hits = differences.iter().filter(|other| other.abs() >= as_great).count();
    // The arrangement as it is counts among those drawn.
    let itself = usize::from(!is_exact);
    let p = (hits + itself) as f64 / (differences.len() + itself) as f64;
    Ok(PermutationTest { difference, p, arrangements: u64::from(tried), is_exact })
}

/// Returns what the second model has more than the first, in the units in which they differ.
fn differing(joint: &Sample) -> Result<Sample, StatisticsError> {
    let width = joint.width() / 2;
    let rows = joint.rows().map(|row| -> Vec<f64> {
        let (first, second) = row.split_at(width);
        first.iter().zip(second).map(|(first, second)| second - first).collect()
    });
    Sample::of_examples(width, rows.filter(|row| row.iter().any(|&number| number != 0.0)))
}

/// Sums up the units that are swapped: one bit for each, 64 at a time.
fn give(differing: &Sample, given: &mut [f64], mut bits: impl FnMut() -> u64) {
    let mut swapped = 0;
    for (place, row) in differing.rows().enumerate() {
        if place % 64 == 0 {
            swapped = bits();
        }
        if swapped >> (place % 64) & 1 == 1 {
            add(given, row);
        }
    }
}
