//! Every operation against reference values, which `scripts/tensor_references.py` makes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;

use examen_tensor::{
    Attention, Mask, Pool, Rotary, Tensor, attention, embedding, gelu, gelu_tanh, join_heads, layer_norm, linear, pool,
    relu, rms_norm, rotate, silu, softmax, split_heads, tanh,
};
use serde::Deserialize;
use serde_json::Value;

/// How far a value may be from the reference, which was computed in f64, for each unit of its size and at least for 1.
const TOLERANCE: f32 = 2e-6;

#[derive(Deserialize)]
struct Case {
    operation: String,
    tensors: BTreeMap<String, Stored>,
    settings: BTreeMap<String, Value>,
    expected: Stored,
}

#[derive(Deserialize)]
struct Stored {
    shape: Vec<usize>,
    values: Vec<f32>,
}

impl Case {
    fn tensor<const RANK: usize>(&self, name: &str) -> Tensor<RANK> {
        self.optional(name).unwrap()
    }

    fn optional<const RANK: usize>(&self, name: &str) -> Option<Tensor<RANK>> {
        let stored = self.tensors.get(name)?;
        Some(Tensor::from_values(stored.values.clone(), stored.shape.clone().try_into().unwrap()).unwrap())
    }

    fn number(&self, name: &str) -> f64 {
        self.settings[name].as_f64().unwrap()
    }

    fn size(&self, name: &str) -> usize {
        usize::try_from(self.settings[name].as_u64().unwrap()).unwrap()
    }

    fn sizes(&self, name: &str) -> Vec<usize> {
        let sizes = self.settings[name].as_array().unwrap().iter();
        sizes.map(|size| usize::try_from(size.as_u64().unwrap()).unwrap()).collect()
    }

    fn numbers(&self, name: &str) -> Vec<f64> {
        self.settings[name].as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
    }

    fn check<const RANK: usize>(&self, given: Tensor<RANK>) {
        assert_eq!(given.shape().to_vec(), self.expected.shape, "{}", self.operation);
        for (at, (value, expected)) in given.into_values().unwrap().into_iter().zip(&self.expected.values).enumerate() {
            let allowed = TOLERANCE * expected.abs().max(1.0);
            assert!((value - expected).abs() <= allowed, "{} at {at}: {value} is not {expected}", self.operation);
        }
    }

    fn attention(&self) -> Tensor<4> {
        let (query, bias): (Tensor<4>, Option<Tensor<4>>) = (self.tensor("q"), self.optional("bias"));
        let [rows, _, length, _] = query.shape();
        let mask = self.settings.contains_key("lengths").then(|| {
            let open = self.numbers("lengths");
            let closed = open.iter().flat_map(|&open| (0..length * length).map(move |at| (at % length) as f64 >= open));
            Mask::closed(closed.collect(), rows, length).unwrap()
        });
        let scale = self.settings.get("scale").and_then(Value::as_f64);
        let causal = self.settings.contains_key("causal");
        let options = Attention { mask: mask.as_ref(), bias: bias.as_ref(), causal, scale };
        attention(&query, &self.tensor("k"), &self.tensor("v"), &options)
    }

    fn rotate(&self) -> Tensor<4> {
        let interleaved = self.settings["interleaved"].as_bool().unwrap();
        // More positions than there are, of which the first are used.
        rotate(self.tensor("x"), &Rotary::new(32, &self.numbers("frequencies"), interleaved).unwrap())
    }

    fn run(&self) {
        match self.operation.as_str() {
            "gelu" => self.check(gelu(self.tensor::<2>("x"))),
            "gelu_tanh" => self.check(gelu_tanh(self.tensor::<2>("x"))),
            "relu" => self.check(relu(self.tensor::<2>("x"))),
            "silu" => self.check(silu(self.tensor::<2>("x"))),
            "tanh" => self.check(tanh(self.tensor::<2>("x"))),
            "softmax" => self.check(softmax(self.tensor::<3>("x"))),
            "linear" => {
                self.check(linear(self.tensor::<3>("x"), &self.tensor("weight"), self.optional("bias").as_ref()));
            }
            "layer_norm" => self.check(layer_norm(
                self.tensor::<3>("x"),
                &self.tensor("weight"),
                self.optional("bias").as_ref(),
                self.number("epsilon"),
            )),
            "rms_norm" => self.check(rms_norm(self.tensor::<3>("x"), &self.tensor("weight"), self.number("epsilon"))),
            "embedding" => {
                let ids = self.settings["ids"].as_array().unwrap().iter();
                let ids: Vec<u32> = ids.map(|id| u32::try_from(id.as_u64().unwrap()).unwrap()).collect();
                self.check(embedding(&self.tensor("table"), &ids));
            }
            "attention" => self.check(self.attention()),
            "pool_means" => self.check(pool(&self.tensor("x"), &Pool::means(self.sizes("lengths")))),
            "pool_positions" => self.check(pool(&self.tensor("x"), &Pool::positions(self.sizes("positions")))),
            "rotate" => self.check(self.rotate()),
            "matmul" => self.check(self.tensor::<3>("a").matmul(self.tensor("b"))),
            "add" => self.check(self.tensor::<3>("a") + self.tensor("b")),
            "mul" => self.check(self.tensor::<3>("a") * self.tensor("b")),
            "scale" => self.check(self.tensor::<3>("a").scale(self.number("factor") as f32)),
            "slice" => self.check(self.tensor::<3>("a").slice(self.size("axis"), self.size("start")..self.size("end"))),
            "concat" => self.check(Tensor::concat(vec![self.tensor::<3>("a"), self.tensor("b")], self.size("axis"))),
            "transpose" => self.check(self.tensor::<3>("a").transpose(self.size("first"), self.size("second"))),
            "split_heads" => self.check(split_heads(self.tensor("x"), self.size("heads"))),
            "join_heads" => self.check(join_heads(self.tensor("x"))),
            other => panic!("no such operation: {other}"),
        }
    }
}

#[test]
fn operations_give_the_reference_values() {
    let lines = include_str!("../fixtures/operations.jsonl").lines().skip(1);
    let cases: Vec<Case> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!cases.is_empty());
    cases.iter().for_each(Case::run);
}
