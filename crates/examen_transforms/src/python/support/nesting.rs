//! How deeply CPython lets blocks nest.

use examen_syntax::python::{Id, Node, Stmt, StmtKind};

use crate::python_function::PythonFunction;

/// CPython refuses more than twenty blocks inside one another (`CO_MAXBLOCKS`), also those it makes itself.
const MAX_BLOCKS: usize = 18;

impl PythonFunction<'_> {
    /// Returns whether another block may be put around a statement.
    pub(crate) fn takes_another_block(&self, stmt: Id<Stmt>) -> bool {
        let mut is_deep = false;
        self.tree().walk(stmt.into(), &mut |node| {
            if let Node::Stmt(inner) = node {
                is_deep = is_deep || self.blocks_around(inner) > MAX_BLOCKS;
            }
        });
        !is_deep
    }

    /// Returns whether another block may stand inside a statement of a block.
    pub(crate) fn takes_a_block_inside(&self, stmt: Id<Stmt>) -> bool {
        self.blocks_around(stmt) < MAX_BLOCKS
    }

    /// At most so many blocks CPython counts around and in a statement, not below it.
    fn blocks_around(&self, stmt: Id<Stmt>) -> usize {
        let around = self.model.ancestors(stmt).filter_map(|node| match node {
            Node::Stmt(around) => Some(self.tree()[around].kind),
            _ => None,
        });
        let in_function = around.take_while(|kind| !matches!(kind, StmtKind::Function(_) | StmtKind::Class(_)));
        std::iter::once(self.tree()[stmt].kind).chain(in_function).map(blocks).sum()
    }
}

/// At most so many blocks CPython counts for a statement around those in it.
fn blocks(kind: StmtKind) -> usize {
    match kind {
        StmtKind::For { .. } | StmtKind::While { .. } => 1,
        StmtKind::With { items, .. } => items.len(),
        // The statement itself, `finally`, and the name of an exception.
        StmtKind::Try { .. } => 3,
        _ => 0,
    }
}
