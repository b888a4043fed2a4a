//! Fitted probes, and the choice of a layer.

/// A fitted probe, by its predictions.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbeFit {
    /// The L2 penalty that was chosen on the validation rows; of equally good ones the first of the protocol's grid.
    pub penalty: f64,
    /// The class of each validation row.
    pub validation: Vec<usize>,
    /// The number of these that are right.
    pub validation_right: usize,
    /// The class of each test row.
    pub test: Vec<usize>,
    /// Whether the fit is at its optimum; nothing when the protocol does not ask for it.
    pub has_converged: Option<bool>,
    /// Steps of the optimizer, of all penalties that were tried together.
    pub steps: usize,
}

/// The probes of one layer.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerProbe {
    /// The probe of the true labels.
    pub truth: ProbeFit,
    /// The probe of the control labels, fitted in the same way and scored by them.
    pub control: Option<ProbeFit>,
}

/// The layer to report: the one with the most right answers on validation rows, of several the first.
///
/// The paper takes the layer with the most right answers on *test* rows, which flatters; with its counts, [`first_most`] gives
/// that one.
pub fn layer_by_validation<'f>(layers: impl IntoIterator<Item = &'f ProbeFit>) -> Option<usize> {
    first_most(layers.into_iter().map(|fit| fit.validation_right))
}

/// Where the highest count is, of several the first.
pub fn first_most(counts: impl IntoIterator<Item = usize>) -> Option<usize> {
    counts.into_iter().enumerate().max_by_key(|&(at, count)| (count, std::cmp::Reverse(at))).map(|(at, _)| at)
}

/// The number of right answers.
pub(crate) fn right(answers: &[usize], labels: &[usize]) -> usize {
    answers.iter().zip(labels).filter(|(answer, label)| answer == label).count()
}
