//! Rotary position embeddings: pairs of elements rotated by an angle that grows with the position.

use std::cell::OnceCell;

use crate::engine::{Placement, Tensor, embedding, rotate_halves};
use crate::error::TensorError;

/// Angles by which pairs of elements are rotated, for each position.
#[derive(Clone, Debug)]
pub struct Rotary {
    cosines: Tensor<4>,
    sines: Tensor<4>,
    /// Cosines and sines at the place of the first tensor that they met.
    placed: OnceCell<[Tensor<4>; 2]>,
    pairs: usize,
    interleaved: bool,
}

impl Rotary {
    /// Positions from 0 to `length`, pair `p` rotated by the position times `frequencies[p]`.
    ///
    /// Pairs are neighbouring elements if `interleaved`, else one of the first half of what is rotated and one of the second.
    /// Elements behind the pairs stay as they are.
    pub fn new(length: usize, frequencies: &[f64], interleaved: bool) -> Result<Self, TensorError> {
        let pairs = frequencies.len();
        let angles = |function: fn(f64) -> f64| {
            // As the original implementations do it: the angle is a product of two f32.
            let angle = |position: usize, frequency: f64| f64::from(position as f32 * frequency as f32);
            let values = (0..length)
                .flat_map(|position| {
                    frequencies.iter().map(move |&frequency| function(angle(position, frequency)) as f32)
                })
                .collect();
            Tensor::from_values(values, [1, 1, length, pairs])
        };
        let (cosines, sines) = (angles(f64::cos)?, angles(f64::sin)?);
        Ok(Self { cosines, sines, placed: OnceCell::new(), pairs, interleaved })
    }

    /// The same angles, computed where a network computes, and kept there.
    pub fn placed(self, placement: Placement) -> Result<Self, TensorError> {
        let (cosines, sines) = (self.cosines.placed(placement)?, self.sines.placed(placement)?);
        Ok(Self { cosines, sines, placed: OnceCell::new(), ..self })
    }

    /// The angles of these positions in their order, as packed sequences need them. All must be less than the length.
    #[must_use]
    pub fn at(&self, positions: &[u32]) -> Self {
        let of = |angles: &Tensor<4>| {
            let [_, _, length, pairs] = angles.shape();
            let rows = embedding(&angles.clone().reshape([length, pairs]), positions);
            rows.reshape([1, 1, positions.len(), pairs])
        };
        let (cosines, sines) = (of(&self.cosines), of(&self.sines));
        Self { cosines, sines, placed: OnceCell::new(), pairs: self.pairs, interleaved: self.interleaved }
    }

    /// Cosines and sines of the first positions, beside the tensor that they will rotate.
    fn beside(&self, x: &Tensor<4>, length: usize) -> [Tensor<4>; 2] {
        let placed = self.placed.get_or_init(|| [self.cosines.clone().beside(x), self.sines.clone().beside(x)]);
        placed.clone().map(|angles| angles.slice(2, 0..length))
    }
}

/// Rotates the pairs of each head by the angles of its position.
pub fn rotate(x: Tensor<4>, rotary: &Rotary) -> Tensor<4> {
    let [rows, heads, length, width] = x.shape();
    let pairs = rotary.pairs;
    let [cosines, sines] = rotary.beside(&x, length);
    let rotated = x.clone().slice(3, 0..2 * pairs);
    let rotated = if rotary.interleaved {
        // As halves: the first elements of all pairs, then the second ones.
        let pairs_apart = rotated.reshape([rows * heads, length, pairs, 2]).transpose(2, 3);
        let halves = pairs_apart.reshape([rows, heads, length, 2 * pairs]);
        let turned = rotate_halves(halves, &cosines, &sines).reshape([rows * heads, length, 2, pairs]);
        turned.transpose(2, 3).reshape([rows, heads, length, 2 * pairs])
    } else {
        rotate_halves(rotated, &cosines, &sines)
    };
    if 2 * pairs == width { rotated } else { Tensor::concat(vec![rotated, x.slice(3, 2 * pairs..width)], 3) }
}
