//! Q27: `["a" "b", "c"]` has two elements; a comma may be missing.

use examen_semantics::python::SemanticFile;
use examen_syntax::Span;
use examen_syntax::python::{Expr, ExprKind, Id};

use crate::python::support::literal::{is_string_constant, string_parts};
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/implicit-string-concatenation-in-list",
    number: 27,
    name: "Implicit string concatenation in a list",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["reliability", "maintainability", "convention", "external/cwe/cwe-665"],
    description: "Strings that follow each other without an operator are joined. In a list of strings that looks just like \
                  a missing comma.",
    example: "colours = [\n    \"red\",\n    ⟦\"green\"\n    \"blue\"⟧,\n]\n",
    base_rate: BaseRate { answers: 200, plausible: 13_794 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// A joined string without parentheses in a list that has another string.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for (list, elements) in lists(file) {
        for (at, &element) in elements.iter().enumerate() {
            if is_joined(file, element)
                && elements.iter().any(|&other| other != element && is_made_of_strings(file, other))
                && !is_parenthesized(file, list, elements, at)
            {
                out.add(file.span(element), "Implicit string concatenation. Maybe missing a comma?");
            }
        }
    }
}

/// Lists of several strings, none of them joined, or those in parentheses.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (list, elements) in lists(file) {
        if elements.iter().filter(|&&element| is_made_of_strings(file, element)).count() > 1 {
            out.add(file.span(list), "No string is joined without parentheses.");
        }
    }
}

fn lists<'p>(file: &SemanticFile<'p>) -> impl Iterator<Item = (Id<Expr>, &'p [Id<Expr>])> {
    let tree = file.tree();
    file.exprs().filter_map(|(expr, node)| match node.kind {
        ExprKind::List { elements, .. } if elements.len() > 1 => Some((expr, tree.list(elements))),
        _ => None,
    })
}

fn is_joined(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    string_parts(file, expr).is_some_and(|parts| parts.len() > 1)
}

/// A string, or strings under operators.
fn is_made_of_strings(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    match file.tree()[expr].kind {
        ExprKind::Binary { left, right, .. } => is_made_of_strings(file, left) && is_made_of_strings(file, right),
        _ => is_string_constant(file, expr),
    }
}

/// Returns whether a parenthesis opens between the comma or bracket before an element and the element itself.
fn is_parenthesized(file: &SemanticFile<'_>, list: Id<Expr>, elements: &[Id<Expr>], at: usize) -> bool {
    let start = if at == 0 { file.span(list).start } else { file.span(elements[at - 1]).end };
    let gap = file.text(Span::new(start, file.span(elements[at]).start));
    let code = gap.lines().map(|line| line.split('#').next().unwrap_or(""));
    code.flat_map(str::bytes).rfind(|byte| matches!(byte, b'(' | b',' | b'[')) == Some(b'(')
}
