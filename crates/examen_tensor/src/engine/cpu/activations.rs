//! Functions of single elements, and their derivatives.

use super::array::Array;
use super::kernels::{erf, exp, rows, rows_beside, sigmoid as logistic};
use super::tape::track_one;
use super::tensor::Tensor;

/// The Gaussian error linear unit, with the error function.
pub fn gelu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    by_element::<Gelu, RANK>(x)
}

/// The Gaussian error linear unit, approximated with a hyperbolic tangent.
pub fn gelu_tanh<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    by_element::<GeluTanh, RANK>(x)
}

/// The rectified linear unit: negative elements become 0.
pub fn relu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    by_element::<Relu, RANK>(x)
}

/// The logistic sigmoid.
pub fn sigmoid<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    by_element::<Sigmoid, RANK>(x)
}

/// The sigmoid linear unit: `x` times its sigmoid.
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

/// A function of one number, and its derivative.
trait Function {
    fn at(x: f32) -> f32;
    fn derivative(x: f32) -> f32;
}

fn by_element<F: Function, const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    let values_of = |x: Array| {
        rows(x, 1, |piece| {
            for value in piece {
                *value = F::at(*value);
            }
        })
    };
    if !x.is_tracked() {
        return Tensor::detached(values_of(x.into_array()));
    }
    let (input, kept) = (x.node(), x.into_array());
    track_one(values_of(kept.clone()), input, move |gradient| {
        rows_beside(gradient, 1, &kept, |piece, x| {
            for (gradient, &x) in piece.iter_mut().zip(x) {
                *gradient *= F::derivative(x);
            }
        })
    })
}

struct Gelu;

impl Gelu {
    /// The cumulative distribution function of the standard normal distribution.
    #[inline(always)]
    fn cumulative(x: f32) -> f32 {
        0.5 * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2))
    }
}

impl Function for Gelu {
    #[inline(always)]
    fn at(x: f32) -> f32 {
        x * Self::cumulative(x)
    }

    #[inline(always)]
    fn derivative(x: f32) -> f32 {
        // One over the root of 2 pi.
        const DENSITY: f32 = 0.398_942_3;
        Self::cumulative(x) + x * DENSITY * exp(-0.5 * x * x)
    }
}

struct GeluTanh;

impl GeluTanh {
    /// The square root of 2 / pi.
    const FACTOR: f32 = 0.797_884_6;
    const CUBE: f32 = 0.044_715;

    #[inline(always)]
    fn inner_tanh(x: f32) -> f32 {
        super::kernels::tanh(Self::FACTOR * (Self::CUBE * x * x).mul_add(x, x))
    }
}

impl Function for GeluTanh {
    #[inline(always)]
    fn at(x: f32) -> f32 {
        0.5 * x * (1.0 + Self::inner_tanh(x))
    }

    #[inline(always)]
    fn derivative(x: f32) -> f32 {
        let tanh = Self::inner_tanh(x);
        let derivative = Self::FACTOR * (3.0 * Self::CUBE * x).mul_add(x, 1.0);
        0.5 * (1.0 + tanh) + 0.5 * x * (1.0 - tanh * tanh) * derivative
    }
}

struct Relu;

impl Function for Relu {
    #[inline(always)]
    fn at(x: f32) -> f32 {
        if x < 0.0 { 0.0 } else { x }
    }

    #[inline(always)]
    fn derivative(x: f32) -> f32 {
        if x > 0.0 { 1.0 } else { 0.0 }
    }
}

struct Sigmoid;

impl Function for Sigmoid {
    #[inline(always)]
    fn at(x: f32) -> f32 {
        logistic(x)
    }

    #[inline(always)]
    fn derivative(x: f32) -> f32 {
        logistic(x) * (1.0 - logistic(x))
    }
}

struct Silu;

impl Function for Silu {
    #[inline(always)]
    fn at(x: f32) -> f32 {
        x / (1.0 + exp(-x))
    }

    #[inline(always)]
    fn derivative(x: f32) -> f32 {
        logistic(x) * (1.0 + x * (1.0 - logistic(x)))
    }
}

struct Tanh;

impl Function for Tanh {
    #[inline(always)]
    fn at(x: f32) -> f32 {
        super::kernels::tanh(x)
    }

    #[inline(always)]
    fn derivative(x: f32) -> f32 {
        let tanh = super::kernels::tanh(x);
        1.0 - tanh * tanh
    }
}

struct Exp;

impl Function for Exp {
    #[inline(always)]
    fn at(x: f32) -> f32 {
        exp(x)
    }

    #[inline(always)]
    fn derivative(x: f32) -> f32 {
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
    fn derivative(x: f32) -> f32 {
        x.recip()
    }
}
