//! Which exceptions leave a function.

use examen_syntax::python::{Expr, ExprKind, Function, Handler, Id, List, Node, Stmt, StmtKind};

use super::file::{FileId, SemanticFile};
use super::model::{Model, Version};
use super::value::{At, ClassRef, FunctionRef, Value};

/// How many functions are looked into for one.
const MAX_FUNCTIONS: usize = 100;

impl SemanticFile<'_> {
    /// The classes that a `raise` statement may raise, by themselves or as the class of an object, exceptions or not.
    pub fn raised_classes(&self, file: FileId, stmt: Id<Stmt>) -> Vec<ClassRef> {
        let model = self.model_of(file);
        let StmtKind::Raise { exception: Some(exception), .. } = model.tree[stmt].kind else {
            return Vec::new();
        };
        if !self.is_executed(file, model.scope_of_stmt(stmt)) || !self.flow_of(file).is_reachable(stmt) {
            return Vec::new();
        }
        let values = self.values_at(At { file, expr: raised(model, exception) });
        let class = |value| match value {
            Value::Class(class) => Some(class),
            _ => None,
        };
        let classes: Vec<ClassRef> = values.iter().filter_map(class).collect();
        if !classes.is_empty() {
            return classes;
        }
        let mut classes: Vec<ClassRef> = values.iter().filter_map(|value| self.class_of_value(value)).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// The exceptions that may leave a function, as far as they are known, those of the functions it calls included.
    /// A subscript may raise `LookupError`, an import `ImportError`, `read` and `write` `IOError`.
    pub fn exceptions_of(&self, file: FileId, function: Id<Function>) -> Vec<ClassRef> {
        let mut found = Vec::new();
        self.add_exceptions(file, function, &mut Vec::new(), &mut found);
        found.sort_unstable();
        found.dedup();
        found
    }

    fn add_exceptions(
        &self,
        file: FileId,
        function: Id<Function>,
        seen: &mut Vec<(FileId, Id<Function>)>,
        found: &mut Vec<ClassRef>,
    ) {
        if seen.len() >= MAX_FUNCTIONS || seen.contains(&(file, function)) {
            return;
        }
        seen.push((file, function));
        let model = self.model_of(file);
        let tree = model.tree;
        let flow = self.flow_of(file);
        let mut sites = Vec::new();
        model.visit_body(function, &mut |node| match node {
            Node::Stmt(stmt) => match tree[stmt].kind {
                StmtKind::Raise { .. } | StmtKind::Import { .. } | StmtKind::ImportFrom { .. }
                    if flow.is_reachable(stmt) =>
                {
                    sites.push(node);
                }
                _ => {}
            },
            Node::Expr(expr) => {
                if matches!(tree[expr].kind, ExprKind::Subscript { .. } | ExprKind::Call { .. }) {
                    sites.push(node);
                }
            }
            Node::Pattern(_) => {}
        });
        for site in sites {
            let mut here = Vec::new();
            match site {
                Node::Stmt(stmt) if matches!(tree[stmt].kind, StmtKind::Raise { .. }) => {
                    here = self.raised_classes(file, stmt);
                    here.retain(|&class| self.descends_from(class, "BaseException"));
                }
                Node::Stmt(_) => here.extend(self.built_in_class("ImportError")),
                Node::Expr(expr) => match tree[expr].kind {
                    ExprKind::Call { function, .. } => self.add_exceptions_of_call(file, function, seen, &mut here),
                    _ if handlers_around(model, site).next().is_none() => {
                        here.extend(self.built_in_class("LookupError"));
                    }
                    _ => {}
                },
                Node::Pattern(_) => {}
            }
            here.retain(|&class| !handlers_around(model, site).any(|handlers| self.handles(file, handlers, class)));
            found.append(&mut here);
        }
    }

    fn add_exceptions_of_call(
        &self,
        file: FileId,
        callee: Id<Expr>,
        seen: &mut Vec<(FileId, Id<Function>)>,
        found: &mut Vec<ClassRef>,
    ) {
        let model = self.model_of(file);
        if let ExprKind::Attribute { name, .. } = model.tree[callee].kind
            && matches!(name.text(model.source), "read" | "write")
        {
            found.extend(self.built_in_class(if model.version == Version::Python2 { "IOError" } else { "OSError" }));
        }
        for value in self.values_at(At { file, expr: callee }).iter() {
            if let Value::Function(FunctionRef::Defined(file, function))
            | Value::Method(FunctionRef::Defined(file, function), _) = value
            {
                self.add_exceptions(file, function, seen, found);
            }
        }
    }

    /// Whether some clause catches exceptions of a class.
    fn handles(&self, file: FileId, handlers: List<Handler>, class: ClassRef) -> bool {
        let tree = self.model_of(file).tree;
        tree.list(handlers).iter().any(|handler| {
            let Some(caught) = handler.exception else {
                return true;
            };
            let caught = match &tree[caught].kind {
                ExprKind::Tuple { elements, .. } => tree.list(*elements),
                _ => std::slice::from_ref(&caught),
            };
            let values = caught.iter().flat_map(|&expr| self.values_at(At { file, expr }).as_slice().to_vec());
            values.into_iter().any(|value| matches!(value, Value::Class(caught) if self.is_subclass(class, caught)))
        })
    }
}

/// What is raised: of Python 2's `raise (E, value)` the first element.
fn raised(model: &Model<'_>, exception: Id<Expr>) -> Id<Expr> {
    match model.tree[exception].kind {
        ExprKind::Tuple { elements, .. } if model.version == Version::Python2 => {
            model.tree.list(elements).first().copied().unwrap_or(exception)
        }
        _ => exception,
    }
}

/// The clauses of the `try` statements whose body a node lies in, up to the function.
fn handlers_around<'m>(model: &'m Model<'_>, node: Node) -> impl Iterator<Item = List<Handler>> + 'm {
    let mut below = node;
    let mut is_over = false;
    model.ancestors(node).filter_map(move |around| {
        let inside = std::mem::replace(&mut below, around);
        let Node::Stmt(stmt) = around else {
            return None;
        };
        match model.tree[stmt].kind {
            StmtKind::Function(_) => is_over = true,
            StmtKind::Try { body, handlers, .. } if !is_over && !handlers.is_empty() => {
                let is_in_body = model.tree.list(body).iter().any(|&stmt| Node::Stmt(stmt) == inside);
                return is_in_body.then_some(handlers);
            }
            _ => {}
        }
        None
    })
}
