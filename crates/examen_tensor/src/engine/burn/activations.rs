//! Functions of single elements, and their slopes.

use super::kernels::{Function, erf, exp, map, map_beside, sigmoid as share};
use super::record::record;
use super::tensor::Tensor;

/// The Gaussian error linear unit, with the error function.
pub fn gelu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    by_element::<Gelu, RANK>(x)
}

/// The Gaussian error linear unit, approximated with a hyperbolic tangent.
pub fn gelu_tanh<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    by_element::<GeluTanh, RANK>(x)
}

/// What is negative becomes 0.
pub fn relu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    by_element::<Relu, RANK>(x)
}

/// One over one plus the exponential of `-x`.
pub fn sigmoid<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    by_element::<Sigmoid, RANK>(x)
}

/// `x` times its sigmoid.
pub fn silu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    by_element::<Silu, RANK>(x)
}

/// The hyperbolic tangent.
pub fn tanh<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    by_element::<Tanh, RANK>(x)
}

impl<const RANK: usize> Tensor<RANK> {
    /// The exponential of every element.
    #[must_use]
    pub fn exp(self) -> Self {
        by_element::<Exp, RANK>(self)
    }

    /// The natural logarithm of every element.
    #[must_use]
    pub fn log(self) -> Self {
        by_element::<Log, RANK>(self)
    }
}

fn by_element<F: Function, const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    if !x.is_recorded() {
        return map::<F, RANK>(x);
    }
    let (input, kept) = (x.input(), x.unrecorded());
    record(map::<F, RANK>(kept.clone()), [input], move |given, _| {
        [Some(map_beside::<F, RANK>(Tensor::from_plain(given), &kept.values()).into_plain())]
    })
}

struct Gelu;

impl Gelu {
    /// The share of a normal distribution below `x`.
    #[inline(always)]
    fn below(x: f32) -> f32 {
        0.5 * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2))
    }
}

impl Function for Gelu {
    #[inline(always)]
    fn at(x: f32) -> f32 {
        x * Self::below(x)
    }

    #[inline(always)]
    fn slope(x: f32) -> f32 {
        // One over the root of 2 pi.
        const DENSITY: f32 = 0.398_942_3;
        Self::below(x) + x * DENSITY * exp(-0.5 * x * x)
    }
}

struct GeluTanh;

impl GeluTanh {
    /// The square root of 2 / pi.
    const FACTOR: f32 = 0.797_884_6;
    const CUBE: f32 = 0.044_715;

    #[inline(always)]
    fn bent(x: f32) -> f32 {
        super::kernels::tanh(Self::FACTOR * (Self::CUBE * x * x).mul_add(x, x))
    }
}

impl Function for GeluTanh {
    #[inline(always)]
    fn at(x: f32) -> f32 {
        0.5 * x * (1.0 + Self::bent(x))
    }

    #[inline(always)]
    fn slope(x: f32) -> f32 {
        let bent = Self::bent(x);
        let inner = Self::FACTOR * (3.0 * Self::CUBE * x).mul_add(x, 1.0);
        0.5 * (1.0 + bent) + 0.5 * x * (1.0 - bent * bent) * inner
    }
}

struct Relu;

impl Function for Relu {
    #[inline(always)]
    fn at(x: f32) -> f32 {
        if x < 0.0 { 0.0 } else { x }
    }

    #[inline(always)]
    fn slope(x: f32) -> f32 {
        if x > 0.0 { 1.0 } else { 0.0 }
    }
}

struct Sigmoid;

impl Function for Sigmoid {
    #[inline(always)]
    fn at(x: f32) -> f32 {
        share(x)
    }

    #[inline(always)]
    fn slope(x: f32) -> f32 {
        share(x) * (1.0 - share(x))
    }
}

struct Silu;

impl Function for Silu {
    #[inline(always)]
    fn at(x: f32) -> f32 {
        x / (1.0 + exp(-x))
    }

    #[inline(always)]
    fn slope(x: f32) -> f32 {
        share(x) * (1.0 + x * (1.0 - share(x)))
    }
}

struct Tanh;

impl Function for Tanh {
    #[inline(always)]
    fn at(x: f32) -> f32 {
        super::kernels::tanh(x)
    }

    #[inline(always)]
    fn slope(x: f32) -> f32 {
        let bent = super::kernels::tanh(x);
        1.0 - bent * bent
    }
}

struct Exp;

impl Function for Exp {
    #[inline(always)]
    fn at(x: f32) -> f32 {
        exp(x)
    }

    #[inline(always)]
    fn slope(x: f32) -> f32 {
        exp(x)
    }
}

struct Log;

impl Function for Log {
    #[inline(always)]
    fn at(x: f32) -> f32 {
        x.ln()
    }

    #[inline(always)]
    fn slope(x: f32) -> f32 {
        x.recip()
    }
}
