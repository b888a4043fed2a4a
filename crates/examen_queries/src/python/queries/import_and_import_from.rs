//! Q24: a module that is imported whole and by its members.

use std::collections::HashSet;

use examen_semantics::python::{ModuleRef, SemanticFile};
use examen_syntax::python::{Alias, Id, Stmt, StmtKind};

use crate::python::support::known_module::with_source;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/import-and-import-from",
    number: 24,
    name: "Module is imported with 'import' and 'import from'",
    hops: Hops::Single,
    severity: Severity::Recommendation,
    tags: &["maintainability"],
    description: "When a module is imported with both `import` and `from`, the same things go by two names in the file; one \
                  of the two is enough.",
    example: "⟦import random⟧\nfrom random import choice\n",
    base_rate: BaseRate { answers: 704, plausible: 33_275 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// The module must be known, and written in Python.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    let members = modules_of_members(file);
    if members.is_empty() {
        return;
    }
    each_import(file, |stmt, alias| {
        let name = file.text(alias.name.span);
        if members.contains(name) && has_source(file, name) {
            let message = format!("Module '{name}' is imported with both 'import' and 'import from'");
            out.add(file.span(stmt), message);
        }
    });
}

/// Modules that are only imported whole.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    let members = modules_of_members(file);
    each_import(file, |stmt, alias| {
        if !members.contains(file.text(alias.name.span)) {
            out.add(file.span(stmt), "No member of the module is imported by itself.");
        }
    });
}

/// The modules of `from … import name`, leading dots left out.
fn modules_of_members<'p>(file: &SemanticFile<'p>) -> HashSet<&'p str> {
    let modules = file.stmts().filter_map(|(_, node)| match node.kind {
        StmtKind::ImportFrom { module: Some(module), names, .. } => {
            let is_star = file.list(names).first().is_some_and(|alias| file.text(alias.name.span) == "*");
            (!is_star).then(|| file.text(module.span))
        }
        _ => None,
    });
    modules.collect()
}

fn each_import(file: &SemanticFile<'_>, mut visit: impl FnMut(Id<Stmt>, &Alias)) {
    for (stmt, node) in file.stmts() {
        if let StmtKind::Import { names } = node.kind {
            for alias in file.list(names) {
                visit(stmt, alias);
            }
        }
    }
}

fn has_source(file: &SemanticFile<'_>, name: &str) -> bool {
    match file.module_named(file.id(), 0, name) {
        Some(ModuleRef::File(_)) => true,
        // `os.path` is the module `posixpath` under another name.
        Some(ModuleRef::Known(module)) => with_source(file, module).is_some_and(|facts| facts.name == name),
        None => false,
    }
}
