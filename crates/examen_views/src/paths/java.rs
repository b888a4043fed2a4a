//! From a Java tree to one as `JavaParser` 3.0.0-alpha.4 makes it, the parser inside both original extractors.
//!
//! What that parser does is kept where it shows in paths: children in the order in which its constructors add them, not
//! that of the text; nameless stand-ins that take up a number; extents that are missing (an array type has none, and what
//! begins with one begins nowhere) or too short (a lambda of one bare name ends with that name). Syntax that it does not
//! know continues its rules: a pattern is like a parameter, a record like a class with parameters.

mod annotations;
mod classes;
mod expressions;
mod lambdas;
mod members;
mod primaries;
mod statements;
mod switches;
mod types;

use examen_syntax::Span;
use examen_syntax::java::{JavaTree, Kind, Node};

use super::label::Label;
use super::tree::{Extent, LeafText, NodeId, PathTree};

/// A method of the file, abstract ones too.
#[derive(Clone, Copy, Debug)]
pub(super) struct JavaMethod {
    pub(super) node: NodeId,
    pub(super) name: Span,
    pub(super) body: Option<NodeId>,
    /// Whether the parser found all of it to be Java.
    pub(super) is_intact: bool,
}

/// The tree of a file with its methods, in the order in which they begin.
pub(super) struct Built {
    pub(super) tree: PathTree,
    pub(super) root: NodeId,
    pub(super) methods: Vec<JavaMethod>,
}

pub(super) fn build(source: &str, java: &JavaTree) -> Built {
    let mut builder = Builder { source, tree: PathTree::default(), stack: Vec::new(), methods: Vec::new() };
    let root = builder.file(java.root());
    let Builder { tree, mut methods, .. } = builder;
    methods.sort_by_key(|method| method.name.start);
    Built { tree, root, methods }
}

/// Nodes are made from the leaves up; those that wait for their parent lie on a stack.
struct Builder<'s> {
    source: &'s str,
    tree: PathTree,
    stack: Vec<NodeId>,
    methods: Vec<JavaMethod>,
}

impl<'s> Builder<'s> {
    fn text(&self, node: Node<'_>) -> &'s str {
        node.text(self.source)
    }

    /// Returns the height of the stack, from which [`Self::close`] takes children.
    fn height(&self) -> usize {
        self.stack.len()
    }

    fn push(&mut self, id: NodeId) {
        self.stack.push(id);
    }

    /// Makes a node of what lies on the stack from `base` on.
    fn close(&mut self, base: usize, label: Label, begin: u32, end: u32) -> NodeId {
        self.tree.add(label, Extent { begin, end }, self.stack.drain(base..))
    }

    fn begin(&self, id: NodeId) -> u32 {
        self.tree.node(id).extent.begin
    }

    /// A leaf that is printed as its text.
    fn leaf(&mut self, label: Label, node: Node<'_>) -> NodeId {
        let id = self.tree.add(label, Extent::of(node.span()), std::iter::empty());
        self.tree.node_mut(id).name = node.span();
        id
    }

    /// A leaf that is always printed alike.
    fn fixed(&mut self, label: Label, extent: Extent, text: &'static str) -> NodeId {
        let id = self.tree.add(label, extent, std::iter::empty());
        self.tree.node_mut(id).text = LeafText::Fixed(text);
        id
    }

    /// The node without a name that the parser leaves behind where it sets a name later.
    fn push_placeholder(&mut self) {
        let id = self.fixed(Label::Placeholder, Extent::UNKNOWN, "");
        self.push(id);
    }

    fn push_leaf(&mut self, label: Label, node: Node<'_>) {
        let id = self.leaf(label, node);
        self.push(id);
    }

    fn file(&mut self, root: Node<'_>) -> NodeId {
        let base = self.height();
        for child in root.children() {
            self.push_top_level(child);
        }
        let extent = Extent::of(root.span());
        self.close(base, Label::CompilationUnit, extent.begin, extent.end)
    }

    fn push_top_level(&mut self, node: Node<'_>) {
        match node.kind() {
            Kind::PackageDeclaration | Kind::ImportDeclaration | Kind::ModuleDeclaration => {
                self.push_leaf(Label::OtherDeclaration, node);
            }
            _ => self.push_member(node, Label::EmptyTypeDeclaration),
        }
    }
}

/// One more than the byte with which the node begins, as extents count.
fn begin_of(node: Node<'_>) -> u32 {
    node.span().start + 1
}

/// The same for its end.
fn end_of(node: Node<'_>) -> u32 {
    node.span().end + 1
}

/// The children that are neither words nor signs nor comments.
fn parts(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.children().filter(|child| {
        let kind = child.kind();
        kind != Kind::Token && !kind.is_comment() && kind != Kind::Error
    })
}

/// The parts of a node that has at most five, and how many there are.
fn few_parts(node: Node<'_>) -> ([Node<'_>; 5], usize) {
    let mut few = [node; 5];
    let mut count = 0;
    for (place, part) in few.iter_mut().zip(parts(node)) {
        *place = part;
        count += 1;
    }
    (few, count)
}
