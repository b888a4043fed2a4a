//! The learning rate over a training.

/// A learning rate that rises, stays and falls, by the fraction of the training that is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearningRate {
    /// The highest.
    pub peak: f64,
    /// The fraction of the training in which it rises linearly from 0.
    pub warm_up: f64,
    /// The fraction of the training, at its end, in which it falls linearly.
    pub decay: f64,
    /// The fraction of the peak that it does not fall below.
    pub lowest: f64,
}

impl LearningRate {
    /// The learning rate when this fraction of the training is done.
    pub fn at(&self, progress: f64) -> f64 {
        let rising = if self.warm_up > 0.0 { progress / self.warm_up } else { 1.0 };
        let falling = if self.decay > 0.0 { (1.0 - progress) / self.decay } else { 1.0 };
        self.peak * rising.min(falling.max(self.lowest)).clamp(0.0, 1.0)
    }
}
