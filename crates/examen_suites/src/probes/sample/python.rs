//! Functions of Python.

use std::cell::OnceCell;

use examen_syntax::python::token::{Token, TokenKind, is_keyword};
use examen_syntax::python::{Case, ExprKind, Function, Id, List, Stmt, StmtKind, Tree};
use examen_syntax::{FunctionDefinition, Span};
use examen_views::measures::{Measures, python_measures};

use super::{Body, Role, Sample, SampleNode, TokenRange, Typist};
use crate::probes::accessors::is_python_accessor;
use crate::probes::page::{Code, Page};
use crate::source::LeftOut;

const INDENTATION: &str = "    ";

/// Where `match`, `case`, `type` and Python 2's `print` and `exec` are keywords, in order.
pub(super) fn words_that_are_keywords_here(tree: &Tree) -> Vec<u32> {
    let begins = |stmt: &Stmt| {
        let kind = &stmt.kind;
        let is_one = matches!(
            kind,
            StmtKind::Match { .. } | StmtKind::TypeAlias { .. } | StmtKind::Print { .. } | StmtKind::Exec { .. }
        );
        is_one.then_some(stmt.span.start)
    };
    let statements = tree.all::<Stmt>().filter_map(|(_, stmt)| begins(stmt));
    let mut places: Vec<u32> = statements.chain(tree.all::<Case>().map(|(_, case)| case.span.start)).collect();
    places.sort_unstable();
    places
}

/// Returns a function as it is shown, or why it is left out. `keywords` are those of [`words_that_are_keywords_here`].
pub(super) fn sample<'p>(
    page: &'p Page<'p>,
    definition: &FunctionDefinition<'p>,
    (tree, function): (&'p Tree, &'p Function),
    tokens: &'p [Token],
    keywords: &[u32],
) -> Result<Sample<'p>, LeftOut> {
    let (source, place) = (page.source, definition.span);
    if !definition.is_intact() {
        return Err(LeftOut("syntax-error"));
    }
    let (docstring, body) = docstring(tree, function, source);
    if body.iter().all(|&stmt| is_filler(tree, stmt)) {
        return Err(LeftOut("empty-body"));
    }
    if is_python_accessor(tree, body) {
        return Err(LeftOut("accessor"));
    }
    let shown = shown_tokens(tokens, place, docstring, source);
    // With a blank between them they would be something else.
    if shown.array_windows().any(|&[one, next]| is_torn(one, next, source)) {
        return Err(LeftOut("python-2-token"));
    }
    let typist = write(&shown, source, keywords).ok_or(LeftOut("syntax-error"))?;
    Ok(Sample {
        page,
        node: SampleNode::Python(function),
        name: function.name.text(source),
        place,
        text: typist.text,
        tokens: typist.tokens,
        measures: OnceCell::new(),
    })
}

/// The tokens of a place without those of the docstring.
fn shown_tokens(tokens: &[Token], place: Span, docstring: Option<Span>, source: &str) -> Vec<Token> {
    let start = tokens.partition_point(|token| token.span.start < place.start);
    let end = tokens.partition_point(|token| token.span.end <= place.end);
    let inside = tokens.get(start..end).unwrap_or_default().iter().copied();
    match docstring {
        Some(docstring) => inside.filter(|token| !is_in_docstring(*token, docstring, source)).collect(),
        None => inside.collect(),
    }
}

pub(super) fn measures(sample: &Sample<'_>, function: &Function) -> Measures {
    let Code::Python { file, tokens } = &sample.page.code else { return Measures::default() };
    let (tree, source) = (&file.tree, sample.page.source);
    let (docstring, _) = docstring(tree, function, source);
    python_measures(tree, function, &shown_tokens(tokens, sample.place, docstring, source), source)
}

/// The strings that a body begins with, and the statements behind them: if only the first were left out, the second would
/// be the docstring of what is shown.
fn docstring<'t>(tree: &'t Tree, function: &Function, source: &str) -> (Option<Span>, &'t [Id<Stmt>]) {
    let body = tree.list(function.body);
    let count = body.iter().take_while(|&&stmt| tree.plain_string(source, stmt).is_some()).count();
    let (strings, rest) = body.split_at(count);
    let span = strings.first().zip(strings.last()).map(|(&first, &last)| tree[first].span.cover(tree[last].span));
    (span, rest)
}

/// Whether the token is part of the docstring, or what ends its statement.
fn is_in_docstring(token: Token, docstring: Span, source: &str) -> bool {
    let ends_it = token.kind == TokenKind::Newline || token.span.text(source) == ";";
    let between = || Span::new(docstring.end, token.span.start).text(source);
    docstring.contains(token.span) || ends_it && token.span.start >= docstring.end && between().trim().is_empty()
}

/// Whether two tokens of Python 3 are one of Python 2: `0755`, `4L`, `ur''`, `<>`.
fn is_torn(one: Token, next: Token, source: &str) -> bool {
    one.span.end == next.span.start
        && match (one.kind, next.kind) {
            (TokenKind::Number, TokenKind::Number | TokenKind::Name) => true,
            (TokenKind::Name, TokenKind::String) => one.span.text(source).eq_ignore_ascii_case("ur"),
            (TokenKind::Operator, TokenKind::Operator) => one.span.text(source) == "<" && next.span.text(source) == ">",
            _ => false,
        }
}

/// Whether a statement does nothing: `pass`, `...`.
fn is_filler(tree: &Tree, stmt: Id<Stmt>) -> bool {
    match tree[stmt].kind {
        StmtKind::Pass => true,
        StmtKind::Expr { value } => matches!(tree[value].kind, ExprKind::Ellipsis),
        _ => false,
    }
}

/// Writes the tokens line by line; nothing when one is no token.
fn write(tokens: &[Token], source: &str, keywords: &[u32]) -> Option<Typist> {
    let mut typist = Typist::default();
    let mut level = 0_usize;
    let mut gap = String::new();
    for token in tokens {
        let word = token.span.text(source);
        let role = match token.kind {
            TokenKind::Newline => {
                "\n".clone_into(&mut gap);
                continue;
            }
            TokenKind::Indent => {
                level += 1;
                continue;
            }
            TokenKind::Dedent => {
                level = level.saturating_sub(1);
                continue;
            }
            TokenKind::Name if is_keyword(word) => Role::Keyword,
            TokenKind::Name if keywords.binary_search(&token.span.start).is_ok() => Role::Keyword,
            TokenKind::Name => Role::Identifier,
            TokenKind::Number | TokenKind::String => Role::Literal,
            TokenKind::Operator if is_separator(word) => Role::Separator,
            TokenKind::Operator => Role::Operator,
            TokenKind::EndMarker | TokenKind::Comment | TokenKind::Nl => continue,
            TokenKind::Error => return None,
        };
        if gap == "\n" {
            gap.extend(std::iter::repeat_n(INDENTATION, level));
        }
        typist.write(&gap, word, role, token.span);
        " ".clone_into(&mut gap);
    }
    Some(typist)
}

fn is_separator(word: &str) -> bool {
    matches!(word, "(" | ")" | "[" | "]" | "{" | "}" | "," | ":" | "." | ";" | "...")
}

pub(super) fn bodies(sample: &Sample<'_>, function: &Function) -> Vec<Body> {
    let Code::Python { file, .. } = &sample.page.code else { return Vec::new() };
    let tree = &file.tree;
    let mut bodies = Vec::new();
    let mut pending = vec![(1, function.body)];
    while let Some((level, list)) = pending.pop() {
        let statements = tree.list(list).iter().map(|&stmt| sample.tokens_in(tree[stmt].span));
        // A docstring has no tokens here.
        let statements: Vec<TokenRange> = statements.filter(|range| range.start < range.end).collect();
        if !statements.is_empty() {
            bodies.push(Body { level, statements });
        }
        for &stmt in tree.list(list).iter().rev() {
            let inner = inner_bodies(tree, &tree[stmt].kind);
            pending.extend(inner.into_iter().rev().map(|list| (level + 1, list)));
        }
    }
    bodies
}

/// The bodies that a statement has, in order.
fn inner_bodies(tree: &Tree, kind: &StmtKind) -> Vec<List<Id<Stmt>>> {
    match *kind {
        StmtKind::Class(id) => vec![tree[id].body],
        StmtKind::Function(id) => vec![tree[id].body],
        StmtKind::For { body, orelse, .. } | StmtKind::While { body, orelse, .. } => vec![body, orelse],
        StmtKind::With { body, .. } => vec![body],
        StmtKind::If { branches, orelse } => {
            tree.list(branches).iter().map(|branch| branch.body).chain([orelse]).collect()
        }
        StmtKind::Match { cases, .. } => tree.list(cases).iter().map(|case| case.body).collect(),
        StmtKind::Try { body, handlers, orelse, finally, .. } => {
            let handlers = tree.list(handlers).iter().map(|handler| handler.body);
            std::iter::once(body).chain(handlers).chain([orelse, finally]).collect()
        }
        _ => Vec::new(),
    }
}
