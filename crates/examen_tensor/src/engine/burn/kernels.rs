//! Functions of single elements and of rows, which burn computes one by one on one thread.
//!
//! Each is written so that the compiler makes vector instructions of it, and `pulp` picks, when the program runs, the
//! widest ones that the processor has. Work is dealt out in pieces of a fixed size, so results do not depend on threads.

use pulp::Arch;
use rayon::prelude::*;

use super::tensor::{Tensor, device};

/// How many values a thread takes at a time.
const PIECE: usize = 1 << 14;

/// Changes every element of a tensor.
pub(super) fn map<const RANK: usize>(
    x: Tensor<RANK>,
    function: impl Fn(f32) -> f32 + Copy + Send + Sync,
) -> Tensor<RANK> {
    rows(x, 1, move |piece| {
        for value in piece {
            *value = function(*value);
        }
    })
}

/// Changes a tensor in pieces that hold whole rows of the given width.
pub(super) fn rows<const RANK: usize>(
    x: Tensor<RANK>,
    width: usize,
    change: impl Fn(&mut [f32]) + Copy + Send + Sync,
) -> Tensor<RANK> {
    if x.shape().contains(&0) {
        return x;
    }
    let arch = Arch::new();
    let piece = PIECE.div_ceil(width) * width;
    let mut data = x.0.into_data();
    // Tensors of ours hold f32 and nothing else.
    if let Ok(values) = data.as_mut_slice::<f32>() {
        values.par_chunks_mut(piece).for_each(|piece| arch.dispatch(|| change(piece)));
    }
    Tensor(burn_tensor::Tensor::from_data(data, &device()))
}

/// The exponential function, to about one unit in the last place; 0 and infinity past the range of f32.
#[inline]
pub(super) fn exp(x: f32) -> f32 {
    // Adding and taking away this number rounds to a whole one.
    const ROUND: f32 = 12_582_912.0;
    // ln 2 in two parts: the first is exact in so few bits that its multiples are.
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let clamped = x.clamp(-87.0, 88.0);
    let whole = clamped.mul_add(std::f32::consts::LOG2_E, ROUND) - ROUND;
    let rest = whole.mul_add(-LN_2_LOW, whole.mul_add(-LN_2_HIGH, clamped));
    // The series of the exponential function on [-ln 2 / 2, ln 2 / 2].
    let mut sum = 1.0 / 5_040.0;
    for coefficient in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = rest.mul_add(sum, coefficient);
    }
    #[expect(clippy::cast_sign_loss, reason = "a whole number from -126 to 127, so the sum is positive")]
    let scale = f32::from_bits(((whole as i32 + 127) as u32) << 23);
    let inside = sum * scale;
    if x < -87.0 { 0.0 } else { inside }
}

/// The error function, to about 1e-7: a rational function of odd degree, exact in the limits.
#[inline]
pub(super) fn erf(x: f32) -> f32 {
    const ABOVE: [f32; 7] = [
        -2.726_142_3e-10,
        2.770_681_4e-8,
        -2.101_024e-6,
        -5.692_506_4e-5,
        -7.349_906_3e-4,
        -2.954_6e-3,
        -1.609_603_3e-2,
    ];
    const BELOW: [f32; 5] = [-1.456_607_2e-5, -2.133_740_6e-4, -1.682_827e-3, -7.373_329_2e-3, -1.426_473_9e-2];
    // From here on the nearest f32 is 1.
    const SATURATED: f32 = 3.92;
    let square = x * x;
    let above = ABOVE.into_iter().fold(0.0, |sum: f32, coefficient| square.mul_add(sum, coefficient));
    let below = BELOW.into_iter().fold(0.0, |sum: f32, coefficient| square.mul_add(sum, coefficient));
    if x.abs() < SATURATED { x * above / below } else { x.signum() }
}

/// The hyperbolic tangent.
#[inline]
pub(super) fn tanh(x: f32) -> f32 {
    1.0 - 2.0 / (exp(2.0 * x) + 1.0)
}
