//! Q45: a default is made once, so whoever changes it changes it for all later calls.

use examen_semantics::python::{DefinitionId, SemanticFile};
use examen_syntax::python::{Expr, ExprKind, Id, Parameter};

use crate::python::support::mutation::{MutationRules, Mutations};
use crate::{BaseRate, FactBlocks, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/modification-of-default-value",
    number: 45,
    name: "Modification of parameter with default",
    hops: Hops::Single,
    severity: Severity::Error,
    tags: &["reliability", "maintainability"],
    description: "A list or dictionary that is a parameter's default lives as long as the function; changing it shows in \
                  every later call that relies on the default.",
    example: "def collect(item, ⟨items⟩=[]):\n    ⟦items⟧.append(item)\n    return items\n",
    base_rate: BaseRate { answers: 99, plausible: 975 },
    relevance: RelevanceRule { facts: FactBlocks::Ignored, ..RelevanceRule::SINGLE_HOP },
    answers,
    earlier_answers: Some(earlier_answers),
    negatives,
};

/// A list or dict display as default may be what is changed, here or in a function of the file that it is handed to.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    add_changes(file, MutationRules::March2022, out);
}

/// The text of August 2021, which followed taint.
fn earlier_answers(file: &SemanticFile<'_>, out: &mut Findings) {
    add_changes(file, MutationRules::August2021, out);
}

fn add_changes(file: &SemanticFile<'_>, rules: MutationRules, out: &mut Findings) {
    let mut mutations = None;
    each_default(file, |parameter, definition, is_empty| {
        let mutations = mutations.get_or_insert_with(|| Mutations::new(file, rules));
        for changed in mutations.of_parameter(definition, is_empty) {
            out.add(file.span(changed), "A default value flows to here and is mutated.")
                .fact(parameter.name.span, "default value");
        }
    });
}

/// Such defaults that nothing changes.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    each_default(file, |parameter, _, _| {
        out.add(parameter.name.span, "The default is not changed.");
    });
}

/// Calls `visit` for each parameter whose default is a list or dict display, and says whether that is empty.
fn each_default(file: &SemanticFile<'_>, mut visit: impl FnMut(&Parameter, DefinitionId, bool)) {
    for (id, parameter) in file.tree().all::<Parameter>() {
        if let Some(is_empty) = parameter.default.and_then(|default| is_empty_display(file, default)) {
            visit(parameter, file.model().parameter_definition(id), is_empty);
        }
    }
}

fn is_empty_display(file: &SemanticFile<'_>, expr: Id<Expr>) -> Option<bool> {
    match file.tree()[expr].kind {
        ExprKind::List { elements, .. } => Some(elements.is_empty()),
        ExprKind::Dict { items } => Some(file.list(items).iter().all(|item| item.key.is_none())),
        _ => None,
    }
}
