//! Expressions of ruff's tree.

use ruff_python_ast as ast;
use ruff_text_size::Ranged;

use super::{name, span};
use crate::Span;
use crate::python::lowering::Lowering;
use crate::python::nodes::{
    BinaryOp, BoolOp, CompareOp, Comparison, Comprehension, Context, DictItem, Expr, ExprKind, StringPart, UnaryOp,
};
use crate::python::tree::{Id, List};

impl Lowering<'_> {
    pub(super) fn exprs(&mut self, expressions: &[ast::Expr]) -> List<Id<Expr>> {
        let list = self.tree.reserve(expressions.len(), Id::PLACEHOLDER);
        for (at, expression) in expressions.iter().enumerate() {
            let id = self.expr(expression);
            self.tree.fill(list, at, id);
        }
        list
    }

    pub(super) fn optional(&mut self, expression: Option<&ast::Expr>) -> Option<Id<Expr>> {
        expression.map(|expression| self.expr(expression))
    }

    pub(super) fn expr(&mut self, expression: &ast::Expr) -> Id<Expr> {
        let whole = span(expression.range());
        let kind = match expression {
            // Leaves first: they are most of the tree and cannot nest.
            ast::Expr::Name(_) if whole.is_empty() => ExprKind::Error,
            ast::Expr::Name(node) => ExprKind::Name { context: context(node.ctx) },
            ast::Expr::NumberLiteral(_) => ExprKind::Number,
            ast::Expr::BooleanLiteral(node) if node.value => ExprKind::True,
            ast::Expr::BooleanLiteral(_) => ExprKind::False,
            ast::Expr::NoneLiteral(_) => ExprKind::None,
            ast::Expr::EllipsisLiteral(_) => ExprKind::Ellipsis,
            ast::Expr::IpyEscapeCommand(_) => ExprKind::Error,
            ast::Expr::StringLiteral(node) => {
                let parts = self.plain_parts(node.value.iter().map(|part| span(part.range)));
                ExprKind::String { parts }
            }
            ast::Expr::BytesLiteral(node) => {
                let parts = self.plain_parts(node.value.iter().map(|part| span(part.range)));
                ExprKind::String { parts }
            }
            _ if self.enter(whole) => {
                let kind = self.inner_kind(expression);
                self.leave();
                kind
            }
            _ => ExprKind::Error,
        };
        self.add_expr(whole, kind)
    }

    #[expect(clippy::too_many_lines, reason = "one arm per kind of expression reads best in one place")]
    fn inner_kind(&mut self, expression: &ast::Expr) -> ExprKind {
        match expression {
            ast::Expr::Attribute(node) => ExprKind::Attribute {
                value: self.expr(&node.value),
                name: name(&node.attr),
                context: context(node.ctx),
            },
            ast::Expr::Await(node) => ExprKind::Await { value: self.expr(&node.value) },
            ast::Expr::BinOp(node) => {
                ExprKind::Binary { op: binary_op(node.op), left: self.expr(&node.left), right: self.expr(&node.right) }
            }
            ast::Expr::BoolOp(node) => {
                let op = match node.op {
                    ast::BoolOp::And => BoolOp::And,
                    ast::BoolOp::Or => BoolOp::Or,
                };
                ExprKind::Bool { op, values: self.exprs(&node.values) }
            }
            ast::Expr::Call(node) => ExprKind::Call {
                function: self.expr(&node.func),
                arguments: self.exprs(&node.arguments.args),
                keywords: self.keywords(&node.arguments.keywords),
            },
            ast::Expr::Compare(node) => {
                let left = self.expr(&node.left);
                let rest: Vec<Comparison> = node
                    .ops
                    .iter()
                    .zip(&node.comparators)
                    .map(|(&op, right)| Comparison { op: compare_op(op), right: self.expr(right) })
                    .collect();
                ExprKind::Compare { left, rest: self.tree.add_list(&rest) }
            }
            ast::Expr::If(node) => ExprKind::Conditional {
                body: self.expr(&node.body),
                test: self.expr(&node.test),
                orelse: self.expr(&node.orelse),
            },
            ast::Expr::Dict(node) => {
                let items: Vec<DictItem> = node
                    .items
                    .iter()
                    .map(|item| DictItem { key: self.optional(item.key.as_ref()), value: self.expr(&item.value) })
                    .collect();
                ExprKind::Dict { items: self.tree.add_list(&items) }
            }
            ast::Expr::DictComp(node) => {
                let value = self.expr(&node.value);
                match &node.key {
                    Some(key) => ExprKind::DictComprehension {
                        key: self.expr(key),
                        value,
                        clauses: self.clauses(&node.generators),
                    },
                    None => ExprKind::SetComprehension { element: value, clauses: self.clauses(&node.generators) },
                }
            }
            ast::Expr::Generator(node) => {
                ExprKind::Generator { element: self.expr(&node.elt), clauses: self.clauses(&node.generators) }
            }
            ast::Expr::Lambda(node) => ExprKind::Lambda {
                parameters: node.parameters.as_deref().map(|it| self.parameters(it)).unwrap_or_default(),
                body: self.expr(&node.body),
            },
            ast::Expr::List(node) => ExprKind::List { elements: self.exprs(&node.elts), context: context(node.ctx) },
            ast::Expr::ListComp(node) => {
                ExprKind::ListComprehension { element: self.expr(&node.elt), clauses: self.clauses(&node.generators) }
            }
            ast::Expr::Named(node) => {
                ExprKind::Named { target: self.expr(&node.target), value: self.expr(&node.value) }
            }
            ast::Expr::Set(node) => ExprKind::Set { elements: self.exprs(&node.elts) },
            ast::Expr::SetComp(node) => {
                ExprKind::SetComprehension { element: self.expr(&node.elt), clauses: self.clauses(&node.generators) }
            }
            ast::Expr::Slice(node) => ExprKind::Slice {
                lower: self.optional(node.lower.as_deref()),
                upper: self.optional(node.upper.as_deref()),
                step: self.optional(node.step.as_deref()),
            },
            ast::Expr::Starred(node) => ExprKind::Starred { value: self.expr(&node.value), context: context(node.ctx) },
            ast::Expr::FString(node) => {
                let parts: Vec<StringPart> = node
                    .value
                    .iter()
                    .map(|part| match part {
                        ast::FStringPart::Literal(literal) => plain_part(span(literal.range)),
                        ast::FStringPart::FString(string) => self.template_part(span(string.range), &string.elements),
                    })
                    .collect();
                ExprKind::String { parts: self.tree.add_list(&parts) }
            }
            ast::Expr::TString(node) => {
                let parts: Vec<StringPart> =
                    node.value.iter().map(|part| self.template_part(span(part.range), &part.elements)).collect();
                ExprKind::String { parts: self.tree.add_list(&parts) }
            }
            ast::Expr::Subscript(node) => ExprKind::Subscript {
                value: self.expr(&node.value),
                index: self.expr(&node.slice),
                context: context(node.ctx),
            },
            ast::Expr::Tuple(node) => ExprKind::Tuple {
                elements: self.exprs(&node.elts),
                context: context(node.ctx),
                parenthesized: node.parenthesized,
            },
            ast::Expr::UnaryOp(node) => {
                let op = match node.op {
                    ast::UnaryOp::Invert => UnaryOp::Invert,
                    ast::UnaryOp::Not => UnaryOp::Not,
                    ast::UnaryOp::UAdd => UnaryOp::Plus,
                    ast::UnaryOp::USub => UnaryOp::Minus,
                };
                ExprKind::Unary { op, operand: self.expr(&node.operand) }
            }
            ast::Expr::Yield(node) => ExprKind::Yield { value: self.optional(node.value.as_deref()) },
            ast::Expr::YieldFrom(node) => ExprKind::YieldFrom { value: self.expr(&node.value) },
            ast::Expr::Name(_)
            | ast::Expr::NumberLiteral(_)
            | ast::Expr::BooleanLiteral(_)
            | ast::Expr::NoneLiteral(_)
            | ast::Expr::EllipsisLiteral(_)
            | ast::Expr::StringLiteral(_)
            | ast::Expr::BytesLiteral(_)
            | ast::Expr::IpyEscapeCommand(_) => ExprKind::Error,
        }
    }

    fn clauses(&mut self, clauses: &[ast::Comprehension]) -> List<Comprehension> {
        let clauses: Vec<Comprehension> = clauses
            .iter()
            .map(|clause| Comprehension {
                span: span(clause.range),
                is_async: clause.is_async,
                target: self.expr(&clause.target),
                iter: self.expr(&clause.iter),
                conditions: self.exprs(&clause.ifs),
            })
            .collect();
        self.tree.add_list(&clauses)
    }

    fn plain_parts(&mut self, spans: impl ExactSizeIterator<Item = Span>) -> List<StringPart> {
        let list = self.tree.reserve(spans.len(), plain_part(Span::empty(0)));
        for (at, span) in spans.enumerate() {
            self.tree.fill(list, at, plain_part(span));
        }
        list
    }

    fn template_part(&mut self, span: Span, elements: &ast::InterpolatedStringElements) -> StringPart {
        let mut interpolations = Vec::new();
        self.interpolations(elements, &mut interpolations);
        StringPart { span, interpolations: self.tree.add_list(&interpolations) }
    }

    fn interpolations(&mut self, elements: &ast::InterpolatedStringElements, found: &mut Vec<Id<Expr>>) {
        for element in elements.interpolations() {
            found.push(self.expr(&element.expression));
            if let Some(specification) = &element.format_spec {
                self.interpolations(&specification.elements, found);
            }
        }
    }
}

fn plain_part(span: Span) -> StringPart {
    StringPart { span, interpolations: List::default() }
}

fn context(context: ast::ExprContext) -> Context {
    match context {
        ast::ExprContext::Store => Context::Store,
        ast::ExprContext::Del => Context::Delete,
        ast::ExprContext::Load | ast::ExprContext::Invalid => Context::Load,
    }
}

pub(super) fn binary_op(op: ast::Operator) -> BinaryOp {
    match op {
        ast::Operator::Add => BinaryOp::Add,
        ast::Operator::Sub => BinaryOp::Subtract,
        ast::Operator::Mult => BinaryOp::Multiply,
        ast::Operator::MatMult => BinaryOp::MatMultiply,
        ast::Operator::Div => BinaryOp::Divide,
        ast::Operator::Mod => BinaryOp::Modulo,
        ast::Operator::Pow => BinaryOp::Power,
        ast::Operator::LShift => BinaryOp::LeftShift,
        ast::Operator::RShift => BinaryOp::RightShift,
        ast::Operator::BitOr => BinaryOp::BitOr,
        ast::Operator::BitXor => BinaryOp::BitXor,
        ast::Operator::BitAnd => BinaryOp::BitAnd,
        ast::Operator::FloorDiv => BinaryOp::FloorDivide,
    }
}

fn compare_op(op: ast::CmpOp) -> CompareOp {
    match op {
        ast::CmpOp::Eq => CompareOp::Equal,
        ast::CmpOp::NotEq => CompareOp::NotEqual,
        ast::CmpOp::Lt => CompareOp::Less,
        ast::CmpOp::LtE => CompareOp::LessEqual,
        ast::CmpOp::Gt => CompareOp::Greater,
        ast::CmpOp::GtE => CompareOp::GreaterEqual,
        ast::CmpOp::Is => CompareOp::Is,
        ast::CmpOp::IsNot => CompareOp::IsNot,
        ast::CmpOp::In => CompareOp::In,
        ast::CmpOp::NotIn => CompareOp::NotIn,
    }
}
