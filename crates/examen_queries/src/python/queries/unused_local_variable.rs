//! Q16: a value that nothing reads need not have been assigned.

use examen_semantics::python::{DefinitionId, DefinitionKind, ScopeKind, SemanticFile, VariableId};

use crate::python::support::assigned::{is_unused, reassignments, tuple_around, tuple_names};
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/unused-local-variable",
    number: 16,
    name: "Unused local variable",
    hops: Hops::Single,
    severity: Severity::Recommendation,
    tags: &["maintainability", "useless-code", "external/cwe/cwe-563"],
    description: "A local variable that is assigned and never read is left over, or another one was meant.",
    example: "def area(width, height):\n    ⟦result⟧ = width * height\n    return width\n",
    base_rate: BaseRate { answers: 4245, plausible: 38_549 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: Some(earlier_answers),
    negatives,
};

/// A definition in a function that is neither read nor replaced by another one. The names of a tuple are left alone when
/// one of them is used.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    let mut annotated = None;
    add_unread(file, |id| is_unused_local(file, id) && !is_annotated(file, id, &mut annotated), out);
}

/// The text of August 2021 did not look at annotations.
fn earlier_answers(file: &SemanticFile<'_>, out: &mut Findings) {
    add_unread(file, |id| is_unused_local(file, id), out);
}

fn add_unread(file: &SemanticFile<'_>, mut is_unread: impl FnMut(DefinitionId) -> bool, out: &mut Findings) {
    let model = file.model();
    let mut last_tuple = None;
    for (id, definition) in model.definitions() {
        if !is_unread(id) {
            continue;
        }
        if let Some(tuple) = tuple_around(file, definition.kind) {
            let is_whole = match last_tuple {
                Some((last, is_whole)) if last == tuple => is_whole,
                _ => tuple_names(file, tuple).all(&mut is_unread),
            };
            last_tuple = Some((tuple, is_whole));
            if !is_whole {
                continue;
            }
        }
        let name = model.name_of(definition.variable);
        out.add(definition.name, format!("The value assigned to local variable '{name}' is never used."));
    }
}

/// Definitions in functions that are used.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    let (model, ssa) = (file.model(), file.ssa());
    for (id, definition) in model.definitions() {
        let is_assigned = matches!(definition.kind, DefinitionKind::Assign { .. } | DefinitionKind::Unpack { .. });
        if is_assigned && is_local(file, definition.variable) && ssa.values_of(id).any(|value| ssa.is_used(value)) {
            out.add(definition.name, "The value is used.");
        }
    }
}

fn is_local(file: &SemanticFile<'_>, variable: VariableId) -> bool {
    let model = file.model();
    !matches!(model[model[variable].scope].kind, ScopeKind::Module)
}

fn is_unused_local(file: &SemanticFile<'_>, id: DefinitionId) -> bool {
    let (model, ssa) = (file.model(), file.ssa());
    is_unused(file, id)
        && is_local(file, model[id].variable)
        && !model[model[id].variable].is_declared
        && ssa.values_of(id).all(|value| reassignments(file, value, 1).is_empty())
}

/// Returns whether the variable is declared by an annotation without a value: that would count as replacing the value.
fn is_annotated(file: &SemanticFile<'_>, id: DefinitionId, annotated: &mut Option<Vec<VariableId>>) -> bool {
    let model = file.model();
    let annotated = annotated.get_or_insert_with(|| {
        let is_bare = |kind| matches!(kind, DefinitionKind::AnnAssign { value: None, .. });
        let definitions = model.definitions().map(|(_, definition)| definition);
        let mut found: Vec<VariableId> =
            definitions.filter(|definition| is_bare(definition.kind)).map(|definition| definition.variable).collect();
        found.sort_unstable();
        found
    });
    annotated.binary_search(&model[id].variable).is_ok()
}
