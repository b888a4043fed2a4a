//! The parameters of a namer before training, and how they are updated.

use examen_tensor::{NamedValues, Parameters};

use super::config::{NamerConfig, NamerKind};
use crate::weights::random_values;

/// The parameters of a randomly initialised namer. Name and seed decide each value.
pub fn initial_namer_parameters(config: &NamerConfig, seed: u64) -> Vec<NamedValues> {
    let (width, vector) = (config.width, config.vector_width());
    let mut matrices = vec![
        ("words.weight".to_owned(), [config.words, width]),
        ("transform.weight".to_owned(), [vector, 2 * width + config.path_width()]),
    ];
    let mut biases = Vec::new();
    match config.model_type {
        NamerKind::Code2vec => {
            matrices.push(("paths.weight".to_owned(), [config.paths, width]));
            matrices.push(("attention.weight".to_owned(), [1, vector]));
            matrices.push(("names.weight".to_owned(), [config.names, vector]));
        }
        NamerKind::Code2seq => {
            matrices.push(("nodes.weight".to_owned(), [config.paths, width]));
            let mut lstm = |name: &str, [state, inputs]: [usize; 2]| {
                matrices.push((format!("{name}.input.weight"), [4 * state, inputs]));
                matrices.push((format!("{name}.recurrent.weight"), [4 * state, state]));
                biases.push((format!("{name}.bias"), state));
            };
            lstm("path_lstm.forward", [width, width]);
            lstm("path_lstm.backward", [width, width]);
            lstm("decoder", [vector, width + vector]);
            matrices.push(("targets.weight".to_owned(), [config.names + 2, width]));
            matrices.push(("memory.weight".to_owned(), [vector, vector]));
            matrices.push(("attention.weight".to_owned(), [vector, 2 * vector]));
            matrices.push(("output.weight".to_owned(), [config.names + 1, vector]));
        }
    }
    let matrices = matrices.into_iter().map(|(name, [rows, columns])| {
        // One over the root of what is added up; the vectors of words are not products.
        let deviation = 1.0 / (columns as f64).sqrt();
        let values = random_values(seed, &name, rows * columns, deviation);
        NamedValues { name, shape: vec![rows, columns], values }
    });
    let biases = biases.into_iter().map(|(name, state)| {
        // Forget gates are open at first: input, forget, new cell, output.
        let gate = |value: f32| std::iter::repeat_n(value, state);
        let values = gate(0.0).chain(gate(1.0)).chain(gate(0.0)).chain(gate(0.0)).collect();
        NamedValues { name, shape: vec![4 * state], values }
    });
    matrices.chain(biases).collect()
}

/// Weight decay for the matrices of layers only, which are those of Muon: what has a row for each word is left alone where the word
/// is rare.
pub fn group_namer_parameters(parameters: &mut Parameters) {
    let is_layer = |name: &str| {
        ["transform.", "memory.", "path_lstm.", "decoder."].iter().any(|layer| name.starts_with(layer))
            && name.ends_with(".weight")
    };
    parameters.exempt_from_decay(|name| !is_layer(name));
    parameters.orthogonalize(is_layer);
}
