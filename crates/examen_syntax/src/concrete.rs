//! The trees of tree-sitter as they are, for readers that were defined over its grammars.
//!
//! Our own trees say what a program is; these say how a grammar cuts it: every word and sign is a leaf, and kinds and fields have
//! the grammar's names. Whoever does not imitate a tool that looks at these names uses the other trees.

use std::cell::RefCell;
use std::sync::LazyLock;

use tree_sitter::{Parser, Tree, TreeCursor};

use crate::{Language, Span, java, sitter};

/// The concrete tree of a text: nodes in the order of the text, parents before children.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConcreteTree {
    nodes: Vec<ConcreteNode>,
    depth: usize,
}

/// A rule of the grammar with what it covers, or a single token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConcreteNode {
    /// The grammar's name; that of a word or sign is the word or sign.
    pub kind: &'static str,
    /// The part that the node plays in its parent, if the grammar names it.
    pub field: Option<&'static str>,
    /// The bytes that it covers; none for what the parser put in.
    pub span: Span,
    /// The first node behind it that does not lie in it.
    pub end: usize,
}

/// Held for good, since a language lends its names only as long as it lives.
static JAVA: LazyLock<tree_sitter::Language> = LazyLock::new(|| tree_sitter_java::LANGUAGE.into());
static PYTHON: LazyLock<tree_sitter::Language> = LazyLock::new(|| tree_sitter_python::LANGUAGE.into());

thread_local! {
    /// Setting up a parser costs more than parsing a small file.
    static PYTHON_PARSER: RefCell<Parser> = RefCell::new(python_parser());
}

fn python_parser() -> Parser {
    let mut parser = Parser::new();
    // Fails only when the grammar was generated for another version of the library, which a test would show.
    let _ = parser.set_language(&PYTHON);
    parser
}

/// Parses a text. Never fails: broken text has `ERROR` nodes, and a text that takes the parser far more steps than programs do has
/// an empty tree.
pub fn concrete_tree(language: Language, source: &str) -> ConcreteTree {
    match language {
        Language::Java => java::parse(source).inner().map(|tree| flattened(tree, &JAVA)),
        Language::Python => {
            let tree = PYTHON_PARSER.with_borrow_mut(|parser| sitter::parse(parser, &[source]));
            tree.as_ref().map(|tree| flattened(tree, &PYTHON))
        }
    }
    .unwrap_or_default()
}

impl ConcreteTree {
    /// All nodes; the root is the first.
    pub fn nodes(&self) -> &[ConcreteNode] {
        &self.nodes
    }

    /// The children of a node, in order.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        let end = self.nodes.get(node).map_or(node, |it| it.end);
        let mut next = node + 1;
        std::iter::from_fn(move || {
            let child = next;
            (child < end).then(|| {
                next = self.nodes[child].end;
                child
            })
        })
    }

    /// The first child that plays a part.
    pub fn child(&self, node: usize, field: &str) -> Option<usize> {
        self.children(node).find(|&child| self.nodes[child].field == Some(field))
    }

    /// How many nodes there are from the root down to the deepest.
    pub fn depth(&self) -> usize {
        self.depth
    }
}

fn flattened(tree: &Tree, grammar: &'static tree_sitter::Language) -> ConcreteTree {
    let mut flat = ConcreteTree::default();
    let mut cursor = tree.walk();
    // The nodes above the cursor, which are not finished.
    let mut open = Vec::new();
    loop {
        open.push(flat.nodes.len());
        flat.nodes.push(node_at(&cursor, grammar));
        flat.depth = flat.depth.max(open.len());
        if cursor.goto_first_child() {
            continue;
        }
        loop {
            let end = flat.nodes.len();
            let Some(finished) = open.pop() else { return flat };
            flat.nodes[finished].end = end;
            if cursor.goto_next_sibling() {
                break;
            }
            cursor.goto_parent();
        }
    }
}

fn node_at(cursor: &TreeCursor<'_>, grammar: &'static tree_sitter::Language) -> ConcreteNode {
    let node = cursor.node();
    // The parser's number of an error lies outside the grammar.
    let kind = grammar.node_kind_for_id(node.kind_id()).unwrap_or("ERROR");
    let field = cursor.field_id().and_then(|id| grammar.field_name_for_id(id.get()));
    let span = Span::new(node.start_byte() as u32, node.end_byte() as u32);
    ConcreteNode { kind, field, span, end: 0 }
}
