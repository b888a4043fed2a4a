//! The parameters of a generator before training, and how they are updated.

use examen_tensor::{NamedValues, Parameters};

use super::config::{GeneratorConfig, GeneratorKind};
use super::graph::initial_graph;
use super::recurrent::initial_lstms;
use super::relative::initial_distances;
use crate::encoders::code::group_matrices;
use crate::encoders::{CodeHead, initial_code_parameters};
use crate::weights::random_values;

/// The spread of vectors of words.
const SMALL: f64 = 0.02;

/// The parameters of a randomly initialised generator, its encoder's among them. Name and seed decide each value.
pub fn initial_generator_parameters(config: &GeneratorConfig, seed: u64) -> Vec<NamedValues> {
    let mut parameters = initial_code_parameters(&config.attentive(), CodeHead::States, seed);
    let (width, inner) = (config.encoder.hidden_size, config.encoder.intermediate_size);
    let mut matrix = |name: String, shape: [usize; 2], deviation: f64| {
        let values = random_values(seed, &name, shape[0] * shape[1], deviation);
        parameters.push(NamedValues { name, shape: shape.to_vec(), values });
    };
    let of_inputs = |inputs: usize| 1.0 / (inputs as f64).sqrt();
    // Those of the vocabulary, the end and the start.
    matrix("targets.weight".to_owned(), [config.words + 2, width], SMALL);
    for name in ["copy_query.weight", "copy_key.weight"].into_iter().filter(|_| !config.no_copy) {
        matrix(name.to_owned(), [width, width], of_inputs(width));
    }
    let attentive = if config.kind.is_recurrent() { 0 } else { config.decoder_layers };
    for layer in 0..attentive {
        let name = |part: &str| format!("decoder.{layer}.{part}.weight");
        for part in ["query", "key", "value", "cross_query", "cross_key", "cross_value"] {
            matrix(name(part), [width, width], of_inputs(width));
        }
        // What is added to the state starts small.
        for part in ["output", "cross_output"] {
            matrix(name(part), [width, width], 0.5 * of_inputs(width));
        }
        matrix(name("gate"), [inner, width], of_inputs(width));
        matrix(name("up"), [inner, width], of_inputs(width));
        matrix(name("down"), [width, inner], 0.5 * of_inputs(inner));
    }
    let layers = (0..attentive).flat_map(|layer| {
        ["attention_norm", "cross_norm", "feed_forward_norm"].map(|part| format!("decoder.{layer}.{part}.weight"))
    });
    let ones = |name: String| NamedValues { name, shape: vec![width], values: vec![1.0; width] };
    let names = ["decoder_embedding_norm.weight", "decoder_norm.weight"].map(str::to_owned);
    let norms: Vec<NamedValues> = names.into_iter().chain(layers).map(ones).collect();
    parameters.extend(norms);
    match config.kind {
        GeneratorKind::Generator => {}
        GeneratorKind::Transformer => parameters.extend(initial_distances(config, seed)),
        GeneratorKind::Seq2seq | GeneratorKind::DualEncoder => parameters.extend(initial_lstms(config, seed)),
        GeneratorKind::Sns => {
            parameters.extend(initial_lstms(config, seed).into_iter().chain(initial_graph(config, seed)));
        }
    }
    parameters
}

/// Weight decay for matrices only; matrices of layers are those of Muon.
pub fn group_generator_parameters(parameters: &mut Parameters) {
    group_matrices(parameters, &["layers.", "decoder.", "copy_"]);
}
