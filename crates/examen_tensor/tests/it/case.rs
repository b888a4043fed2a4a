//! Reference cases, which `scripts/tensor_references.py` makes, and how each operation is called.

use std::collections::BTreeMap;

use examen_tensor::{
    Attention, Device, Labels, LstmState, LstmWeights, Mask, NamedValues, Parameters, Placement, Pool, Precision,
    Rotary, Tensor, attention, bilstm, cross_entropy, embedding, gather, gelu, gelu_tanh, join_heads, layer_norm,
    linear, log_softmax, lstm, masked_fill, pool, range_means, relu, rms_norm, rotate, scatter_add, sigmoid, silu,
    softmax, split_heads, tanh,
};
use serde::Deserialize;
use serde_json::Value;

/// An operation with its inputs, its expected output and the expected gradients.
#[derive(Clone, Deserialize)]
pub(crate) struct Case {
    pub(crate) operation: String,
    pub(crate) tensors: BTreeMap<String, Stored>,
    settings: BTreeMap<String, Value>,
    pub(crate) expected: Stored,
    /// The gradient of the output: the loss is the sum of their products.
    pub(crate) output_gradient: Stored,
    pub(crate) gradients: BTreeMap<String, Stored>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Stored {
    pub(crate) shape: Vec<usize>,
    pub(crate) values: Vec<f32>,
}

/// A case that is run.
pub(crate) struct Run<'c> {
    case: &'c Case,
    parameters: Parameters,
    is_tracked: bool,
}

/// The lines of a fixture but the first, which says how they were made.
pub(crate) fn cases<C: serde::de::DeserializeOwned>(lines: &str) -> Vec<C> {
    lines.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(crate) fn parameters(tensors: &BTreeMap<String, Stored>) -> Parameters {
    let named = |(name, stored): (&String, &Stored)| NamedValues {
        name: name.clone(),
        shape: stored.shape.clone(),
        values: stored.values.clone(),
    };
    Parameters::new(tensors.iter().map(named), placement()).unwrap()
}

/// Where tests compute: on the CPU, or on the device that `EXAMEN_DEVICE` names.
pub(crate) fn placement() -> Placement {
    let device = std::env::var("EXAMEN_DEVICE").map_or(Device::Cpu, |name| name.parse().unwrap());
    Placement::new(device, Precision::F32).unwrap()
}

impl Case {
    /// The output, tracked or not: the shape and one row of values.
    pub(crate) fn output(&self, is_tracked: bool) -> (Vec<usize>, Tensor<1>, Parameters) {
        let run = Run { case: self, parameters: parameters(&self.tensors), is_tracked };
        let (shape, output) = run.output();
        (shape, output, run.parameters)
    }
}

fn flat<const RANK: usize>(output: Tensor<RANK>) -> (Vec<usize>, Tensor<1>) {
    let shape = output.shape();
    (shape.to_vec(), output.reshape([shape.iter().product()]))
}

impl Run<'_> {
    fn tensor<const RANK: usize>(&self, name: &str) -> Tensor<RANK> {
        self.optional(name).unwrap()
    }

    fn optional<const RANK: usize>(&self, name: &str) -> Option<Tensor<RANK>> {
        self.case.tensors.get(name)?;
        let parameters = &self.parameters;
        Some(if self.is_tracked { parameters.tracked(name) } else { parameters.detached(name) }.unwrap())
    }

    fn setting<S: serde::de::DeserializeOwned>(&self, name: &str) -> S {
        self.optional_setting(name).unwrap()
    }

    fn optional_setting<S: serde::de::DeserializeOwned>(&self, name: &str) -> Option<S> {
        Some(serde_json::from_value(self.case.settings.get(name)?.clone()).unwrap())
    }

    fn output(&self) -> (Vec<usize>, Tensor<1>) {
        let x = || self.tensor::<3>("x");
        match self.case.operation.as_str() {
            "gelu" => flat(gelu(self.tensor::<2>("x"))),
            "gelu_tanh" => flat(gelu_tanh(self.tensor::<2>("x"))),
            "relu" => flat(relu(self.tensor::<2>("x"))),
            "sigmoid" => flat(sigmoid(self.tensor::<2>("x"))),
            "silu" => flat(silu(self.tensor::<2>("x"))),
            "tanh" => flat(tanh(self.tensor::<2>("x"))),
            "exp" => flat(self.tensor::<2>("x").exp()),
            "log" => flat(self.tensor::<2>("x").log()),
            "softmax" => flat(softmax(x())),
            "log_softmax" => flat(log_softmax(x())),
            "cross_entropy" => flat(self.cross_entropy()),
            "linear" => flat(linear(x(), &self.tensor("weight"), self.optional("bias").as_ref())),
            "layer_norm" => {
                let (weight, bias) = (self.tensor("weight"), self.optional("bias"));
                flat(layer_norm(x(), &weight, bias.as_ref(), self.setting("epsilon")))
            }
            "rms_norm" => flat(rms_norm(x(), &self.tensor("weight"), self.setting("epsilon"))),
            "embedding" => flat(embedding(&self.tensor("table"), &self.setting::<Vec<u32>>("ids"))),
            "gather" => flat(gather(&x(), &self.setting::<Vec<u32>>("indices"))),
            "scatter_add" => flat(scatter_add(&x(), &self.setting::<Vec<u32>>("indices"), self.setting("width"))),
            "masked_fill" => flat(masked_fill(x(), &self.setting::<Vec<bool>>("masked"), self.setting("number"))),
            "lstm" => self.lstm(),
            "bilstm" => self.bilstm(),
            "attention" => flat(self.attention()),
            "pool_means" => flat(pool(&x(), &Pool::means(self.setting("lengths")))),
            "pool_positions" => flat(pool(&x(), &Pool::positions(self.setting("positions")))),
            "range_means" => {
                let ranges: Vec<(usize, usize)> = self.setting("ranges");
                let ranges: Vec<_> = ranges.into_iter().map(|(start, end)| start..end).collect();
                flat(range_means(&self.tensor("x"), &ranges))
            }
            "rotate" => flat(self.rotate()),
            "split_heads" => flat(split_heads(x(), self.setting("heads"))),
            "join_heads" => flat(join_heads(self.tensor("x"))),
            _ => self.arithmetic(),
        }
    }

    fn arithmetic(&self) -> (Vec<usize>, Tensor<1>) {
        let (a, b) = (self.tensor::<3>("a"), || self.tensor::<3>("b"));
        match self.case.operation.as_str() {
            "matmul" => flat(a.matmul(b())),
            "add" => flat(a + b()),
            "sub" => flat(a - b()),
            "mul" => flat(a * b()),
            "mul_scalar" => flat(a.mul_scalar(self.setting("factor"))),
            "add_scalar" => flat(a.add_scalar(self.setting("number"))),
            "sum" => flat(a.sum(self.setting("axis"))),
            "mean" => flat(a.mean(self.setting("axis"))),
            "slice" => flat(a.slice(self.setting("axis"), self.setting("start")..self.setting("end"))),
            "concat" => flat(Tensor::concat(vec![a, b()], self.setting("axis"))),
            "transpose" => flat(a.transpose(self.setting("first"), self.setting("second"))),
            other => panic!("no such operation: {other}"),
        }
    }

    fn cross_entropy(&self) -> Tensor<1> {
        let labels = Labels::new(self.setting("labels"));
        let labels = match self.optional_setting("weights") {
            Some(weights) => labels.weighted(weights),
            None => labels,
        };
        cross_entropy(&self.tensor("x"), &labels)
    }

    fn attention(&self) -> Tensor<4> {
        let (query, bias): (Tensor<4>, Option<Tensor<4>>) = (self.tensor("q"), self.optional("bias"));
        let [rows, _, length, _] = query.shape();
        let mask = self.optional_setting::<Vec<usize>>("lengths").map(|lengths| {
            let masked = lengths.iter().flat_map(|&used| (0..length * length).map(move |at| at % length >= used));
            Mask::new(masked.collect(), rows, length).unwrap()
        });
        let options = Attention {
            mask: mask.as_ref(),
            bias: bias.as_ref(),
            causal: self.optional_setting("causal").unwrap_or_default(),
            scale: self.optional_setting("scale"),
            ..Attention::default()
        };
        attention(&query, &self.tensor("k"), &self.tensor("v"), &options)
    }

    fn rotate(&self) -> Tensor<4> {
        // More positions than there are, of which the first are used.
        let rotary = Rotary::new(32, &self.setting::<Vec<f64>>("frequencies"), self.setting("interleaved")).unwrap();
        rotate(self.tensor("x"), &rotary)
    }

    /// States, then hidden and cell of each direction, as one row.
    fn lstm(&self) -> (Vec<usize>, Tensor<1>) {
        let (input, recurrent, bias) = (self.tensor("input0"), self.tensor("recurrent0"), self.tensor("bias0"));
        let weights = LstmWeights { input: &input, recurrent: &recurrent, bias: Some(&bias) };
        let start = self.optional("hidden").map(|hidden| LstmState { hidden, cell: self.tensor("cell") });
        let lengths: Vec<usize> = self.setting("lengths");
        let (states, end) = lstm(&self.tensor("x"), &lengths, weights, start.as_ref());
        joined(states, vec![end])
    }

    fn bilstm(&self) -> (Vec<usize>, Tensor<1>) {
        let tensors = ["0", "1"].map(|number| {
            let name = |part: &str| format!("{part}{number}");
            (self.tensor(&name("input")), self.tensor(&name("recurrent")), self.tensor(&name("bias")))
        });
        let weights =
            tensors.each_ref().map(|(input, recurrent, bias)| LstmWeights { input, recurrent, bias: Some(bias) });
        let lengths: Vec<usize> = self.setting("lengths");
        let (states, ends) = bilstm(&self.tensor("x"), &lengths, weights);
        joined(states, ends.into())
    }
}

fn joined(states: Tensor<3>, ends: Vec<LstmState>) -> (Vec<usize>, Tensor<1>) {
    let mut parts = vec![flat(states).1];
    for LstmState { hidden, cell } in ends {
        parts.extend([flat(hidden).1, flat(cell).1]);
    }
    flat(Tensor::concat(parts, 0))
}
