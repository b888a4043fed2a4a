//! Two sets of things compared: what was given, and what should have been.

/// Things over a whole corpus, counted by whether they were given and should have been.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlap {
    /// Given, and true.
    pub right: u64,
    /// Given, and not true.
    pub wrong: u64,
    /// True, and not given.
    pub missed: u64,
}

impl Overlap {
    /// The counts as numbers that can be summed: right, wrong, missed.
    pub fn numbers(&self) -> [f64; 3] {
        [self.right as f64, self.wrong as f64, self.missed as f64]
    }

    /// Puts the counts of other examples to these.
    pub const fn add(&mut self, other: Self) {
        self.right += other.right;
        self.wrong += other.wrong;
        self.missed += other.missed;
    }

    /// The fraction of what was given that is true; nothing where nothing was given.
    pub fn precision(&self) -> Option<f64> {
        ratio(self.right, self.right + self.wrong)
    }

    /// The fraction of what is true that was given; nothing where there was nothing to give.
    pub fn recall(&self) -> Option<f64> {
        ratio(self.right, self.right + self.missed)
    }

    /// The harmonic mean of the two; nothing without one of them.
    pub fn f1(&self) -> Option<f64> {
        let (precision, recall) = (self.precision()?, self.recall()?);
        if precision + recall == 0.0 {
            return Some(0.0);
        }
        Some(2.0 * precision * recall / (precision + recall))
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
