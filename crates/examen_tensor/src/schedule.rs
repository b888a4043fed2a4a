//! Learning-rate schedules.

use std::f64::consts::PI;

/// A factor of the learning rate for each step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Schedule {
    /// Always 1.
    Constant,
    /// Linear warm-up from 0 to 1, then linear decay to 0.
    Linear {
        /// Steps of the warm-up.
        warm_up: u64,
        /// All steps.
        steps: u64,
    },
    /// Linear warm-up from 0 to 1, then decay to 0 along half a period of the cosine.
    Cosine {
        /// Steps of the warm-up.
        warm_up: u64,
        /// All steps.
        steps: u64,
    },
    /// Linear warm-up from 0 to 1, then decay with one over the root of the steps.
    InverseSqrt {
        /// Steps of the warm-up, at least one.
        warm_up: u64,
    },
    /// Multiplied by a factor every so many steps.
    StepDecay {
        /// The factor.
        factor: f64,
        /// The number of steps between two changes, at least one.
        every: u64,
    },
}

impl Schedule {
    /// The factor of the learning rate for a step, of which the first is 0.
    pub fn at(self, step: u64) -> f64 {
        let fraction = |done: u64, all: u64| done as f64 / all.max(1) as f64;
        match self {
            Self::Linear { warm_up, .. } | Self::Cosine { warm_up, .. } | Self::InverseSqrt { warm_up }
                if step < warm_up =>
            {
                fraction(step, warm_up)
            }
            Self::Constant => 1.0,
            Self::Linear { warm_up, steps } => fraction(steps.saturating_sub(step), steps.saturating_sub(warm_up)),
            Self::Cosine { warm_up, steps } => {
                let done = fraction(step - warm_up, steps.saturating_sub(warm_up)).min(1.0);
                0.5 * (1.0 + (PI * done).cos())
            }
            Self::InverseSqrt { warm_up } => fraction(warm_up.max(1), step.max(1)).sqrt(),
            Self::StepDecay { factor, every } => factor.powf((step / every.max(1)) as f64),
        }
    }
}
