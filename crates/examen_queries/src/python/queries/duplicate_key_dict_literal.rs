//! Q29: of two equal keys in a dict display only the last value is kept.

use examen_semantics::python::SemanticFile;
use examen_syntax::python::{Expr, ExprKind, Id};

use crate::python::support::literal::{Number, StringConstant, number, plain_strings_are_text, string_constant};
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/duplicate-key-dict-literal",
    number: 29,
    name: "Duplicate key in dict literal",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["reliability", "useless-code", "external/cwe/cwe-561"],
    description: "When a dict display has a key twice, the later value takes the place of the earlier one, which is then \
                  useless and probably a slip.",
    example: "ages = {⟦\"ann\"⟧: 31, \"bob\": 32, ⟨\"ann\"⟩: 33}\n",
    base_rate: BaseRate { answers: 31, plausible: 15_933 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// Each key that is overwritten, with the one that is left at the end.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    each_dict(file, |_, keys| {
        for equal in keys.chunk_by(|left, right| left.0 == right.0) {
            let Some(((_, last), overwritten)) = equal.split_last() else {
                continue;
            };
            for &(_, key) in overwritten {
                let message = format!("Dictionary key {} is subsequently overwritten.", file.code(key));
                out.add(file.span(key), message).fact(file.span(*last), "overwritten");
            }
        }
    });
}

/// Dict displays with several constant keys, all different.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    each_dict(file, |dict, keys| {
        if keys.windows(2).all(|pair| pair[0].0 != pair[1].0) {
            out.add(file.span(dict), "All keys are different.");
        }
    });
}

/// A key that can be compared without running the program.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key<'p> {
    Number(Number<'p>),
    String(StringConstant<'p>),
}

/// Calls `visit` for each dict display with several constant keys; equal keys are neighbours, in the order of the text.
fn each_dict<'p>(file: &SemanticFile<'p>, mut visit: impl FnMut(Id<Expr>, &[(Key<'p>, Id<Expr>)])) {
    let plain_is_text = plain_strings_are_text(file);
    let mut keys = Vec::new();
    for (dict, node) in file.exprs() {
        let ExprKind::Dict { items } = node.kind else {
            continue;
        };
        if items.len() < 2 {
            continue;
        }
        keys.clear();
        let constants =
            file.list(items).iter().filter_map(|item| Some((key(file, item.key?, plain_is_text)?, item.key?)));
        keys.extend(constants);
        if keys.len() > 1 {
            // By the id too, since a stable sort would need room of its own.
            keys.sort_unstable();
            visit(dict, &keys);
        }
    }
}

fn key<'p>(file: &SemanticFile<'p>, expr: Id<Expr>, plain_is_text: bool) -> Option<Key<'p>> {
    match file.tree()[expr].kind {
        ExprKind::Number => number(file, expr).map(Key::Number),
        ExprKind::String { .. } => {
            let string = string_constant(file, expr, plain_is_text)?;
            // Where a character could not be represented, two different texts may look the same.
            (!string.value.contains(char::REPLACEMENT_CHARACTER)).then_some(Key::String(string))
        }
        _ => None,
    }
}
