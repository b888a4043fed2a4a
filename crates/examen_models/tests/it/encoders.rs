//! Encoders against the hidden states of transformers, on a tiny checkpoint of each family.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[cfg(feature = "torch")]
use examen_models::{Device, Placement, Precision};
use examen_models::{Encoder, FlowNode, ModelError, Pooling, Sequence, batches_by_length};
use proptest::prelude::*;
use safetensors::SafeTensors;
use serde::Deserialize;

/// How far a number may be from that of transformers, computed in f32.
const TOLERANCE: f32 = 2e-5;

/// How far all numbers of a layer together may be off where they or the reference are bf16, as a fraction of their size.
const HALF_TOLERANCE: f32 = 1e-2;

#[derive(Deserialize)]
struct Expected {
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    text: String,
    ids: Vec<u32>,
    /// None where the tokenizer of the reference gives none.
    offsets: Option<Vec<(usize, usize)>>,
    dropped: usize,
    #[serde(default)]
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    tokens: (usize, usize),
    sources: Vec<usize>,
}

impl Row {
    fn sequence(&self) -> Sequence {
        let node = |node: &Node| FlowNode { tokens: node.tokens.0..node.tokens.1, sources: node.sources.clone() };
        Sequence { ids: self.ids.clone(), flow: self.nodes.iter().map(node).collect() }
    }
}

/// A checkpoint with what transformers makes of it.
struct Case {
    name: String,
    encoder: Encoder,
    rows: Vec<Row>,
    states: BTreeMap<String, Vec<f32>>,
}

impl Case {
    fn read(folder: &Path) -> Self {
        let expected: Expected =
            serde_json::from_str(&std::fs::read_to_string(folder.join("expected.json")).unwrap()).unwrap();
        let bytes = std::fs::read(folder.join("expected.safetensors")).unwrap();
        let number = |bytes: &[u8; 4]| f32::from_le_bytes(*bytes);
        let states = SafeTensors::deserialize(&bytes).unwrap().tensors().into_iter();
        let states =
            states.map(|(name, view)| (name, view.data().as_chunks().0.iter().map(number).collect())).collect();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        Self { name, encoder: Encoder::load(folder).unwrap(), rows: expected.rows, states }
    }

    /// That the states of a text are those of the reference, in every layer.
    fn check(&self, at: usize, given: impl Fn(usize) -> Vec<f32>) {
        for layer in 0..self.encoder.layers() {
            let (given, expected) = (given(layer), &self.states[&format!("{at}.{layer}")]);
            assert_eq!(given.len(), expected.len(), "{}: text {at}, layer {layer}", self.name);
            for (place, (value, expected)) in given.iter().zip(expected).enumerate() {
                let far = (value - expected).abs();
                let (name, width) = (&self.name, self.encoder.width());
                let (token, unit) = (place / width, place % width);
                assert!(far <= TOLERANCE, "{name}: text {at}, layer {layer}, {token}.{unit}: {value}, not {expected}");
            }
        }
        assert!(!self.states.contains_key(&format!("{at}.{}", self.encoder.layers())), "{}", self.name);
    }
}

pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/encoders")
}

/// All fixtures, and what lies in the folder that `EXAMEN_ENCODERS` names: checkpoints that are too large to be kept here, with
/// what the script expects of them beside their files.
fn cases() -> Vec<Case> {
    let within = |folder: PathBuf| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> = within(fixtures()).collect();
    assert!(folders.len() >= 14);
    folders.extend(std::env::var_os("EXAMEN_ENCODERS").map(PathBuf::from).into_iter().flat_map(within));
    folders.sort();
    folders.iter().map(|folder| Case::read(folder)).collect()
}

#[test]
fn texts_have_the_tokens_of_transformers() {
    for case in cases() {
        for row in case.rows.iter().filter(|row| row.nodes.is_empty()) {
            let tokens = case.encoder.tokenize(&row.text).unwrap();
            assert_eq!(tokens.ids, row.ids, "{}: {:?}", case.name, row.text);
            assert_eq!((tokens.dropped, tokens.is_truncated()), (row.dropped, row.dropped > 0), "{}", case.name);
            let offsets: Vec<(usize, usize)> = tokens.offsets.iter().map(|range| (range.start, range.end)).collect();
            if let Some(expected) = &row.offsets {
                assert_eq!(&offsets, expected, "{}: {:?}", case.name, row.text);
            }
            assert!(tokens.ids.len() <= case.encoder.max_length());
            assert!(tokens.offsets.iter().all(|range| row.text.get(range.clone()).is_some()), "{}", case.name);
        }
    }
}

#[test]
fn every_layer_is_that_of_transformers() {
    for case in cases() {
        for (at, row) in case.rows.iter().enumerate() {
            let states = case.encoder.hidden_states(&[row.sequence()]).unwrap();
            assert_eq!(states.layers(), case.encoder.layers());
            case.check(at, |layer| states.text(layer, 0).unwrap().to_vec());
        }
    }
}

#[test]
fn padding_and_neighbours_change_nothing() {
    for case in cases() {
        // All texts, several times, so that the batch has 64 rows of all lengths.
        let rows: Vec<usize> = (0..case.rows.len()).cycle().take(64).collect();
        let sequences: Vec<Sequence> = rows.iter().map(|&row| case.rows[row].sequence()).collect();
        let states = case.encoder.hidden_states(&sequences).unwrap();
        for (place, &row) in rows.iter().enumerate() {
            case.check(row, |layer| states.text(layer, place).unwrap().to_vec());
        }
    }
}

/// The norm of a difference over that of what is expected.
fn distance(given: &[f32], expected: &[f32]) -> f32 {
    let norm = |values: &mut dyn Iterator<Item = f32>| values.map(|value| value * value).sum::<f32>().sqrt();
    let far = norm(&mut given.iter().zip(expected).map(|(value, expected)| value - expected));
    far / norm(&mut expected.iter().copied())
}

#[test]
fn half_precision_is_within_its_own_error() {
    let mut compared = 0;
    for case in cases() {
        let states = case.encoder.hidden_states(&[case.rows[0].sequence()]).unwrap();
        for layer in 0..case.encoder.layers() {
            let Some(expected) = case.states.get(&format!("bf16.{layer}")) else { continue };
            let far = distance(states.text(layer, 0).unwrap(), expected);
            assert!(far <= HALF_TOLERANCE, "{}: layer {layer}: {far}", case.name);
            compared += 1;
        }
    }
    assert!(compared >= 6);
}

/// What transformers is off by when it computes in bf16, for each layer of a checkpoint: see `scripts/half_references.py`.
#[cfg(feature = "torch")]
#[derive(Deserialize)]
struct HalfPrecision {
    checkpoint: String,
    layers: Vec<f32>,
}

/// The tiny checkpoints have large weights, which enlarge roundings: on some, transformers itself is off by more than our
/// tolerance. There we may be off by a quarter more than it is, since roundings fall otherwise on every processor.
#[cfg(feature = "torch")]
#[test]
fn layers_in_bf16_are_near_those_in_f32() {
    let placement = Placement::new(Device::Cpu, Precision::Bf16).unwrap();
    let lines = include_str!("../../fixtures/half_precision.jsonl").lines().skip(1);
    let references: Vec<HalfPrecision> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(references.len() >= 14);
    for reference in references {
        let folder = fixtures().join(&reference.checkpoint);
        let (case, encoder) = (Case::read(&folder), Encoder::load_on(&folder, placement).unwrap());
        let rows: Vec<usize> = (0..case.rows.len()).filter(|&at| case.rows[at].nodes.is_empty()).collect();
        let sequences: Vec<Sequence> = rows.iter().map(|&at| case.rows[at].sequence()).collect();
        let states = encoder.hidden_states(&sequences).unwrap();
        assert_eq!(reference.layers.len(), encoder.layers());
        for (layer, theirs) in reference.layers.iter().enumerate() {
            let given: Vec<f32> = (0..rows.len()).flat_map(|row| states.text(layer, row).unwrap()).copied().collect();
            let expected: Vec<f32> =
                rows.iter().flat_map(|at| &case.states[&format!("{at}.{layer}")]).copied().collect();
            let (far, allowed) = (distance(&given, &expected), HALF_TOLERANCE.max(1.25 * theirs));
            assert!(far <= allowed, "{}: layer {layer}: {far}, transformers {theirs}", case.name);
            // A network that computed in f32 after all would be nearer than numbers of 8 bits can be.
            assert!(layer == 0 || far > 1e-3, "{}: layer {layer}: {far} is not bf16", case.name);
        }
    }
}

#[test]
fn features_are_pooled_states() {
    for case in cases() {
        let sequences: Vec<Sequence> = case.rows.iter().map(Row::sequence).collect();
        let states = case.encoder.hidden_states(&sequences).unwrap();
        let middle: Vec<usize> = sequences.iter().map(|sequence| sequence.length() / 2).collect();
        let width = case.encoder.width();
        let pool = |pooling: Pooling| case.encoder.features(&sequences, &pooling).unwrap();
        let (first, last, mean) = (pool(Pooling::First), pool(Pooling::Last), pool(Pooling::Mean));
        let chosen = pool(Pooling::Position(middle.clone()));
        for layer in 0..case.encoder.layers() {
            for (row, sequence) in sequences.iter().enumerate() {
                let vector = |pooled: &[Vec<f32>]| pooled[layer][row * width..(row + 1) * width].to_vec();
                let state = |position: usize| states.position(layer, row, position).unwrap().to_vec();
                assert_eq!(vector(&first), state(0));
                // Variables, which stand behind the tokens, do not stand for a text.
                let tokens = sequence.ids.len();
                assert_eq!(vector(&last), state(tokens - 1));
                assert_eq!(vector(&chosen), state(middle[row]));
                for (unit, value) in vector(&mean).into_iter().enumerate() {
                    let sum: f32 = (0..tokens).map(|position| state(position)[unit]).sum();
                    assert!((value - sum / tokens as f32).abs() < 1e-5);
                }
            }
            assert!(states.position(layer, 0, sequences[0].length()).is_none());
        }
        assert!(states.text(0, sequences.len()).is_none() && states.text(case.encoder.layers(), 0).is_none());
    }
}

#[test]
fn what_a_network_cannot_take_is_an_error() {
    let encoder = Encoder::load(&fixtures().join("bert")).unwrap();
    let states = |ids: Vec<u32>, flow: Vec<FlowNode>| encoder.hidden_states(&[Sequence { ids, flow }]).map(|_| ());
    assert_eq!(
        states(vec![1, 500], Vec::new()),
        Err(ModelError::TokenId { id: 500, vocabulary: encoder.vocabulary() })
    );
    assert_eq!(states(Vec::new(), Vec::new()), Err(ModelError::SequenceLength { length: 0, limit: 20 }));
    assert_eq!(states(vec![1; 21], Vec::new()), Err(ModelError::SequenceLength { length: 21, limit: 20 }));
    let node = |start: usize, end: usize, source: usize| FlowNode { tokens: start..end, sources: vec![source] };
    assert!(matches!(states(vec![1, 2], vec![node(0, 1, 0)]), Err(ModelError::DataFlow(_))));
    let graph = Encoder::load(&fixtures().join("roberta")).unwrap();
    for flow in [node(1, 1, 0), node(1, 9, 0), node(1, 2, 3)] {
        let sequence = Sequence { ids: vec![0, 7, 2], flow: vec![flow] };
        assert!(matches!(graph.hidden_states(&[sequence]), Err(ModelError::DataFlow(_))));
    }
    let pooling = Pooling::Position(vec![2]);
    let error = encoder.features(&[Sequence { ids: vec![1, 2], flow: Vec::new() }], &pooling).unwrap_err();
    assert_eq!(error, ModelError::Position { row: 0, position: Some(2), length: 2 });
    assert_eq!(encoder.hidden_states(&[]).unwrap().layers(), 0);
}

#[test]
fn tokens_are_found_by_byte_and_unknown_ones_counted() {
    let encoder = Encoder::load(&fixtures().join("bert")).unwrap();
    let text = "return 日 + b";
    let tokens = encoder.tokenize(text).unwrap();
    assert_eq!(tokens.unknown, 1);
    let at = tokens.at_byte(text.find('+').unwrap()).unwrap();
    assert_eq!(tokens.ids[at], encoder.token_id("+").unwrap());
    assert_eq!(tokens.at_byte(6), None);
    assert_eq!(tokens.at_byte(text.len()), None);
}

proptest! {
    #[test]
    fn batches_hold_every_text_once(lengths in prop::collection::vec(1usize..300, 0..80), rows in 1usize..9, positions in 1usize..900) {
        let batches = batches_by_length(&lengths, rows, positions);
        let mut all: Vec<usize> = batches.concat();
        all.sort_unstable();
        prop_assert!(all.iter().copied().eq(0..lengths.len()));
        for batch in &batches {
            let longest = batch.iter().map(|&at| lengths[at]).max().unwrap();
            prop_assert!(batch.len() <= rows && (batch.len() == 1 || batch.len() * longest <= positions));
        }
    }
}

#[test]
fn any_text_can_be_tokenized() {
    for folder in ["bert", "plbart", "unixcoder", "gpt2"] {
        let encoder = Encoder::load(&fixtures().join(folder)).unwrap();
        proptest!(|(text in any::<String>())| {
            let tokens = encoder.tokenize(&text).unwrap();
            prop_assert!(!tokens.ids.is_empty() && tokens.ids.len() <= encoder.max_length());
            prop_assert_eq!(tokens.ids.len(), tokens.offsets.len());
            prop_assert!(tokens.offsets.iter().all(|range| text.get(range.clone()).is_some()));
        });
    }
}
