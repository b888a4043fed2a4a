//! From text to a tree.

use std::cell::RefCell;

use tree_sitter::{Parser, Tree};

use super::escapes::without_escapes_in_names;
use super::limits::has_endless_readings;
use super::node::{Node, Window};
use crate::{Diagnostic, DiagnosticKind, Span, sitter};

/// Deeper trees get a [`DiagnosticKind::TooDeep`]: whoever recurses over one must leave it alone.
pub const MAX_DEPTH: usize = 1_000;

const CLASS_START: &str = "class _ {";
/// The line end closes a line comment at the end of the text.
const CLASS_END: &str = "\n}";

/// The tree of one text, whatever the text is.
#[derive(Clone, Debug)]
pub struct JavaTree {
    tree: Tree,
    window: Window,
    diagnostics: Vec<Diagnostic>,
}

/// Parses a file.
///
/// Errors are nodes of the tree ([`Node::is_error`], [`Node::is_missing`]) and diagnostics. A text that costs the parser
/// far more steps than programs do gets an empty tree and a [`DiagnosticKind::TooMuchWork`]; the limit counts steps and
/// not seconds, so that the same text always gives the same tree.
pub fn parse(source: &str) -> JavaTree {
    JavaTree::new("", source, "")
}

/// Parses a lone method, constructor or other member, without a class around it.
///
/// A class is put around the text for the parser; all spans are those of the text itself. The added class does not show in
/// [`JavaTree::types`] nor as [`Method::enclosing_type`](super::Method::enclosing_type); a walk from the root meets it as
/// nodes whose spans are cut to the text.
pub fn parse_method(source: &str) -> JavaTree {
    JavaTree::new(CLASS_START, source, CLASS_END)
}

impl JavaTree {
    fn new(before: &str, source: &str, after: &str) -> Self {
        let length = source.len() as u32;
        let parsed = if has_endless_readings(source) {
            None
        } else {
            let plain = without_escapes_in_names(source);
            let text = plain.as_deref().unwrap_or(source);
            PARSER.with_borrow_mut(|parser| sitter::parse(parser, &[before, text, after]))
        };
        let (tree, window) = match parsed {
            Some(tree) => (tree, Window { start: before.len() as u32, end: before.len() as u32 + length }),
            None => (PARSER.with_borrow_mut(empty_tree), Window { start: 0, end: 0 }),
        };
        let mut java_tree = Self { tree, window, diagnostics: Vec::new() };
        java_tree.diagnostics = if window.end == 0 && length > 0 {
            let message = "the parser was stopped: the text takes far more steps than a program of its size";
            vec![Diagnostic::new(DiagnosticKind::TooMuchWork, Span::new(0, length), message)]
        } else {
            let mut diagnostics = syntax_errors(java_tree.root());
            diagnostics.extend(depth_excess(java_tree.root()));
            diagnostics
        };
        java_tree
    }

    /// The node of the whole text.
    pub fn root(&self) -> Node<'_> {
        Node::new(self.tree.root_node(), self.window)
    }

    /// The tree as the parser made it; none where it was stopped.
    pub(crate) fn inner(&self) -> Option<&Tree> {
        (self.window.end > 0).then_some(&self.tree)
    }

    /// The nodes from the root down to `node`, both included, in time that grows with the depth.
    pub fn path_to<'t>(&'t self, node: Node<'t>) -> Vec<Node<'t>> {
        let mut path = vec![self.root()];
        while let Some(&last) = path.last()
            && last != node
            && let Some(next) = last.child_towards(node)
        {
            path.push(next);
        }
        path
    }

    /// How many nodes there are above `node`; a walk knows it without searching
    /// ([`Descendants::depth`](super::node::Descendants::depth)).
    pub fn depth(&self, node: Node<'_>) -> usize {
        self.path_to(node).len() - 1
    }

    /// What was wrong with the text: syntax errors in its order, then limits.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether the tree is deeper than [`MAX_DEPTH`].
    pub fn is_too_deep(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.kind == DiagnosticKind::TooDeep)
    }
}

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(java_parser());
}

fn java_parser() -> Parser {
    let mut parser = Parser::new();
    // Fails only if the two crates were built for different versions of the table format, which a test would tell.
    let outcome = parser.set_language(&tree_sitter_java::LANGUAGE.into());
    debug_assert!(outcome.is_ok(), "the grammar does not fit the parser");
    parser
}

fn empty_tree(parser: &mut Parser) -> Tree {
    let Some(tree) = parser.parse("", None) else {
        unreachable!("without a limit, a parser with a language gives a tree");
    };
    tree
}

fn syntax_errors(root: Node<'_>) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if !root.has_error() {
        return diagnostics;
    }
    let mut walk = root.descendants();
    while let Some(node) = walk.next() {
        if node.is_error() {
            walk.skip_children();
            diagnostics.push(Diagnostic::new(DiagnosticKind::Syntax, node.span(), "text that fits no rule of Java"));
        } else if node.is_missing() {
            let message = format!("`{}` is missing", node.kind_name());
            diagnostics.push(Diagnostic::new(DiagnosticKind::Syntax, node.span(), message));
        } else if !node.has_error() {
            walk.skip_children();
        }
    }
    diagnostics
}

/// Looks for nodes that are too deep; a subtree is never deeper than it has nodes, so nearly all are passed over.
fn depth_excess(root: Node<'_>) -> Option<Diagnostic> {
    let mut walk = root.descendants();
    while let Some(node) = walk.next() {
        if walk.depth() > MAX_DEPTH {
            let message = format!("nested more than {MAX_DEPTH} deep");
            return Some(Diagnostic::new(DiagnosticKind::TooDeep, node.span(), message));
        }
        if walk.depth() + node.descendant_count() <= MAX_DEPTH {
            walk.skip_children();
        }
    }
    None
}
