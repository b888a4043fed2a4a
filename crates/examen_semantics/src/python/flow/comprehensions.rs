//! Comprehensions: loops in a scope of their own, but for the first iterable.

use examen_syntax::python::{Comprehension, Expr, ExprKind, Id, List, Node};

use super::Event;
use super::build::Builder;
use crate::python::model::{DefinitionKind, Model, Version};

/// Whether some comprehension assigns to a name of the scope around it.
pub(super) fn has_leaks(model: &Model<'_>) -> bool {
    model.definitions().any(|(_, definition)| match definition.kind {
        DefinitionKind::Named { value, .. } => model.scope_of_expr(value) != definition.scope,
        _ => false,
    })
}

impl Builder<'_, '_> {
    /// A comprehension as a value.
    pub(super) fn comprehension(&mut self, id: Id<Expr>, clauses: List<Comprehension>) {
        let is_list = matches!(self.tree[id].kind, ExprKind::ListComprehension { .. });
        if is_list && self.model.version == Version::Python2 {
            self.comprehension_body(id, true);
        } else {
            self.exprs(self.tree.list(clauses).first().map(|clause| clause.iter));
        }
        self.evaluated(id);
        self.leaks(id);
    }

    /// The loops of a comprehension and what they make; `with_first` when the first iterable is evaluated here too.
    pub(super) fn comprehension_body(&mut self, expr: Id<Expr>, with_first: bool) {
        match self.tree[expr].kind {
            ExprKind::DictComprehension { key, value, clauses } => {
                self.clauses(self.tree.list(clauses), [Some(key), Some(value)], with_first);
            }
            ExprKind::Generator { element, clauses }
            | ExprKind::ListComprehension { element, clauses }
            | ExprKind::SetComprehension { element, clauses } => {
                self.clauses(self.tree.list(clauses), [Some(element), None], with_first);
            }
            _ => {}
        }
    }

    /// Each clause is a loop in the one before. There may be a hundred thousand, so that nothing calls itself here.
    fn clauses(&mut self, clauses: &[Comprehension], elements: [Option<Id<Expr>>; 2], with_first: bool) {
        let mut loops = Vec::new();
        let mut is_reached = true;
        for (at, clause) in clauses.iter().enumerate() {
            if at > 0 || with_first {
                self.expr(clause.iter);
            }
            let (head, body, after) = (self.label(), self.label(), self.label());
            self.start_loop(head);
            self.may_raise();
            self.fork(body, after);
            self.start(body);
            self.target(clause.target);
            for &condition in self.tree.list(clause.conditions) {
                let next = self.label();
                self.condition(condition, next, head);
                self.start(next);
            }
            loops.push((head, after));
            is_reached = self.current.is_some();
            if !is_reached {
                break;
            }
        }
        if is_reached {
            self.exprs(elements.into_iter().flatten());
        }
        for (head, after) in loops.into_iter().rev() {
            if is_reached {
                self.jump(head);
            }
            // Only the innermost loop can have an end that is never reached.
            is_reached = true;
            self.start(after);
        }
    }

    /// Names that the comprehension assigns with `:=`, if it is run at all.
    fn leaks(&mut self, expr: Id<Expr>) {
        if !self.has_leaks {
            return;
        }
        let mut found = Vec::new();
        self.tree.walk(expr.into(), &mut |node| {
            let Node::Expr(inner) = node else { return };
            if let ExprKind::Named { target, .. } = self.tree[inner].kind {
                let definition = self.model.definition_at(target);
                found.extend(definition.filter(|&definition| self.model[definition].scope == self.scope));
            }
        });
        if found.is_empty() {
            return;
        }
        let (body, after) = (self.label(), self.label());
        self.fork(body, after);
        self.start(body);
        for definition in found {
            self.emit(Event::Define(definition));
        }
        self.jump(after);
        self.start(after);
    }
}
