//! Norms of the last axis, and their slopes.

use burn_tensor::module;

use super::kernels::{fold, rows, rows_beside, sum_of_pairs, sums_of_rows};
use super::record::{Plain, Values, record};
use super::tensor::{Tensor, with_values};
use crate::shapes::with_last;

/// The last axis shifted and scaled to mean 0 and variance 1, then by weight and bias.
pub fn layer_norm<const RANK: usize>(
    x: Tensor<RANK>,
    weight: &Tensor<1>,
    bias: Option<&Tensor<1>>,
    epsilon: f64,
) -> Tensor<RANK> {
    let plain = |tensor: &Tensor<1>| tensor.unrecorded().0;
    let is_recorded = x.is_recorded() || weight.is_recorded() || bias.is_some_and(Tensor::is_recorded);
    let of_rows = |x: burn_tensor::Tensor<RANK>| Tensor(module::layer_norm(x, plain(weight), bias.map(plain), epsilon));
    if !is_recorded {
        return of_rows(x.0);
    }
    let kept = x.unrecorded();
    let normed = of_rows(kept.0.clone());
    let norm = Norm { epsilon: epsilon as f32, is_centred: true };
    let (inputs, factors) = ([x.input(), weight.input()], weight.unrecorded());
    let rule = move |given: Tensor<RANK>, wanted: [bool; 2]| norm.slopes(given, &kept, &factors, wanted);
    match bias {
        Some(bias) => {
            let [x, weight] = inputs;
            record(normed, [x, weight, bias.input()], move |given, [wants_x, wants_weight, wants_bias]| {
                let given = Tensor::<RANK>::from_plain(given);
                let bias = wants_bias.then(|| column_sums(&given).into_plain());
                let [x, weight] = rule(given, [wants_x, wants_weight]);
                [x, weight, bias]
            })
        }
        None => record(normed, inputs, move |given, wanted| rule(Tensor::from_plain(given), wanted)),
    }
}

/// The last axis divided by the root of its mean square, then scaled by the weight.
pub fn rms_norm<const RANK: usize>(x: Tensor<RANK>, weight: &Tensor<1>, epsilon: f64) -> Tensor<RANK> {
    let [width] = weight.shape();
    let norm = Norm { epsilon: epsilon as f32, is_centred: false };
    let factors = weight.unrecorded();
    let of_rows = |x: Tensor<RANK>| {
        let normed = rows(x, width, move |piece| {
            for row in piece.chunks_exact_mut(width) {
                let (_, factor) = norm.of(row);
                for value in row {
                    *value *= factor;
                }
            }
        });
        normed * factors.clone().reshape(with_last([1; RANK], width))
    };
    if !x.is_recorded() && !weight.is_recorded() {
        return of_rows(x);
    }
    let kept = x.unrecorded();
    let scaled = of_rows(kept.clone());
    record(scaled, [x.input(), weight.input()], move |given, wanted| {
        norm.slopes(Tensor::<RANK>::from_plain(given), &kept, &factors, wanted)
    })
}

/// The sums of a tensor over all axes but the last.
pub(super) fn column_sums<const RANK: usize>(x: &Tensor<RANK>) -> Tensor<1> {
    let width = x.shape().last().copied().unwrap_or(1);
    let values = x.values();
    let all = values.as_slice();
    let sums = sums_of_rows(all.len() / width.max(1), width, |row, sums| {
        sums.iter_mut().zip(&all[row * width..]).for_each(|(sum, value)| *sum += value);
    });
    with_values(sums, [width])
}

/// What is taken away from a row, and what it is divided by.
#[derive(Clone, Copy)]
struct Norm {
    epsilon: f32,
    is_centred: bool,
}

impl Norm {
    /// The mean of a row, if it is taken away, and one over its deviation.
    #[inline(always)]
    fn of(self, row: &[f32]) -> (f32, f32) {
        let width = row.len() as f32;
        let mean = if self.is_centred { fold(row, 0.0, |sum, value| sum + value) / width } else { 0.0 };
        let squares = sum_of_pairs(row, row, |value, _| (value - mean) * (value - mean));
        (mean, 1.0 / (squares / width + self.epsilon).sqrt())
    }

    /// The slopes of what is normed and of the weight.
    fn slopes<const RANK: usize>(
        self,
        given: Tensor<RANK>,
        x: &Tensor<RANK>,
        weight: &Tensor<1>,
        [wants_x, wants_weight]: [bool; 2],
    ) -> [Option<Plain>; 2] {
        let [width] = weight.shape();
        let (x, weight) = (x.values(), weight.values());
        let of_weight = wants_weight.then(|| {
            let (given, x) = (given.values(), x.as_slice());
            let given = given.as_slice();
            let sums = sums_of_rows(x.len() / width.max(1), width, |row, sums| {
                let place = row * width..(row + 1) * width;
                let (mean, factor) = self.of(&x[place.clone()]);
                for ((sum, value), given) in sums.iter_mut().zip(&x[place.clone()]).zip(&given[place]) {
                    *sum += given * (value - mean) * factor;
                }
            });
            with_values(sums, [width]).into_plain()
        });
        let of_x = wants_x.then(|| self.slopes_of_x(given, &x, weight.as_slice()).into_plain());
        [of_x, of_weight]
    }

    fn slopes_of_x<const RANK: usize>(self, given: Tensor<RANK>, x: &Values, weight: &[f32]) -> Tensor<RANK> {
        let width = weight.len();
        rows_beside(given, width, x, |piece, x| {
            for (given, x) in piece.chunks_exact_mut(width).zip(x.chunks_exact(width)) {
                let (mean, factor) = self.of(x);
                given.iter_mut().zip(weight).for_each(|(given, weight)| *given *= weight);
                let shift =
                    if self.is_centred { fold(given, 0.0, |sum, given| sum + given) / width as f32 } else { 0.0 };
                let along = sum_of_pairs(given, x, |given, value| given * (value - mean));
                let along = along * factor * factor / width as f32;
                for (given, value) in given.iter_mut().zip(x) {
                    *given = factor * (*given - shift - (value - mean) * along);
                }
            }
        })
    }
}
