//! Q19: a value that is replaced before anything reads it.

use examen_semantics::python::{DefinitionId, DefinitionKind, SemanticFile};
use examen_syntax::python::{Expr, ExprKind, Id};

use crate::python::support::assigned::{is_unused, reassignments, tuple_around, tuple_names};
use crate::python::support::literal::{self, Number};
use crate::{BaseRate, FactBlocks, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/multiple-definition",
    number: 19,
    name: "Variable defined multiple times",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["maintainability", "useless-code", "external/cwe/cwe-563"],
    description: "A variable, function or class that is defined again before anyone has used it was defined in vain the \
                  first time, or one of the two should have another name.",
    example: "⟦total⟧ = count(items)\n⟨total⟩ = count(others)\nprint(total)\n",
    base_rate: BaseRate { answers: 1790, plausible: 22_232 },
    relevance: RelevanceRule { facts: FactBlocks::Own, ..RelevanceRule::SINGLE_HOP },
    answers,
    earlier_answers: None,
    negatives,
};

/// How many redefinitions of one definition are named.
const MAX_REDEFINITIONS: usize = 16;

/// Findings in a file beyond which one redefinition of each further definition is named.
const MANY_FINDINGS: usize = 1 << 17;

/// A definition that is not read and from which a redefinition can be reached. Of a tuple all names must be such;
/// simple values such as `None` and `0` declare a variable and are left alone.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    let model = file.model();
    let mut last_tuple = None;
    for (id, definition) in model.definitions() {
        if !is_unused(file, id) || is_declaration(file, definition.kind) {
            continue;
        }
        let redefinitions = redefinitions(file, id);
        if redefinitions.is_empty() {
            continue;
        }
        if let Some(tuple) = tuple_around(file, definition.kind) {
            let is_whole = match last_tuple {
                Some((last, is_whole)) if last == tuple => is_whole,
                _ => {
                    tuple_names(file, tuple).all(|id| is_unused(file, id) && !self::redefinitions(file, id).is_empty())
                }
            };
            last_tuple = Some((tuple, is_whole));
            if !is_whole {
                continue;
            }
        }
        let name = model.name_of(definition.variable);
        let most = if out.count() < MANY_FINDINGS { MAX_REDEFINITIONS } else { 1 };
        for next in redefinitions.into_iter().take(most) {
            let message =
                format!("This assignment to '{name}' is unnecessary as it is redefined before this value is used.");
            out.add(definition.name, message).fact(model[next].name, "redefinition");
        }
    }
}

/// Definitions that are used before they are replaced.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    let (model, ssa) = (file.model(), file.ssa());
    for (id, definition) in model.definitions() {
        let is_assigned = matches!(
            definition.kind,
            DefinitionKind::Assign { .. }
                | DefinitionKind::Unpack { .. }
                | DefinitionKind::Function(_)
                | DefinitionKind::Class(_)
        );
        if is_assigned
            && ssa.values_of(id).any(|value| ssa.is_used(value))
            && let next = redefinitions(file, id)
            && !next.is_empty()
        {
            out.add(definition.name, "The value is used before the variable is defined again.");
        }
    }
}

/// The definitions that replace what a definition makes, wherever that is copied to.
fn redefinitions(file: &SemanticFile<'_>, id: DefinitionId) -> Vec<DefinitionId> {
    let mut values = file.ssa().values_of(id);
    let Some(first) = values.next() else {
        return Vec::new();
    };
    let mut found = reassignments(file, first, MAX_REDEFINITIONS);
    for value in values {
        let others = reassignments(file, value, MAX_REDEFINITIONS);
        found.retain(|next| others.contains(next));
    }
    found.retain(|&next| next != id);
    found.sort_unstable();
    found
}

/// `name = None` and the like.
fn is_declaration(file: &SemanticFile<'_>, kind: DefinitionKind) -> bool {
    matches!(kind, DefinitionKind::Assign { value, .. } if is_simple(file, value))
}

fn is_simple(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    match file.tree()[expr].kind {
        ExprKind::False | ExprKind::None | ExprKind::True => true,
        ExprKind::Number => matches!(literal::number(file, expr), Some(Number::Integer(0))),
        ExprKind::List { elements, .. } | ExprKind::Tuple { elements, .. } => elements.is_empty(),
        ExprKind::Dict { items } => items.is_empty(),
        ExprKind::String { .. } => {
            literal::string_constant(file, expr, true).is_some_and(|string| string.value.is_empty())
        }
        _ => false,
    }
}
