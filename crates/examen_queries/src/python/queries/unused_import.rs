//! Q1: an import whose name nothing uses.

use std::cell::LazyCell;
use std::collections::HashSet;

use examen_semantics::python::knowledge::{ModuleId, Versions, knowledge};
use examen_semantics::python::{ModuleRef, SemanticFile, VariableId, Version};
use examen_syntax::python::{Alias, Id, List, Stmt, StmtKind};

use crate::python::support::acceptable_name::is_acceptable_when_unused;
use crate::python::support::mentioned_name::{Mentions, Names};
use crate::{BaseRate, Finding, Findings, Hops, Query, RelevanceRule, RelevantBlocks, Severity, Shown};

pub(super) static QUERY: Query = Query {
    id: "py/unused-import",
    number: 1,
    name: "Unused import",
    hops: Hops::Multi,
    severity: Severity::Recommendation,
    tags: &["maintainability", "useless-code"],
    description: "An import that nothing in the module uses costs time and hides what the module depends on.",
    example: "⟦import json, sys⟧\n\nprint(sys.argv)\n",
    base_rate: BaseRate { answers: 4915, plausible: 46_486 },
    relevance: RelevanceRule::multi_hop(relevant),
    answers,
    earlier_answers: None,
    negatives,
};

/// The name is imported at module level and read nowhere in the file; comments, doctests, annotations in strings and
/// `__all__` can mention it too. One finding for each such name.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    if file.is_package() {
        return;
    }
    let mut unread = Vec::new();
    let mut names = HashSet::new();
    each_import(file, |stmt, list| {
        let found = file.tree().ids(list).filter_map(|alias| unread_variable(file, alias));
        let first = unread.len();
        unread.extend(found.map(|variable| (stmt, list, variable)));
        if unread.len() > first {
            names.extend(bound_names(file, list));
        }
    });
    if unread.is_empty() {
        return;
    }
    let mentions = Mentions::new(file, &Names::new(names));
    for of_stmt in unread.chunk_by(|left, right| left.0 == right.0) {
        // Asked once for all names of a statement, and only where a name needs it.
        let is_unneeded = LazyCell::new(|| {
            let (stmt, list, _) = of_stmt[0];
            !bound_names(file, list).any(|name| mentions.is_in_doctest(name)) && has_value(file, stmt, list)
        });
        for &(stmt, _, variable) in of_stmt {
            let name = file.model().name_of(variable);
            if !is_acceptable_when_unused(name) && !mentions.mention(name) && *is_unneeded {
                out.add(file.span(stmt), format!("Import of '{name}' is not used."));
            }
        }
    }
}

/// Imports whose names are used, or mentioned where people look for them.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    each_import(file, |stmt, names| {
        let is_read = file.tree().ids(names).any(|alias| unread_variable(file, alias).is_none());
        let message = if is_read { "The import is used." } else { "The import may be used in other ways." };
        out.add(file.span(stmt), message);
    });
}

/// Calls `visit` for the imports of the module itself, but for stars and the future.
fn each_import(file: &SemanticFile<'_>, mut visit: impl FnMut(Id<Stmt>, List<Alias>)) {
    let model = file.model();
    for (stmt, node) in file.stmts() {
        let (StmtKind::Import { names } | StmtKind::ImportFrom { names, .. }) = node.kind else {
            continue;
        };
        if model.scope_of_stmt(stmt) == model.module_scope()
            && !is_from_future(file, node)
            && file.tree().ids(names).any(|alias| model.alias_definition(alias).is_some())
        {
            visit(stmt, names);
        }
    }
}

fn is_from_future(file: &SemanticFile<'_>, stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::ImportFrom { module: Some(module), .. } if file.text(module.span) == "__future__")
}

/// The variable that an import of one name binds, if no one reads it.
fn unread_variable(file: &SemanticFile<'_>, alias: Id<Alias>) -> Option<VariableId> {
    let model = file.model();
    let variable = model[model.alias_definition(alias)?].variable;
    model.uses(variable).is_empty().then_some(variable)
}

fn bound_names<'p>(file: &SemanticFile<'p>, names: List<Alias>) -> impl Iterator<Item = &'p str> {
    let model = file.model();
    let definitions = file.tree().ids(names).filter_map(|alias| model.alias_definition(alias));
    definitions.map(|definition| model.name_of(model[definition].variable))
}

/// Returns whether an import is executed and some name of it stands for something: members that a known module lacks do
/// not, but absent modules do. Relative imports mean nothing outside a package.
fn has_value(file: &SemanticFile<'_>, stmt: Id<Stmt>, names: List<Alias>) -> bool {
    if !file.flow().is_reachable(stmt) || !file.is_alive(file.id(), stmt) {
        return false;
    }
    let StmtKind::ImportFrom { module, level, .. } = file.tree()[stmt].kind else {
        return true;
    };
    let dotted = module.map_or("", |module| file.text(module.span));
    let mut aliases = file.tree().ids(names).zip(file.list(names));
    match file.module_named(file.id(), level, dotted) {
        None => level == 0,
        Some(ModuleRef::Known(module)) => {
            aliases.any(|(_, alias)| may_have(module, file.text(alias.name.span), file.version()))
        }
        Some(ModuleRef::File(other)) => aliases.any(|(id, alias)| {
            let model = file.model_of(other);
            let variable = model.local_named(model.module_scope(), file.text(alias.name.span));
            let definition = file.model().alias_definition(id);
            variable.is_some_and(|variable| !model.definitions_of(variable).is_empty())
                || !model.star_imports().is_empty()
                || definition.is_some_and(|definition| !file.definition_values(file.id(), definition).is_unknown())
        }),
    }
}

/// Returns whether a module of the standard library has a member; one that is of another version is absent as a whole.
fn may_have(module: ModuleId, member: &str, version: Version) -> bool {
    let has = |versions: Versions| match version {
        Version::Python2 => versions.in_python2(),
        Version::Python3 => versions.in_python3(),
    };
    let facts = knowledge().module_facts(module);
    !has(facts.versions)
        || facts.is_name_only
        || knowledge().member_with_versions(module, member).is_some_and(|(_, versions)| has(versions))
        || knowledge().submodule(module, member).is_some()
        || member.starts_with('_')
}

/// The whole file; flagged are the module level and every block that uses an imported name.
fn relevant(shown: &Shown<'_, '_>, _: &Finding, _: usize, out: &mut RelevantBlocks) {
    out.show(0..shown.blocks.len());
    out.flag(shown.rest_of_module());
    out.flag(shown.importing().iter().copied());
}
