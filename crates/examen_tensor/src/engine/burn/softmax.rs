//! The last axis as shares, as logarithms of shares, and held against labels; with slopes.

use pulp::{Arch, Simd, WithSimd};

use super::kernels::{exp, fold, numbered_rows, numbers_of_rows, rows, rows_beside, shares, sum_of_pairs};
use super::record::record;
use super::tensor::{Tensor, with_values};
use crate::labels::Labels;

/// The last axis as shares that add up to 1.
pub fn softmax<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    let width = x.shape().last().copied().unwrap_or(1).max(1);
    let of_rows = |x: Tensor<RANK>| {
        rows(x, width, move |piece| piece.chunks_exact_mut(width).for_each(|row| shares(row, 1.0, None)))
    };
    if !x.is_recorded() {
        return of_rows(x);
    }
    let made = of_rows(x.unrecorded());
    let kept = made.clone();
    record(made, [x.input()], move |given, _| {
        let passed = rows_beside(Tensor::<RANK>::from_plain(given), width, &kept.values(), move |piece, shares| {
            for (given, shares) in piece.chunks_exact_mut(width).zip(shares.chunks_exact(width)) {
                slopes_of_shares(given, shares);
            }
        });
        [Some(passed.into_plain())]
    })
}

/// The logarithms of the shares of the last axis.
pub fn log_softmax<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    let width = x.shape().last().copied().unwrap_or(1).max(1);
    let of_rows = |x: Tensor<RANK>| {
        rows(x, width, move |piece| {
            for row in piece.chunks_exact_mut(width) {
                let total = log_total(row);
                for value in row {
                    *value -= total;
                }
            }
        })
    };
    if !x.is_recorded() {
        return of_rows(x);
    }
    let made = of_rows(x.unrecorded());
    let kept = made.clone();
    record(made, [x.input()], move |given, _| {
        let passed = rows_beside(Tensor::<RANK>::from_plain(given), width, &kept.values(), move |piece, logs| {
            for (given, logs) in piece.chunks_exact_mut(width).zip(logs.chunks_exact(width)) {
                let sum = fold(given, 0.0, |sum, given| sum + given);
                given.iter_mut().zip(logs).for_each(|(given, &log)| *given -= exp(log) * sum);
            }
        });
        [Some(passed.into_plain())]
    })
}

/// The mean over all rows with a label of how far their scores are from it, each label with its weight.
///
/// Without any label it is 0.
pub fn cross_entropy(scores: &Tensor<2>, labels: &Labels) -> Tensor<1> {
    let [_, classes] = scores.shape();
    let (kept, labels) = (scores.unrecorded(), labels.clone());
    let arch = Arch::new();
    let far = numbers_of_rows(kept.values().as_slice(), classes, |row, scores| match labels.at(row) {
        Some((label, weight)) => weight * (arch.dispatch(LogTotal(scores)) - scores[label]),
        None => 0.0,
    });
    let total = labels.total();
    let made = with_values(vec![(far.iter().map(|&far| f64::from(far)).sum::<f64>() / total) as f32], [1]);
    if !scores.is_recorded() {
        return made;
    }
    record(made, [scores.input()], move |given, _| {
        let given = Tensor::<1>::from_plain(given).values().as_slice().first().copied().unwrap_or_default();
        let passed = numbered_rows(kept.clone(), classes, |row, scores| match labels.at(row) {
            Some((label, weight)) => {
                let factor = (f64::from(given) * f64::from(weight) / total) as f32;
                arch.dispatch(ScaledShares { scores, factor });
                scores[label] -= factor;
            }
            None => scores.fill(0.0),
        });
        [Some(passed.into_plain())]
    })
}

/// The slopes of shares, made into those of the scores they come from.
#[inline(always)]
pub(super) fn slopes_of_shares(given: &mut [f32], shares: &[f32]) {
    let along = sum_of_pairs(given, shares, |given, share| given * share);
    given.iter_mut().zip(shares).for_each(|(given, share)| *given = share * (*given - along));
}

/// A row of scores, to be made the logarithm of their sum.
struct LogTotal<'r>(&'r [f32]);

impl WithSimd for LogTotal<'_> {
    type Output = f32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f32 {
        log_total(self.0)
    }
}

/// A row of scores, to be made shares times a factor.
struct ScaledShares<'r> {
    scores: &'r mut [f32],
    factor: f32,
}

impl WithSimd for ScaledShares<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        shares(self.scores, 1.0, None);
        for value in self.scores {
            *value *= self.factor;
        }
    }
}

/// The logarithm of the sum of the exponentials of a row.
#[inline(always)]
fn log_total(row: &[f32]) -> f32 {
    let greatest = fold(row, f32::NEG_INFINITY, |greatest, value| if value > greatest { value } else { greatest });
    greatest + sum_of_pairs(row, row, |value, _| exp(value - greatest)).ln()
}
