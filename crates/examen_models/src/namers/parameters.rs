//! The parameters of a namer before training, and how they are updated.

use examen_tensor::{NamedValues, Parameters};

use super::config::{NamerConfig, NamerKind};
use crate::direction::Direction;
use crate::weights::random_values;

/// The parameters of a randomly initialised namer. Name and seed decide each value.
pub fn initial_namer_parameters(config: &NamerConfig, seed: u64) -> Vec<NamedValues> {
    let (width, vector) = (config.width, config.vector_width());
    let mut matrices = vec![
        ("words.weight".to_owned(), [config.words, width]),
        ("transform.weight".to_owned(), [vector, 2 * width + config.path_width()]),
    ];
    let mut directions = Vec::new();
    match config.model_type {
        NamerKind::Code2vec => {
            matrices.push(("paths.weight".to_owned(), [config.paths, width]));
            matrices.push(("attention.weight".to_owned(), [1, vector]));
            matrices.push(("names.weight".to_owned(), [config.names, vector]));
        }
        NamerKind::Code2seq => {
            matrices.push(("nodes.weight".to_owned(), [config.paths, width]));
            for (name, shape) in [
                ("path_lstm.forward", [width, width]),
                ("path_lstm.backward", [width, width]),
                ("decoder", [vector, width + vector]),
            ] {
                directions.extend(Direction::initial(name, shape, seed));
            }
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
    matrices.chain(directions).collect()
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
