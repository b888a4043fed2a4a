//! The walk over expressions: what they refer to, and the pattern variables that they bring into scope.

use examen_syntax::Span;
use examen_syntax::java::Kind;

use super::outline::Index;
use super::patterns::Patterns;
use super::variable::{Access, VariableKind};
use super::walk::{Declared, Walk};

impl Walk<'_> {
    /// Anything that may stand in a method: by its kind a statement, a class, an expression or a part of one.
    pub(super) fn anything(&mut self, index: Index) {
        match self.kind(index) {
            kind if kind.is_type_declaration() => self.class(index),
            Kind::Block
            | Kind::ConstructorBody
            | Kind::LocalVariableDeclaration
            | Kind::ExpressionStatement
            | Kind::LabeledStatement
            | Kind::IfStatement
            | Kind::WhileStatement
            | Kind::DoStatement
            | Kind::ForStatement
            | Kind::EnhancedForStatement
            | Kind::BreakStatement
            | Kind::ContinueStatement
            | Kind::ReturnStatement
            | Kind::YieldStatement
            | Kind::ThrowStatement
            | Kind::TryStatement
            | Kind::TryWithResourcesStatement
            | Kind::SynchronizedStatement
            | Kind::AssertStatement
            | Kind::ExplicitConstructorInvocation => {
                self.statement(index);
            }
            Kind::SwitchExpression if self.bindings.is_switch_statement(index) => {
                self.statement(index);
            }
            _ => {
                self.expression(index);
            }
        }
    }

    /// An expression, or a part of one such as a list of arguments or a type.
    pub(super) fn expression(&mut self, index: Index) -> Patterns {
        match self.kind(index) {
            Kind::Identifier => self.refer(index, Access::Read),
            Kind::ParenthesizedExpression => {
                let inner = self.outline().first_child(index);
                return inner.map_or_else(Patterns::default, |inner| self.expression(inner));
            }
            Kind::BinaryExpression => return self.binary(index),
            Kind::UnaryExpression => {
                let operand = self.outline().first_child(index);
                let patterns = operand.map_or_else(Patterns::default, |operand| self.expression(operand));
                if !patterns.is_empty() && self.bindings.operator(index) == "!" {
                    return patterns.negated();
                }
            }
            Kind::TernaryExpression => self.conditional(index),
            Kind::InstanceofExpression => return self.instance_of(index),
            Kind::LambdaExpression => self.lambda(index),
            Kind::SwitchExpression => self.switch(index, false),
            Kind::MethodInvocation => self.invocation(index),
            Kind::FieldAccess => self.field_access(index),
            Kind::MethodReference => self.method_reference(index),
            Kind::ObjectCreationExpression => self.creation(index),
            Kind::AssignmentExpression => self.assignment(index),
            Kind::UpdateExpression => {
                if let Some(operand) = self.outline().first_child(index) {
                    let target = self.bindings.unparenthesized(operand);
                    self.target(target, Access::ReadWrite);
                }
            }
            Kind::CastExpression => self.cast(index),
            Kind::Annotation | Kind::MarkerAnnotation => self.annotation(index),
            // Types name no variables, but for the annotations in them.
            Kind::GenericType | Kind::ArrayType | Kind::AnnotatedType | Kind::ScopedTypeIdentifier => {
                for part in self.outline().subtree(index) {
                    if self.kind(part) == Kind::Annotation {
                        self.annotation(part);
                    }
                }
            }
            Kind::ScopedIdentifier => {}
            _ => {
                for child in self.children(index) {
                    self.anything(child);
                }
            }
        }
        Patterns::default()
    }

    /// `a && b` and `a || b` bring the variables of `a` into scope of `b`; others take none along.
    fn binary(&mut self, index: Index) -> Patterns {
        let mut operands = self.outline().children(index);
        let (Some(left), right) = (operands.next(), operands.next()) else { return Patterns::default() };
        drop(operands);
        let of_left = self.expression(left);
        let Some(right) = right else { return Patterns::default() };
        if of_left.is_empty() {
            let of_right = self.expression(right);
            if of_right.is_empty() {
                return of_right;
            }
            return match self.bindings.operator(index) {
                "&&" => Patterns { when_true: of_right.when_true, when_false: Vec::new() },
                "||" => Patterns { when_true: Vec::new(), when_false: of_right.when_false },
                _ => Patterns::default(),
            };
        }
        let operator = self.bindings.operator(index);
        let seen: &[usize] = match operator {
            "&&" => &of_left.when_true,
            "||" => &of_left.when_false,
            _ => &[],
        };
        let of_right = self.with_patterns(seen, right, Self::expression);
        match operator {
            "&&" => Patterns { when_true: of_left.when_true, when_false: Vec::new() }.and_true(of_right.when_true),
            "||" => Patterns { when_true: Vec::new(), when_false: of_left.when_false }.and_false(of_right.when_false),
            _ => Patterns::default(),
        }
    }

    fn conditional(&mut self, index: Index) {
        let parts = self.children(index);
        let [condition, consequence, alternative] = parts[..] else {
            for part in parts {
                self.anything(part);
            }
            return;
        };
        let patterns = self.expression(condition);
        self.with_patterns(&patterns.when_true, consequence, Self::expression);
        self.with_patterns(&patterns.when_false, alternative, Self::expression);
    }

    fn lambda(&mut self, index: Index) {
        self.in_callable(index, |walk| {
            let parts = walk.children(index);
            let Some((&body, before)) = parts.split_last() else { return };
            let scope = walk.outline().span(body);
            for &part in before {
                match walk.kind(part) {
                    Kind::Identifier => walk.inferred_parameter(part, scope),
                    Kind::InferredParameters => {
                        for name in walk.children(part) {
                            walk.inferred_parameter(name, scope);
                        }
                    }
                    Kind::FormalParameters => walk.parameters(part, VariableKind::LambdaParameter, scope),
                    _ => walk.anything(part),
                }
            }
            walk.anything(body);
        });
    }

    fn inferred_parameter(&mut self, name: Index, scope: Span) {
        // `_` declares nothing that could be named.
        if self.kind(name) != Kind::Identifier || self.bindings.text(name) == "_" {
            return;
        }
        let variable = self.declare(name, name, VariableKind::LambdaParameter, scope, Declared::default());
        self.scopes.declare(self.bindings.variables[variable].name, variable);
    }

    /// In `a.b(c)` the name is the last identifier, and no variable.
    fn invocation(&mut self, index: Index) {
        let parts = self.children(index);
        let name = parts.iter().rposition(|&part| self.kind(part) == Kind::Identifier);
        for (at, part) in parts.into_iter().enumerate() {
            if Some(at) != name {
                self.expression(part);
            }
        }
    }

    /// In `a.b` only `a` may be a variable; `A.super.b` and `A.this` have none.
    fn field_access(&mut self, index: Index) {
        let parts = self.children(index);
        let is_qualified_this = |&part: &Index| matches!(self.kind(part), Kind::This | Kind::Super);
        let Some((object, rest)) = parts.split_first() else { return };
        if !rest.iter().any(is_qualified_this) {
            self.expression(*object);
        }
    }

    fn method_reference(&mut self, index: Index) {
        if let Some(object) = self.outline().first_child(index) {
            self.expression(object);
        }
    }

    fn creation(&mut self, index: Index) {
        for child in self.children(index) {
            match self.kind(child) {
                Kind::ClassBody => {
                    let class = self.outline().node(index);
                    self.class_body(child, Some(class), &[]);
                }
                _ => {
                    self.expression(child);
                }
            }
        }
    }

    fn assignment(&mut self, index: Index) {
        let mut parts = self.outline().children(index);
        let (target, value) = (parts.next(), parts.next());
        drop(parts);
        if let Some(target) = target {
            let access = if self.bindings.operator(index) == "=" { Access::Write } else { Access::ReadWrite };
            self.target(target, access);
        }
        if let Some(value) = value {
            self.expression(value);
        }
    }

    /// What is assigned to.
    fn target(&mut self, index: Index, access: Access) {
        if self.kind(index) == Kind::Identifier {
            self.refer(index, access);
        } else {
            self.expression(index);
        }
    }

    fn cast(&mut self, index: Index) {
        if self.bindings.is_misread_cast(index) {
            // The leftmost name of the supposed type.
            let outline = self.outline();
            let name = outline.subtree(index).find(|&part| outline.kind(part) == Kind::TypeIdentifier);
            if let Some(name) = name {
                self.refer(name, Access::Read);
            }
        }
        for child in self.children(index) {
            self.expression(child);
        }
    }

    /// The values of an annotation; its own name and the names of its elements are no variables.
    fn annotation(&mut self, index: Index) {
        let Some(arguments) = self.outline().child_of_kind(index, Kind::AnnotationArgumentList) else { return };
        for argument in self.children(arguments) {
            if self.kind(argument) == Kind::ElementValuePair {
                for value in self.children(argument).into_iter().skip(1) {
                    self.expression(value);
                }
            } else {
                self.expression(argument);
            }
        }
    }
}
