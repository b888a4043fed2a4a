//! Tests of the Python version and of `TYPE_CHECKING`, which decide which branch of a file is alive.

use examen_syntax::Span;
use examen_syntax::python::{CompareOp, Comparison, Expr, ExprKind, Id, List, Node, Stmt, StmtKind, Tree, UnaryOp};

use crate::python::file::{FileId, SemanticFile};
use crate::python::model::{DefinitionKind, Model, Version};
use crate::python::value::{At, Value};

impl SemanticFile<'_> {
    /// Whether a statement of the program is in no branch that the Python version rules out.
    pub fn is_alive(&self, file: FileId, stmt: Id<Stmt>) -> bool {
        self.is_in_live_branch(file, stmt, false)
    }

    /// The same; code for type checkers alone is ruled out too where values are asked for, since it never makes any.
    pub(super) fn is_in_live_branch(&self, file: FileId, stmt: Id<Stmt>, makes_values: bool) -> bool {
        let model = self.model_of(file);
        let tree = model.tree;
        let mut below = stmt;
        for node in model.ancestors(stmt) {
            let Node::Stmt(around) = node else {
                continue;
            };
            if let StmtKind::If { branches, .. } = tree[around].kind {
                for branch in tree.list(branches) {
                    let is_inside = body_span(tree, branch.body).is_some_and(|body| body.contains(tree[below].span));
                    match self.version_test(At { file, expr: branch.test }, makes_values) {
                        Some(false) if is_inside => return false,
                        Some(true) if !is_inside => return false,
                        _ if is_inside => break,
                        _ => {}
                    }
                }
            }
            below = around;
        }
        true
    }

    /// How a test of the Python version comes out, or one for type checkers if they count; nothing for other tests.
    fn version_test(&self, at: At, is_run: bool) -> Option<bool> {
        let model = self.model_of(at.file);
        let tree = model.tree;
        match tree[at.expr].kind {
            ExprKind::Unary { op: UnaryOp::Not, operand } => {
                self.version_test(At { expr: operand, ..at }, is_run).map(|out| !out)
            }
            ExprKind::Name { .. } => {
                let definitions = model.definitions_of(model.variable_of(at.expr)?);
                if is_run
                    && !definitions.is_empty()
                    && definitions.iter().all(|&id| is_type_checking(model, model[id].kind))
                {
                    return Some(false);
                }
                let &[definition] = definitions else {
                    return None;
                };
                let DefinitionKind::Assign { value, .. } = model[definition].kind else {
                    return None;
                };
                matches!(tree[value].kind, ExprKind::Compare { .. })
                    .then(|| self.version_test(At { expr: value, ..at }, is_run))?
            }
            ExprKind::Attribute { value, name, .. } if is_run && name.text(model.source) == "TYPE_CHECKING" => {
                (model.text(tree[value].span) == "typing").then_some(false)
            }
            ExprKind::Compare { left, rest } => {
                let &[Comparison { op, right }] = tree.list(rest) else {
                    return None;
                };
                self.compared_to_version(At { expr: left, ..at }, op, At { expr: right, ..at })
            }
            _ => None,
        }
    }

    fn compared_to_version(&self, left: At, op: CompareOp, right: At) -> Option<bool> {
        let model = self.model_of(left.file);
        let tree = model.tree;
        let number = |expr: Id<Expr>| model.text(tree[expr].span).parse::<u32>().ok();
        let is_info = |expr: Id<Expr>| {
            model.text(tree[expr].span).ends_with("version_info")
                && self.values_at(At { expr, ..left }).only() == Some(Value::VersionInfo)
        };
        let (other, is_whole) = match tree[left.expr].kind {
            ExprKind::Subscript { value, index, .. } if number(index) == Some(0) && is_info(value) => {
                (number(right.expr)?, true)
            }
            ExprKind::Attribute { value, name, .. } if name.text(model.source) == "major" && is_info(value) => {
                (number(right.expr)?, true)
            }
            _ if is_info(left.expr) => {
                let ExprKind::Tuple { elements, .. } = tree[right.expr].kind else {
                    return None;
                };
                (number(*tree.list(elements).first()?)?, false)
            }
            _ => return None,
        };
        let major = match model.version {
            Version::Python2 => 2,
            Version::Python3 => 3,
        };
        // `(3, 8) > (3,)`: the whole version is greater than a tuple that begins with its major number and ends there.
        let ends_there = matches!(tree[right.expr].kind, ExprKind::Tuple { elements, .. } if elements.len() == 1);
        match (op, major.cmp(&other)) {
            (CompareOp::Equal, order) if is_whole => Some(order.is_eq()),
            (CompareOp::NotEqual, order) if is_whole => Some(order.is_ne()),
            (CompareOp::Less | CompareOp::LessEqual, order) if order.is_ne() => Some(order.is_lt()),
            (CompareOp::Greater | CompareOp::GreaterEqual, order) if order.is_ne() => Some(order.is_gt()),
            (CompareOp::LessEqual | CompareOp::GreaterEqual, _) if is_whole => Some(true),
            (CompareOp::Less | CompareOp::Greater, _) if is_whole => Some(false),
            (CompareOp::Greater | CompareOp::GreaterEqual, _) if ends_there => Some(true),
            (CompareOp::Less | CompareOp::LessEqual, _) if ends_there => Some(false),
            _ => None,
        }
    }
}

/// Whether a definition makes its variable the `TYPE_CHECKING` of `typing`, or stands in for it: it is false when code runs.
fn is_type_checking(model: &Model<'_>, kind: DefinitionKind) -> bool {
    match kind {
        DefinitionKind::ImportFrom { stmt, alias } => {
            model.tree[alias].name.text(model.source) == "TYPE_CHECKING"
                && matches!(model.tree[stmt].kind, StmtKind::ImportFrom { module: Some(module), level: 0, .. }
                    if module.text(model.source) == "typing")
        }
        DefinitionKind::Assign { target, value, .. } => {
            matches!(model.tree[value].kind, ExprKind::False) && model.text(model.tree[target].span) == "TYPE_CHECKING"
        }
        _ => false,
    }
}

/// From the first to the last of some statements.
fn body_span(tree: &Tree, body: List<Id<Stmt>>) -> Option<Span> {
    let body = tree.list(body);
    Some(Span::new(tree[*body.first()?].span.start, tree[*body.last()?].span.end))
}
