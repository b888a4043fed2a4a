//! How paths are written.

use std::sync::LazyLock;

use super::label::Label;
use super::settings::{PathFormat, PathSettings};
use super::tree::{NodeId, PathTree};

/// A way up or down, as far as it is known.
pub(super) trait Rendering {
    /// A point in a path to come back to.
    type Point: Copy;

    fn empty(&mut self) -> Self::Point;
    /// Adds a node on the way up.
    fn up(&mut self, node: NodeId, is_leaf: bool);
    /// Adds the node where the path turns.
    fn turn(&mut self, node: NodeId);
    /// Adds a node on the way down.
    fn down(&mut self, node: NodeId, is_leaf: bool);
    fn point(&self) -> Self::Point;
    fn back_to(&mut self, point: Self::Point);
    /// Writes the path.
    fn write(&self, line: &mut String);
}

/// What a node is called in a path, with its number where the original shows it.
#[derive(Clone, Copy)]
struct Names<'t> {
    tree: &'t PathTree,
    settings: PathSettings,
}

impl Names<'_> {
    /// On the way up, and where it turns, a node has a number if its parent is of the four kinds that number theirs.
    fn number_up(&self, id: NodeId) -> Option<u32> {
        let node = self.tree.node(id);
        let parent = self.tree.node(node.parent);
        (parent.label.numbers_children() && node.parent != id).then(|| self.number(id))
    }

    /// On the way down, if it is of these kinds itself: the original does not do the same on both sides.
    fn number_down(&self, id: NodeId) -> Option<u32> {
        self.tree.node(id).label.numbers_children().then(|| self.number(id))
    }

    fn number(&self, id: NodeId) -> u32 {
        self.tree.node(id).child_id.min(self.settings.max_child_id)
    }

    fn label(&self, id: NodeId) -> Label {
        self.tree.node(id).label
    }
}

/// Paths as texts.
pub(super) struct TextRendering<'t> {
    names: Names<'t>,
    text: String,
}

impl<'t> TextRendering<'t> {
    pub(super) fn new(tree: &'t PathTree, settings: PathSettings) -> Self {
        Self { names: Names { tree, settings }, text: String::new() }
    }

    fn push(&mut self, before: &str, id: NodeId, number: Option<u32>, after: &str) {
        let label = self.names.label(id);
        let name = match self.names.settings.format {
            PathFormat::Code2vec => label.long(),
            PathFormat::Code2seq => label.short(),
        };
        self.text.push_str(before);
        self.text.push_str(name);
        if let Some(number) = number {
            push_number(&mut self.text, i64::from(number));
        }
        self.text.push_str(after);
    }

    fn is_code2vec(&self) -> bool {
        self.names.settings.format == PathFormat::Code2vec
    }
}

impl Rendering for TextRendering<'_> {
    type Point = usize;

    fn empty(&mut self) -> usize {
        self.text.clear();
        0
    }

    fn up(&mut self, node: NodeId, is_leaf: bool) {
        let number = if is_leaf { Some(self.names.number(node)) } else { self.names.number_up(node) };
        if self.is_code2vec() { self.push("(", node, number, ")^") } else { self.push("", node, number, "|") }
    }

    fn turn(&mut self, node: NodeId) {
        let number = self.names.number_up(node);
        if self.is_code2vec() { self.push("(", node, number, ")") } else { self.push("", node, number, "") }
    }

    fn down(&mut self, node: NodeId, is_leaf: bool) {
        let number = if is_leaf { Some(self.names.number(node)) } else { self.names.number_down(node) };
        if self.is_code2vec() { self.push("_(", node, number, ")") } else { self.push("|", node, number, "") }
    }

    fn point(&self) -> usize {
        self.text.len()
    }

    fn back_to(&mut self, point: usize) {
        self.text.truncate(point);
    }

    fn write(&self, line: &mut String) {
        line.push_str(&self.text);
    }
}

/// Paths as the hashes of code2vec's texts, which are never made: the hash of two texts in a row follows from theirs.
pub(super) struct HashRendering<'t> {
    names: Names<'t>,
    hash: i32,
}

impl<'t> HashRendering<'t> {
    pub(super) fn new(tree: &'t PathTree, settings: PathSettings) -> Self {
        Self { names: Names { tree, settings }, hash: 0 }
    }

    fn push(&mut self, before: &[u8], id: NodeId, number: Option<u32>, after: &[u8]) {
        static LABELS: LazyLock<Vec<(i32, i32)>> =
            LazyLock::new(|| Label::ALL.iter().map(|label| hash_and_factor(label.long().as_bytes())).collect());
        let (hash, factor) = LABELS[self.names.label(id) as usize];
        self.extend(before);
        self.hash = self.hash.wrapping_mul(factor).wrapping_add(hash);
        if let Some(number) = number {
            if number < 10 {
                self.extend(&[b'0' + number as u8]);
            } else {
                self.extend(number.to_string().as_bytes());
            }
        }
        self.extend(after);
    }

    fn extend(&mut self, bytes: &[u8]) {
        self.hash = bytes.iter().fold(self.hash, |hash, &byte| hash.wrapping_mul(31).wrapping_add(i32::from(byte)));
    }
}

impl Rendering for HashRendering<'_> {
    type Point = i32;

    fn empty(&mut self) -> i32 {
        self.hash = 0;
        0
    }

    fn up(&mut self, node: NodeId, is_leaf: bool) {
        let number = if is_leaf { Some(self.names.number(node)) } else { self.names.number_up(node) };
        self.push(b"(", node, number, b")^");
    }

    fn turn(&mut self, node: NodeId) {
        self.push(b"(", node, self.names.number_up(node), b")");
    }

    fn down(&mut self, node: NodeId, is_leaf: bool) {
        let number = if is_leaf { Some(self.names.number(node)) } else { self.names.number_down(node) };
        self.push(b"_(", node, number, b")");
    }

    fn point(&self) -> i32 {
        self.hash
    }

    fn back_to(&mut self, point: i32) {
        self.hash = point;
    }

    fn write(&self, line: &mut String) {
        push_number(line, i64::from(self.hash));
    }
}

/// The hash of Java's strings, and what a hash before the text is multiplied by.
fn hash_and_factor(bytes: &[u8]) -> (i32, i32) {
    bytes.iter().fold((0, 1), |(hash, factor): (i32, i32), &byte| {
        (hash.wrapping_mul(31).wrapping_add(i32::from(byte)), factor.wrapping_mul(31))
    })
}

/// Writes a number without the machinery of formats, which would cost more than all else.
fn push_number(line: &mut String, number: i64) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut rest = number.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        line.push('-');
    }
    line.extend(digits[at..].iter().map(|&digit| char::from(digit)));
}
