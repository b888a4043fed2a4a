//! What a span is syntactically, by the names of the paper's Table 10.
//!
//! The paper asks for the closest ancestor node, in a tree-sitter tree, that encloses the tokens of the span. Its counts
//! tell what that means for a span of one token: some 40,000 answers and facts are names of variables, yet the table has
//! 186 identifiers and 32,422 assignments. So a name or a constant is what it stands in: the assignment, the loop, the
//! import, the parameters, the raise. An attribute goes as "class attributes", a key of a dict that is a name or a number
//! as "dictionary keys", one that is a string as "string literal".

mod collector;
mod names;

use std::cmp::Reverse;

use examen_syntax::Span;
use examen_syntax::python::Tree;

use collector::Collector;

/// The name for a span that no statement encloses.
pub const MODULE: &str = "module";

/// The names of Table 10, in its order.
pub const PUBLISHED: [&str; 42] = [
    "import statement",
    "assignment",
    "call",
    "except clause",
    "function definition",
    "non-boolean binary operator",
    "class attributes",
    "class definition",
    "block",
    "pass statement",
    "string literal",
    "for statement",
    "concatenated string",
    "return statement",
    "raise statement",
    "function parameters",
    "assert statement",
    "delete statement",
    "if statement",
    "sequence expressions",
    "identifier",
    "decorator",
    "print statement",
    "global statement",
    "list comprehension",
    "subscript",
    "not operator",
    "try statement",
    MODULE,
    "dictionary keys",
    "break statement",
    "while statement",
    "argument list",
    "with statement",
    "parenthesized expression",
    "boolean operator",
    "elif clause",
    "expression list",
    "lambda",
    "conditional expression",
    "yield",
    "continue statement",
];

/// The names that a tree can ask for beyond the published ones.
pub const FURTHER: [&str; 20] = [
    "await expression",
    "backquotes",
    "case clause",
    "case pattern",
    "constant",
    "dictionary",
    "dictionary comprehension",
    "error",
    "exec statement",
    "generator expression",
    "keyword argument",
    "match statement",
    "named expression",
    "nonlocal statement",
    "number",
    "set comprehension",
    "slice",
    "starred expression",
    "type alias statement",
    "unary operator",
];

/// The patterns of one file's spans: made once for a file, then asked for each span.
#[derive(Debug)]
pub struct Patterns<'s> {
    source: &'s str,
    /// By start, outer ones first.
    parts: Vec<Part>,
}

/// A piece of the tree that has a name.
#[derive(Clone, Copy, Debug)]
struct Part {
    span: Span,
    name: &'static str,
    role: Role,
    /// Place of the closest part around it; its own at the top.
    parent: u32,
}

/// How a part names the spans in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// By its own name.
    Construct,
    /// A name or a constant goes by what it stands in.
    Leaf,
    /// A statement that is but an expression lends no name.
    Wrapper,
}

impl<'s> Patterns<'s> {
    /// Looks through the tree of `source`.
    pub fn new(tree: &Tree, source: &'s str) -> Self {
        let mut parts = Collector::collect(tree, source);
        // Stable: of two parts with one span the outer one was collected first.
        parts.sort_by_key(|part| (part.span.start, Reverse(part.span.end)));
        let mut open: Vec<u32> = Vec::new();
        for at in 0..parts.len() {
            let span = parts[at].span;
            while open.last().is_some_and(|&outer| !parts[outer as usize].span.contains(span)) {
                open.pop();
            }
            parts[at].parent = open.last().copied().unwrap_or(at as u32);
            open.push(at as u32);
        }
        Self { source, parts }
    }

    /// The pattern of a span.
    pub fn of(&self, span: Span) -> &'static str {
        let span = trimmed(self.source, span);
        let Some(part) = self.closest(span) else { return MODULE };
        match part.role {
            Role::Construct => part.name,
            Role::Wrapper => self.around(part).map_or(MODULE, |outer| outer.name),
            Role::Leaf => match self.around(part) {
                Some(outer) if outer.role == Role::Construct && outer.name != "block" => outer.name,
                _ => part.name,
            },
        }
    }

    /// The innermost part that holds the span: the last one that starts before it, or one of those around that.
    fn closest(&self, span: Span) -> Option<&Part> {
        let after = self.parts.partition_point(|part| part.span.start <= span.start);
        let mut part = self.parts.get(after.checked_sub(1)?)?;
        while !part.span.contains(span) {
            part = self.around(part)?;
        }
        Some(part)
    }

    fn around(&self, part: &Part) -> Option<&Part> {
        let outer = self.parts.get(part.parent as usize)?;
        (!std::ptr::eq(outer, part)).then_some(outer)
    }
}

/// The pattern of one span; for several of a file, [`Patterns`] looks through the tree only once.
pub fn pattern(tree: &Tree, source: &str, span: Span) -> &'static str {
    Patterns::new(tree, source).of(span)
}

/// The span without whitespace at its ends, which belongs to no token.
fn trimmed(source: &str, span: Span) -> Span {
    let text = span.text(source);
    let before = text.len() - text.trim_start().len();
    let length = text.trim().len();
    if length == 0 { span } else { Span::new(span.start + before as u32, span.start + (before + length) as u32) }
}
