//! Operations of ours in burn's record of what was computed from what.
//!
//! burn notes each of its own operations, and how slopes go back through it. Ours are larger steps, a norm or an LSTM, so that
//! the pass back through one is a kernel too. Each says how the slopes of its output become those of its inputs.

use std::fmt;
use std::sync::Arc;

use burn_autodiff::Autodiff;
use burn_autodiff::checkpoint::base::Checkpointer;
use burn_autodiff::checkpoint::strategy::NoCheckpointing;
use burn_autodiff::grads::Gradients;
use burn_autodiff::ops::{Backward, NodeGuard, Ops, OpsKind};
use burn_flex::{Flex, FlexTensor};

use super::tensor::Tensor;

/// Numbers of any rank that are not recorded: slopes, and values that are kept for the way back.
pub(super) type Plain = FlexTensor;

/// From the slopes of an output to those of the inputs, as far as they are wanted.
type Rule<const INPUTS: usize> = dyn Fn(Plain, [bool; INPUTS]) -> [Option<Plain>; INPUTS] + Send + Sync;

/// Notes that an output was computed from inputs, and by which rule slopes go back.
pub(super) fn record<const RANK: usize, const INPUTS: usize>(
    output: Tensor<RANK>,
    inputs: [NodeGuard; INPUTS],
    rule: impl Fn(Plain, [bool; INPUTS]) -> [Option<Plain>; INPUTS] + Send + Sync + 'static,
) -> Tensor<RANK> {
    let output = output.into_plain();
    let noted = match Step.prepare::<NoCheckpointing>(inputs).compute_bound().stateful() {
        OpsKind::Tracked(preparation) => preparation.finish(Kept(Arc::new(rule)), output),
        OpsKind::UnTracked(preparation) => preparation.finish(output),
    };
    Tensor(burn_tensor::Tensor::from_primitive::<Autodiff<Flex>>(noted))
}

impl<const RANK: usize> Tensor<RANK> {
    /// Whether slopes will come back to this tensor.
    pub(super) fn is_recorded(&self) -> bool {
        self.0.is_tracked()
    }

    /// The tensor as an input of an operation.
    pub(super) fn input(&self) -> NodeGuard {
        match self.0.clone().autodiff().try_into_primitive::<Autodiff<Flex>>() {
            Ok(noted) => noted.node(),
            Err(error) => unreachable!("all tensors are of one backend: {error:?}"),
        }
    }

    /// The same numbers without a record.
    pub(super) fn unrecorded(&self) -> Self {
        Self(self.0.clone().without_autodiff())
    }

    /// The numbers alone.
    pub(super) fn into_plain(self) -> Plain {
        match self.0.without_autodiff().try_into_primitive::<Flex>() {
            Ok(plain) => plain,
            Err(error) => unreachable!("all tensors are of one backend: {error:?}"),
        }
    }

    /// Numbers as a tensor. They must have this rank.
    pub(super) fn from_plain(plain: Plain) -> Self {
        Self(burn_tensor::Tensor::from_primitive::<Flex>(plain))
    }

    /// The numbers side by side, to be read.
    pub(super) fn values(&self) -> Values {
        Values(self.unrecorded().into_plain().to_contiguous())
    }
}

/// Numbers that lie side by side, the last axis running fastest.
pub(super) struct Values(Plain);

impl Values {
    pub(super) fn as_slice(&self) -> &[f32] {
        // Tensors of ours hold f32 and nothing else.
        self.0.as_slice().unwrap_or_default()
    }
}

/// One of our operations in burn's record.
#[derive(Debug)]
struct Step;

/// A rule that is kept for the way back.
#[derive(Clone)]
struct Kept<const INPUTS: usize>(Arc<Rule<INPUTS>>);

impl<const INPUTS: usize> fmt::Debug for Kept<INPUTS> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Kept")
    }
}

impl<const INPUTS: usize> Backward<Flex, INPUTS> for Step {
    type State = Kept<INPUTS>;

    fn backward(self, step: Ops<Kept<INPUTS>, INPUTS>, slopes: &mut Gradients, _: &mut Checkpointer) {
        let given = slopes.consume::<Flex>(&step.node);
        let wanted = step.parents.each_ref().map(Option::is_some);
        let passed = (step.state.0)(given, wanted);
        for (parent, passed) in step.parents.into_iter().zip(passed) {
            if let (Some(parent), Some(passed)) = (parent, passed) {
                slopes.register::<Flex>(parent.id, passed);
            }
        }
    }
}
