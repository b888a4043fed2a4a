//! The one walk over the tree: patterns of `match` statements.

use examen_syntax::python::{Id, Node, Pattern, PatternKind};

use super::statements::Walk;

impl Walk<'_> {
    pub(super) fn pattern(&mut self, id: Id<Pattern>, level: u32) {
        self.reach(level);
        let tree = self.tree;
        if let PatternKind::As { name: Some(name), .. }
        | PatternKind::Star { name: Some(name) }
        | PatternKind::Mapping { rest: Some(name), .. } = tree[id].kind
        {
            self.bind(name.span);
        }
        tree.children(id.into(), &mut |child| match child {
            Node::Pattern(pattern) => self.pattern(pattern, level + 1),
            Node::Expr(expr) => {
                self.plain(expr, level + 1);
            }
            Node::Stmt(_) => {}
        });
    }

    /// Whether the pattern is `_` or a mere name.
    pub(super) fn takes_anything(&self, id: Id<Pattern>) -> bool {
        matches!(self.tree[id].kind, PatternKind::As { pattern: None, .. })
    }
}
