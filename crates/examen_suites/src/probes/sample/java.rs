//! Methods and constructors of Java.

use std::cell::OnceCell;

use examen_syntax::java::{self, Kind, Method, Node, Token, TokenKind};
use examen_syntax::{FunctionDefinition, Span};
use examen_views::measures::{Measures, java_measures};

use super::{Body, Role, Sample, SampleNode, TokenRange, Typist};
use crate::probes::accessors::is_java_accessor;
use crate::probes::page::{Code, Page};
use crate::source::LeftOut;

/// Returns a method or constructor as it is shown, or why it is left out.
pub(super) fn sample<'p>(
    page: &'p Page<'p>,
    function: &FunctionDefinition<'p>,
    method: Method<'p>,
    tokens: &'p [Token],
) -> Result<Sample<'p>, LeftOut> {
    let source = page.source;
    let Some(name) = function.name.filter(|_| function.is_intact()) else {
        return Err(LeftOut("syntax-error"));
    };
    let is_statement = |node: &Node<'_>| !node.kind().is_comment();
    let body = method.body();
    let mut statements = body.into_iter().flat_map(Node::named_children).filter(is_statement);
    if statements.next().is_none() {
        return Err(LeftOut("empty-body"));
    }
    if is_java_accessor(method) {
        return Err(LeftOut("accessor"));
    }
    let place = function.span;
    let tokens = tokens_in(tokens, place);
    let mut typist = Typist::default();
    for token in tokens {
        let word = token.text(source);
        let role = role(token.kind, word).ok_or(LeftOut("not-on-one-line"))?;
        typist.write(" ", word, role, token.span);
    }
    Ok(Sample {
        page,
        node: SampleNode::Java(method),
        name: name.text(source),
        place,
        text: typist.text,
        tokens: typist.tokens,
        measures: OnceCell::new(),
    })
}

fn tokens_in(tokens: &[Token], place: Span) -> &[Token] {
    let start = tokens.partition_point(|token| token.span.start < place.start);
    let end = tokens.partition_point(|token| token.span.end <= place.end);
    tokens.get(start..end).unwrap_or_default()
}

pub(super) fn measures(sample: &Sample<'_>, method: Method<'_>) -> Measures {
    let Code::Java { tokens, .. } = &sample.page.code else { return Measures::default() };
    java_measures(method.node, tokens_in(tokens, sample.place), sample.page.source)
}

/// What a token is; nothing for one that cannot stand on one line with the others.
fn role(kind: TokenKind, word: &str) -> Option<Role> {
    Some(match kind {
        TokenKind::Keyword | TokenKind::Boolean | TokenKind::Null => Role::Keyword,
        TokenKind::Identifier if java::is_contextual_keyword(word) => Role::Contextual,
        TokenKind::Identifier => Role::Identifier,
        TokenKind::Integer | TokenKind::Float | TokenKind::Character | TokenKind::String => Role::Literal,
        TokenKind::Operator => Role::Operator,
        TokenKind::Separator => Role::Separator,
        TokenKind::TextBlock
        | TokenKind::LineComment
        | TokenKind::BlockComment
        | TokenKind::Javadoc
        | TokenKind::Error => return None,
    })
}

pub(super) fn bodies(sample: &Sample<'_>, method: Method<'_>) -> Vec<Body> {
    let mut bodies = Vec::new();
    let mut walk = method.node.descendants();
    while let Some(node) = walk.next() {
        if !node.kind().is_statement_list() {
            continue;
        }
        let is_statement = |node: &Node<'_>| !node.kind().is_comment() && node.kind() != Kind::SwitchLabel;
        let statements = node.named_children().filter(is_statement);
        let statements: Vec<TokenRange> = statements.map(|statement| sample.tokens_in(statement.span())).collect();
        if !statements.is_empty() {
            bodies.push(Body { level: walk.depth(), statements });
        }
    }
    bodies
}
