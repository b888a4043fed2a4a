//! The tape: which tensors were computed from which, and how gradients pass through each step.
//!
//! A tracked tensor owns the steps that lead to it, so that they are dropped together with it. Steps are as large as our
//! operations, a norm or an LSTM, and the backward pass through one is a kernel too.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::array::Array;
use super::tensor::Tensor;
use crate::error::TensorError;

/// A step of a computation, or a parameter that it starts from.
#[derive(Clone)]
pub(super) struct Node(Arc<Step>);

struct Step {
    /// Greater than the numbers of all steps that it depends on.
    number: u64,
    /// None for inputs that are not tracked.
    inputs: Vec<Option<Node>>,
    /// From the gradient of the output to those of the inputs. None for parameters, and once it was used.
    backward: Mutex<Option<Box<Backward>>>,
}

type Backward = dyn FnOnce(Array) -> Vec<Option<Array>> + Send;

/// A tensor computed from inputs: tracked if one of them is.
///
/// `backward` makes the gradients of the inputs that are asked for from the gradient of the output. It must keep arrays and no
/// tensors, or the tape would own itself.
pub(super) fn track<const RANK: usize, const INPUTS: usize>(
    output: Array,
    inputs: [Option<Node>; INPUTS],
    backward: impl FnOnce(Array, [bool; INPUTS]) -> [Option<Array>; INPUTS] + Send + 'static,
) -> Tensor<RANK> {
    let wanted = inputs.each_ref().map(Option::is_some);
    track_all(output, inputs.into(), move |gradient| backward(gradient, wanted).into())
}

/// A tensor computed from any number of inputs. `backward` makes the gradients of all of them.
pub(super) fn track_all<const RANK: usize>(
    output: Array,
    inputs: Vec<Option<Node>>,
    backward: impl FnOnce(Array) -> Vec<Option<Array>> + Send + 'static,
) -> Tensor<RANK> {
    if inputs.iter().all(Option::is_none) {
        return Tensor::detached(output);
    }
    Tensor::tracked(output, Node::new(inputs, Some(Box::new(backward))))
}

/// A tensor computed from one input.
pub(super) fn track_one<const RANK: usize>(
    output: Array,
    input: Option<Node>,
    backward: impl FnOnce(Array) -> Array + Send + 'static,
) -> Tensor<RANK> {
    track(output, [input], move |gradient, _| [Some(backward(gradient))])
}

impl Node {
    /// A parameter.
    pub(super) fn leaf() -> Self {
        Self::new(Vec::new(), None)
    }

    fn new(inputs: Vec<Option<Self>>, backward: Option<Box<Backward>>) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Self(Arc::new(Step { number, inputs, backward: Mutex::new(backward) }))
    }

    pub(super) fn number(&self) -> u64 {
        self.0.number
    }

    /// The gradients of parameters by their numbers, given that of this step's output.
    ///
    /// Each step lets go of what it kept as soon as it is done, so that this can be asked once only.
    pub(super) fn backward(&self, gradient: Array) -> Result<BTreeMap<u64, Array>, TensorError> {
        let mut gradients = BTreeMap::new();
        let mut pending = BTreeMap::from([(self.number(), (self.clone(), gradient))]);
        // The greatest number first: all that depends on a step has been there before it.
        while let Some((number, (node, gradient))) = pending.pop_last() {
            if node.0.inputs.is_empty() {
                gradients.insert(number, gradient);
                continue;
            }
            let backward = node.0.backward.lock().unwrap_or_else(PoisonError::into_inner).take();
            let used = || TensorError::Engine("the gradients of a loss can be asked for once".to_owned());
            let backward = backward.ok_or_else(used)?;
            for (input, gradient) in node.0.inputs.iter().zip(backward(gradient)) {
                let (Some(input), Some(gradient)) = (input, gradient) else { continue };
                match pending.entry(input.number()) {
                    Entry::Vacant(vacant) => {
                        vacant.insert((input.clone(), gradient));
                    }
                    Entry::Occupied(occupied) => {
                        let (input, sum) = occupied.remove();
                        let sum = sum.zip(gradient, |one, other| one + other);
                        pending.insert(input.number(), (input, sum));
                    }
                }
            }
        }
        Ok(gradients)
    }
}

/// Long chains of steps are dropped one by one, not each inside the other, which would take a stack as long.
impl Drop for Step {
    fn drop(&mut self) {
        let mut inputs = std::mem::take(&mut self.inputs);
        while let Some(input) = inputs.pop() {
            if let Some(mut step) = input.and_then(|node| Arc::into_inner(node.0)) {
                inputs.append(&mut step.inputs);
            }
        }
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Node({})", self.number())
    }
}
