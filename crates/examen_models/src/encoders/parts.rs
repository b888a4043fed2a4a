//! Parts that architectures share: linear maps, norms, activations, self-attention, feed-forward networks.

use std::ops::Range;

use examen_tensor::{
    Attention, Mode, Rotary, Tensor, attention, dropout, gelu, gelu_tanh, join_heads, layer_norm, linear, relu,
    rms_norm, rotate, silu, split_heads,
};

use crate::error::ModelError;
use crate::weights::Weights;

/// A linear map.
#[derive(Debug)]
pub(super) struct Dense {
    weight: Tensor<2>,
    bias: Option<Tensor<1>>,
}

impl Dense {
    /// `NAME.weight`, stored as outputs by inputs, and `NAME.bias` if there is to be one.
    pub(super) fn load(
        weights: &mut Weights<'_>,
        name: &str,
        [outputs, inputs]: [usize; 2],
        has_bias: bool,
    ) -> Result<Self, ModelError> {
        let weight = weights.take(&format!("{name}.weight"), [outputs, inputs])?;
        let bias = has_bias.then(|| weights.take(&format!("{name}.bias"), [outputs])).transpose()?;
        Ok(Self { weight, bias })
    }

    /// The same with the weight stored as inputs by outputs, as GPT-2 does it.
    pub(super) fn load_transposed(
        weights: &mut Weights<'_>,
        name: &str,
        [outputs, inputs]: [usize; 2],
    ) -> Result<Self, ModelError> {
        let weight = weights.take(&format!("{name}.weight"), [inputs, outputs])?.transpose(0, 1);
        Ok(Self { weight, bias: Some(weights.take(&format!("{name}.bias"), [outputs])?) })
    }

    /// Some of the outputs, range by range.
    pub(super) fn outputs(&self, ranges: impl Iterator<Item = Range<usize>> + Clone) -> Self {
        let weight = Tensor::concat(ranges.clone().map(|range| self.weight.clone().slice(0, range)).collect(), 0);
        let bias = |bias: &Tensor<1>| Tensor::concat(ranges.map(|range| bias.clone().slice(0, range)).collect(), 0);
        Self { weight, bias: self.bias.as_ref().map(bias) }
    }

    pub(super) fn apply(&self, x: Tensor<3>) -> Tensor<3> {
        linear(x, &self.weight, self.bias.as_ref())
    }
}

/// A norm of the last axis.
#[derive(Debug)]
pub(super) struct Norm {
    weight: Tensor<1>,
    bias: Option<Tensor<1>>,
    epsilon: f64,
    /// Whether the mean is subtracted first.
    is_centred: bool,
}

impl Norm {
    /// `NAME.weight`, and `NAME.bias` if there is to be one.
    pub(super) fn layer(
        weights: &mut Weights<'_>,
        name: &str,
        width: usize,
        has_bias: bool,
        epsilon: f64,
    ) -> Result<Self, ModelError> {
        let weight = weights.take(&format!("{name}.weight"), [width])?;
        let bias = has_bias.then(|| weights.take(&format!("{name}.bias"), [width])).transpose()?;
        Ok(Self { weight, bias, epsilon, is_centred: true })
    }

    /// `NAME.weight`, without a mean.
    pub(super) fn rms(weights: &mut Weights<'_>, name: &str, width: usize, epsilon: f64) -> Result<Self, ModelError> {
        let weight = weights.take(&format!("{name}.weight"), [width])?;
        Ok(Self { weight, bias: None, epsilon, is_centred: false })
    }

    pub(super) fn apply(&self, x: Tensor<3>) -> Tensor<3> {
        if self.is_centred {
            layer_norm(x, &self.weight, self.bias.as_ref(), self.epsilon)
        } else {
            rms_norm(x, &self.weight, self.epsilon)
        }
    }
}

/// A function of single elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Activation {
    Gelu,
    GeluTanh,
    Relu,
    Silu,
}

impl Activation {
    /// By the name that configurations use.
    pub(super) fn by_name(name: &str) -> Option<Self> {
        Some(match name {
            "gelu" => Self::Gelu,
            "gelu_new" | "gelu_pytorch_tanh" | "gelu_fast" => Self::GeluTanh,
            "relu" => Self::Relu,
            "silu" | "swish" => Self::Silu,
            _ => return None,
        })
    }

    pub(super) fn apply(self, x: Tensor<3>) -> Tensor<3> {
        match self {
            Self::Gelu => gelu(x),
            Self::GeluTanh => gelu_tanh(x),
            Self::Relu => relu(x),
            Self::Silu => silu(x),
        }
    }
}

/// Attention of a sequence to itself.
#[derive(Debug)]
pub(super) struct SelfAttention {
    pub(super) query: Dense,
    pub(super) key: Dense,
    pub(super) value: Dense,
    pub(super) output: Dense,
    /// Heads of the queries.
    pub(super) heads: usize,
    /// Heads of keys and values, each shared by neighbouring heads of queries.
    pub(super) shared_heads: usize,
    /// The dropout of attention weights.
    pub(super) dropout: f64,
}

impl SelfAttention {
    pub(super) fn apply(&self, x: Tensor<3>, options: &Attention<'_>, rotary: Option<&Rotary>) -> Tensor<3> {
        let options = Attention { dropout: self.dropout, ..*options };
        let rotated = |x: Tensor<4>| match rotary {
            Some(rotary) => rotate(x, rotary),
            None => x,
        };
        let query = rotated(split_heads(self.query.apply(x.clone()), self.heads));
        let key = rotated(split_heads(self.key.apply(x.clone()), self.shared_heads));
        let value = split_heads(self.value.apply(x), self.shared_heads);
        self.output.apply(join_heads(attention(&query, &key, &value, &options)))
    }
}

/// Two linear maps with an activation between them; with a gate, a third is multiplied in.
#[derive(Debug)]
pub(super) struct FeedForward {
    pub(super) up: Dense,
    pub(super) gate: Option<Dense>,
    pub(super) down: Dense,
    pub(super) activation: Activation,
    /// The dropout between them.
    pub(super) dropout: f64,
}

impl FeedForward {
    pub(super) fn apply(&self, x: Tensor<3>, mode: Mode<'_>) -> Tensor<3> {
        let inner = match &self.gate {
            Some(gate) => {
                let opened = self.activation.apply(gate.apply(x.clone()));
                opened * self.up.apply(x)
            }
            None => self.activation.apply(self.up.apply(x)),
        };
        self.down.apply(dropout(inner, self.dropout, mode))
    }
}

/// Frequencies of rotary positions for so many elements: powers of the base, from 1 downwards.
pub(super) fn frequencies(elements: usize, base: f64) -> Vec<f64> {
    (0..elements / 2).map(|pair| base.powf(-2.0 * pair as f64 / elements as f64)).collect()
}
