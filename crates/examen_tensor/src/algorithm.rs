//! Optimization algorithms: how a step changes parameters.

/// An optimization algorithm with its hyperparameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Algorithm {
    /// Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019).
    AdamW(Adam),
    /// Adam with L2 regularization: weight decay is added to the gradients.
    Adam(Adam),
    /// Muon (Jordan 2024) for the matrices that [`Parameters::orthogonalize`](crate::Parameters::orthogonalize) names, and
    /// `AdamW` for all other parameters, at one learning rate.
    Muon(Muon),
    /// Stochastic gradient descent with momentum.
    Sgd {
        /// The factor of the last step in the next.
        momentum: f64,
        /// Whether momentum is Nesterov's.
        is_nesterov: bool,
        /// Weight decay, added to the gradients.
        weight_decay: f64,
    },
}

/// The hyperparameters of Adam.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adam {
    /// The decay rate of the first moment.
    pub beta1: f64,
    /// The decay rate of the second moment.
    pub beta2: f64,
    /// Added to the denominator.
    pub epsilon: f64,
    /// Weight decay.
    pub weight_decay: f64,
}

/// The hyperparameters of the paper and of PyTorch, without weight decay.
impl Default for Adam {
    fn default() -> Self {
        Self { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weight_decay: 0.0 }
    }
}

/// The hyperparameters of Muon: momentum whose directions are orthogonalized by Newton–Schulz steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Muon {
    /// The decay rate of the momentum, which is Nesterov's.
    pub momentum: f64,
    /// The hyperparameters of the other parameters. Its weight decay is that of the matrices too.
    pub adam: Adam,
}

/// The momentum of the paper, and Adam with the second decay rate that goes with it.
impl Default for Muon {
    fn default() -> Self {
        Self { momentum: 0.95, adam: Adam { beta2: 0.98, ..Adam::default() } }
    }
}

/// The update of one step for matrices whose directions are orthogonalized.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatrixUpdate {
    pub(crate) momentum: f32,
    /// The factor of a matrix before the step.
    pub(crate) decay_factor: f32,
    pub(crate) learning_rate: f32,
}

impl MatrixUpdate {
    /// The coefficients of a Newton–Schulz step, which takes all singular values near 1: of `X`, of `(X Xᵀ) X` and of `(X Xᵀ)² X`.
    pub(crate) const COEFFICIENTS: [f32; 3] = [3.4445, -4.7750, 2.0315];

    /// The number of these steps.
    pub(crate) const STEPS: usize = 5;

    /// The factor of an orthogonal direction: then its elements are as large as those of a step of `AdamW` (Liu et al. 2025).
    pub(crate) fn step_size(self, [rows, columns]: [usize; 2]) -> f32 {
        0.2 * (rows.max(columns) as f32).sqrt() * self.learning_rate
    }
}

/// How one parameter is updated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParameterGroup {
    /// Whether weight decay applies.
    pub(crate) has_decay: bool,
    /// The shape of a matrix whose directions are orthogonalized.
    pub(crate) matrix: Option<[usize; 2]>,
}

/// The updates of one step, and the group of each parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepPlan<'p> {
    pub(crate) update: ParameterUpdate,
    /// None where matrices are updated as everything else.
    pub(crate) matrices: Option<MatrixUpdate>,
    pub(crate) groups: &'p [ParameterGroup],
}

impl StepPlan<'_> {
    /// The update of a parameter as a matrix, if that is how it is updated.
    pub(crate) fn matrix(&self, parameter: usize) -> Option<(MatrixUpdate, [usize; 2])> {
        let group = self.groups[parameter];
        let update = self.matrices?;
        let decay_factor = if group.has_decay { update.decay_factor } else { 1.0 };
        Some((MatrixUpdate { decay_factor, ..update }, group.matrix?))
    }
}

/// The update of one step for everything but matrices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParameterUpdate {
    pub(crate) kind: UpdateKind,
    /// The factor of a parameter that is added to its gradient.
    pub(crate) l2_penalty: f32,
    /// The factor of a parameter before the step: decoupled weight decay.
    pub(crate) decay_factor: f32,
    pub(crate) step_size: f32,
}

/// The direction of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) enum UpdateKind {
    Adam {
        /// 1 - beta1 and 1 - beta2.
        first_rate: f32,
        second_rate: f32,
        /// Bias correction of the root of the second moment.
        root_correction: f32,
        epsilon: f32,
    },
    Sgd {
        momentum: f32,
        is_nesterov: bool,
    },
}

impl Algorithm {
    /// The update of the step of this number, from 1.
    pub(crate) fn at(self, step: u64, learning_rate: f64) -> ParameterUpdate {
        match self {
            Self::AdamW(adam) | Self::Muon(Muon { adam, .. }) => ParameterUpdate {
                decay_factor: (1.0 - learning_rate * adam.weight_decay) as f32,
                ..adam.at(step, learning_rate)
            },
            Self::Adam(adam) => {
                ParameterUpdate { l2_penalty: adam.weight_decay as f32, ..adam.at(step, learning_rate) }
            }
            Self::Sgd { momentum, is_nesterov, weight_decay } => ParameterUpdate {
                kind: UpdateKind::Sgd { momentum: momentum as f32, is_nesterov },
                l2_penalty: weight_decay as f32,
                decay_factor: 1.0,
                step_size: learning_rate as f32,
            },
        }
    }
}

impl Algorithm {
    /// The update of matrices, where these have their own.
    pub(crate) fn matrices_at(self, learning_rate: f64) -> Option<MatrixUpdate> {
        let Self::Muon(Muon { momentum, adam }) = self else { return None };
        Some(MatrixUpdate {
            momentum: momentum as f32,
            decay_factor: (1.0 - learning_rate * adam.weight_decay) as f32,
            learning_rate: learning_rate as f32,
        })
    }
}

impl Adam {
    fn at(self, step: u64, learning_rate: f64) -> ParameterUpdate {
        let Self { beta1, beta2, epsilon, .. } = self;
        // Bias correction: both moments start at zero.
        let correction = |beta: f64| 1.0 - beta.powf(step as f64);
        ParameterUpdate {
            kind: UpdateKind::Adam {
                first_rate: (1.0 - beta1) as f32,
                second_rate: (1.0 - beta2) as f32,
                root_correction: (1.0 / correction(beta2).sqrt()) as f32,
                epsilon: epsilon as f32,
            },
            l2_penalty: 0.0,
            decay_factor: 1.0,
            step_size: (learning_rate / correction(beta1)) as f32,
        }
    }
}

#[cfg(not(feature = "torch"))]
impl ParameterUpdate {
    /// The same without weight decay.
    pub(crate) fn without_decay(self) -> Self {
        Self { l2_penalty: 0.0, decay_factor: 1.0, ..self }
    }

    /// Updates one value and its moments. For SGD the first moment is the last step.
    #[inline]
    pub(crate) fn apply(&self, value: &mut f32, gradient: f32, first: &mut f32, second: &mut f32) {
        let gradient = self.l2_penalty.mul_add(*value, gradient);
        *value *= self.decay_factor;
        match self.kind {
            UpdateKind::Adam { first_rate, second_rate, root_correction, epsilon } => {
                *first = first_rate.mul_add(gradient - *first, *first);
                *second = second_rate.mul_add(gradient * gradient - *second, *second);
                *value -= self.step_size * *first / second.max(0.0).sqrt().mul_add(root_correction, epsilon);
            }
            UpdateKind::Sgd { momentum, is_nesterov } => {
                *first = momentum.mul_add(*first, gradient);
                let direction = if is_nesterov { momentum.mul_add(*first, gradient) } else { *first };
                *value -= self.step_size * direction;
            }
        }
    }
}
