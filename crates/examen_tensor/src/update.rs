//! Rules by which a step changes weights.

/// An optimiser's rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Adam (Kingma and Ba 2015) with decoupled decay (Loshchilov and Hutter 2019).
    AdamW(Adam),
    /// Adam, with decay as part of the slopes.
    Adam(Adam),
    /// Momentum, which looks ahead as Nesterov's does, or not.
    Momentum {
        /// The share of the last step that is kept.
        share: f64,
        /// Whether slopes are taken as if the step was already made.
        is_nesterov: bool,
        /// What is taken off weights, by their size.
        decay: f64,
    },
}

/// What Adam is set by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adam {
    /// The share of the mean slope that is kept.
    pub mean_share: f64,
    /// The share of the mean square that is kept.
    pub square_share: f64,
    /// What is added to roots of squares before they divide.
    pub epsilon: f64,
    /// What is taken off weights, by their size.
    pub decay: f64,
}

/// The settings of the paper and of PyTorch, without decay.
impl Default for Adam {
    fn default() -> Self {
        Self { mean_share: 0.9, square_share: 0.999, epsilon: 1e-8, decay: 0.0 }
    }
}

/// A rule at one step: the same for all weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Update {
    pub(crate) kind: Kind,
    /// How much of a weight is added to its slope.
    pub(crate) penalty: f32,
    /// What is left of a weight before the step.
    pub(crate) kept: f32,
    /// How long the step is.
    pub(crate) length: f32,
}

/// What a step goes along.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Adam {
        /// How much of a slope goes into the mean, and of its square into the mean square.
        mean_gain: f32,
        square_gain: f32,
        root_factor: f32,
        epsilon: f32,
    },
    Momentum {
        share: f32,
        is_nesterov: bool,
    },
}

impl Rule {
    /// The step of this number, from 1, at this rate.
    pub(crate) fn at(self, step: u64, rate: f64) -> Update {
        match self {
            Self::AdamW(adam) => Update { kept: (1.0 - rate * adam.decay) as f32, ..adam.at(step, rate) },
            Self::Adam(adam) => Update { penalty: adam.decay as f32, ..adam.at(step, rate) },
            Self::Momentum { share, is_nesterov, decay } => Update {
                kind: Kind::Momentum { share: share as f32, is_nesterov },
                penalty: decay as f32,
                kept: 1.0,
                length: rate as f32,
            },
        }
    }
}

impl Adam {
    fn at(self, step: u64, rate: f64) -> Update {
        let Self { mean_share, square_share, epsilon, .. } = self;
        // Both means start from 0, and are too small by what is left of it.
        let started = |share: f64| 1.0 - share.powf(step as f64);
        Update {
            kind: Kind::Adam {
                mean_gain: (1.0 - mean_share) as f32,
                square_gain: (1.0 - square_share) as f32,
                root_factor: (1.0 / started(square_share).sqrt()) as f32,
                epsilon: epsilon as f32,
            },
            penalty: 0.0,
            kept: 1.0,
            length: (rate / started(mean_share)) as f32,
        }
    }
}

#[cfg(not(feature = "torch"))]
impl Update {
    /// The same for weights that nothing is taken off.
    pub(crate) fn without_decay(self) -> Self {
        Self { penalty: 0.0, kept: 1.0, ..self }
    }

    /// The step of one weight. For momentum the first number that is remembered is the last step.
    #[inline]
    pub(crate) fn apply(&self, weight: &mut f32, slope: f32, first: &mut f32, second: &mut f32) {
        let slope = self.penalty.mul_add(*weight, slope);
        *weight *= self.kept;
        match self.kind {
            Kind::Adam { mean_gain, square_gain, root_factor, epsilon } => {
                *first = mean_gain.mul_add(slope - *first, *first);
                *second = square_gain.mul_add(slope * slope - *second, *second);
                *weight -= self.length * *first / second.max(0.0).sqrt().mul_add(root_factor, epsilon);
            }
            Kind::Momentum { share, is_nesterov } => {
                *first = share.mul_add(*first, slope);
                let along = if is_nesterov { share.mul_add(*first, slope) } else { *first };
                *weight -= self.length * along;
            }
        }
    }
}
