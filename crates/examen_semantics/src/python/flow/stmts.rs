//! The order in which statements are executed.

use examen_syntax::python::{
    Alias, Branch, Class, Expr, ExprKind, Function, Id, List, Name, Parameter, Stmt, StmtKind, WithItem,
};

use super::Event;
use super::build::{Builder, Frame, Leave};
use super::constraint::{Constraint, literal_truth};
use super::draft::Label;
use super::known_names::is_guaranteed_module;
use crate::python::model::ScopeKind;

impl Builder<'_, '_> {
    pub(super) fn stmts(&mut self, list: List<Id<Stmt>>) {
        for &stmt in self.tree.list(list) {
            if self.current.is_none() {
                return;
            }
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, id: Id<Stmt>) {
        self.emit(Event::Stmt(id));
        let tree = self.tree;
        match tree[id].kind {
            StmtKind::AnnAssign { target, annotation, value } => self.annotated(target, annotation, value),
            StmtKind::Assert { test, message } => self.assert(test, message),
            StmtKind::Assign { targets, value } => self.assign(targets, value),
            StmtKind::AugAssign { target, value, .. } => self.augmented(target, value),
            StmtKind::Break => self.leave(Leave::Break),
            StmtKind::Class(class) => self.class(class),
            StmtKind::Continue => self.leave(Leave::Continue),
            StmtKind::Delete { targets } => self.targets(targets),
            StmtKind::Exec { code, globals, locals } => self.exec(code, globals, locals),
            StmtKind::Expr { value } => self.expr(value),
            StmtKind::For { target, iter, body, orelse, .. } => {
                self.expr(iter);
                let (head, first, end) = (self.label(), self.label(), self.label());
                self.start_loop(head);
                self.may_raise();
                self.fork(first, end);
                self.start(first);
                self.target(target);
                self.loop_body(head, body, orelse, end);
            }
            StmtKind::Function(function) => self.function(function),
            StmtKind::If { branches, orelse } => self.if_stmt(branches, orelse),
            StmtKind::Import { names } => self.import(names),
            StmtKind::ImportFrom { module, names, .. } => self.import_from(module, names),
            StmtKind::Match { subject, cases } => self.match_stmt(subject, cases),
            StmtKind::Print { destination, values, .. } => {
                self.exprs(destination);
                self.exprs(tree.list(values).iter().copied());
            }
            StmtKind::Raise { exception, cause, value, traceback } => {
                self.exprs([exception, value, traceback, cause].into_iter().flatten());
                self.raise();
            }
            StmtKind::Return { value } => {
                self.exprs(value);
                self.leave(Leave::Return);
            }
            StmtKind::Try { is_star, body, handlers, orelse, finally } => {
                self.try_stmt(is_star, body, handlers, orelse, finally);
            }
            StmtKind::TypeAlias { name, .. } => self.target(name),
            StmtKind::While { test, body, orelse } => {
                let (head, first, end) = (self.label(), self.label(), self.label());
                self.start_loop(head);
                let is_string = matches!(tree[test].kind, ExprKind::String { .. });
                if is_string && literal_truth(self.model, test) == Some(true) {
                    self.jump(first);
                } else {
                    self.condition(test, first, end);
                }
                self.start(first);
                self.loop_body(head, body, orelse, end);
            }
            StmtKind::With { items, body, .. } => {
                for &WithItem { context, target } in tree.list(items) {
                    self.expr(context);
                    if let Some(target) = target {
                        self.target(target);
                    }
                }
                self.stmts(body);
            }
            StmtKind::Error | StmtKind::Global { .. } | StmtKind::Nonlocal { .. } | StmtKind::Pass => {}
        }
    }

    /// From the first block of the body on; `end` is where the loop goes that is not broken off.
    fn loop_body(&mut self, head: Label, body: List<Id<Stmt>>, orelse: List<Id<Stmt>>, end: Label) {
        let after = if orelse.is_empty() { end } else { self.label() };
        self.frames.push(Frame::Loop { break_to: after, continue_to: head });
        self.stmts(body);
        self.frames.pop();
        self.jump(head);
        self.start(end);
        if !orelse.is_empty() {
            self.stmts(orelse);
            self.jump(after);
            self.start(after);
        }
    }

    fn if_stmt(&mut self, branches: List<Branch>, orelse: List<Id<Stmt>>) {
        let after = self.label();
        let count = branches.len();
        for (at, id) in self.tree.ids(branches).enumerate() {
            if at > 0 {
                self.emit(Event::Elif(id));
            }
            let Branch { test, body, .. } = self.tree[id];
            let is_last = at + 1 == count && orelse.is_empty();
            let (yes, no) = (self.label(), if is_last { after } else { self.label() });
            self.condition(test, yes, no);
            self.start(yes);
            self.stmts(body);
            self.jump(after);
            if !is_last {
                self.start(no);
            }
            if self.current.is_none() {
                break;
            }
        }
        self.stmts(orelse);
        self.jump(after);
        self.start(after);
    }

    fn assert(&mut self, test: Id<Expr>, message: Option<Id<Expr>>) {
        match literal_truth(self.model, test) {
            Some(true) => self.expr(test),
            Some(false) => {
                self.expr(test);
                self.exprs(message);
                self.raise();
            }
            None => {
                let (holds, fails) = (self.label(), self.label());
                self.condition(test, holds, fails);
                self.start(fails);
                self.exprs(message);
                self.raise();
                self.start(holds);
            }
        }
    }

    fn assign(&mut self, targets: List<Id<Expr>>, value: Id<Expr>) {
        self.expr(value);
        let targets = self.tree.list(targets);
        let count = self.elements(value).map(List::len);
        // `a, b = c, d` cannot fail to unpack.
        let is_safe = count.is_some_and(|count| count > 0)
            && targets.iter().all(|&target| self.elements(target).map(List::len) == count);
        for &target in targets {
            match self.elements(target).filter(|_| is_safe) {
                Some(elements) => self.targets(elements),
                None => self.target(target),
            }
            if matches!(self.tree[target].kind, ExprKind::Name { .. }) {
                self.note_constant(value);
            }
        }
    }

    fn elements(&self, expr: Id<Expr>) -> Option<List<Id<Expr>>> {
        match self.tree[expr].kind {
            ExprKind::Tuple { elements, .. } | ExprKind::List { elements, .. } => Some(elements),
            _ => None,
        }
    }

    fn annotated(&mut self, target: Id<Expr>, annotation: Id<Expr>, value: Option<Id<Expr>>) {
        self.exprs(value);
        // `x: int` alone gives `x` no value.
        if value.is_some() || !matches!(self.tree[target].kind, ExprKind::Name { .. }) {
            self.target(target);
        }
        // PEP 526: annotations of local variables are not evaluated.
        if !matches!(self.model[self.scope].kind, ScopeKind::Function(_)) {
            self.expr(annotation);
        }
    }

    fn augmented(&mut self, target: Id<Expr>, value: Id<Expr>) {
        self.expr(target);
        self.expr(value);
        self.may_raise();
        match self.tree[target].kind {
            ExprKind::Name { .. } => {
                self.target(target);
                self.name_may_raise(target);
            }
            _ => self.may_raise(),
        }
    }

    fn exec(&mut self, code: Id<Expr>, globals: Option<Id<Expr>>, locals: Option<Id<Expr>>) {
        self.exprs([Some(code), globals, locals].into_iter().flatten());
        // `exec "raise E, v, t"` is how code for both versions raises with a traceback.
        let text = self.model.text(self.tree[code].span);
        let is_raise = matches!(self.tree[code].kind, ExprKind::String { .. })
            && text
                .trim_start_matches(|c: char| c.is_alphabetic())
                .trim_start_matches(['"', '\''])
                .starts_with("raise ");
        if is_raise { self.raise() } else { self.may_raise() }
    }

    fn function(&mut self, id: Id<Function>) {
        let function = self.tree[id];
        self.exprs(self.tree.list(function.decorators).iter().copied());
        self.exprs(self.tree.list(function.parameters).iter().filter_map(|parameter| parameter.default));
        if function.type_parameters.is_empty() {
            self.annotations(function.parameters, function.returns);
        }
        if !function.decorators.is_empty() {
            self.may_raise();
        }
        self.emit(Event::Define(self.model.function_definition(id)));
    }

    pub(super) fn annotations(&mut self, parameters: List<Parameter>, returns: Option<Id<Expr>>) {
        self.exprs(self.tree.list(parameters).iter().filter_map(|parameter| parameter.annotation));
        self.exprs(returns);
    }

    fn class(&mut self, id: Id<Class>) {
        let class = self.tree[id];
        self.exprs(self.tree.list(class.decorators).iter().copied());
        self.exprs(self.tree.list(class.bases).iter().copied());
        self.exprs(self.tree.list(class.keywords).iter().map(|keyword| keyword.value));
        self.may_raise();
        self.emit(Event::Define(self.model.class_definition(id)));
    }

    fn import(&mut self, names: List<Alias>) {
        for id in self.tree.ids(names) {
            if !is_guaranteed_module(self.tree[id].name.text(self.model.source)) {
                self.may_raise();
            }
            if let Some(definition) = self.model.alias_definition(id) {
                self.emit(Event::Define(definition));
                // A module is true.
                self.note_constraint(Constraint::Truth(true));
            }
        }
    }

    fn import_from(&mut self, module: Option<Name>, names: List<Alias>) {
        for id in self.tree.ids(names) {
            match self.model.alias_definition(id) {
                Some(definition) => {
                    self.may_raise();
                    self.emit(Event::Define(definition));
                }
                None if module.is_some_and(|module| is_guaranteed_module(module.text(self.model.source))) => {}
                None => self.may_raise(),
            }
        }
    }
}
