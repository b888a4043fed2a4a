//! The parameters of a network before training, and how they are updated.

use examen_tensor::{NamedValues, Parameters};

use super::config::CodeConfig;
use super::network::CodeHead;
use crate::weights::random_values;

/// The spread of matrices that take a token, a query or a class to a vector.
const SMALL: f64 = 0.02;

/// The spread of vectors that are added to those of tokens, which should not drown them.
const SMALLER: f64 = 0.002;

/// The kinds of occurrence: no word, the only one, the first, one between, the last.
pub(super) const OCCURRENCES: usize = 5;

/// The parameters of a randomly initialised network with a head. Name and seed decide each value.
pub fn initial_code_parameters(config: &CodeConfig, head: CodeHead, seed: u64) -> Vec<NamedValues> {
    shapes(config, head)
        .into_iter()
        .map(|(name, shape, spread)| {
            let count = shape.iter().product();
            let values = match spread {
                Spread::Constant(value) => vec![value; count],
                Spread::Normal(deviation) => random_values(seed, &name, count, deviation),
            };
            NamedValues { name, shape, values }
        })
        .collect()
}

/// Weight decay for matrices only; matrices of layers are those of Muon.
pub fn group_code_parameters(parameters: &mut Parameters) {
    group_matrices(parameters, &["layers."]);
}

/// Weight decay for matrices only; Muon for those whose names begin with one of these.
pub(in crate::encoders) fn group_matrices(parameters: &mut Parameters, of_layers: &[&str]) {
    let vectors: Vec<String> =
        parameters.shapes().filter(|(_, shape)| shape.len() < 2).map(|(name, _)| name.to_owned()).collect();
    parameters.exempt_from_decay(|name| vectors.iter().any(|vector| vector == name));
    parameters.orthogonalize(|name| of_layers.iter().any(|layer| name.starts_with(layer)));
}

#[derive(Clone, Copy)]
enum Spread {
    Constant(f32),
    Normal(f64),
}

fn shapes(config: &CodeConfig, head: CodeHead) -> Vec<(String, Vec<usize>, Spread)> {
    let (width, inner) = (config.hidden_size, config.intermediate_size);
    let mut shapes = vec![
        ("words.weight".to_owned(), vec![config.vocab_size, width], Spread::Normal(SMALL)),
        ("queries.weight".to_owned(), vec![config.query_vectors(), width], Spread::Normal(SMALLER)),
        ("embedding_norm.weight".to_owned(), vec![width], Spread::Constant(1.0)),
        ("norm.weight".to_owned(), vec![width], Spread::Constant(1.0)),
    ];
    if config.has_occurrences {
        shapes.push(("occurrences.weight".to_owned(), vec![OCCURRENCES, width], Spread::Normal(SMALLER)));
    }
    for layer in 0..config.num_hidden_layers {
        let mut matrix = |part: &str, [outputs, inputs]: [usize; 2], factor: f64| {
            let spread = Spread::Normal(factor / (inputs as f64).sqrt());
            shapes.push((format!("layers.{layer}.{part}.weight"), vec![outputs, inputs], spread));
        };
        for part in ["query", "key", "value"] {
            matrix(part, [width, width], 1.0);
        }
        // What is added to the state starts small.
        matrix("output", [width, width], 0.5);
        matrix("gate", [inner, width], 1.0);
        matrix("up", [inner, width], 1.0);
        matrix("down", [width, inner], 0.5);
        for part in ["attention_norm", "feed_forward_norm"] {
            shapes.push((format!("layers.{layer}.{part}.weight"), vec![width], Spread::Constant(1.0)));
        }
    }
    let zero = Spread::Constant(0.0);
    match head {
        CodeHead::MaskedTokens => {
            let spread = Spread::Normal(1.0 / (width as f64).sqrt());
            shapes.push(("masked.dense.weight".to_owned(), vec![width, width], spread));
            shapes.push(("masked.dense.bias".to_owned(), vec![width], zero));
            shapes.push(("masked.bias".to_owned(), vec![config.vocab_size], zero));
        }
        CodeHead::States => {}
        CodeHead::Decision => {
            shapes.push(("decision.weight".to_owned(), vec![1, width], Spread::Normal(SMALL)));
            shapes.push(("decision.bias".to_owned(), vec![1], zero));
        }
        CodeHead::Spans => {
            let outputs = super::network::SPAN_OUTPUTS * config.scored_queries();
            shapes.push(("spans.weight".to_owned(), vec![outputs, width], Spread::Normal(SMALL)));
            shapes.push(("spans.bias".to_owned(), vec![outputs], zero));
        }
    }
    shapes
}
