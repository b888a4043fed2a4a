//! The tokens of a method with where each stands in the layout.

use examen_syntax::Span;
use examen_syntax::java::{Field, Kind, Node};

/// A token or comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf<'t> {
    pub(super) text: &'t str,
    pub(super) span: Span,
    pub(super) kind: Kind,
    pub(super) parent: Kind,
    pub(super) grandparent: Kind,
    /// Whether it is the first in its parent.
    pub(super) is_first: bool,
    /// Whether a line begins with it.
    pub(super) starts_line: bool,
    /// How far such a line is indented.
    pub(super) level: u32,
}

impl Leaf<'_> {
    pub(super) fn is_comment(&self) -> bool {
        self.kind.is_comment()
    }
}

/// A node that the walk is in.
#[derive(Clone, Copy)]
struct Open<'t> {
    node: Node<'t>,
    kind: Kind,
    depth: usize,
    level: u32,
    /// The statements of a loop or condition, which are indented unless they are blocks.
    bodies: [Option<Node<'t>>; 2],
    has_children: bool,
    has_words: bool,
}

/// The tokens and comments from a node down, in order.
pub(super) fn leaves<'t>(root: Node<'t>, source: &'t str) -> Vec<Leaf<'t>> {
    let mut leaves = Vec::new();
    let mut open: Vec<Open<'t>> = Vec::new();
    let mut starts_line = false;
    // Where the last annotation with a line of its own ends.
    let mut annotation_end = None;
    let mut walk = root.descendants();
    while let Some(node) = walk.next() {
        let (kind, depth) = (node.kind(), walk.depth());
        while open.last().is_some_and(|above| above.depth >= depth) {
            open.pop();
        }
        let grandparent = open.iter().rev().nth(1).map_or(Kind::Other, |above| above.kind);
        let (mut level, mut is_first, mut parent) = (0, true, Kind::Other);
        if let Some(above) = open.last_mut() {
            level = above.level + inner_level(above, node);
            starts_line |= begins_line(above, node);
            is_first = !std::mem::replace(&mut above.has_children, true);
            parent = above.kind;
            above.has_words |= kind == Kind::Token;
            if parent == Kind::Modifiers && has_line_for_annotations(grandparent) && !above.has_words {
                starts_line |= annotation_end.is_some_and(|end| end <= node.span().start);
                annotation_end = Some(node.span().end);
            }
        }
        if node.child_count() > 0 && !matches!(kind, Kind::StringLiteral | Kind::TemplateExpression) {
            let bodies = bodies(node, kind);
            open.push(Open { node, kind, depth, level, bodies, has_children: false, has_words: false });
            continue;
        }
        walk.skip_children();
        let mut span = node.span();
        if kind == Kind::LineComment && span.text(source).ends_with('\r') {
            span.end -= 1;
        }
        let mut leaf = Leaf { text: span.text(source), span, kind, parent, grandparent, is_first, starts_line, level };
        if kind.is_comment() {
            leaf.starts_line = false;
        } else {
            leaf.starts_line |= annotation_end.take_if(|end| *end <= span.start).is_some();
            starts_line = false;
        }
        leaves.push(leaf);
    }
    leaves
}

/// Returns whether the members or statements of a node stand between braces, each on a line of its own.
fn is_braced(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Block
            | Kind::ConstructorBody
            | Kind::SwitchBlock
            | Kind::ClassBody
            | Kind::InterfaceBody
            | Kind::EnumBody
            | Kind::AnnotationTypeBody
    )
}

fn has_line_for_annotations(declaration: Kind) -> bool {
    declaration.is_method_declaration() || declaration.is_type_declaration() || declaration == Kind::FieldDeclaration
}

fn bodies(node: Node<'_>, kind: Kind) -> [Option<Node<'_>>; 2] {
    match kind {
        Kind::IfStatement => [node.child(Field::Consequence), node.child(Field::Alternative)],
        Kind::WhileStatement | Kind::ForStatement | Kind::EnhancedForStatement | Kind::DoStatement => {
            [node.child(Field::Body), None]
        }
        _ => [None, None],
    }
}

/// Returns whether a node is the statement of a loop or condition that gets an indented line.
fn is_indented_body<'t>(above: &Open<'t>, node: Node<'t>) -> bool {
    let is_else_if = node.kind() == Kind::IfStatement && above.bodies[1] == Some(node);
    above.bodies.contains(&Some(node)) && !matches!(node.kind(), Kind::Block | Kind::Token) && !is_else_if
}

fn inner_level<'t>(above: &Open<'t>, node: Node<'t>) -> u32 {
    let is_inside = match above.kind {
        kind if is_braced(kind) => !matches!(node.kind_name(), "{" | "}"),
        Kind::SwitchBlockStatementGroup => node.kind() != Kind::SwitchLabel && node.kind_name() != ":",
        _ => is_indented_body(above, node),
    };
    u32::from(is_inside)
}

fn begins_line<'t>(above: &Open<'t>, node: Node<'t>) -> bool {
    if node.kind().is_comment() {
        return false;
    }
    match (above.kind, node.kind_name()) {
        (kind, "}") if is_braced(kind) => above.node.child_count() > 2,
        (kind, "{" | ",") if is_braced(kind) => false,
        (kind, _) if is_braced(kind) => node.kind() != Kind::EnumBodyDeclarations,
        (Kind::EnumBodyDeclarations, _) => node.kind() != Kind::Token,
        (Kind::SwitchBlockStatementGroup, word) => word != ":",
        (Kind::IfStatement, "else") | (Kind::DoStatement, "while") => {
            above.bodies[0].is_some_and(|body| body.kind() != Kind::Block)
        }
        _ => is_indented_body(above, node),
    }
}
