//! What the front ends share: the tree under construction, the depth limit, and header spans.

use super::nodes::{Expr, ExprKind, Stmt, StmtKind};
use super::tree::{Id, Tree};
use super::visit::Node;
use crate::{Diagnostic, DiagnosticKind, Span};

/// Nodes below this depth are left out of the tree, so that whoever walks it may recurse. CPython's own compiler
/// gives up at a similar depth.
pub const MAX_DEPTH: u32 = 1_000;

/// A tree under construction.
pub(super) struct Lowering<'s> {
    pub(super) source: &'s str,
    pub(super) tree: Tree,
    depth: u32,
    too_deep: Option<Span>,
    /// Whether something was seen that only Python 2 accepts.
    pub(super) has_python2_syntax: bool,
}

/// What a front end made of a text.
pub(super) struct Lowered {
    pub(super) tree: Tree,
    pub(super) has_python2_syntax: bool,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'s> Lowering<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        let mut tree = Tree::default();
        // One expression per 8 bytes and one statement per 32 is what real code needs at most.
        tree.exprs.reserve(source.len() / 8);
        tree.stmts.reserve(source.len() / 32);
        Self { source, tree, depth: 0, too_deep: None, has_python2_syntax: false }
    }

    pub(super) fn is_too_deep(&self) -> bool {
        self.too_deep.is_some()
    }

    pub(super) fn finish(self, mut diagnostics: Vec<Diagnostic>) -> Lowered {
        if let Some(span) = self.too_deep {
            let message = format!("nested more than {MAX_DEPTH} levels deep");
            diagnostics.push(Diagnostic::new(DiagnosticKind::TooDeep, span, message));
        }
        Lowered { tree: self.tree, has_python2_syntax: self.has_python2_syntax, diagnostics }
    }

    /// Cuts what lies deeper than the limit out of a tree that was made from its leaves up.
    pub(super) fn prune(&mut self) {
        let mut is_kept = vec![false; self.tree.exprs.len()];
        let mut cut = Vec::new();
        let mut pending: Vec<(Node, u32)> = self.tree.list(self.tree.body).iter().map(|&id| (id.into(), 1)).collect();
        while let Some((node, level)) = pending.pop() {
            if let Node::Expr(id) = node {
                if level > MAX_DEPTH {
                    cut.push(id);
                    continue;
                }
                is_kept[id.index()] = true;
            }
            self.tree.children(node, &mut |child| pending.push((child, level + 1)));
        }
        let Some(&first) = cut.first() else { return };
        self.too_deep.get_or_insert(self.tree[first].span);
        // What is below the cut is in no tree, but whoever goes over all nodes meets it.
        for (expr, is_kept) in self.tree.exprs.iter_mut().zip(is_kept) {
            if !is_kept {
                expr.kind = ExprKind::Error;
            }
        }
    }

    pub(super) fn add_expr(&mut self, span: Span, kind: ExprKind) -> Id<Expr> {
        self.tree.add(Expr { span, kind })
    }

    /// Goes one level down, or records that the limit is reached and returns false.
    pub(super) fn enter(&mut self, span: Span) -> bool {
        if self.depth >= MAX_DEPTH {
            self.too_deep.get_or_insert(span);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Comes back from where [`Lowering::enter`] went.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Adds a statement before its children are known, so that statements are numbered in the order of the text.
    pub(super) fn open_stmt(&mut self, span: Span) -> Id<Stmt> {
        self.tree.add(Stmt { span, header: span, kind: StmtKind::Error })
    }

    pub(super) fn close_stmt(&mut self, id: Id<Stmt>, header: Span, kind: StmtKind) {
        let stmt = &mut self.tree.stmts[id.index()];
        // In broken text the colon found may lie behind what the parser took for the statement.
        stmt.header = Span::new(header.start.min(stmt.span.end), header.end.min(stmt.span.end));
        stmt.kind = kind;
    }

    /// The header that starts at `start` and whose last expression or keyword ends at `end`: it reaches to the colon,
    /// over closing brackets, commas and comments. Without a colon (broken text) it ends where the expression does.
    pub(super) fn header(&self, start: u32, end: u32) -> Span {
        let bytes = self.source.as_bytes();
        let mut at = self.skip_trivia(end);
        while let Some(b')' | b',') = bytes.get(at as usize) {
            at = self.skip_trivia(at + 1);
        }
        let is_colon = bytes.get(at as usize) == Some(&b':') && bytes.get(at as usize + 1) != Some(&b'=');
        Span::new(start, if is_colon { at + 1 } else { end })
    }

    /// The first byte at or after `at` that is neither blank nor in a comment.
    pub(super) fn skip_trivia(&self, at: u32) -> u32 {
        let bytes = self.source.as_bytes();
        let mut at = at as usize;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'#' => at = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |found| at + found),
                b' ' | b'\t' | b'\x0c' | b'\\' | b'\n' | b'\r' => at += 1,
                _ => break,
            }
        }
        at as u32
    }

    /// The end of the keyword that starts at `at`.
    pub(super) fn word_end(&self, at: u32) -> u32 {
        let rest = self.source.as_bytes().get(at as usize..).unwrap_or_default();
        let length = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
        at + length as u32
    }
}

/// Whether the second of two expressions behind `except`, without brackets around them, is Python 2's target rather
/// than a second class (PEP 758): a class begins with a capital letter or is dotted.
pub(super) fn is_python2_except_target(text: &str) -> bool {
    text.starts_with(|first: char| first.is_lowercase() || first == '_') && !text.contains('.')
}
