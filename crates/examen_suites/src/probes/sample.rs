//! A function as it is shown: its tokens with one blank between them, without comments.

mod java;
mod python;

use std::cell::OnceCell;
use std::ops::Range;

use examen_syntax::functions::{java_functions, python_functions};
use examen_syntax::java::Method;
use examen_syntax::python::Function;
use examen_syntax::{FunctionDefinition, FunctionNode, Language, Span};
use examen_views::measures::Measures;

use super::page::{Code, Page};
use crate::source::LeftOut;

/// A function, ready to be asked about.
///
/// Java is on one line. Python keeps its lines and its indentation, four spaces for each level, from the left edge, and
/// loses its docstring.
#[derive(Debug)]
pub struct Sample<'p> {
    /// The file.
    pub page: &'p Page<'p>,
    /// The function in the tree.
    pub node: SampleNode<'p>,
    /// Its name.
    pub name: &'p str,
    /// Where it stands in the file.
    pub place: Span,
    /// What is shown.
    pub text: String,
    /// The tokens of the text.
    pub tokens: Vec<SampleToken>,
    measures: OnceCell<Measures>,
}

/// A function in the tree of its language.
#[derive(Clone, Copy, Debug)]
pub enum SampleNode<'p> {
    /// A method or constructor.
    Java(Method<'p>),
    /// A function.
    Python(&'p Function),
}

/// A token of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleToken {
    /// What it is.
    pub role: Role,
    /// Where it stands in the sample's text.
    pub span: Span,
    /// Where it stands in the file.
    pub place: Span,
}

/// What a token is, in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A reserved word, `true`, `null` and their like included.
    Keyword,
    /// A word that is a keyword only where it stands, such as Java's `var`.
    Contextual,
    /// A name.
    Identifier,
    /// A number, a string, a character.
    Literal,
    /// An operator.
    Operator,
    /// A bracket, a comma, a dot and their like.
    Separator,
}

/// Some tokens of a sample that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenRange {
    /// The first token.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}

/// The statements of a body of a sample below its header: a block, a suite, a case of a `switch`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// How deep it is indented; the function's own body is 1. Nothing depends on it in Java.
    pub level: usize,
    /// Its statements, at least one.
    pub statements: Vec<TokenRange>,
}

/// Returns the functions of a page that are not parts of others, in order, or why one cannot be shown.
pub(super) fn samples<'p>(page: &'p Page<'p>) -> Vec<Result<Sample<'p>, LeftOut>> {
    let (functions, keywords) = match &page.code {
        Code::Java { tree, .. } => (java_functions(tree, page.source), Vec::new()),
        Code::Python { file, .. } => {
            (python_functions(file, page.source), python::words_that_are_keywords_here(&file.tree))
        }
    };
    let shown = functions.iter().filter(|function| !function.is_nested && function.body.is_some());
    let sample = |function: &FunctionDefinition<'p>| match (function.node, &page.code) {
        (FunctionNode::Java(method), Code::Java { tokens, .. }) => Some(java::sample(page, function, method, tokens)),
        (FunctionNode::Python(tree, id), Code::Python { tokens, .. }) => {
            Some(python::sample(page, function, (tree, &tree[id]), tokens, &keywords))
        }
        _ => None,
    };
    shown.filter_map(sample).collect()
}

impl Body {
    /// From its first statement to its last.
    pub fn range(&self) -> TokenRange {
        let start = self.statements.first().map_or(0, |range| range.start);
        TokenRange { start, end: self.statements.last().map_or(start, |range| range.end) }
    }
}

impl TokenRange {
    /// The indices of the tokens.
    pub const fn indices(self) -> Range<usize> {
        self.start..self.end
    }

    /// Whether the two share a token.
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

impl Sample<'_> {
    /// The language.
    pub const fn language(&self) -> Language {
        self.page.language()
    }

    /// What can be counted in it, worked out when it is first asked for.
    pub fn measures(&self) -> &Measures {
        self.measures.get_or_init(|| match self.node {
            SampleNode::Java(method) => java::measures(self, method),
            SampleNode::Python(function) => python::measures(self, function),
        })
    }

    /// Number of tokens.
    pub fn token_count(&self) -> u32 {
        self.tokens.len() as u32
    }

    /// A token as it is written.
    pub fn token(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| token.span.text(&self.text))
    }

    /// The tokens with what they are, in order.
    pub fn words(&self) -> impl Iterator<Item = (usize, Role, &str)> {
        self.tokens.iter().enumerate().map(|(index, token)| (index, token.role, token.span.text(&self.text)))
    }

    /// The tokens of a role, by index.
    pub fn with_role(&self, role: Role) -> impl Iterator<Item = (usize, &str)> {
        self.words().filter(move |&(_, its_role, _)| its_role == role).map(|(index, _, word)| (index, word))
    }

    /// The text from the first to the last of some tokens.
    pub fn text_of(&self, range: TokenRange) -> &str {
        self.span_of(range).text(&self.text)
    }

    /// Where some tokens stand in the text.
    pub(super) fn span_of(&self, range: TokenRange) -> Span {
        let tokens = self.tokens.get(range.indices()).unwrap_or_default();
        let start = tokens.first().map_or(0, |token| token.span.start);
        Span::new(start, tokens.last().map_or(start, |token| token.span.end))
    }

    /// The tokens that stand in a part of the file.
    pub fn tokens_in(&self, place: Span) -> TokenRange {
        let start = self.tokens.partition_point(|token| token.place.start < place.start);
        let end = self.tokens.partition_point(|token| token.place.end <= place.end);
        TokenRange { start, end: end.max(start) }
    }

    /// The bodies of the function and of its compound statements, outer ones first; those of functions and classes inside
    /// it too.
    pub fn bodies(&self) -> Vec<Body> {
        match self.node {
            SampleNode::Java(method) => java::bodies(self, method),
            SampleNode::Python(function) => python::bodies(self, function),
        }
    }
}

/// Builds the text of a sample token by token.
#[derive(Default)]
struct Typist {
    text: String,
    tokens: Vec<SampleToken>,
}

impl Typist {
    /// Writes `gap` and then the token; before the first token there is no gap.
    fn write(&mut self, gap: &str, word: &str, role: Role, place: Span) {
        if !self.tokens.is_empty() {
            self.text.push_str(gap);
        }
        let start = self.text.len() as u32;
        self.text.push_str(word);
        self.tokens.push(SampleToken { role, span: Span::new(start, self.text.len() as u32), place });
    }
}
