//! Assignments whose value nothing reads.

use examen_semantics::python::flow::{ValueId, ValueKind};
use examen_semantics::python::{DefinitionId, DefinitionKind, Model, ScopeKind, SemanticFile};
use examen_syntax::python::{Expr, ExprKind, Id, Node};

use super::acceptable_name::is_acceptable_when_unused;

/// Returns whether nothing reads what a definition makes, as far as its scope tells: other scopes do not know the
/// variable, and `locals()` is not called. Meant are `=`, also as an element of a tuple, and undecorated functions and
/// classes. Code that is not executed makes nothing.
pub(crate) fn is_unused(file: &SemanticFile<'_>, id: DefinitionId) -> bool {
    let (model, ssa) = (file.model(), file.ssa());
    let definition = &model[id];
    match definition.kind {
        DefinitionKind::Assign { .. } | DefinitionKind::Function(_) | DefinitionKind::Class(_) => {}
        DefinitionKind::Unpack { .. } if tuple_around(file, definition.kind).is_some() => {}
        _ => return false,
    }
    let mut values = ssa.values_of(id).peekable();
    if values.peek().is_none() || values.any(|value| ssa.is_used(value)) {
        return false;
    }
    let variable = &model[definition.variable];
    let scope = &model[definition.scope];
    let is_read_unseen = scope.calls_locals && matches!(scope.kind, ScopeKind::Function(_));
    let is_decorated = match definition.kind {
        DefinitionKind::Function(function) => !model.tree[function].decorators.is_empty(),
        DefinitionKind::Class(class) => !model.tree[class].decorators.is_empty(),
        _ => false,
    };
    !variable.escapes
        && variable.scope == definition.scope
        && !is_read_unseen
        && !is_decorated
        && !is_acceptable_when_unused(model.name_of(definition.variable))
}

/// How many values a search for redefinitions goes through.
const MAX_STEPS: usize = 500;

/// The next reassignments on the ways from a value, the nearest first and at most `limit`.
pub(crate) fn reassignments(file: &SemanticFile<'_>, value: ValueId, limit: usize) -> Vec<DefinitionId> {
    let (model, ssa) = (file.model(), file.ssa());
    let mut found = Vec::new();
    let mut seen = vec![value];
    let mut at = 0;
    while let Some(&from) = seen.get(at).filter(|_| found.len() < limit && seen.len() < MAX_STEPS) {
        at += 1;
        for &next in ssa.followers(from) {
            match ssa.kind(next) {
                ValueKind::Definition(id) if next != value && is_reassignment(model, id) && !found.contains(&id) => {
                    found.push(id);
                }
                ValueKind::Phi(_) if !seen.contains(&next) => seen.push(next),
                ValueKind::Definition(_) | ValueKind::Phi(_) | ValueKind::Entry => {}
            }
        }
    }
    found.truncate(limit);
    found
}

/// Returns whether a definition replaces a value for good: not by `with`, `except`, `:=` or `del`, nor as one of
/// several targets of a loop.
fn is_reassignment(model: &Model<'_>, id: DefinitionId) -> bool {
    match model[id].kind {
        DefinitionKind::AnnAssign { value: Some(_), .. }
        | DefinitionKind::Assign { .. }
        | DefinitionKind::AugAssign { .. }
        | DefinitionKind::Class(_)
        | DefinitionKind::Function(_)
        | DefinitionKind::Import { .. }
        | DefinitionKind::ImportFrom { .. }
        | DefinitionKind::Unpack { .. } => true,
        DefinitionKind::For { target, .. } => matches!(model.parent(target), Some(Node::Stmt(_))),
        _ => false,
    }
}

/// The tuple that an assigned name is an element of.
pub(crate) fn tuple_around(file: &SemanticFile<'_>, kind: DefinitionKind) -> Option<Id<Expr>> {
    let DefinitionKind::Unpack { target, .. } = kind else {
        return None;
    };
    match file.model().parent(target) {
        Some(Node::Expr(around)) if matches!(file.tree()[around].kind, ExprKind::Tuple { .. }) => Some(around),
        _ => None,
    }
}

/// The definitions that the names of a tuple make.
pub(crate) fn tuple_names<'p>(
    file: &SemanticFile<'p>,
    tuple: Id<Expr>,
) -> impl Iterator<Item = DefinitionId> + use<'p> {
    let (model, tree) = (file.model(), file.tree());
    let elements = match tree[tuple].kind {
        ExprKind::Tuple { elements, .. } => tree.list(elements),
        _ => &[],
    };
    let names = elements.iter().filter(|&&element| matches!(tree[element].kind, ExprKind::Name { .. }));
    names.filter_map(|&name| model.definition_at(name))
}
