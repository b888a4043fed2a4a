//! Q40: `x == x` is true but for a few odd values, so one side is probably wrong.

use examen_semantics::python::{Compare, DefinitionKind, ScopeKind, SemanticFile, VariableId};
use examen_syntax::python::{Class, Expr, ExprKind, Id, ParameterKind};

use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/comparison-of-identical-expressions",
    number: 40,
    name: "Comparison of identical values",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["reliability", "correctness", "readability", "convention", "external/cwe/cwe-570", "external/cwe/cwe-571"],
    description: "Comparing a variable with itself says nothing unless not-a-number is looked for, for which there is \
                  `isnan`.",
    example: "def same(left, right):\n    return ⟦left.key == left.key⟧\n",
    base_rate: BaseRate { answers: 131, plausible: 14_738 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for comparison in file.comparisons() {
        if file.operand_pairs(&comparison).any(|(left, _, right)| is_same(file, left, right))
            && !may_miss_self(file, &comparison)
        {
            let message = "Comparison of identical values; use cmath.isnan() if testing for not-a-number.";
            out.add(file.span(comparison.expr), message);
        }
    }
}

/// Comparisons of two different names, or of two different attributes of names.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for comparison in file.comparisons() {
        let are_alike = file.operand_pairs(&comparison).any(|(left, _, right)| {
            (file.name(left).is_some() && file.name(right).is_some())
                || (file.attribute(left).is_some() && file.attribute(right).is_some())
        });
        if are_alike {
            out.add(file.span(comparison.expr), "The operands differ, or one should be an attribute.");
        }
    }
}

/// Both are the same variable, or the same attribute of the same variable.
fn is_same(file: &SemanticFile<'_>, left: Id<Expr>, right: Id<Expr>) -> bool {
    match (file.tree()[left].kind, file.tree()[right].kind) {
        (ExprKind::Attribute { value: left, name, .. }, ExprKind::Attribute { value: right, name: other, .. }) => {
            file.text(name.span) == file.text(other.span) && is_same_name(file, left, right)
        }
        _ => is_same_name(file, left, right),
    }
}

fn is_same_name(file: &SemanticFile<'_>, left: Id<Expr>, right: Id<Expr>) -> bool {
    match (file.tree()[left].kind, file.tree()[right].kind) {
        (ExprKind::Name { .. }, ExprKind::Name { .. }) => {
            file.model().variable_of(left) == file.model().variable_of(right)
        }
        (ExprKind::None, ExprKind::None) | (ExprKind::True, ExprKind::True) | (ExprKind::False, ExprKind::False) => {
            true
        }
        _ => false,
    }
}

/// Returns whether an operand is a name for which the class around also has an attribute: `size == size` for
/// `self.size == size`.
fn may_miss_self(file: &SemanticFile<'_>, comparison: &Compare) -> bool {
    let model = file.model();
    file.operand_pairs(comparison).any(|(left, _, _)| {
        let Some(name) = file.name(left) else {
            return false;
        };
        let outer = model[model.scope_of_expr(left)].parent;
        match outer.map(|scope| model[scope].kind) {
            Some(ScopeKind::Class(class)) => has_self_attribute(file, class, name),
            _ => false,
        }
    })
}

fn has_self_attribute(file: &SemanticFile<'_>, class: Id<Class>, name: &str) -> bool {
    file.exprs().any(|(_, node)| match node.kind {
        ExprKind::Attribute { value, name: attribute, .. } => {
            file.text(attribute.span) == name
                && file.model().variable_of(value).is_some_and(|variable| is_self(file, variable, class))
        }
        _ => false,
    })
}

/// Returns whether a variable is the first parameter of a method of the class, or of a class inside it.
fn is_self(file: &SemanticFile<'_>, variable: VariableId, class: Id<Class>) -> bool {
    let model = file.model();
    let ScopeKind::Function(function) = model[model[variable].scope].kind else {
        return false;
    };
    let first = file.tree().ids(file.tree()[function].parameters).next();
    let is_first = |kind| matches!(kind, DefinitionKind::Parameter(parameter) if Some(parameter) == first);
    model.class_of(function).is_some()
        && file
            .list(file.tree()[function].parameters)
            .first()
            .is_some_and(|first| matches!(first.kind, ParameterKind::Positional | ParameterKind::PositionalOnly))
        && model.definitions_of(variable).iter().any(|&definition| is_first(model[definition].kind))
        && model.enclosing_scopes(model[variable].scope).any(|scope| scope == model.class_scope(class))
}
