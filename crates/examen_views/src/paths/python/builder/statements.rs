//! Statements.

use examen_syntax::python::{Branch, Handler, Id, List, Stmt, StmtKind, WithItem};

use super::expressions::operator;
use super::{Builder, BuiltFunction};

impl Builder<'_> {
    pub(super) fn statement(&mut self, parent: usize, id: Id<Stmt>) {
        match self.python[id].kind {
            StmtKind::Function(function) => {
                let function = &self.python[function];
                let label = if function.is_async { "AsyncFunctionDef" } else { "FunctionDef" };
                let node = self.tree.open(parent, label);
                let span = self.python[id].span;
                self.functions.push(BuiltFunction { node, name: function.name.span, span });
                self.arguments(node, function.parameters);
                self.block(node, "body", function.body);
                self.expression_list(node, "decorator_list", self.python.list(function.decorators).iter().copied());
                self.tree.close(node);
            }
            StmtKind::Class(class) => {
                let class = &self.python[class];
                let node = self.tree.open(parent, "ClassDef");
                let bases = self.python.list(class.bases).iter().copied();
                self.expression_list(node, "bases", bases);
                self.keywords(node, class.keywords);
                self.block(node, "body", class.body);
                self.expression_list(node, "decorator_list", self.python.list(class.decorators).iter().copied());
                self.tree.close(node);
            }
            StmtKind::For { is_async, target, iter, body, orelse } => {
                let node = self.tree.open(parent, if is_async { "AsyncFor" } else { "For" });
                self.expression(node, target);
                self.expression(node, iter);
                self.body_and_else(node, body, orelse);
                self.tree.close(node);
            }
            StmtKind::While { test, body, orelse } => {
                let node = self.tree.open(parent, "While");
                self.expression(node, test);
                self.body_and_else(node, body, orelse);
                self.tree.close(node);
            }
            StmtKind::If { branches, orelse } => self.branches(parent, self.python.list(branches), orelse),
            StmtKind::With { is_async, items, body } => {
                self.with(parent, if is_async { "AsyncWith" } else { "With" }, self.python.list(items), body);
            }
            StmtKind::Try { is_star, body, handlers, orelse, finally } => {
                let except = if is_star { "TryStar" } else { "TryExcept" };
                self.try_statement(parent, except, body, handlers, orelse, finally);
            }
            StmtKind::Match { subject, cases } => {
                let node = self.tree.open(parent, "Match");
                self.expression(node, subject);
                for case in self.python.list(cases) {
                    let inner = self.tree.open(node, "match_case");
                    self.pattern(inner, case.pattern);
                    if let Some(guard) = case.guard {
                        self.expression(inner, guard);
                    }
                    self.block(inner, "body", case.body);
                    self.tree.close(inner);
                }
                self.tree.close(node);
            }
            _ => self.simple_statement(parent, id),
        }
    }

    fn simple_statement(&mut self, parent: usize, id: Id<Stmt>) {
        let list = |list| self.python.list(list).to_vec();
        match self.python[id].kind {
            StmtKind::AnnAssign { target, value, .. } => {
                self.node(parent, "AnnAssign", [Some(target), value].into_iter().flatten());
            }
            StmtKind::Assert { test, message } => {
                self.node(parent, "Assert", [Some(test), message].into_iter().flatten());
            }
            StmtKind::Assign { targets, value } => {
                self.node(parent, "Assign", list(targets).into_iter().chain([value]));
            }
            StmtKind::AugAssign { target, op, value } => {
                self.node(parent, format!("AugAssign{}", operator(op)), [target, value]);
            }
            StmtKind::Delete { targets } => self.node(parent, "Delete", list(targets)),
            StmtKind::Exec { code, globals, locals } => {
                self.node(parent, "Exec", [Some(code), globals, locals].into_iter().flatten());
            }
            StmtKind::Expr { value } => self.node(parent, "Expr", [value]),
            StmtKind::Print { destination, values, .. } => {
                self.node(parent, "Print", destination.into_iter().chain(list(values)));
            }
            StmtKind::Raise { exception, cause, value, traceback } => {
                self.node(parent, "Raise", [exception, value, traceback, cause].into_iter().flatten());
            }
            StmtKind::Return { value } => self.node(parent, "Return", value),
            StmtKind::TypeAlias { name, value, .. } => self.node(parent, "TypeAlias", [name, value]),
            // What is left has nothing below it that is a terminal.
            _ => {}
        }
    }

    fn body_and_else(&mut self, node: usize, body: List<Id<Stmt>>, orelse: List<Id<Stmt>>) {
        self.block(node, "body", body);
        if !orelse.is_empty() {
            self.block(node, "orelse", orelse);
        }
    }

    /// An `elif` is an `if` in the `else`. There may be a hundred thousand, so that nothing calls itself here.
    fn branches(&mut self, parent: usize, branches: &[Branch], orelse: List<Id<Stmt>>) {
        let mut open = Vec::with_capacity(2 * branches.len());
        let mut above = parent;
        for (at, branch) in branches.iter().enumerate() {
            if at > 0 {
                above = self.tree.open(above, "orelse");
                open.push(above);
            }
            above = self.tree.open(above, "If");
            open.push(above);
            self.expression(above, branch.test);
            self.block(above, "body", branch.body);
        }
        if !branches.is_empty() && !orelse.is_empty() {
            self.block(above, "orelse", orelse);
        }
        open.into_iter().rev().for_each(|node| self.tree.close(node));
    }

    /// Each manager is a `with` in that of the one before it.
    fn with(&mut self, parent: usize, label: &'static str, items: &[WithItem], body: List<Id<Stmt>>) {
        let mut open = Vec::with_capacity(2 * items.len());
        let mut above = parent;
        for item in items {
            let node = self.tree.open(above, label);
            self.expression(node, item.context);
            if let Some(target) = item.target {
                self.expression(node, target);
            }
            above = self.tree.open(node, "body");
            open.extend([node, above]);
        }
        if !items.is_empty() {
            self.statements(above, body);
        }
        open.into_iter().rev().for_each(|node| self.tree.close(node));
    }

    /// `finally` is a statement around the one with the handlers.
    fn try_statement(
        &mut self,
        parent: usize,
        except: &'static str,
        body: List<Id<Stmt>>,
        handlers: List<Handler>,
        orelse: List<Id<Stmt>>,
        finally: List<Id<Stmt>>,
    ) {
        if finally.is_empty() {
            return self.handled(parent, except, body, handlers, orelse);
        }
        let node = self.tree.open(parent, "TryFinally");
        if handlers.is_empty() {
            self.block(node, "body", body);
        } else {
            let block = self.tree.open(node, "body");
            self.handled(block, except, body, handlers, orelse);
            self.tree.close(block);
        }
        self.block(node, "finalbody", finally);
        self.tree.close(node);
    }

    fn handled(
        &mut self,
        parent: usize,
        except: &'static str,
        body: List<Id<Stmt>>,
        handlers: List<Handler>,
        orelse: List<Id<Stmt>>,
    ) {
        let node = self.tree.open(parent, except);
        self.block(node, "body", body);
        let list = self.tree.open(node, "handlers");
        for handler in self.python.list(handlers) {
            let inner = self.tree.open(list, "ExceptHandler");
            if let Some(exception) = handler.exception {
                self.expression_list(inner, "type", std::iter::once(exception));
            }
            if let Some(target) = handler.target {
                self.expression_list(inner, "name", std::iter::once(target));
            }
            self.block(inner, "body", handler.body);
            self.tree.close(inner);
        }
        self.tree.close(list);
        if !orelse.is_empty() {
            self.block(node, "orelse", orelse);
        }
        self.tree.close(node);
    }
}
