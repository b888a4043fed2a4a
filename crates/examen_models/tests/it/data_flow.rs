//! Texts with their data flow against what the scripts of GraphCodeBERT's authors show the network.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use examen_models::{Encoder, FlowNode, MAX_NODES, Pooling, Sequence, TextFlow, TextNode};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use serde::Deserialize;

use crate::encoders::fixtures;

/// More than any text of the fixtures needs.
const POSITIONS: usize = 300;

#[derive(Deserialize)]
struct Row {
    code: String,
    length: usize,
    /// The texts of the tokens, in order.
    tokens: Vec<String>,
    edges: Vec<(usize, String, Vec<usize>)>,
    ids: Vec<u32>,
    nodes: Vec<((usize, usize), Vec<usize>)>,
}

impl Row {
    fn flow(&self) -> TextFlow {
        let mut at = 0;
        let tokens = self.tokens.iter().map(|token| places(&self.code, &mut at, token)).collect();
        let nodes = self.edges.iter().map(|(token, _, sources)| TextNode { token: *token, sources: sources.clone() });
        TextFlow { tokens, nodes: nodes.collect() }
    }

    /// The variables whose tokens are shown. The scripts keep the others as well, and let them see no token.
    fn nodes(&self) -> Vec<FlowNode> {
        let is_shown = |at: &usize| self.nodes[*at].0.1 < self.ids.len();
        let kept: Vec<usize> = (0..self.nodes.len()).filter(is_shown).collect();
        let node = |&at: &usize| {
            let ((start, end), sources) = &self.nodes[at];
            let sources = sources.iter().filter_map(|source| kept.binary_search(source).ok()).collect();
            FlowNode { tokens: *start..*end, sources }
        };
        kept.iter().map(node).collect()
    }
}

/// Where the next token lies: whitespace, and what is not shown, is passed over. Line ends are no part of it.
fn places(code: &str, at: &mut usize, token: &str) -> Vec<Range<usize>> {
    if let Some(length) = code[*at..].find(token) {
        let start = *at + length;
        *at = start + token.len();
        return std::iter::once(start..*at).collect();
    }
    // A string over several lines, the only one of the fixtures.
    let start = *at + code[*at..].find("\"\"\"kept").unwrap();
    let end = start + code[start..].find("lines\"\"\"").unwrap() + "lines\"\"\"".len();
    let second = code[..end].rfind('\n').unwrap() + 1;
    *at = end;
    vec![start..start + "\"\"\"kept".len(), second..end]
}

/// A tiny network with more positions, and the tokenizer that the script took.
fn encoder(folder: &Path) -> Encoder {
    for name in ["merges.txt", "vocab.json"] {
        std::fs::copy(fixtures().join("roberta").join(name), folder.join(name)).unwrap();
    }
    let original = fixtures().join("unixcoder");
    let config = std::fs::read_to_string(original.join("config.json")).unwrap();
    let most = format!("\"max_position_embeddings\": {}", POSITIONS + 2);
    std::fs::write(folder.join("config.json"), config.replace("\"max_position_embeddings\": 22", &most)).unwrap();
    let bytes = std::fs::read(original.join("model.safetensors")).unwrap();
    let tensors = SafeTensors::deserialize(&bytes).unwrap();
    let table = |name: &str| name.ends_with("position_embeddings.weight");
    let long = |data: &[u8]| data.repeat(POSITIONS.div_ceil(20))[..(POSITIONS + 2) * data.len() / 22].to_vec();
    let values: BTreeMap<String, (Dtype, Vec<usize>, Vec<u8>)> = tensors
        .tensors()
        .into_iter()
        .map(|(name, view)| {
            let (mut shape, mut data) = (view.shape().to_vec(), view.data().to_vec());
            if table(&name) {
                (shape[0], data) = (POSITIONS + 2, long(&data));
            }
            (name, (view.dtype(), shape, data))
        })
        .collect();
    let views = values
        .iter()
        .map(|(name, (kind, shape, data))| (name.clone(), TensorView::new(*kind, shape.clone(), data).unwrap()));
    safetensors::serialize_to_file(views, None, &folder.join("model.safetensors")).unwrap();
    Encoder::load(folder).unwrap()
}

#[test]
fn sequences_are_those_of_the_original_scripts() {
    let folder = tempfile::tempdir().unwrap();
    let mut encoder = encoder(folder.path());
    let lines = include_str!("../../fixtures/data_flow_sequences.jsonl");
    let mut cut = 0;
    for line in lines.lines().skip(1) {
        let row: Row = serde_json::from_str(line).unwrap();
        encoder.limit_length(row.length).unwrap();
        let (tokens, nodes) = encoder.flow_tokenizer().unwrap().tokenize(&row.code, &row.flow()).unwrap();
        assert_eq!(tokens.ids, row.ids, "{}", row.code);
        assert_eq!(nodes, row.nodes(), "{}", row.code);
        cut += usize::from(tokens.is_truncated());
        // Offsets are those of the text: what stands for a variable has its text.
        let flow = row.flow();
        for node in &nodes {
            let (first, last) = (&tokens.offsets[node.tokens.start], &tokens.offsets[node.tokens.end - 1]);
            let bytes = first.start..last.end;
            let is_token = |places: &Vec<Range<usize>>| {
                places[0].start == bytes.start && places[places.len() - 1].end == bytes.end
            };
            assert!(flow.tokens.iter().any(is_token), "{bytes:?} of {}", row.code);
            assert_eq!(tokens.at_byte(bytes.end - 1), Some(node.tokens.end - 1), "{}", row.code);
        }
        let sequence = Sequence { ids: tokens.ids, flow: nodes };
        assert_eq!(encoder.features(&[sequence], &Pooling::Mean).unwrap().len(), encoder.layers());
    }
    assert!(cut > 2, "no text was cut");
}

#[test]
fn tokens_have_as_many_positions_as_the_network_and_variables_no_more_than_their_share() {
    let names = |count: usize| (0..count).map(|_| "x").collect::<Vec<_>>().join(" ");
    let flow = |count: usize| TextFlow {
        tokens: (0..count).map(|at| std::iter::once(2 * at..2 * at + 1).collect()).collect(),
        nodes: (0..count).map(|token| TextNode { token, sources: vec![count - 1, token / 2] }).collect(),
    };
    // Each `x` behind a space is two tokens of this vocabulary.
    let small = Encoder::load(&fixtures().join("roberta")).unwrap();
    let (tokens, nodes) = small.flow_tokenizer().unwrap().tokenize(&names(50), &flow(50)).unwrap();
    assert_eq!((tokens.ids.len(), tokens.dropped, nodes.len()), (20, 99 - 18, 9));
    assert!(
        nodes.iter().enumerate().all(|(at, node)| node.sources == [at / 2]),
        "edges to what is not shown are left out"
    );

    let folder = tempfile::tempdir().unwrap();
    let large = encoder(folder.path());
    let (tokens, nodes) = large.flow_tokenizer().unwrap().tokenize(&names(148), &flow(148)).unwrap();
    assert_eq!((tokens.ids.len(), tokens.dropped, nodes.len()), (297, 0, MAX_NODES));
    for other in ["bert", "unixcoder", "codet5"] {
        assert!(Encoder::load(&fixtures().join(other)).unwrap().flow_tokenizer().is_none(), "{other}");
    }
}
