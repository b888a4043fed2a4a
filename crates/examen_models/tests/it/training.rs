//! Every architecture on parameters: the same states as on its checkpoint, gradients, dropout, and files of what was trained.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use examen_models::{ARCHITECTURES, Encoder, FlowNode, ModelError, Placement, Sequence};
use examen_tensor::{Adam, Algorithm, Mode, NamedValues, Optimizer, Parameters, Rng, Tensor, TensorFile};

use crate::encoders::fixtures;

fn folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(fixtures()).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders
}

fn load(folder: &Path) -> (Encoder, Parameters) {
    Encoder::load_trainable(folder, Placement::default()).unwrap()
}

/// Two sequences of different lengths; the first with data flow, where the network takes it.
fn sequences(encoder: &Encoder) -> Vec<Sequence> {
    let length = 9.min(encoder.max_length());
    let ids =
        |start: usize, length: usize| (0..length).map(|at| ((start + 5 * at) % encoder.vocabulary()) as u32).collect();
    let node = FlowNode { tokens: 1..3, sources: vec![0] };
    let flow = if encoder.network().architecture().takes_data_flow { vec![node] } else { Vec::new() };
    vec![Sequence { ids: ids(3, length - 1), flow }, Sequence { ids: ids(7, length - 3), flow: Vec::new() }]
}

/// The values of all layers.
fn states(encoder: &Encoder, sequences: &[Sequence], mode: Mode<'_>) -> Vec<Vec<f32>> {
    let layers = encoder.network().forward(sequences, mode).unwrap();
    layers.into_iter().map(|states| states.into_values().unwrap()).collect()
}

/// A loss that depends on every element of the last layer: the sum of its products with fixed numbers.
fn loss(last: Tensor<3>) -> Tensor<1> {
    let count = last.shape().iter().product();
    let number = |at: usize| ((at * 37 + 11) % 41) as f32 / 20.0 - 1.0;
    let factors = Tensor::from_values((0..count).map(number).collect(), [count]).unwrap().beside(&last);
    (last.reshape([count]) * factors).mean(0)
}

#[test]
fn every_architecture_has_a_fixture_and_its_place_in_the_list() {
    let known: Vec<&str> = ARCHITECTURES.iter().map(|architecture| architecture.model_type).collect();
    assert!(known.is_sorted());
    let tested: BTreeSet<String> = folders().iter().map(|folder| Encoder::architecture_of(folder).unwrap()).collect();
    let untested: Vec<&str> = known.into_iter().filter(|&name| !tested.contains(name)).collect();
    // Its network is RoBERTa's.
    assert_eq!(untested, ["xlm-roberta"]);
}

#[test]
fn parameters_give_the_states_of_the_checkpoint() {
    for folder in folders() {
        let (mut encoder, parameters) = load(&folder);
        let sequences = sequences(&encoder);
        let expected = states(&encoder, &sequences, Mode::Eval);
        let of = |network: examen_models::Network| -> Vec<Vec<f32>> {
            let layers = network.forward(&sequences, Mode::Eval).unwrap();
            layers.into_iter().map(|states| states.into_values().unwrap()).collect()
        };
        assert_eq!(of(encoder.network().with_tracked(&parameters).unwrap()), expected, "{}", folder.display());
        assert_eq!(of(encoder.network().with_detached(&parameters).unwrap()), expected, "{}", folder.display());
        encoder.set_parameters(&parameters).unwrap();
        assert_eq!(states(&encoder, &sequences, Mode::Eval), expected, "{}", folder.display());
        let layers = encoder.hidden_states(&sequences).unwrap();
        assert_eq!(layers.text(encoder.layers() - 1, 0).unwrap()[..8], expected[encoder.layers() - 1][..8]);
    }
}

#[test]
fn every_parameter_has_a_gradient_and_a_step_lowers_the_loss() {
    for folder in folders() {
        let (encoder, mut parameters) = load(&folder);
        let sequences = sequences(&encoder);
        let forward = |parameters: &Parameters| {
            let network = encoder.network().with_tracked(parameters).unwrap();
            loss(network.forward(&sequences, Mode::Eval).unwrap().pop().unwrap())
        };
        let before = forward(&parameters);
        let gradients = parameters.gradients(&before).unwrap();
        for gradient in gradients.values(&parameters) {
            let gradient = gradient.unwrap();
            let greatest = gradient.values.iter().fold(0.0f32, |greatest, value| greatest.max(value.abs()));
            // A bias of keys adds the same to all scores of a query, which softmax does not see.
            let is_bias_of_keys = ["key.bias", "k_proj.bias"].iter().any(|name| gradient.name.ends_with(name));
            assert!(greatest > 1e-7 || is_bias_of_keys, "{}: {}: {greatest}", folder.display(), gradient.name);
        }
        let mut optimizer = Optimizer::new(Algorithm::AdamW(Adam::default()), &parameters);
        optimizer.step(&mut parameters, &gradients, 1e-3).unwrap();
        let (before, after) = (before.into_values().unwrap()[0], forward(&parameters).into_values().unwrap()[0]);
        assert!(after < before, "{}: {before}, then {after}", folder.display());
    }
}

#[test]
fn dropout_is_that_of_the_configuration_and_repeats_itself() {
    let mut with_dropout = BTreeSet::new();
    for folder in folders() {
        let (encoder, parameters) = load(&folder);
        let sequences = sequences(&encoder);
        let network = encoder.network().with_tracked(&parameters).unwrap();
        let last = |mode: Mode<'_>| network.forward(&sequences, mode).unwrap().pop().unwrap().into_values().unwrap();
        let seeded = |seed: u64| last(Mode::Train(&Rng::new(seed)));
        let eval = last(Mode::Eval);
        assert_eq!(seeded(1), seeded(1), "{}", folder.display());
        assert_eq!(eval, last(Mode::Eval), "{}", folder.display());
        if seeded(1) != eval {
            assert_ne!(seeded(1), seeded(2), "{}", folder.display());
            with_dropout.insert(encoder.architecture().to_owned());
        }
    }
    let names: Vec<&str> = with_dropout.iter().map(String::as_str).collect();
    assert_eq!(names, EXPECTED_DROPOUT);
}

/// The architectures whose fixtures have dropout, by their configuration or by default.
const EXPECTED_DROPOUT: [&str; 6] = ["bart", "bert", "gpt2", "plbart", "roberta", "t5"];

#[test]
fn each_kind_of_dropout_is_applied() {
    let cases: [(&str, &[&str]); 7] = [
        ("bart", &["dropout", "attention_dropout", "activation_dropout"]),
        ("bert", &["hidden_dropout_prob", "attention_probs_dropout_prob"]),
        ("codegen", &["embd_pdrop", "attn_pdrop", "resid_pdrop"]),
        ("codet5", &["dropout_rate"]),
        ("gpt2", &["embd_pdrop", "attn_pdrop", "resid_pdrop"]),
        ("llama", &["attention_dropout"]),
        ("modernbert", &["embedding_dropout", "attention_dropout", "mlp_dropout"]),
    ];
    for (name, keys) in cases {
        for chosen in keys {
            let folder = changed(&fixtures().join(name), |config| {
                for key in keys {
                    config[*key] = serde_json::json!(if key == chosen { 0.5 } else { 0.0 });
                }
            });
            let encoder = Encoder::load(folder.path()).unwrap();
            let sequences = sequences(&encoder);
            let trained = states(&encoder, &sequences, Mode::Train(&Rng::new(1)));
            assert_ne!(trained, states(&encoder, &sequences, Mode::Eval), "{name}: {chosen}");
        }
        let folder = changed(&fixtures().join(name), |config| {
            for key in keys {
                config[*key] = serde_json::json!(0.0);
            }
        });
        let encoder = Encoder::load(folder.path()).unwrap();
        let sequences = sequences(&encoder);
        let trained = states(&encoder, &sequences, Mode::Train(&Rng::new(1)));
        assert_eq!(trained, states(&encoder, &sequences, Mode::Eval), "{name}");
    }
}

#[test]
fn a_probability_that_is_none_is_an_error() {
    for wrong in [1.0, -0.1, 7.0] {
        let folder =
            changed(&fixtures().join("bert"), |config| config["hidden_dropout_prob"] = serde_json::json!(wrong));
        let error = Encoder::load(folder.path()).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("`hidden_dropout_prob` is"), "{error}");
    }
}

/// A copy of a checkpoint with another configuration.
fn changed(folder: &Path, change: impl Fn(&mut serde_json::Value)) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, copy.path().join(path.file_name().unwrap())).unwrap();
    }
    let path = copy.path().join("config.json");
    let mut config = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    change(&mut config);
    std::fs::write(path, config.to_string()).unwrap();
    copy
}

#[test]
fn trained_parameters_are_a_checkpoint() {
    for folder in folders() {
        let (encoder, mut parameters) = load(&folder);
        let sequences = sequences(&encoder);
        let network = encoder.network().with_tracked(&parameters).unwrap();
        let last = network.forward(&sequences, Mode::Train(&Rng::new(5))).unwrap().pop().unwrap();
        let gradients = parameters.gradients(&loss(last)).unwrap();
        let mut optimizer = Optimizer::new(Algorithm::AdamW(Adam::default()), &parameters);
        optimizer.step(&mut parameters, &gradients, 1e-2).unwrap();

        let copy = changed(&folder, |_| {});
        for entry in std::fs::read_dir(copy.path()).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is_pickle = path.extension().is_some_and(|extension| extension == "bin");
            if name.contains("safetensors") || is_pickle {
                std::fs::remove_file(path).unwrap();
            }
        }
        let tensors: Vec<NamedValues> = parameters.values().map(Result::unwrap).collect();
        let file = TensorFile { tensors, ..TensorFile::default() };
        std::fs::write(copy.path().join("model.safetensors"), file.to_bytes().unwrap()).unwrap();
        let stored = Encoder::load(copy.path()).unwrap();
        let mut trained = encoder;
        let untrained = states(&trained, &sequences, Mode::Eval);
        trained.set_parameters(&parameters).unwrap();
        let expected = states(&trained, &sequences, Mode::Eval);
        assert_eq!(states(&stored, &sequences, Mode::Eval), expected, "{}", folder.display());
        assert_ne!(untrained, expected, "{}", folder.display());
    }
}

#[test]
fn the_built_in_encoder_can_be_trained() {
    let (encoder, parameters) = Encoder::random_trainable(3, Placement::default()).unwrap();
    let sequences = sequences(&encoder);
    let expected = states(&Encoder::random(3).unwrap(), &sequences, Mode::Eval);
    let tracked = encoder.network().with_tracked(&parameters).unwrap().forward(&sequences, Mode::Eval).unwrap();
    let given: Vec<Vec<f32>> = tracked.into_iter().map(|states| states.into_values().unwrap()).collect();
    assert_eq!(given, expected);
}

#[test]
fn parameters_of_another_network_are_errors() {
    let (encoder, parameters) = load(&fixtures().join("bert"));
    let all = || parameters.values().map(Result::unwrap);
    let with = |values: Vec<NamedValues>| {
        let parameters = Parameters::new(values, Placement::default()).unwrap();
        encoder.network().with_tracked(&parameters).map(|_| ()).unwrap_err()
    };
    let name = "encoder.layer.0.output.dense.bias";
    let path = PathBuf::from("parameters");
    let missing = with(all().filter(|values| values.name != name).collect());
    assert_eq!(missing, ModelError::MissingWeight { path: path.clone(), name: name.to_owned() });
    let more = NamedValues { name: "more".to_owned(), shape: vec![1], values: vec![0.0] };
    let surplus = with(all().chain([more]).collect());
    assert_eq!(surplus, ModelError::SurplusWeight { path, name: "more".to_owned() });
    let short = |values: NamedValues| {
        if values.name == name { NamedValues { shape: vec![1], values: vec![0.0], ..values } } else { values }
    };
    assert!(matches!(with(all().map(short).collect()), ModelError::WeightShape { .. }));
}
