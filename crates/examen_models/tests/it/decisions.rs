//! Networks of our own that decide about a sequence: packing, gradients, that they learn, their directory.

use examen_models::{
    CodeConfig, CodeHead, CodeModel, CodeNetwork, CodeSize, Decision, DecisionSequence, DecisionTokens, PackedInput,
    PackedSequence, Placement, decision_loss, group_code_parameters, initial_code_parameters, write_code_model,
};
use examen_tensor::{Mode, NamedValues, Parameters, Storage, Tensor};
use examen_tokenizers::LayoutTokenizer;

use crate::finite_differences::check_within;
use crate::muon_steps;

const LENGTH: usize = 64;

/// A sequence and whether its caption is that of its function.
struct Pair {
    sequence: DecisionSequence,
    is_so: bool,
}

/// Captions and functions, each with a verb and a noun of its own.
fn texts(number: usize) -> (String, String) {
    let (verbs, nouns) = (["read", "sort", "join", "find"], ["file", "list", "table", "name"]);
    let (verb, noun) = (verbs[number % 4], nouns[number / 4 % 4]);
    (format!("Will {verb} a {noun}."), format!("def {verb}_{noun}({noun}):\n    return {verb}({noun})\n"))
}

fn tokenizer() -> LayoutTokenizer {
    let texts: Vec<String> = (0..16).flat_map(|number| <[String; 2]>::from(texts(number))).collect();
    LayoutTokenizer::train(&texts, 200).unwrap()
}

/// Functions with their own captions, and with those of others.
fn pairs(tokenizer: &LayoutTokenizer, count: usize) -> Vec<Pair> {
    let tokens = DecisionTokens { tokenizer, length: LENGTH };
    let pair = |number: usize| {
        let (function, is_so) = (number / 2, number.is_multiple_of(2));
        let caption = texts(if is_so { function } else { function * 3 + 1 }).0;
        let code = tokens.code(&texts(function).1);
        let header = tokens.header(&caption);
        let sequence = tokens.sequence(&header, &code);
        assert_eq!(sequence.ids.len(), DecisionTokens::count(&header, &code));
        assert_eq!(sequence.ids.len(), sequence.shared.len());
        Pair { sequence, is_so }
    };
    (0..count).map(pair).collect()
}

fn config(tokenizer: &LayoutTokenizer) -> CodeConfig {
    CodeConfig {
        decision: Some(Decision::Match),
        has_occurrences: true,
        hidden_dropout_prob: 0.0,
        max_position_embeddings: LENGTH,
        ..CodeSize::Tiny.config(tokenizer.len())
    }
}

fn initial(config: &CodeConfig) -> Parameters {
    let values = initial_code_parameters(config, CodeHead::Decision, 5);
    let mut parameters = Parameters::new(values, Placement::default()).unwrap();
    group_code_parameters(&mut parameters);
    parameters
}

fn packed(pairs: &[Pair]) -> PackedInput {
    PackedInput::new(pairs.iter().map(|Pair { sequence, .. }| PackedSequence {
        ids: &sequence.ids,
        occurrences: &sequence.shared,
        query: 0,
    }))
}

fn scores(network: &CodeNetwork, config: &CodeConfig, pairs: &[Pair]) -> Tensor<2> {
    let rotary = CodeNetwork::rotary(config, LENGTH).unwrap();
    network.decision_scores(&packed(pairs), &rotary, Mode::Eval).unwrap()
}

fn loss(config: &CodeConfig, parameters: &Parameters, pairs: &[Pair]) -> Tensor<1> {
    let network = CodeNetwork::tracked(config, CodeHead::Decision, parameters).unwrap();
    let truths: Vec<bool> = pairs.iter().map(|pair| pair.is_so).collect();
    decision_loss(&scores(&network, config, pairs), &truths, [1.0, 2.0]).unwrap()
}

fn values(parameters: &Parameters) -> Vec<NamedValues> {
    parameters.values().map(Result::unwrap).collect()
}

/// Parameters after so many steps, and the last loss.
fn learn(config: &CodeConfig, pairs: &[Pair], steps: u64) -> (Parameters, f32) {
    muon_steps::learn(initial(config), steps, |parameters| loss(config, parameters, pairs))
}

#[test]
fn packed_pairs_have_the_scores_that_they_have_alone() {
    let tokenizer = tokenizer();
    let (config, pairs) = (config(&tokenizer), pairs(&tokenizer, 6));
    let network = CodeNetwork::detached(&config, CodeHead::Decision, &initial(&config)).unwrap();
    let of = |pairs: &[Pair]| scores(&network, &config, pairs).into_values().unwrap();
    let alone: Vec<f32> = pairs.chunks(1).flat_map(of).collect();
    let together = of(&pairs);
    assert_eq!(together.len(), pairs.len());
    for (one, other) in together.iter().zip(&alone) {
        assert!((one - other).abs() < 1e-5, "{one} is not {other}");
    }
}

#[test]
fn gradients_of_a_decision_are_finite_differences() {
    let tokenizer = tokenizer();
    let (config, pairs) = (config(&tokenizer), pairs(&tokenizer, 4));
    check_within(&initial(&config), 1e-3, |parameters| loss(&config, parameters, &pairs));
}

#[test]
fn it_overfits_32_pairs_to_a_loss_near_zero() {
    let tokenizer = tokenizer();
    let (config, pairs) = (config(&tokenizer), pairs(&tokenizer, 32));
    let (parameters, loss) = learn(&config, &pairs, 100);
    assert!(loss < 0.02, "{loss}");
    let network = CodeNetwork::detached(&config, CodeHead::Decision, &parameters).unwrap();
    let decided = scores(&network, &config, &pairs).into_values().unwrap();
    assert!(pairs.iter().zip(decided).all(|(pair, score)| pair.is_so == (score > 0.0)));
}

#[test]
fn equal_seeds_give_equal_weights() {
    let tokenizer = tokenizer();
    let (config, pairs) = (config(&tokenizer), pairs(&tokenizer, 8));
    assert!(values(&learn(&config, &pairs, 3).0) == values(&learn(&config, &pairs, 3).0));
}

#[test]
fn a_classifier_goes_through_its_directory() {
    let tokenizer = tokenizer();
    let config = config(&tokenizer);
    let folder = tempfile::tempdir().unwrap();
    let own = values(&initial(&config));
    for (name, bytes) in write_code_model(&config, &tokenizer, own.clone(), Storage::F32).unwrap() {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    assert_eq!(CodeConfig::read(folder.path()).unwrap(), config);
    let model = CodeModel::load(folder.path(), Placement::default()).unwrap();
    assert_eq!((&model.config, model.head), (&config, CodeHead::Decision));
    assert!(values(&model.parameters) == own);
    // What it was not trained for is an error.
    let rotary = CodeNetwork::rotary(&config, LENGTH).unwrap();
    assert!(model.network.span_scores(&packed(&pairs(&tokenizer, 1)), &rotary, Mode::Eval).is_err());
    // A configuration without the decision does not fit the weights.
    let other = serde_json::to_string(&CodeConfig { decision: None, ..config }).unwrap();
    assert!(!other.contains("decision"), "{other}");
    std::fs::write(folder.path().join("config.json"), other).unwrap();
    let error = CodeModel::load(folder.path(), Placement::default()).unwrap_err().to_string();
    assert!(error.contains("the weight `masked.dense.weight` is missing"), "{error}");
}

#[test]
fn headers_and_code_are_cut_apart() {
    let tokenizer = tokenizer();
    let tokens = DecisionTokens { tokenizer: &tokenizer, length: LENGTH };
    let long = "name ".repeat(200);
    let (header, code) = (tokens.header(&long), tokens.code(&long));
    assert_eq!(tokens.sequence(&header, &code).ids.len(), LENGTH);
    // What is kept of code is the same beside a short header.
    let short = tokens.header("");
    assert_eq!(DecisionTokens::count(&short, &code) + LENGTH / 2, LENGTH);
}

#[test]
fn shared_words_are_told_and_those_of_the_name() {
    let tokenizer = tokenizer();
    let tokens = DecisionTokens { tokenizer: &tokenizer, length: LENGTH };
    let (header, code) = ("Reads the table of names", "def readTable(x):\n    return find(name, list)\n");
    let DecisionSequence { shared, .. } = tokens.sequence(&tokens.header(header), &tokens.code(code));
    let places =
        |text: &str| tokenizer.tokenize(text).into_iter().map(|token| token.start as usize).collect::<Vec<_>>();
    let starts = places(header);
    let of_header = |at: usize| shared[3 + starts.iter().position(|&start| start == at).unwrap()];
    // read, the, table, of, names
    assert_eq!([0, 6, 10, 16, 19].map(of_header), [3, 1, 3, 1, 2]);
    let code_starts = places(code);
    let of_code = |text: &str| {
        shared[4 + starts.len() + code_starts.iter().position(|&at| at == code.find(text).unwrap()).unwrap()]
    };
    assert_eq!(["def", "read", "return", "name", "list"].map(of_code), [1, 3, 1, 2, 1]);
    assert_eq!(shared[..3], [0, 0, 0]);
}
