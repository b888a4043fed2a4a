//! The strings that document modules, classes and functions.

use super::nodes::{Expr, ExprKind, Stmt, StmtKind};
use super::tree::{Id, List, Tree};

impl Tree {
    /// The string that documents a body: its first statement, when that is a plain string (no bytes, no f-string).
    pub fn docstring(&self, source: &str, body: List<Id<Stmt>>) -> Option<Id<Expr>> {
        self.plain_string(source, *self.list(body).first()?)
    }

    /// The string, if a statement is nothing but a plain one, which does nothing.
    pub fn plain_string(&self, source: &str, stmt: Id<Stmt>) -> Option<Id<Expr>> {
        let StmtKind::Expr { value } = self[stmt].kind else { return None };
        let ExprKind::String { parts } = self[value].kind else { return None };
        let is_plain = |text: &str| {
            let prefix = text.split(['"', '\'']).next().unwrap_or_default();
            !prefix.contains(['b', 'B', 'f', 'F', 't', 'T'])
        };
        self.list(parts).iter().all(|part| is_plain(part.span.text(source))).then_some(value)
    }
}
