//! Functions, classes, parameters and type parameters of tree-sitter's tree.

use tree_sitter::Node;

use super::{Field, Reader, child_in, name, span};
use crate::Span;
use crate::python::nodes::{
    Class, Context, Expr, Function, Name, Parameter, ParameterKind, Stmt, StmtKind, TypeParameter,
};
use crate::python::tree::{Id, List};

impl<'t> Reader<'_, 't> {
    pub(super) fn decorated(&mut self, id: Id<Stmt>, node: Node<'t>, whole: Span) -> (Span, StmtKind) {
        let decorators: Vec<Node<'t>> = self
            .named_children(node)
            .into_iter()
            .filter(|child| child.kind() == "decorator")
            .filter_map(|decorator| self.named_children(decorator).first().copied())
            .collect();
        let decorators = self.expressions(&decorators, Context::Load);
        match child_in(node, Field::Definition) {
            Some(definition) if definition.kind() == "class_definition" => self.class(id, definition, decorators),
            Some(definition) => self.function(id, definition, decorators),
            None => (whole, StmtKind::Error),
        }
    }

    pub(super) fn function(&mut self, id: Id<Stmt>, node: Node<'t>, decorators: List<Id<Expr>>) -> (Span, StmtKind) {
        let start = span(node).start;
        let parameters = child_in(node, Field::Parameters);
        let returns = child_in(node, Field::ReturnType);
        let Some(name_node) = child_in(node, Field::Name) else {
            return (span(node), StmtKind::Error);
        };
        let last = returns.or(parameters).unwrap_or(name_node);
        let header = self.out.header(start, span(last).end);
        let function = Function {
            stmt: id,
            name: name(name_node),
            is_async: self.has_child(node, "async"),
            decorators,
            type_parameters: self.type_parameters(child_in(node, Field::TypeParameters)),
            parameters: self.parameters(parameters),
            returns: returns.map(|returns| self.expression(returns, Context::Load)),
            body: self.body(node),
        };
        (header, StmtKind::Function(self.out.tree.add(function)))
    }

    pub(super) fn class(&mut self, id: Id<Stmt>, node: Node<'t>, decorators: List<Id<Expr>>) -> (Span, StmtKind) {
        let start = span(node).start;
        let Some(name_node) = child_in(node, Field::Name) else {
            return (span(node), StmtKind::Error);
        };
        let type_parameters = child_in(node, Field::TypeParameters);
        let superclasses = child_in(node, Field::Superclasses);
        let last = superclasses.or(type_parameters).unwrap_or(name_node);
        let header = self.out.header(start, span(last).end);
        let type_parameters = self.type_parameters(type_parameters);
        let (bases, keywords) = superclasses.map(|list| self.arguments(list)).unwrap_or_default();
        let body = self.body(node);
        let class = Class { stmt: id, name: name(name_node), decorators, type_parameters, bases, keywords, body };
        (header, StmtKind::Class(self.out.tree.add(class)))
    }

    pub(super) fn type_alias(&mut self, node: Node<'t>) -> StmtKind {
        let left = child_in(node, Field::Left).and_then(|left| left.named_child(0));
        let Some(left) = left else {
            return StmtKind::Error;
        };
        // `type A[T] = …` has its parameters inside the left-hand type.
        let name = left.named_child(0).filter(|_| left.kind() == "generic_type").unwrap_or(left);
        StmtKind::TypeAlias {
            name: self.expression(name, Context::Store),
            type_parameters: self.type_parameters(self.child_of_kind(left, "type_parameter")),
            value: self.field(node, Field::Right, Context::Load),
        }
    }

    /// Kinds depend on the separators before and after: names before `/` are positional only, names after `*` or
    /// `*args` keyword only.
    pub(super) fn parameters(&mut self, list: Option<Node<'t>>) -> List<Parameter> {
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut kind = ParameterKind::Positional;
        for node in list.map(|it| self.named_children(it)).unwrap_or_default() {
            match node.kind() {
                "positional_separator" => {
                    for parameter in &mut parameters {
                        parameter.kind = ParameterKind::PositionalOnly;
                    }
                }
                "keyword_separator" => kind = ParameterKind::KeywordOnly,
                _ => {
                    let Some(parameter) = self.parameter(node, kind) else {
                        continue;
                    };
                    if parameter.kind == ParameterKind::Variadic {
                        kind = ParameterKind::KeywordOnly;
                    }
                    parameters.push(parameter);
                }
            }
        }
        self.out.tree.add_list(&parameters)
    }

    fn parameter(&mut self, node: Node<'t>, plain: ParameterKind) -> Option<Parameter> {
        let mut parameter = Parameter { kind: plain, name: name(node), tuple: None, annotation: None, default: None };
        let target = match node.kind() {
            "default_parameter" | "typed_default_parameter" => child_in(node, Field::Name)?,
            "typed_parameter" => *self.named_children(node).first()?,
            _ => node,
        };
        match target.kind() {
            "identifier" => parameter.name = name(target),
            "list_splat_pattern" => {
                parameter.kind = ParameterKind::Variadic;
                parameter.name = name(target.named_child(0)?);
            }
            "dictionary_splat_pattern" => {
                parameter.kind = ParameterKind::VariadicKeyword;
                parameter.name = name(target.named_child(0)?);
            }
            "tuple_pattern" => {
                self.out.has_python2_syntax = true;
                parameter.name = name(target);
                parameter.tuple = Some(self.expression(target, Context::Store));
            }
            _ => return None,
        }
        let annotation = child_in(node, Field::Type);
        parameter.annotation = annotation.map(|annotation| self.expression(annotation, Context::Load));
        let default = child_in(node, Field::Value);
        parameter.default = default.map(|default| self.expression(default, Context::Load));
        Some(parameter)
    }

    fn type_parameters(&mut self, list: Option<Node<'t>>) -> List<TypeParameter> {
        let mut parameters = Vec::new();
        for node in list.map(|it| self.named_children(it)).unwrap_or_default() {
            let inner = if node.kind() == "type" { node.named_child(0).unwrap_or(node) } else { node };
            let parts: Vec<Node<'t>> = self.named_children(inner);
            let (name_node, bound) = match inner.kind() {
                "constrained_type" => (parts.first().copied(), parts.get(1).copied()),
                "splat_type" => (parts.first().copied(), None),
                _ => (Some(inner), None),
            };
            let Some(name_node) = name_node else { continue };
            let bound = bound.map(|bound| self.expression(bound, Context::Load));
            parameters.push(TypeParameter { name: Name { span: span(name_node) }, bound, default: None });
        }
        self.out.tree.add_list(&parameters)
    }

    /// The elements of expression lists in place of the lists: `a, b` as two.
    pub(super) fn spread(&self, nodes: &[Node<'t>]) -> Vec<Node<'t>> {
        let is_list = |node: &Node<'t>| node.kind() == "expression_list";
        match nodes {
            [only] if is_list(only) => self.children(*only).into_iter().filter(Node::is_named).collect(),
            _ => nodes.to_vec(),
        }
    }
}
