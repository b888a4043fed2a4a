//! How the rate of learning changes.

use std::f64::consts::PI;

/// A factor of the rate for each step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Schedule {
    /// Always the same.
    Constant,
    /// Up from 0 in a straight line, then down to 0.
    Linear {
        /// The steps up.
        warm_up: u64,
        /// All steps.
        steps: u64,
    },
    /// Up from 0 in a straight line, then down to 0 as half a wave of the cosine.
    Cosine {
        /// The steps up.
        warm_up: u64,
        /// All steps.
        steps: u64,
    },
    /// Up from 0 in a straight line, then with one over the root of the steps.
    InverseRoot {
        /// The steps up, at least one.
        warm_up: u64,
    },
    /// By a factor every so many steps.
    Stairs {
        /// The factor.
        factor: f64,
        /// The steps of a stair, at least one.
        every: u64,
    },
}

impl Schedule {
    /// The factor of the rate for a step, of which the first is 0.
    pub fn at(self, step: u64) -> f64 {
        let share = |done: u64, all: u64| done as f64 / all.max(1) as f64;
        match self {
            Self::Linear { warm_up, .. } | Self::Cosine { warm_up, .. } | Self::InverseRoot { warm_up }
                if step < warm_up =>
            {
                share(step, warm_up)
            }
            Self::Constant => 1.0,
            Self::Linear { warm_up, steps } => share(steps.saturating_sub(step), steps.saturating_sub(warm_up)),
            Self::Cosine { warm_up, steps } => {
                let done = share(step - warm_up, steps.saturating_sub(warm_up)).min(1.0);
                0.5 * (1.0 + (PI * done).cos())
            }
            Self::InverseRoot { warm_up } => share(warm_up.max(1), step.max(1)).sqrt(),
            Self::Stairs { factor, every } => factor.powf((step / every.max(1)) as f64),
        }
    }
}
