//! Random numbers for training: always the same for the same seed.

use std::cell::Cell;

/// A seeded random number generator. The same seed gives the same numbers in the same order.
#[derive(Debug)]
pub struct Rng {
    seed: u64,
    /// How often it was asked.
    calls: Cell<u64>,
}

/// Whether a network is being trained or evaluated.
#[derive(Clone, Copy, Debug, Default)]
pub enum Mode<'r> {
    /// Dropout does nothing.
    #[default]
    Eval,
    /// Dropout drops the elements that the generator chooses.
    Train(&'r Rng),
}

impl Rng {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self { seed, calls: Cell::new(0) }
    }
}

impl Mode<'_> {
    /// The elements to be dropped with this probability, from 0 to less than 1; none if there are none.
    pub(crate) fn dropout_mask(self, probability: f64) -> Option<DropoutMask> {
        let Self::Train(rng) = self else { return None };
        if probability <= 0.0 {
            return None;
        }
        let number = rng.calls.get();
        rng.calls.set(number + 1);
        Some(DropoutMask { key: mixed(rng.seed ^ mixed(number)), probability })
    }
}

/// A choice of elements to be dropped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DropoutMask {
    pub(crate) key: u64,
    pub(crate) probability: f64,
}

#[cfg_attr(feature = "torch", expect(dead_code, reason = "libtorch chooses elements by itself, on its device"))]
impl DropoutMask {
    /// Whether an element is dropped.
    #[inline]
    pub(crate) fn drops(self, element: usize) -> bool {
        // 24 bits are as many as an f32 has.
        ((mixed(self.key.wrapping_add(element as u64)) >> 40) as f64) < self.probability * f64::from(1 << 24)
    }

    /// The mask of a part of a tensor.
    pub(crate) fn of_part(self, start: usize) -> Self {
        Self { key: mixed(self.key ^ start as u64), ..self }
    }

    /// The factor of the elements that are kept, so that the mean stays what it is.
    pub(crate) fn scale(self) -> f32 {
        (1.0 / (1.0 - self.probability)) as f32
    }
}

/// The finaliser of `SplitMix64` (Steele, Lea and Flood 2014) after a step of its sequence.
const fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
