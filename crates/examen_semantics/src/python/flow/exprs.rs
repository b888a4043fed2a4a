//! The order in which expressions are evaluated, and which of them may raise.

use examen_syntax::python::{BoolOp, CompareOp, Comparison, Context, DictItem, Expr, ExprKind, Id, List, UnaryOp};

use super::build::Builder;
use super::constraint::{Constraint, constant, truth};
use super::draft::{Label, Test};
use super::known_names::is_always_built_in;
use super::{EdgeKind, Event};

impl Builder<'_, '_> {
    pub(super) fn exprs(&mut self, exprs: impl IntoIterator<Item = Id<Expr>>) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    /// Evaluates an expression for its value.
    pub(super) fn expr(&mut self, id: Id<Expr>) {
        if self.current.is_none() {
            return;
        }
        let tree = self.tree;
        match tree[id].kind {
            ExprKind::Name { .. } => {
                self.emit(Event::Use(id));
                self.name_may_raise(id);
            }
            ExprKind::Attribute { value, .. } | ExprKind::Await { value } | ExprKind::YieldFrom { value } => {
                self.expr(value);
                self.evaluated(id);
            }
            ExprKind::Yield { value } => {
                self.exprs(value);
                self.evaluated(id);
            }
            ExprKind::Binary { left, right, .. } => {
                self.exprs([left, right]);
                self.may_raise();
            }
            ExprKind::Bool { op, values } => self.bool_value(op, tree.list(values)),
            ExprKind::Call { function, arguments, keywords } => {
                self.expr(function);
                self.exprs(tree.list(arguments).iter().copied());
                self.exprs(tree.list(keywords).iter().map(|keyword| keyword.value));
                self.evaluated(id);
            }
            ExprKind::Compare { left, rest } => self.compare(id, left, tree.list(rest)),
            ExprKind::Conditional { test, body, orelse } => self.conditional(test, body, orelse),
            ExprKind::Dict { items } => {
                for &DictItem { key, value } in tree.list(items) {
                    self.exprs(key);
                    self.expr(value);
                    if key.is_none() {
                        self.may_raise();
                    }
                }
            }
            ExprKind::DictComprehension { clauses, .. }
            | ExprKind::Generator { clauses, .. }
            | ExprKind::ListComprehension { clauses, .. }
            | ExprKind::SetComprehension { clauses, .. } => self.comprehension(id, clauses),
            ExprKind::Lambda { parameters, .. } => {
                self.exprs(tree.list(parameters).iter().filter_map(|parameter| parameter.default));
                self.emit(Event::Expr(id));
            }
            ExprKind::List { elements, .. } | ExprKind::Tuple { elements, .. } => self.list(elements),
            ExprKind::Set { elements } => {
                self.list(elements);
                self.may_raise();
            }
            ExprKind::Named { target, value } => {
                self.expr(value);
                self.target(target);
            }
            ExprKind::Repr { value } => self.expr(value),
            ExprKind::Slice { lower, upper, step } => self.exprs([lower, upper, step].into_iter().flatten()),
            ExprKind::Starred { value, .. } => {
                self.expr(value);
                self.may_raise();
            }
            ExprKind::String { parts } => {
                for part in tree.list(parts) {
                    self.list(part.interpolations);
                    if !part.interpolations.is_empty() {
                        self.may_raise();
                    }
                }
            }
            ExprKind::Subscript { value, index, .. } => {
                self.exprs([value, index]);
                self.evaluated(id);
            }
            ExprKind::Unary { operand, .. } => self.expr(operand),
            ExprKind::Ellipsis
            | ExprKind::Error
            | ExprKind::False
            | ExprKind::None
            | ExprKind::Number
            | ExprKind::True => {}
        }
    }

    fn compare(&mut self, id: Id<Expr>, left: Id<Expr>, rest: &[Comparison]) {
        self.expr(left);
        self.exprs(rest.iter().map(|comparison| comparison.right));
        self.emit(Event::Expr(id));
        let is_safe = |op| matches!(op, CompareOp::Is | CompareOp::IsNot | CompareOp::Equal | CompareOp::NotEqual);
        if !rest.first().is_some_and(|comparison| is_safe(comparison.op)) {
            self.may_raise();
        }
    }

    fn conditional(&mut self, test: Id<Expr>, body: Id<Expr>, orelse: Id<Expr>) {
        let (yes, no, after) = (self.label(), self.label(), self.label());
        self.condition(test, yes, no);
        for (label, value) in [(yes, body), (no, orelse)] {
            self.start(label);
            self.expr(value);
            self.jump(after);
        }
        self.start(after);
    }

    /// Stores to a target, or deletes it.
    pub(super) fn target(&mut self, id: Id<Expr>) {
        match self.tree[id].kind {
            ExprKind::Name { context } => {
                if let Some(definition) = self.model.definition_at(id) {
                    self.emit(Event::Define(definition));
                }
                if context == Context::Delete {
                    self.name_may_raise(id);
                }
            }
            ExprKind::Tuple { elements, .. } | ExprKind::List { elements, .. } => {
                self.may_raise();
                self.targets(elements);
            }
            ExprKind::Starred { value, .. } => {
                self.target(value);
                self.may_raise();
            }
            _ => self.expr(id),
        }
    }

    pub(super) fn targets(&mut self, targets: List<Id<Expr>>) {
        for &target in self.tree.list(targets) {
            self.target(target);
        }
    }

    /// Evaluates an expression for its truth, and goes to one of two labels.
    pub(super) fn condition(&mut self, id: Id<Expr>, yes: Label, no: Label) {
        match self.tree[id].kind {
            ExprKind::Unary { op: UnaryOp::Not, operand } => self.condition(operand, no, yes),
            ExprKind::Bool { op, values } => {
                let Some((&last, others)) = self.tree.list(values).split_last() else { return self.end_block() };
                for &value in others {
                    self.short_circuit(op, value, yes, no);
                }
                if self.current.is_some() {
                    self.condition(last, yes, no);
                }
            }
            _ => {
                self.expr(id);
                self.branch(id, yes, no);
            }
        }
    }

    /// An operand but the last: it decides, or evaluation goes on.
    fn short_circuit(&mut self, op: BoolOp, value: Id<Expr>, yes: Label, no: Label) {
        if self.current.is_none() {
            return;
        }
        let next = self.label();
        match op {
            BoolOp::And => self.condition(value, next, no),
            BoolOp::Or => self.condition(value, yes, next),
        }
        self.start(next);
    }

    fn bool_value(&mut self, op: BoolOp, values: &[Id<Expr>]) {
        let Some((&last, others)) = values.split_last() else { return };
        let after = self.label();
        for &value in others {
            self.short_circuit(op, value, after, after);
        }
        self.expr(last);
        self.jump(after);
        self.start(after);
    }

    /// Ends the block with a test that has been evaluated.
    pub(super) fn branch(&mut self, test: Id<Expr>, yes: Label, no: Label) {
        let Some(block) = self.current else { return };
        self.draft.blocks[block as usize].branch = Some(test);
        let truth = truth(self.model, test);
        if truth != Some(false) {
            self.edge(yes, EdgeKind::True);
        }
        if truth != Some(true) {
            self.edge(no, EdgeKind::False);
        }
        self.note_test(block, test);
        self.end_block();
    }

    /// Notes what a test tells about a variable of the scope.
    fn note_test(&mut self, block: u32, test: Id<Expr>) {
        let last = self.flow.events.len() as u32;
        let (name, event, constraint) = match self.tree[test].kind {
            ExprKind::Name { .. } => (test, last - 1, Constraint::Truth(true)),
            ExprKind::Compare { left, rest } => {
                let &[comparison] = self.tree.list(rest) else { return };
                let ExprKind::Name { .. } = self.tree[left].kind else { return };
                let Some(constraint) = Constraint::of_comparison(self.model, comparison) else { return };
                // Constants leave no event, so the name's is the last but the comparison's own.
                (left, last - 2, constraint)
            }
            _ => return,
        };
        let Some(variable) = self.model.variable_of(name) else { return };
        if self.model[variable].scope == self.scope && !self.model[variable].is_declared {
            self.draft.tests.push(Test { block, event, constraint });
        }
    }

    /// Notes that the definition just made is of a value with known truth.
    pub(super) fn note_constant(&mut self, value: Id<Expr>) {
        if let Some(constraint) = constant(self.model, value) {
            self.note_constraint(constraint);
        }
    }

    pub(super) fn note_constraint(&mut self, constraint: Constraint) {
        self.draft.constants.push((self.flow.events.len() as u32 - 1, constraint));
    }

    fn list(&mut self, list: List<Id<Expr>>) {
        self.exprs(self.tree.list(list).iter().copied());
    }

    pub(super) fn evaluated(&mut self, id: Id<Expr>) {
        if self.current.is_some() {
            self.emit(Event::Expr(id));
            self.may_raise();
        }
    }

    /// Local names are taken to be there unless someone handles `NameError`: more edges would tell little.
    pub(super) fn name_may_raise(&mut self, name: Id<Expr>) {
        if self.catch.is_none() {
            return;
        }
        let module = self.model.module_scope();
        let is_global = self.scope == module
            || self.model.variable_of(name).is_some_and(|variable| self.model[variable].scope == module);
        let raises = if is_global {
            !is_always_built_in(self.model.text(self.tree[name].span))
        } else {
            self.catches_name_errors
        };
        if raises {
            self.may_raise();
        }
    }
}
