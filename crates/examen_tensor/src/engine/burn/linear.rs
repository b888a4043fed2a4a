//! Linear maps, and their slopes.

use burn_tensor::module;

use super::norms::column_sums;
use super::record::record;
use super::tensor::Tensor;

/// `x W^T + b` over the last axis; the weight is stored as outputs by inputs.
pub fn linear<const RANK: usize>(x: Tensor<RANK>, weight: &Tensor<2>, bias: Option<&Tensor<1>>) -> Tensor<RANK> {
    let is_recorded = x.is_recorded() || weight.is_recorded() || bias.is_some_and(Tensor::is_recorded);
    let map = |x: burn_tensor::Tensor<RANK>| {
        let weight = weight.unrecorded().0.transpose();
        Tensor(module::linear(x, weight, bias.map(|bias| bias.unrecorded().0)))
    };
    if !is_recorded {
        return map(x.0);
    }
    let (kept, factors) = (x.unrecorded(), weight.unrecorded());
    let made = map(kept.0.clone());
    let [outputs, inputs] = weight.shape();
    let shape = x.shape();
    let rows = shape.iter().product::<usize>() / inputs.max(1);
    let slopes = move |given: Tensor<RANK>, [wants_x, wants_weight]: [bool; 2]| {
        let given = given.reshape([rows, outputs]);
        let of_x = wants_x.then(|| given.clone().matmul(factors.clone()).reshape(shape).into_plain());
        let of_weight = wants_weight.then(|| {
            let kept = kept.clone().reshape([rows, inputs]);
            given.transpose(0, 1).matmul(kept).into_plain()
        });
        [of_x, of_weight]
    };
    match bias {
        Some(bias) => {
            let inputs = [x.input(), weight.input(), bias.input()];
            record(made, inputs, move |given, [wants_x, wants_weight, wants_bias]| {
                let given = Tensor::<RANK>::from_plain(given);
                let of_bias = wants_bias.then(|| column_sums(&given).into_plain());
                let [of_x, of_weight] = slopes(given, [wants_x, wants_weight]);
                [of_x, of_weight, of_bias]
            })
        }
        None => record(made, [x.input(), weight.input()], move |given, wanted| {
            slopes(Tensor::<RANK>::from_plain(given), wanted)
        }),
    }
}
