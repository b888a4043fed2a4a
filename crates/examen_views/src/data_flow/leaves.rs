//! The leaves of a concrete tree, which are the tokens that the network is shown.

use examen_syntax::{ConcreteNode, ConcreteTree, Span};
use rustc_hash::FxHashMap;

/// A token.
pub(super) struct Leaf {
    pub(super) span: Span,
    /// The number of its text; none for words and signs of the grammar.
    pub(super) name: Option<usize>,
    /// Whether it is a name that becomes known where it is first used.
    pub(super) is_identifier: bool,
}

/// The tokens of a text.
pub(super) struct Leaves {
    pub(super) list: Vec<Leaf>,
    /// By node: how many tokens lie before it; and one more for the end.
    before: Vec<usize>,
    /// How many texts there are.
    pub(super) names: usize,
}

impl Leaves {
    /// The tokens of a node.
    pub(super) fn range(&self, tree: &ConcreteTree, node: usize) -> std::ops::Range<usize> {
        self.before[node]..self.before[tree.nodes()[node].end]
    }

    /// The tokens of a node that may have a value, with the numbers of their texts: all but words and signs of the grammar.
    pub(super) fn variables(&self, tree: &ConcreteTree, node: usize) -> Vec<(usize, usize)> {
        self.range(tree, node).filter_map(|token| Some((token, self.list[token].name?))).collect()
    }
}

/// Finds the tokens. String literals are whole; comments, continued lines and what covers nothing but whitespace are no tokens.
pub(super) fn leaves(tree: &ConcreteTree, text: &str) -> Leaves {
    let nodes = tree.nodes();
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let mut leaves = Leaves { list: Vec::new(), before: Vec::with_capacity(nodes.len() + 1), names: 0 };
    let mut behind_string = 0;
    for (at, node) in nodes.iter().enumerate() {
        leaves.before.push(leaves.list.len());
        if at < behind_string || !is_leaf(node, at) {
            continue;
        }
        behind_string = node.end;
        // The lines of a token are read as one.
        let own = node.span.text(text).replace('\n', "");
        if own.trim().is_empty() {
            continue;
        }
        let is_identifier = node.kind == "identifier";
        let name = (own != node.kind).then(|| {
            let next = numbers.len();
            *numbers.entry(own).or_insert(next)
        });
        leaves.list.push(Leaf { span: node.span, name, is_identifier });
    }
    leaves.before.push(leaves.list.len());
    leaves.names = numbers.len();
    leaves
}

/// Whether a node is a token, in which nothing else is looked for.
pub(super) fn is_leaf(node: &ConcreteNode, at: usize) -> bool {
    let is_extra = matches!(node.kind, "line_comment" | "block_comment" | "comment" | "line_continuation");
    (node.end == at + 1 || is_string(node.kind)) && !is_extra && !node.span.is_empty()
}

/// Whether a node is a string literal.
pub(super) fn is_string(kind: &str) -> bool {
    matches!(kind, "string" | "string_literal")
}
