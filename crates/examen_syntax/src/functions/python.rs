//! Functions of Python.

use super::qualified_names::QualifiedNames;
use super::{ErrorPlaces, FunctionDefinition, FunctionKind, FunctionNode};
use crate::Span;
use crate::python::{Class, Function, Id, List, PythonFile, Stmt, StmtKind, Tree};

/// Returns the functions of a file in the order of the text.
pub fn python_functions<'t>(file: &'t PythonFile, source: &str) -> Vec<FunctionDefinition<'t>> {
    let tree = &file.tree;
    let errors = ErrorPlaces::new(&file.diagnostics);
    let is_member = members(tree);
    let mut classes: Vec<_> = tree.all::<Class>().map(|(_, it)| (tree[it.stmt].span, it.name.text(source))).collect();
    classes.sort_unstable();
    let mut classes = classes.into_iter().peekable();
    let mut names = QualifiedNames::default();
    let mut ids: Vec<(Span, Id<Function>)> =
        tree.all::<Function>().map(|(id, function)| (tree[function.stmt].span, id)).collect();
    ids.sort_by_key(|(span, _)| span.start);
    let mut end = 0;
    let definition = |(span, id): (Span, Id<Function>)| {
        while let Some((class, name)) = classes.next_if(|(class, _)| class.start <= span.start) {
            names.enter(class, name);
        }
        let function = &tree[id];
        let is_nested = span.start < end;
        end = if is_nested { end } else { span.end };
        let statements = tree.list(function.body);
        let body = statements.first().zip(statements.last());
        let body = body.map_or(Span::empty(span.end), |(&first, &last)| tree[first].span.cover(tree[last].span));
        FunctionDefinition {
            node: FunctionNode::Python(tree, id),
            kind: if is_member[id.index()] { FunctionKind::Method } else { FunctionKind::Function },
            name: Some(function.name.span),
            qualified_name: names.of(span, function.name.text(source)),
            span,
            body: Some(body),
            is_nested,
            errors: errors.contact(span),
        }
    };
    ids.into_iter().map(definition).collect()
}

/// Returns for each function whether it is among the statements of a class body, also inside its `if`, `try` and `with` statements.
fn members(tree: &Tree) -> Vec<bool> {
    let mut is_member = vec![false; tree.count::<Function>()];
    let mut pending: Vec<List<Id<Stmt>>> = tree.all::<Class>().map(|(_, class)| class.body).collect();
    while let Some(body) = pending.pop() {
        for &id in tree.list(body) {
            match tree[id].kind {
                StmtKind::Function(function) => is_member[function.index()] = true,
                StmtKind::If { branches, orelse } => {
                    pending.extend(tree.list(branches).iter().map(|branch| branch.body));
                    pending.push(orelse);
                }
                StmtKind::Try { body, handlers, orelse, finally, .. } => {
                    pending.extend([body, orelse, finally]);
                    pending.extend(tree.list(handlers).iter().map(|handler| handler.body));
                }
                StmtKind::With { body, .. } => pending.push(body),
                _ => {}
            }
        }
    }
    is_member
}
