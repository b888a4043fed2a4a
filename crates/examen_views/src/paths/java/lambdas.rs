//! Lambdas and method references, which the parser reads behind a whole expression.

use examen_syntax::java::{Kind, Node};

use super::types::{AnnotationPlace, is_type};
use super::{Builder, begin_of, end_of, parts};
use crate::paths::label::Label;
use crate::paths::tree::{Extent, NodeId};

/// The lambda or method reference at the end of a conditional or a cast.
pub(super) fn tail(node: Node<'_>) -> Option<Node<'_>> {
    let mut at = node;
    loop {
        match at.kind() {
            Kind::TernaryExpression | Kind::CastExpression => at = parts(at).last()?,
            Kind::LambdaExpression => return Some(at),
            Kind::MethodReference => {
                let scope = parts(at).next()?;
                // A type with `::` behind it is read as such at once.
                return (!is_type_scope(scope) && scope.kind() != Kind::Super).then_some(at);
            }
            _ => return None,
        }
    }
}

/// Whether the scope of a method reference is taken for a type: names and dots.
fn is_type_scope(node: Node<'_>) -> bool {
    match node.kind() {
        Kind::Identifier => true,
        Kind::FieldAccess => parts(node).all(is_type_scope),
        kind => is_type(kind),
    }
}

/// A lambda, what its parameters were read as before the arrow was seen, and where those end.
struct Arrow {
    /// Left behind by the parser beside the lambda.
    head: Option<NodeId>,
    lambda: NodeId,
    head_end: u32,
}

impl Builder<'_> {
    /// A conditional or cast that ends with a lambda or method reference.
    pub(super) fn with_tail(&mut self, node: Node<'_>, tail: Node<'_>) -> NodeId {
        if tail.kind() == Kind::LambdaExpression {
            return self.around_lambda(node).0;
        }
        let scope = parts(tail).next().unwrap_or(tail);
        let ret = self.around_scope(node, scope, end_of(scope));
        let base = self.height();
        self.push(ret);
        for part in parts(tail).filter(|part| part.kind() == Kind::TypeArguments) {
            self.push_type_arguments(part);
        }
        self.close_from_first(base, Label::MethodReferenceExpr, end_of(tail))
    }

    /// The conditional or cast as if it ended with the scope of the method reference.
    fn around_scope(&mut self, node: Node<'_>, scope: Node<'_>, end: u32) -> NodeId {
        match node.kind() {
            Kind::TernaryExpression => {
                let base = self.height();
                let (before, last) = ternary_parts(node);
                for part in before {
                    let id = self.expression(part);
                    self.push(id);
                }
                if let Some(last) = last {
                    let id = self.around_scope(last, scope, end);
                    self.push(id);
                }
                self.close_from_first(base, Label::ConditionalExpr, end)
            }
            Kind::CastExpression => match parts(node).last() {
                Some(last) => {
                    let value = self.around_scope(last, scope, end);
                    self.cast_around(node, &[value], end)
                }
                None => self.operand(scope),
            },
            _ => self.operand(scope),
        }
    }

    /// The conditional or cast, and where it ends for the parser: before the arrow.
    fn around_lambda(&mut self, node: Node<'_>) -> (NodeId, u32) {
        let Some(last) = parts(node).last() else { return (self.operand(node), end_of(node)) };
        let (children, end) = if last.kind() == Kind::LambdaExpression {
            let arrow = self.arrow(last);
            (arrow.head.into_iter().chain([arrow.lambda]).collect::<Vec<_>>(), arrow.head_end)
        } else {
            let (inner, end) = self.around_lambda(last);
            (vec![inner], end)
        };
        if node.kind() == Kind::CastExpression {
            return (self.cast_around(node, &children, end), end);
        }
        let base = self.height();
        for part in ternary_parts(node).0 {
            let id = self.expression(part);
            self.push(id);
        }
        self.stack.extend(children);
        (self.close_from_first(base, Label::ConditionalExpr, end), end)
    }

    pub(super) fn lambda(&mut self, node: Node<'_>) -> NodeId {
        self.arrow(node).lambda
    }

    fn arrow(&mut self, node: Node<'_>) -> Arrow {
        let mut parts_of = parts(node);
        let (Some(parameters), Some(body)) = (parts_of.next(), parts_of.next()) else {
            let lambda = self.leaf(Label::NameExpr, node);
            return Arrow { head: None, lambda, head_end: end_of(node) };
        };
        let names: Vec<Node<'_>> = match parameters.kind() {
            Kind::InferredParameters | Kind::FormalParameters => parts(parameters).collect(),
            _ => vec![parameters],
        };
        let is_bare = !matches!(parameters.kind(), Kind::InferredParameters | Kind::FormalParameters);
        let whole = Extent::of(parameters.span());
        let base = self.height();
        let mut first_begin = 0;
        if parameters.kind() == Kind::FormalParameters {
            self.push_parameters(parameters);
            first_begin = self.stack.get(base).map_or(0, |&first| self.begin(first));
        } else {
            // Alone in its brackets, a name's parameter has their extent.
            let has_brackets_extent = !is_bare && names.len() == 1;
            for name in &names {
                let extent = if has_brackets_extent { whole } else { Extent::of(name.span()) };
                let id = self.inferred_parameter(*name, extent);
                self.push(id);
            }
            if let Some(name) = names.first() {
                first_begin = begin_of(*name);
            }
        }
        let body_end = end_of(body);
        let body = if body.kind() == Kind::Block {
            self.block(body)
        } else {
            let expression = self.expression(body);
            self.wrapped(Label::ExpressionStmt, expression, body_end)
        };
        self.push(body);
        let (begin, end) = match names.len() {
            _ if is_bare => (whole.begin, whole.end),
            0 => (whole.begin, body_end),
            1 if parameters.kind() == Kind::InferredParameters => (whole.begin, body_end),
            _ => (first_begin, body_end),
        };
        let lambda = self.close(base, Label::LambdaExpr, begin, end);
        let head = self.lambda_head(parameters, &names);
        Arrow { head, lambda, head_end: whole.end }
    }

    /// What the parser takes a lambda's parameters for until it meets the arrow: a name, or something in brackets. With
    /// several parameters or types it knows at once.
    fn lambda_head(&mut self, parameters: Node<'_>, names: &[Node<'_>]) -> Option<NodeId> {
        let extent = Extent::of(parameters.span());
        match (parameters.kind(), names) {
            (Kind::InferredParameters, [name]) => {
                let inner = self.leaf(Label::NameExpr, *name);
                Some(self.tree.add(Label::EnclosedExpr, extent, std::iter::once(inner)))
            }
            (Kind::InferredParameters | Kind::FormalParameters, []) => {
                Some(self.fixed(Label::EnclosedExpr, extent, "()"))
            }
            (Kind::InferredParameters | Kind::FormalParameters, _) => None,
            _ => Some(self.leaf(Label::NameExpr, parameters)),
        }
    }

    fn inferred_parameter(&mut self, name: Node<'_>, extent: Extent) -> NodeId {
        let base = self.height();
        let id = self.declarator_id(name, None);
        self.push(id);
        let unknown = self.fixed(Label::UnknownType, Extent::UNKNOWN, "");
        self.push(unknown);
        self.close(base, Label::Parameter, extent.begin, extent.end)
    }

    /// The scope and type arguments; the method's name is no node. Of a type, it has only that type's extent.
    pub(super) fn method_reference(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let mut extent = Extent::of(node.span());
        for (at, part) in parts(node).enumerate() {
            if at == 0 && is_type_scope(part) {
                let id = match part.kind() {
                    Kind::Identifier | Kind::FieldAccess => self.class_type(part, &[]),
                    _ => self.type_node(part, AnnotationPlace::Type),
                };
                extent = self.tree.node(id).extent;
                let id = self.tree.add(Label::TypeExpr, extent, std::iter::once(id));
                self.push(id);
            } else if at == 0 {
                let id = self.operand(part);
                extent.begin = self.begin(id);
                self.push(id);
            } else if part.kind() == Kind::TypeArguments {
                self.push_type_arguments(part);
            }
        }
        self.close(base, Label::MethodReferenceExpr, extent.begin, extent.end)
    }
}

/// The parts of a conditional but for the last, and the last.
fn ternary_parts(node: Node<'_>) -> (Vec<Node<'_>>, Option<Node<'_>>) {
    let mut all: Vec<Node<'_>> = parts(node).collect();
    let last = all.pop();
    (all, last)
}
