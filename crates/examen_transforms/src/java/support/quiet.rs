//! Statements that cannot throw, by the types that the class around the method tells.

use examen_semantics::java::Constant;
use examen_syntax::java::{Field, Kind, Node};

use super::outside::{Outside, Sort};
use crate::java_method::JavaMethod;

/// Tells what cannot throw.
#[derive(Debug)]
pub(crate) struct Quiet<'m, 't> {
    pub(crate) method: &'m JavaMethod<'t>,
    pub(crate) outside: &'m Outside<'m, 't>,
    /// Whether the code is in a local or anonymous class, where a name of a field may be that of an inherited one.
    pub(crate) is_in_class: bool,
}

impl<'t> Quiet<'_, 't> {
    /// Returns whether a declaration or an expression statement cannot throw.
    pub(crate) fn is_quiet(&self, statement: Node<'t>) -> bool {
        if statement.kind() == Kind::LocalVariableDeclaration {
            statement.children_of(Field::Declarator).all(|declarator| match declarator.child(Field::Value) {
                Some(value) => {
                    let target = declarator.child(Field::Name).map_or(Sort::Unknown, |name| self.name(name));
                    self.is_converted(target, value)
                }
                None => true,
            })
        } else {
            let mut parts = statement.named_children().filter(|part| !part.kind().is_comment());
            parts.all(|part| self.sort(part).is_some())
        }
    }

    /// Returns whether a value can neither throw nor be unboxed on its way to a target.
    fn is_converted(&self, target: Sort, value: Node<'t>) -> bool {
        let sort = self.sort(value);
        sort == Some(Sort::Primitive) || (sort.is_some() && target == Sort::Reference)
    }

    /// The sort of an expression that cannot throw; none of one that may.
    fn sort(&self, node: Node<'t>) -> Option<Sort> {
        let part = |field: Field| node.child(field);
        match node.kind() {
            Kind::DecimalIntegerLiteral
            | Kind::HexIntegerLiteral
            | Kind::OctalIntegerLiteral
            | Kind::BinaryIntegerLiteral
            | Kind::DecimalFloatingPointLiteral
            | Kind::HexFloatingPointLiteral
            | Kind::CharacterLiteral
            | Kind::True
            | Kind::False => Some(Sort::Primitive),
            Kind::StringLiteral | Kind::NullLiteral | Kind::This => Some(Sort::Reference),
            Kind::Identifier => Some(self.name(node)),
            Kind::FieldAccess if part(Field::Object)?.kind() == Kind::This => Some(self.own(part(Field::Field)?)),
            Kind::ParenthesizedExpression => self.sort(operand(node)?),
            Kind::UnaryExpression => self.primitive(part(Field::Operand)?),
            Kind::UpdateExpression => self.primitive(operand(node)?),
            Kind::BinaryExpression | Kind::AssignmentExpression => self.operation(node),
            Kind::TernaryExpression => {
                self.primitive(part(Field::Condition)?)?;
                let (first, second) = (self.sort(part(Field::Consequence)?)?, self.sort(part(Field::Alternative)?)?);
                // `a ? 1 : boxed` unboxes.
                (first == Sort::Primitive && second == Sort::Primitive).then_some(Sort::Primitive)
            }
            Kind::CastExpression if Sort::of_type(part(Field::Type)?) == Sort::Primitive => {
                self.primitive(part(Field::Value)?)
            }
            _ => (!self.method.model.effects(node).may_throw).then_some(Sort::Unknown),
        }
    }

    fn operation(&self, node: Node<'t>) -> Option<Sort> {
        let (left, right) = (node.child(Field::Left)?, node.child(Field::Right)?);
        match node.child(Field::Operator)?.kind_name() {
            "=" => {
                let target = self.sort(left)?;
                self.is_converted(target, right).then_some(target)
            }
            "/" | "%" | "/=" | "%=" if !self.is_not_zero(right) => None,
            "==" | "!=" if self.sort(left)? == Sort::Reference && self.sort(right)? == Sort::Reference => {
                Some(Sort::Primitive)
            }
            _ => {
                self.primitive(left)?;
                self.primitive(right)
            }
        }
    }

    fn primitive(&self, node: Node<'t>) -> Option<Sort> {
        self.sort(node).filter(|&sort| sort == Sort::Primitive)
    }

    fn is_not_zero(&self, divisor: Node<'t>) -> bool {
        match self.method.model.constant(divisor) {
            Some(Constant::Int(divisor)) => divisor != 0,
            Some(Constant::Long(divisor)) => divisor != 0,
            _ => false,
        }
    }

    /// Of a simple name.
    fn name(&self, name: Node<'t>) -> Sort {
        let model = &self.method.model;
        let Some(variable) = model.variable_at(name).and_then(|at| model.variables().get(at)) else {
            return self.own(name);
        };
        match variable.type_node {
            _ if variable.dimensions.is_some() || variable.is_variadic => Sort::Reference,
            Some(named) if self.method.text(named) != "var" => Sort::of_type(named),
            _ => Sort::Unknown,
        }
    }

    fn own(&self, name: Node<'t>) -> Sort {
        let own = self.outside.own_field(self.method.text(name));
        own.filter(|_| !self.is_in_class).unwrap_or(Sort::Unknown)
    }
}

/// The one expression of a node.
fn operand(node: Node<'_>) -> Option<Node<'_>> {
    node.named_children().find(|child| !child.kind().is_comment())
}
