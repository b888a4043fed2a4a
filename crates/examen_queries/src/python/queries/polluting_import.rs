//! Q41: `from m import *` brings whatever `m` happens to have, unless `m` says what it offers.

use examen_semantics::python::{ModuleRef, SemanticFile};
use examen_syntax::python::{Id, Stmt, StmtKind};

use crate::python::support::known_module::with_source;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/polluting-import",
    number: 41,
    name: "'import *' may pollute namespace",
    hops: Hops::Single,
    severity: Severity::Recommendation,
    tags: &["maintainability", "modularity"],
    description: "A module without `__all__` gives away all its names to `import *`, also those it has imported itself; \
                  they may hide names of the importing module.",
    example: "⟦from ctypes import *⟧\n",
    base_rate: BaseRate { answers: 24, plausible: 2059 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// The module must be known, and written in Python.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    each_star_import(file, |stmt, module, name| {
        if module.is_some_and(|module| is_open(file, module)) {
            let message = format!(
                "Import pollutes the enclosing namespace, as the imported module {name} does not define '__all__'."
            );
            out.add(file.span(stmt), message);
        }
    });
}

/// Modules that say what they offer, or of which nothing is known.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    each_star_import(file, |stmt, module, _| {
        let message = match module {
            Some(_) => "The module says what it offers, or is built in.",
            None => "Nothing is known about the module.",
        };
        out.add(file.span(stmt), message);
    });
}

/// Calls `visit` with each statement, the module if it is known, and its name.
fn each_star_import(file: &SemanticFile<'_>, mut visit: impl FnMut(Id<Stmt>, Option<ModuleRef>, &str)) {
    for (stmt, node) in file.stmts() {
        let StmtKind::ImportFrom { module, level, names } = node.kind else {
            continue;
        };
        if file.list(names).first().is_some_and(|alias| file.text(alias.name.span) == "*") {
            let name = module.map_or("", |module| file.text(module.span));
            visit(stmt, file.module_named(file.id(), level, name), name);
        }
    }
}

/// Returns whether a module is written in Python and does not define `__all__`.
fn is_open(file: &SemanticFile<'_>, module: ModuleRef) -> bool {
    match module {
        ModuleRef::File(id) => {
            let model = file.model_of(id);
            let all = model.local_named(model.module_scope(), "__all__");
            all.is_none_or(|all| model.definitions_of(all).is_empty())
        }
        ModuleRef::Known(module) => with_source(file, module).is_some_and(|facts| !facts.defines_all),
    }
}
