//! What training draws at random: always the same for the same seed.

use std::cell::Cell;

/// A source of random draws. Each draw is another one; the same seed gives the same draws in the same order.
#[derive(Debug)]
pub struct Noise {
    seed: Option<u64>,
    draws: Cell<u64>,
}

/// Elements to be left out.
#[derive(Clone, Copy, Debug)]
pub struct Dropout<'n> {
    /// The share of elements to be left out, from 0 to less than 1.
    pub share: f64,
    /// What chooses them.
    pub noise: &'n Noise,
}

impl Noise {
    /// Draws of a seed.
    pub fn new(seed: u64) -> Self {
        Self { seed: Some(seed), draws: Cell::new(0) }
    }

    /// Nothing is drawn: for networks that answer and do not learn.
    pub fn silent() -> Self {
        Self { seed: None, draws: Cell::new(0) }
    }
}

impl Dropout<'_> {
    /// Which elements are left out this time; none if nothing is.
    pub(crate) fn draw(self) -> Option<Draw> {
        let seed = self.noise.seed.filter(|_| self.share > 0.0)?;
        let number = self.noise.draws.get();
        self.noise.draws.set(number + 1);
        Some(Draw { key: mixed(seed ^ mixed(number)), share: self.share })
    }
}

/// One choice of elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw {
    pub(crate) key: u64,
    pub(crate) share: f64,
}

#[cfg_attr(feature = "torch", expect(dead_code, reason = "libtorch chooses elements by itself, on its device"))]
impl Draw {
    /// Whether an element is left out.
    #[inline]
    pub(crate) fn leaves_out(self, element: usize) -> bool {
        // 24 bits are as many as an f32 has.
        ((mixed(self.key.wrapping_add(element as u64)) >> 40) as f64) < self.share * f64::from(1 << 24)
    }

    /// A choice of the elements of a part of what is thinned.
    pub(crate) fn of_part(self, start: usize) -> Self {
        Self { key: mixed(self.key ^ start as u64), ..self }
    }

    /// By what the others are enlarged.
    pub(crate) fn factor(self) -> f32 {
        (1.0 / (1.0 - self.share)) as f32
    }
}

/// A number that tells nothing of the one it is made of: the finaliser of `SplitMix64` (Steele, Lea and Flood 2014) after a step
/// of its sequence.
const fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
