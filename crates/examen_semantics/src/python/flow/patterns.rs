//! `match`: cases are tried one after the other.

use examen_syntax::python::{Case, Expr, Id, List, Node, Pattern, PatternKind};

use super::Event;
use super::build::Builder;

impl Builder<'_, '_> {
    pub(super) fn match_stmt(&mut self, subject: Id<Expr>, cases: List<Case>) {
        self.expr(subject);
        let after = self.label();
        for id in self.tree.ids(cases) {
            let Case { pattern, guard, body, .. } = self.tree[id];
            self.emit(Event::Case(id));
            self.pattern_exprs(pattern);
            let next = self.label();
            if !self.is_irrefutable(pattern) {
                let fits = self.label();
                self.fork(fits, next);
                self.start(fits);
            }
            self.captures(pattern);
            if let Some(guard) = guard {
                let holds = self.label();
                self.condition(guard, holds, next);
                self.start(holds);
            }
            self.stmts(body);
            self.jump(after);
            self.start(next);
            if self.current.is_none() {
                break;
            }
        }
        self.jump(after);
        self.start(after);
    }

    /// Classes, keys and values that the pattern compares with.
    fn pattern_exprs(&mut self, id: Id<Pattern>) {
        let tree = self.tree;
        tree.children(id.into(), &mut |child| match child {
            Node::Expr(expr) => self.expr(expr),
            Node::Pattern(inner) => self.pattern_exprs(inner),
            Node::Stmt(_) => {}
        });
    }

    /// The names that a pattern that fits gives values to.
    fn captures(&mut self, id: Id<Pattern>) {
        let tree = self.tree;
        match tree[id].kind {
            PatternKind::Or { patterns } if self.has_captures(id) => {
                let after = self.label();
                let labels: Vec<_> = tree.list(patterns).iter().map(|_| self.label()).collect();
                for &label in &labels {
                    self.edge(label, super::EdgeKind::Normal);
                }
                self.end_block();
                for (&pattern, label) in tree.list(patterns).iter().zip(labels) {
                    self.start(label);
                    self.captures(pattern);
                    self.jump(after);
                }
                self.start(after);
            }
            _ => tree.children(id.into(), &mut |child| {
                if let Node::Pattern(inner) = child {
                    self.captures(inner);
                }
            }),
        }
        if let Some(definition) = self.model.pattern_definition(id) {
            self.emit(Event::Define(definition));
        }
    }

    fn has_captures(&self, id: Id<Pattern>) -> bool {
        let mut found = self.model.pattern_definition(id).is_some();
        self.tree.children(id.into(), &mut |child| {
            if let Node::Pattern(inner) = child {
                found = found || self.has_captures(inner);
            }
        });
        found
    }

    fn is_irrefutable(&self, id: Id<Pattern>) -> bool {
        match self.tree[id].kind {
            PatternKind::As { pattern, .. } => pattern.is_none_or(|inner| self.is_irrefutable(inner)),
            PatternKind::Or { patterns } => self.tree.list(patterns).iter().any(|&inner| self.is_irrefutable(inner)),
            _ => false,
        }
    }
}
