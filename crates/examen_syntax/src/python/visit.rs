//! Walking the tree.

use std::num::NonZeroU32;

use super::nodes::{
    Comprehension, DictItem, Expr, ExprKind, Keyword, Parameter, Pattern, PatternKind, Stmt, StmtKind, TypeParameter,
};
use super::tree::{Id, List, Pooled, Tree};
use crate::Span;

/// A node of any of the three kinds that nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Node {
    Stmt(Id<Stmt>),
    Expr(Id<Expr>),
    Pattern(Id<Pattern>),
}

/// A [`Node`] in four bytes, for tables that have one for each node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedNode(NonZeroU32);

impl From<Node> for PackedNode {
    /// The kind is in the two lowest bits, so a tree may have 2^30 nodes.
    fn from(node: Node) -> Self {
        let (number, kind) = match node {
            Node::Stmt(id) => (id.number(), 0),
            Node::Expr(id) => (id.number(), 1),
            Node::Pattern(id) => (id.number(), 2),
        };
        Self(number.saturating_mul(FOUR) | kind)
    }
}

impl From<PackedNode> for Node {
    fn from(PackedNode(packed): PackedNode) -> Self {
        let number = NonZeroU32::new(packed.get() >> 2).unwrap_or(NonZeroU32::MIN);
        match packed.get() & 3 {
            0 => Self::Stmt(Id::numbered(number)),
            1 => Self::Expr(Id::numbered(number)),
            _ => Self::Pattern(Id::numbered(number)),
        }
    }
}

const FOUR: NonZeroU32 = NonZeroU32::MIN.saturating_add(3);

impl From<Id<Stmt>> for Node {
    fn from(id: Id<Stmt>) -> Self {
        Self::Stmt(id)
    }
}

impl From<Id<Expr>> for Node {
    fn from(id: Id<Expr>) -> Self {
        Self::Expr(id)
    }
}

impl From<Id<Pattern>> for Node {
    fn from(id: Id<Pattern>) -> Self {
        Self::Pattern(id)
    }
}

impl Tree {
    /// Where a node stands.
    pub fn span(&self, node: Node) -> Span {
        match node {
            Node::Stmt(id) => self[id].span,
            Node::Expr(id) => self[id].span,
            Node::Pattern(id) => self[id].span,
        }
    }

    /// Calls `visit` for the direct children of a node in the order of the text; a conditional expression's body
    /// comes before its test.
    pub fn children(&self, node: Node, visit: &mut impl FnMut(Node)) {
        match node {
            Node::Stmt(id) => self.stmt_children(&self[id].kind, visit),
            Node::Expr(id) => self.expr_children(&self[id].kind, visit),
            Node::Pattern(id) => self.pattern_children(&self[id].kind, visit),
        }
    }

    /// Calls `visit` for the node and everything below it, parents first. Recursion is safe: trees are at most
    /// [`MAX_DEPTH`](super::MAX_DEPTH) levels deep.
    pub fn walk(&self, node: Node, visit: &mut impl FnMut(Node)) {
        visit(node);
        let mut below = Vec::new();
        self.children(node, &mut |child| below.push(child));
        for child in below {
            self.walk(child, visit);
        }
    }

    fn each<T: Pooled + Into<Node> + Copy>(&self, list: List<T>, visit: &mut impl FnMut(Node)) {
        for &id in self.list(list) {
            visit(id.into());
        }
    }

    fn stmt_children(&self, kind: &StmtKind, visit: &mut impl FnMut(Node)) {
        match *kind {
            StmtKind::AnnAssign { target, annotation, value } => {
                all([Some(target), Some(annotation), value], visit);
            }
            StmtKind::Assert { test, message } => all([Some(test), message], visit),
            StmtKind::Assign { targets, value } => {
                self.each(targets, visit);
                visit(value.into());
            }
            StmtKind::AugAssign { target, value, .. } => all([Some(target), Some(value)], visit),
            StmtKind::Class(id) => {
                let class = &self[id];
                self.each(class.decorators, visit);
                self.type_parameters(class.type_parameters, visit);
                self.each(class.bases, visit);
                self.keywords(class.keywords, visit);
                self.each(class.body, visit);
            }
            StmtKind::Delete { targets } => self.each(targets, visit),
            StmtKind::Exec { code, globals, locals } => all([Some(code), globals, locals], visit),
            StmtKind::Expr { value } => visit(value.into()),
            StmtKind::For { target, iter, body, orelse, .. } => {
                all([Some(target), Some(iter)], visit);
                self.each(body, visit);
                self.each(orelse, visit);
            }
            StmtKind::Function(id) => {
                let function = &self[id];
                self.each(function.decorators, visit);
                self.type_parameters(function.type_parameters, visit);
                self.parameters(function.parameters, visit);
                all([function.returns], visit);
                self.each(function.body, visit);
            }
            StmtKind::If { branches, orelse } => {
                for branch in self.list(branches) {
                    visit(branch.test.into());
                    self.each(branch.body, visit);
                }
                self.each(orelse, visit);
            }
            StmtKind::Match { subject, cases } => {
                visit(subject.into());
                for case in self.list(cases) {
                    visit(case.pattern.into());
                    all([case.guard], visit);
                    self.each(case.body, visit);
                }
            }
            StmtKind::Print { destination, values, .. } => {
                all([destination], visit);
                self.each(values, visit);
            }
            StmtKind::Raise { exception, cause, value, traceback } => {
                all([exception, value, traceback, cause], visit);
            }
            StmtKind::Return { value } => all([value], visit),
            StmtKind::Try { body, handlers, orelse, finally, .. } => {
                self.each(body, visit);
                for handler in self.list(handlers) {
                    all([handler.exception, handler.target], visit);
                    self.each(handler.body, visit);
                }
                self.each(orelse, visit);
                self.each(finally, visit);
            }
            StmtKind::TypeAlias { name, type_parameters, value } => {
                visit(name.into());
                self.type_parameters(type_parameters, visit);
                visit(value.into());
            }
            StmtKind::While { test, body, orelse } => {
                visit(test.into());
                self.each(body, visit);
                self.each(orelse, visit);
            }
            StmtKind::With { items, body, .. } => {
                for item in self.list(items) {
                    all([Some(item.context), item.target], visit);
                }
                self.each(body, visit);
            }
            StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Error
            | StmtKind::Global { .. }
            | StmtKind::Import { .. }
            | StmtKind::ImportFrom { .. }
            | StmtKind::Nonlocal { .. }
            | StmtKind::Pass => {}
        }
    }

    fn expr_children(&self, kind: &ExprKind, visit: &mut impl FnMut(Node)) {
        match *kind {
            ExprKind::Attribute { value, .. }
            | ExprKind::Await { value }
            | ExprKind::Repr { value }
            | ExprKind::Starred { value, .. }
            | ExprKind::YieldFrom { value } => visit(value.into()),
            ExprKind::Binary { left, right, .. } => all([Some(left), Some(right)], visit),
            ExprKind::Bool { values, .. } => self.each(values, visit),
            ExprKind::Call { function, arguments, keywords } => {
                visit(function.into());
                self.each(arguments, visit);
                self.keywords(keywords, visit);
            }
            ExprKind::Compare { left, rest } => {
                visit(left.into());
                for comparison in self.list(rest) {
                    visit(comparison.right.into());
                }
            }
            ExprKind::Conditional { test, body, orelse } => all([Some(body), Some(test), Some(orelse)], visit),
            ExprKind::Dict { items } => {
                for &DictItem { key, value } in self.list(items) {
                    all([key, Some(value)], visit);
                }
            }
            ExprKind::DictComprehension { key, value, clauses } => {
                all([Some(key), Some(value)], visit);
                self.clauses(clauses, visit);
            }
            ExprKind::Generator { element, clauses }
            | ExprKind::ListComprehension { element, clauses }
            | ExprKind::SetComprehension { element, clauses } => {
                visit(element.into());
                self.clauses(clauses, visit);
            }
            ExprKind::Lambda { parameters, body } => {
                self.parameters(parameters, visit);
                visit(body.into());
            }
            ExprKind::List { elements, .. } | ExprKind::Set { elements } | ExprKind::Tuple { elements, .. } => {
                self.each(elements, visit);
            }
            ExprKind::Named { target, value } => all([Some(target), Some(value)], visit),
            ExprKind::Slice { lower, upper, step } => all([lower, upper, step], visit),
            ExprKind::String { parts } => {
                for part in self.list(parts) {
                    self.each(part.interpolations, visit);
                }
            }
            ExprKind::Subscript { value, index, .. } => all([Some(value), Some(index)], visit),
            ExprKind::Unary { operand, .. } => visit(operand.into()),
            ExprKind::Yield { value } => all([value], visit),
            ExprKind::Ellipsis
            | ExprKind::Error
            | ExprKind::False
            | ExprKind::Name { .. }
            | ExprKind::None
            | ExprKind::Number
            | ExprKind::True => {}
        }
    }

    fn pattern_children(&self, kind: &PatternKind, visit: &mut impl FnMut(Node)) {
        match *kind {
            PatternKind::As { pattern, .. } => {
                if let Some(pattern) = pattern {
                    visit(pattern.into());
                }
            }
            PatternKind::Class { class, patterns, .. } => {
                visit(class.into());
                self.each(patterns, visit);
            }
            PatternKind::Mapping { keys, patterns, .. } => {
                for (&key, &pattern) in self.list(keys).iter().zip(self.list(patterns)) {
                    visit(key.into());
                    visit(pattern.into());
                }
            }
            PatternKind::Or { patterns } | PatternKind::Sequence { patterns } => self.each(patterns, visit),
            PatternKind::Value { value } => visit(value.into()),
            PatternKind::Error | PatternKind::Star { .. } => {}
        }
    }

    fn parameters(&self, parameters: List<Parameter>, visit: &mut impl FnMut(Node)) {
        for parameter in self.list(parameters) {
            all([parameter.tuple, parameter.annotation, parameter.default], visit);
        }
    }

    fn type_parameters(&self, parameters: List<TypeParameter>, visit: &mut impl FnMut(Node)) {
        for parameter in self.list(parameters) {
            all([parameter.bound, parameter.default], visit);
        }
    }

    fn keywords(&self, keywords: List<Keyword>, visit: &mut impl FnMut(Node)) {
        for keyword in self.list(keywords) {
            visit(keyword.value.into());
        }
    }

    fn clauses(&self, clauses: List<Comprehension>, visit: &mut impl FnMut(Node)) {
        for clause in self.list(clauses) {
            all([Some(clause.target), Some(clause.iter)], visit);
            self.each(clause.conditions, visit);
        }
    }
}

fn all<const N: usize>(expressions: [Option<Id<Expr>>; N], visit: &mut impl FnMut(Node)) {
    for expression in expressions.into_iter().flatten() {
        visit(expression.into());
    }
}
