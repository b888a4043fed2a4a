//! Front end for Python 2 and for broken text: tree-sitter's parser, lowered into our tree.

mod definitions;
mod expressions;
mod patterns;
mod rewrite;
mod statements;

use std::cell::RefCell;
use std::sync::LazyLock;

use tree_sitter::{Language, Node, Parser, Tree, TreeCursor};

use super::lowering::{Lowered, Lowering};
use super::nodes::Name;
use crate::{Diagnostic, DiagnosticKind, Span, sitter};

/// More diagnostics than these say nothing new about a file.
const MAX_DIAGNOSTICS: usize = 1_000;

thread_local! {
    /// Setting up a parser costs more than parsing a small file.
    static PARSER: RefCell<Parser> = RefCell::new(new_parser());
}

/// Parses `source`; never fails, but gives an empty tree when the parser needs far more work than text of this length
/// ordinarily does.
pub(super) fn parse(source: &str) -> Lowered {
    let rewritten = rewrite::rewrite(source);
    let text = rewritten.as_ref().map_or(source, |it| &it.text);
    let Some(tree) = PARSER.with_borrow_mut(|parser| sitter::parse(parser, &[text])) else {
        let message = "the parser gave up: far more work than text of this length needs";
        let whole = Span::new(0, source.len() as u32);
        let diagnostic = Diagnostic::new(DiagnosticKind::TooMuchWork, whole, message);
        return Lowering::new(source).finish(vec![diagnostic]);
    };
    let mut reader = Reader { out: Lowering::new(source), cursor: RefCell::new(tree.walk()), star_at: None };
    reader.out.has_python2_syntax = rewritten.is_some_and(|it| it.is_python2);
    reader.out.tree.body = reader.statements(tree.root_node());
    let diagnostics = if tree.root_node().has_error() { errors(&tree) } else { Vec::new() };
    reader.out.finish(diagnostics)
}

/// The tree as the parser makes it of the text as it stands; none where it gives up.
pub(crate) fn parse_unlowered(source: &str) -> Option<Tree> {
    PARSER.with_borrow_mut(|parser| sitter::parse(parser, &[source]))
}

fn new_parser() -> Parser {
    let mut parser = Parser::new();
    // Fails only when the grammar was generated for another version of the library, which a test would show.
    let _ = parser.set_language(&tree_sitter_python::LANGUAGE.into());
    parser
}

/// The outermost places where text is missing or does not fit.
fn errors(tree: &Tree) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.is_missing() {
            let message = format!("expected {}", node.kind());
            diagnostics.push(Diagnostic::new(DiagnosticKind::Syntax, span(node), message));
        } else if node.is_error() {
            diagnostics.push(Diagnostic::new(DiagnosticKind::Syntax, span(node), "text that does not fit here"));
        }
        let is_worth_entering = node.has_error() && !node.is_error() && diagnostics.len() < MAX_DIAGNOSTICS;
        if is_worth_entering && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return diagnostics;
            }
        }
    }
}

fn span(node: Node) -> Span {
    Span::new(node.start_byte() as u32, node.end_byte() as u32)
}

fn name(node: Node) -> Name {
    Name { span: span(node) }
}

/// The grammar's fields.
#[derive(Clone, Copy)]
enum Field {
    Alias,
    Argument,
    Arguments,
    Attribute,
    Body,
    Cause,
    Code,
    Condition,
    Consequence,
    Definition,
    Expression,
    FormatSpecifier,
    Function,
    Guard,
    Key,
    Left,
    ModuleName,
    Name,
    Object,
    Operator,
    Parameters,
    ReturnType,
    Right,
    Subject,
    Subscript,
    Superclasses,
    Type,
    TypeParameters,
    Value,
}

/// Their names, in the order of [`Field`].
const FIELD_NAMES: [&str; 29] = [
    "alias",
    "argument",
    "arguments",
    "attribute",
    "body",
    "cause",
    "code",
    "condition",
    "consequence",
    "definition",
    "expression",
    "format_specifier",
    "function",
    "guard",
    "key",
    "left",
    "module_name",
    "name",
    "object",
    "operator",
    "parameters",
    "return_type",
    "right",
    "subject",
    "subscript",
    "superclasses",
    "type",
    "type_parameters",
    "value",
];

/// Their numbers, looked up once: asking by name compares strings for every node.
static FIELD_IDS: LazyLock<[u16; FIELD_NAMES.len()]> = LazyLock::new(|| {
    let language: Language = tree_sitter_python::LANGUAGE.into();
    FIELD_NAMES.map(|name| language.field_id_for_name(name).map_or(0, u16::from))
});

fn child_in(node: Node<'_>, field: Field) -> Option<Node<'_>> {
    node.child_by_field_id(FIELD_IDS[field as usize])
}

/// Walks tree-sitter's tree and writes ours.
struct Reader<'s, 't> {
    out: Lowering<'s>,
    /// Used for every list of children, since making a cursor allocates.
    cursor: RefCell<TreeCursor<'t>>,
    /// Where a star stands that the grammar drew too far into an expression.
    star_at: Option<u32>,
}

impl<'t> Reader<'_, 't> {
    fn text(&self, node: Node) -> &str {
        span(node).text(self.out.source)
    }

    fn byte_at(&self, offset: u32) -> u8 {
        self.out.source.as_bytes().get(offset as usize).copied().unwrap_or(0)
    }

    /// Children that mean something: no comments and no continuation lines.
    fn children(&self, node: Node<'t>) -> Vec<Node<'t>> {
        self.filter_children(node, |child, _| !child.is_extra())
    }

    /// Children with a name of their own in the grammar, without comments.
    fn named_children(&self, node: Node<'t>) -> Vec<Node<'t>> {
        self.filter_children(node, |child, _| child.is_named() && !child.is_extra())
    }

    fn children_of(&self, node: Node<'t>, field: Field) -> Vec<Node<'t>> {
        let field = FIELD_IDS[field as usize];
        self.filter_children(node, |_, found| found == Some(field))
    }

    fn filter_children(&self, node: Node<'t>, keep: impl Fn(Node, Option<u16>) -> bool) -> Vec<Node<'t>> {
        let mut children = Vec::new();
        let mut cursor = self.cursor.borrow_mut();
        cursor.reset(node);
        let mut has_next = cursor.goto_first_child();
        while has_next {
            let child = cursor.node();
            if keep(child, cursor.field_id().map(u16::from)) {
                children.push(child);
            }
            has_next = cursor.goto_next_sibling();
        }
        children
    }

    fn child_of_kind(&self, node: Node<'t>, kind: &str) -> Option<Node<'t>> {
        let mut cursor = self.cursor.borrow_mut();
        cursor.reset(node);
        let mut has_next = cursor.goto_first_child();
        while has_next {
            if cursor.node().kind() == kind {
                return Some(cursor.node());
            }
            has_next = cursor.goto_next_sibling();
        }
        None
    }

    fn has_child(&self, node: Node<'t>, kind: &str) -> bool {
        self.child_of_kind(node, kind).is_some()
    }
}
