//! The meaning of an expression by the imports of its file.

use examen_semantics::python::{DefinitionKind, SemanticFile};
use examen_syntax::python::{Expr, Id, Stmt, StmtKind};

/// Returns whether an expression is one of the `members` of a module, as `module.member` or by `from module import
/// member`.
pub(crate) fn is_member(file: &SemanticFile<'_>, expr: Id<Expr>, module: &str, members: &[&str]) -> bool {
    match file.attribute(expr) {
        Some((object, name)) => members.contains(&name) && is_module(file, object, module),
        None => definitions(file, expr).any(|kind| match kind {
            DefinitionKind::ImportFrom { stmt, alias } => {
                members.contains(&file.text(file.tree()[alias].name.span)) && is_from(file, stmt, module)
            }
            _ => false,
        }),
    }
}

/// Returns whether an expression is a built-in name that the file does not define itself.
pub(crate) fn is_builtin(file: &SemanticFile<'_>, expr: Id<Expr>, name: &str) -> bool {
    file.name(expr) == Some(name)
        && file.model().variable_of(expr).is_some_and(|variable| file.model().definitions_of(variable).is_empty())
}

/// Returns whether an expression is a module: the name of an import, or for a dotted module the attributes that lead to
/// it.
fn is_module(file: &SemanticFile<'_>, expr: Id<Expr>, module: &str) -> bool {
    let (package, last) = module.rsplit_once('.').unwrap_or(("", module));
    if let Some((object, name)) = file.attribute(expr) {
        return name == last && !package.is_empty() && is_module(file, object, package);
    }
    definitions(file, expr).any(|kind| match kind {
        DefinitionKind::Import { alias, .. } => {
            let alias = &file.tree()[alias];
            let name = file.text(alias.name.span);
            // Without `as` it is the first package that gets the name.
            if alias.alias.is_some() { name == module } else { name.split('.').next() == Some(module) }
        }
        DefinitionKind::ImportFrom { stmt, alias } => {
            file.text(file.tree()[alias].name.span) == last && is_from(file, stmt, package)
        }
        _ => false,
    })
}

fn is_from(file: &SemanticFile<'_>, stmt: Id<Stmt>, module: &str) -> bool {
    matches!(file.tree()[stmt].kind, StmtKind::ImportFrom { module: Some(name), level: 0, .. }
        if file.text(name.span) == module)
}

/// Returns how the variable of a name expression is defined.
fn definitions<'p>(file: &SemanticFile<'p>, expr: Id<Expr>) -> impl Iterator<Item = DefinitionKind> + 'p {
    let model = file.model();
    let variable = model.variable_of(expr);
    variable.into_iter().flat_map(|variable| model.definitions_of(variable)).map(|&id| model[id].kind)
}
