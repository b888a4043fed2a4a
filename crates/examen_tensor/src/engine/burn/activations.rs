//! Functions of single elements, and their slopes.

use super::kernels::{erf, exp, map, zip};
use super::record::record;
use super::tensor::Tensor;

/// The Gaussian error linear unit, with the error function.
pub fn gelu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    // One over the root of 2 pi.
    const DENSITY: f32 = 0.398_942_3;
    let below = |x: f32| 0.5 * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2));
    by_element(x, move |x| x * below(x), move |x| below(x) + x * DENSITY * exp(-0.5 * x * x))
}

/// The Gaussian error linear unit, approximated with a hyperbolic tangent.
pub fn gelu_tanh<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    // The square root of 2 / pi.
    const FACTOR: f32 = 0.797_884_6;
    const CUBE: f32 = 0.044_715;
    let bent = |x: f32| super::kernels::tanh(FACTOR * (CUBE * x * x).mul_add(x, x));
    by_element(
        x,
        move |x| 0.5 * x * (1.0 + bent(x)),
        move |x| {
            let bent = bent(x);
            0.5 * (1.0 + bent) + 0.5 * x * (1.0 - bent * bent) * FACTOR * (3.0 * CUBE * x).mul_add(x, 1.0)
        },
    )
}

/// What is negative becomes 0.
pub fn relu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    by_element(x, |x| if x < 0.0 { 0.0 } else { x }, |x| if x > 0.0 { 1.0 } else { 0.0 })
}

/// One over one plus the exponential of `-x`.
pub fn sigmoid<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    by_element(x, super::kernels::sigmoid, |x| {
        let share = super::kernels::sigmoid(x);
        share * (1.0 - share)
    })
}

/// `x` times its sigmoid.
pub fn silu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    by_element(
        x,
        |x| x / (1.0 + exp(-x)),
        |x| {
            let share = super::kernels::sigmoid(x);
            share * (1.0 + x * (1.0 - share))
        },
    )
}

/// The hyperbolic tangent.
pub fn tanh<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    by_element(x, super::kernels::tanh, |x| {
        let bent = super::kernels::tanh(x);
        1.0 - bent * bent
    })
}

impl<const RANK: usize> Tensor<RANK> {
    /// The exponential of every element.
    #[must_use]
    pub fn exp(self) -> Self {
        by_element(self, exp, exp)
    }

    /// The natural logarithm of every element.
    #[must_use]
    pub fn log(self) -> Self {
        by_element(self, f32::ln, f32::recip)
    }
}

/// A function of every element, with its slope at an element.
fn by_element<const RANK: usize>(
    x: Tensor<RANK>,
    function: impl Fn(f32) -> f32 + Copy + Send + Sync + 'static,
    slope: impl Fn(f32) -> f32 + Copy + Send + Sync + 'static,
) -> Tensor<RANK> {
    if !x.is_recorded() {
        return map(x, function);
    }
    let (input, kept) = (x.input(), x.unrecorded());
    record(map(kept.clone(), function), [input], move |given, _| {
        let passed = zip(Tensor::<RANK>::from_plain(given), &kept.values(), |given, x| given * slope(x));
        [Some(passed.into_plain())]
    })
}
