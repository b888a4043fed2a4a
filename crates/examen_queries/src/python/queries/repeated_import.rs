//! Q25: a module that is imported under the same name twice.

use examen_semantics::python::{ModuleRef, SemanticFile};
use examen_syntax::python::{Id, Stmt, StmtKind};

use crate::python::support::known_module;
use crate::{BaseRate, FactBlocks, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/repeated-import",
    number: 25,
    name: "Module is imported more than once",
    hops: Hops::Single,
    severity: Severity::Recommendation,
    tags: &["maintainability", "useless-code"],
    description: "Importing a module a second time under the same name does nothing and may make one look for the \
                  reason.",
    example: "⟨import json⟩\n\ndef load(text):\n    ⟦import json⟧\n    return json.loads(text)\n",
    base_rate: BaseRate { answers: 188, plausible: 34_247 },
    relevance: RelevanceRule { facts: FactBlocks::Own, ..RelevanceRule::SINGLE_HOP },
    answers,
    earlier_answers: None,
    negatives,
};

/// How many earlier imports of the same module an import is held against.
const MAX_EARLIER: usize = 16;

/// Answers for one module, as far as each import keeps one earlier one: where there would be more, each is held against fewer.
const MAX_ANSWERS: usize = 1 << 16;

/// `import module` or `import module as name`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Import<'p> {
    module: &'p str,
    name: &'p str,
    stmt: Id<Stmt>,
}

/// The module is known to the last line, the earlier import is at module level, and the later one is in another scope or
/// never executed without it.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for same in imports(file).chunk_by(|a, b| (a.module, a.name) == (b.module, b.name)) {
        if same.len() < 2 || !has_source(file, same[0].module) {
            continue;
        }
        let most = (MAX_ANSWERS / same.len()).clamp(1, MAX_EARLIER);
        let is_global = |import: &&Import<'_>| is_at_module_level(file, import.stmt);
        // One more, since an import is not held against itself.
        let global: Vec<&Import<'_>> = same.iter().filter(is_global).take(most + 1).collect();
        for import in same {
            let earlier = global.iter().filter(|other| other.stmt != import.stmt).take(most);
            for other in earlier.filter(|other| !is_global(&import) || dominates(file, other.stmt, import.stmt)) {
                let message =
                    format!("This import of module {} is redundant, as it was imported before.", import.module);
                out.add(file.span(import.stmt), message).fact(file.span(other.stmt), "earlier import");
            }
        }
    }
}

/// Imports that are not repeated.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (_, node) in file.stmts().filter(|(_, node)| matches!(node.kind, StmtKind::Import { .. })) {
        out.add(node.span, "The module is not imported under this name again.");
    }
}

/// The plain imports, sorted by module and name. Statements with an `as` for a dotted name are left out.
fn imports<'p>(file: &SemanticFile<'p>) -> Vec<Import<'p>> {
    let mut found = Vec::new();
    for (stmt, node) in file.stmts() {
        let StmtKind::Import { names } = node.kind else {
            continue;
        };
        let names = file.list(names);
        if names.iter().any(|name| name.alias.is_some() && file.text(name.name.span).contains('.')) {
            continue;
        }
        for alias in names {
            let module = file.text(alias.name.span);
            let name = match alias.alias {
                Some(name) => file.text(name.span),
                None => module.split('.').next().unwrap_or(module),
            };
            found.push(Import { module, name, stmt });
        }
    }
    found.sort_unstable();
    found
}

/// Returns whether a module is a file of the program, or of the standard library and written in Python.
fn has_source(file: &SemanticFile<'_>, module: &str) -> bool {
    match file.module_named(file.id(), 0, module) {
        Some(ModuleRef::File(_)) => true,
        Some(ModuleRef::Known(module)) => known_module::with_source(file, module).is_some(),
        None => false,
    }
}

fn is_at_module_level(file: &SemanticFile<'_>, stmt: Id<Stmt>) -> bool {
    file.model().scope_of_stmt(stmt) == file.model().module_scope()
}

fn dominates(file: &SemanticFile<'_>, earlier: Id<Stmt>, later: Id<Stmt>) -> bool {
    let flow = file.flow();
    flow.places(earlier).any(|earlier| flow.places(later).any(|later| flow.place_dominates(earlier, later)))
}
