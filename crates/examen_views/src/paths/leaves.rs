//! The leaves of a tree, and what they are called.

use std::borrow::Cow;

use super::comments::Comment;
use super::label::Label;
use super::settings::PathFormat;
use super::token::{code2seq_token, code2vec_token, without_unicode_escapes};
use super::tree::{LeafText, NodeId, PathTree};

/// No leaf is that far down.
const NO_LEAF: u32 = u32::MAX;

/// The leaves of a file, in the order of the walk.
pub(super) struct Leaves {
    pub(super) list: Vec<NodeId>,
    /// All tokens in a row, and where each ends.
    tokens: String,
    token_ends: Vec<u32>,
    /// By node: the first leaf inside it, and the first behind it.
    ranges: Vec<(u32, u32)>,
    /// By node: how many nodes there are from it down to its nearest leaf.
    nearest: Vec<u32>,
    /// By node: its number among the leaves.
    numbers: Vec<u32>,
}

impl Leaves {
    /// Finds the leaves inside the given nodes; one of those may lie in another.
    pub(super) fn new(tree: &PathTree, roots: impl Iterator<Item = NodeId>, texts: &Texts<'_>) -> Self {
        let mut leaves = Self {
            list: Vec::new(),
            tokens: String::new(),
            token_ends: Vec::new(),
            ranges: vec![(NO_LEAF, NO_LEAF); tree.len()],
            nearest: vec![NO_LEAF; tree.len()],
            numbers: vec![NO_LEAF; tree.len()],
        };
        for root in roots {
            if leaves.ranges[root.0 as usize].0 == NO_LEAF {
                leaves.collect(tree, root, texts);
            }
        }
        leaves
    }

    pub(super) fn range(&self, node: NodeId) -> std::ops::Range<usize> {
        let (start, end) = self.ranges[node.0 as usize];
        if start == NO_LEAF { 0..0 } else { start as usize..end as usize }
    }

    pub(super) fn nearest(&self, node: NodeId) -> u32 {
        self.nearest[node.0 as usize]
    }

    /// The token of a leaf; nothing for other nodes.
    pub(super) fn token(&self, node: NodeId) -> Option<&str> {
        let number = self.numbers[node.0 as usize] as usize;
        let end = *self.token_ends.get(number)? as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.token_ends[before] as usize);
        self.tokens.get(start..end)
    }

    fn collect(&mut self, tree: &PathTree, node: NodeId, texts: &Texts<'_>) {
        let at = node.0 as usize;
        let start = self.list.len() as u32;
        if is_leaf(tree, node) {
            self.numbers[at] = start;
            self.nearest[at] = 1;
            self.list.push(node);
            self.tokens.push_str(&texts.token(tree, node));
            self.token_ends.push(self.tokens.len() as u32);
        }
        for &child in tree.children(node) {
            self.collect(tree, child, texts);
            self.nearest[at] = self.nearest[at].min(self.nearest[child.0 as usize].saturating_add(1));
        }
        self.ranges[at] = (start, self.list.len() as u32);
    }
}

/// Whether the node has no children, is no statement, and is printed as something.
fn is_leaf(tree: &PathTree, id: NodeId) -> bool {
    let node = tree.node(id);
    tree.children(id).is_empty()
        && !node.label.is_statement()
        && node.label != Label::Comment
        && node.text != LeafText::Fixed("")
}

/// What leaves are called.
pub(super) struct Texts<'a> {
    pub(super) source: &'a str,
    pub(super) comments: &'a [Comment],
    pub(super) format: PathFormat,
}

impl Texts<'_> {
    fn token(&self, tree: &PathTree, id: NodeId) -> String {
        let node = tree.node(id);
        if node.label == Label::NameExpr && tree.node(node.parent).label == Label::MethodDeclaration {
            return "METHOD_NAME".to_owned();
        }
        let printed = self.printed(tree, id);
        match self.format {
            PathFormat::Code2vec => {
                let token = code2vec_token(&printed);
                if node.label == Label::BoxedType && token.len() < 50 {
                    return unboxed(node.name.text(self.source)).to_owned();
                }
                token
            }
            PathFormat::Code2seq => {
                let is_integer = matches!(node.label, Label::IntegerLiteralExpr | Label::IntegerLiteralMinValueExpr);
                if node.label == Label::GenericClass {
                    return code2seq_token(&printed, node.name.text(self.source), is_integer);
                }
                code2seq_token(&printed, &printed, is_integer)
            }
        }
    }

    /// The leaf as the original prints it, with its comment.
    fn printed(&self, tree: &PathTree, id: NodeId) -> Cow<'_, str> {
        let node = tree.node(id);
        let text: Cow<'_, str> = match node.text {
            LeafText::Fixed(text) => Cow::Borrowed(text),
            LeafText::Diamond => Cow::Owned(format!("{}<>", node.name.text(self.source))),
            LeafText::Source if node.label == Label::GenericClass => {
                let (begin, end) = (node.extent.begin as usize - 1, node.extent.end as usize - 1);
                Cow::Borrowed(self.source.get(begin..end).unwrap_or_default())
            }
            LeafText::Source => Cow::Borrowed(node.name.text(self.source)),
        };
        let text = match text {
            Cow::Borrowed(text) => without_unicode_escapes(text),
            Cow::Owned(text) => Cow::Owned(without_unicode_escapes(&text).into_owned()),
        };
        let hides_comment = matches!(node.label, Label::ArrayBracketPair | Label::ArrayCreationLevel);
        match tree.comment(id).and_then(|comment| self.comments.get(comment)).filter(|_| !hides_comment) {
            Some(comment) => {
                let comment = without_unicode_escapes(comment.span.text(self.source));
                Cow::Owned(format!("{comment}\n{text}"))
            }
            None => text,
        }
    }
}

fn unboxed(name: &str) -> &'static str {
    match name {
        "Boolean" => "boolean",
        "Character" => "char",
        "Byte" => "byte",
        "Short" => "short",
        "Integer" => "int",
        "Long" => "long",
        "Float" => "float",
        _ => "double",
    }
}
