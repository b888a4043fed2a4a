//! The parts of a basic `for`, with the signs and comments between them.

use examen_syntax::java::{Field, Kind, Node};

/// A basic `for`.
pub(super) struct ForLoop<'t> {
    pub(super) keyword: Node<'t>,
    pub(super) open: Node<'t>,
    /// The declaration, or the expressions with commas and comments.
    pub(super) init: Vec<Node<'t>>,
    /// The sign behind the initialisation; none if a declaration ends with it.
    pub(super) first_semicolon: Option<Node<'t>>,
    pub(super) condition: Option<Node<'t>>,
    pub(super) second_semicolon: Node<'t>,
    /// The expressions with commas and comments.
    pub(super) update: Vec<Node<'t>>,
    pub(super) close: Node<'t>,
    pub(super) body: Node<'t>,
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Head,
    Init,
    Condition,
    Update,
    Body,
}

impl<'t> ForLoop<'t> {
    pub(super) fn of(node: Node<'t>) -> Option<Self> {
        let (mut keyword, mut open, mut close) = (None, None, None);
        let (mut first_semicolon, mut condition, mut second_semicolon) = (None, None, None);
        let (mut init, mut update) = (Vec::new(), Vec::new());
        let mut part = Part::Head;
        for child in node.children() {
            match (part, child.kind_name()) {
                (Part::Head, "for") => keyword = Some(child),
                (Part::Head, "(") => {
                    open = Some(child);
                    part = Part::Init;
                }
                (Part::Init, ";") => {
                    first_semicolon = Some(child);
                    part = Part::Condition;
                }
                (Part::Init, _) => {
                    init.push(child);
                    if child.kind() == Kind::LocalVariableDeclaration {
                        part = Part::Condition;
                    }
                }
                (Part::Condition, ";") => {
                    second_semicolon = Some(child);
                    part = Part::Update;
                }
                (Part::Condition, _) if !child.kind().is_comment() => condition = Some(child),
                (Part::Update, ")") => {
                    close = Some(child);
                    part = Part::Body;
                }
                (Part::Update, _) => update.push(child),
                _ => {}
            }
        }
        let (keyword, open, close) = (keyword?, open?, close?);
        let (second_semicolon, body) = (second_semicolon?, node.child(Field::Body)?);
        Some(Self { keyword, open, init, first_semicolon, condition, second_semicolon, update, close, body })
    }

    /// Returns whether anything is initialised.
    pub(super) fn has_init(&self) -> bool {
        self.init.iter().any(|node| !node.kind().is_comment())
    }

    /// Returns whether anything is updated.
    pub(super) fn has_update(&self) -> bool {
        self.update.iter().any(|node| !node.kind().is_comment())
    }

    /// Where the initialisation ends, with its semicolon.
    pub(super) fn init_end(&self) -> u32 {
        let declaration = self.init.last().filter(|node| node.kind() == Kind::LocalVariableDeclaration);
        self.first_semicolon.or(declaration.copied()).map_or(self.open.span().end, |node| node.span().end)
    }

    /// The signs and expressions from `for` to the semicolon of the initialisation.
    pub(super) fn head_tokens(&self) -> Vec<Node<'t>> {
        [self.keyword, self.open].into_iter().chain(self.first_semicolon).collect()
    }

    /// The update as statements on one line; a comment that runs to the end of its line ends it.
    pub(super) fn update_text(&self, source: &str) -> String {
        statements(&self.update, source)
    }

    /// The initialisation as statements.
    pub(super) fn init_text(&self, source: &str) -> String {
        statements(&self.init, source)
    }
}

/// Expressions, or a declaration, as statements; what stands between them is kept.
fn statements(nodes: &[Node<'_>], source: &str) -> String {
    let mut text = String::new();
    let mut is_open = false;
    for node in nodes {
        let kind = node.kind();
        if kind == Kind::Token {
            // A comma.
            text.push_str(if is_open { ";" } else { "" });
            is_open = false;
            continue;
        }
        if is_open {
            text.push(';');
        }
        if !text.is_empty() && !text.ends_with('\n') {
            text.push(' ');
        }
        text.push_str(node.text(source));
        if kind == Kind::LineComment {
            text.push('\n');
        }
        is_open = !kind.is_comment() && kind != Kind::LocalVariableDeclaration;
    }
    if is_open {
        text.push(';');
    }
    text
}
