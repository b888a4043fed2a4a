//! What evaluating an expression may do.

use examen_syntax::java::Kind;

use super::constants::Constant;
use super::effects::EffectWalk;
use super::outline::Index;
use super::static_types::StaticType;
use super::variable::Access;

impl EffectWalk<'_, '_> {
    /// An expression, or a part of one.
    pub(super) fn expression(&mut self, index: Index) {
        match self.outline().kind(index) {
            Kind::Identifier => self.name(index, Access::Read),
            Kind::FieldAccess => self.field_access(index, Access::Read),
            Kind::ArrayAccess => self.array_access(index, Access::Read),
            Kind::AssignmentExpression => self.assignment(index),
            Kind::UpdateExpression => {
                if let Some(operand) = self.outline().first_child(index) {
                    let target = self.bindings().unparenthesized(operand);
                    self.target(target, Access::ReadWrite);
                    self.throw(self.static_type(target).may_unbox());
                }
            }
            Kind::BinaryExpression => {
                self.visit_children(index);
                let mut operands = self.outline().children(index);
                if let (Some(left), Some(right)) = (operands.next(), operands.next()) {
                    self.operation(self.bindings().operator(index), left, right);
                }
            }
            Kind::UnaryExpression => {
                self.visit_children(index);
                let operand = self.outline().first_child(index);
                self.throw(operand.is_some_and(|operand| self.static_type(operand).may_unbox()));
            }
            Kind::TernaryExpression => self.conditional(index),
            Kind::CastExpression => self.cast(index),
            Kind::InstanceofExpression | Kind::TypePattern | Kind::RecordPatternComponent => self.pattern(index),
            Kind::RecordPattern => {
                // The components are read by methods.
                self.call();
                for part in self.outline().children(index).filter(|&part| part != index + 1) {
                    self.visit(part);
                }
            }
            Kind::LambdaExpression | Kind::ClassBody => self.capture(index),
            Kind::MethodInvocation => self.invocation(index),
            Kind::MethodReference => self.method_reference(index),
            Kind::ObjectCreationExpression | Kind::TemplateExpression | Kind::StringInterpolation => {
                self.visit_children(index);
                self.call();
            }
            Kind::DimensionsExpr => {
                self.visit_children(index);
                let is_size = |size| match self.bindings().constant(size) {
                    Some(Constant::Int(size)) => size >= 0,
                    Some(Constant::Char(_)) => true,
                    _ => false,
                };
                let is_safe = self.outline().children(index).last().is_some_and(is_size);
                self.throw(!is_safe);
            }
            Kind::ArrayInitializer => {
                for element in self.outline().children(index) {
                    self.visit(element);
                    self.convert(StaticType::Unknown, element);
                }
            }
            Kind::SwitchExpression => self.switch(index),
            Kind::SwitchLabel => {
                for part in self.outline().children(index) {
                    match self.outline().kind(part) {
                        Kind::Pattern | Kind::Guard => self.visit(part),
                        // Constants are not evaluated, but must have been declared.
                        _ => self.capture(part),
                    }
                }
            }
            // Types.
            Kind::GenericType
            | Kind::ArrayType
            | Kind::AnnotatedType
            | Kind::ScopedTypeIdentifier
            | Kind::ClassLiteral
            | Kind::TypeArguments => {}
            _ => self.visit_children(index),
        }
    }

    /// A simple name: a variable, or a field, or the class in front of a dot, which is not told from a field.
    fn name(&mut self, index: Index, access: Access) {
        let Some(variable) = self.bindings().variable(index) else {
            self.effects.reads_heap |= access != Access::Write;
            self.effects.writes_heap |= access != Access::Read;
            return;
        };
        if access != Access::Write {
            self.effects.reads.insert(variable);
        }
        if access != Access::Read {
            self.effects.writes.insert(variable);
        }
    }

    fn field_access(&mut self, index: Index, access: Access) {
        let outline = self.outline();
        let parts: Vec<Index> = outline.children(index).collect();
        let (Some(&object), Some(&field)) = (parts.first(), parts.last()) else { return };
        // `Outer.this` is a value that is there.
        if outline.kind(field) == Kind::This {
            return;
        }
        // The length of an array never changes.
        if self.bindings().is_array_length(index) {
            self.visit(object);
            self.effects.may_throw = true;
            return;
        }
        let inner = self.bindings().unparenthesized(object);
        self.effects.reads_heap |= access != Access::Write;
        self.effects.writes_heap |= access != Access::Read;
        let is_own = matches!(outline.kind(inner), Kind::This | Kind::Super)
            || parts.iter().any(|&part| outline.kind(part) == Kind::Super)
            || (outline.kind(inner) == Kind::FieldAccess
                && outline.children(inner).last().is_some_and(|last| outline.kind(last) == Kind::This));
        if is_own {
            return;
        }
        self.effects.may_throw = true;
        // `Name.field` may be the first to touch a class, whose initialiser then runs.
        if outline.kind(inner) == Kind::Identifier && self.bindings().variable(inner).is_none() {
            self.call();
            return;
        }
        self.visit(object);
    }

    fn array_access(&mut self, index: Index, access: Access) {
        self.visit_children(index);
        self.effects.may_throw = true;
        self.effects.reads_heap |= access != Access::Write;
        self.effects.writes_heap |= access != Access::Read;
    }

    /// What is assigned to.
    fn target(&mut self, index: Index, access: Access) {
        match self.outline().kind(index) {
            Kind::Identifier => self.name(index, access),
            Kind::FieldAccess => self.field_access(index, access),
            Kind::ArrayAccess => self.array_access(index, access),
            _ => self.visit(index),
        }
    }

    fn assignment(&mut self, index: Index) {
        let mut parts = self.outline().children(index);
        let (Some(target), Some(value)) = (parts.next(), parts.next()) else { return };
        let operator = self.bindings().operator(index);
        if operator == "=" {
            self.target(target, Access::Write);
            self.visit(value);
            self.convert(self.static_type(target), value);
        } else {
            self.target(target, Access::ReadWrite);
            self.visit(value);
            self.operation(operator.trim_end_matches('='), target, value);
        }
    }

    /// What an operator may do with its operands, besides evaluating them.
    fn operation(&mut self, operator: &str, left: Index, right: Index) {
        let (of_left, of_right) = (self.static_type(left), self.static_type(right));
        match operator {
            "==" | "!=" => {
                let is_object = |of: StaticType| {
                    matches!(of, StaticType::String | StaticType::Array | StaticType::Null | StaticType::Reference)
                };
                let is_safe = is_object(of_left)
                    || is_object(of_right)
                    || (of_left.is_primitive() && of_right.is_primitive())
                    || (of_left == StaticType::Boxed && of_right == StaticType::Boxed);
                self.throw(!is_safe);
            }
            "+" => self.sum(of_left, of_right),
            "/" | "%" => {
                let is_floating = of_left == StaticType::Floating || of_right == StaticType::Floating;
                let is_not_zero = match self.bindings().constant(right) {
                    Some(Constant::Int(divisor)) => divisor != 0,
                    Some(Constant::Long(divisor)) => divisor != 0,
                    Some(Constant::Char(divisor)) => divisor != 0,
                    _ => false,
                };
                self.throw(of_left.may_unbox() || of_right.may_unbox() || !(is_floating || is_not_zero));
            }
            _ => self.throw(of_left.may_unbox() || of_right.may_unbox()),
        }
    }

    /// Addition, or joining strings, which asks objects for their text.
    fn sum(&mut self, left: StaticType, right: StaticType) {
        let is_text = |of: StaticType| of == StaticType::String;
        let may_ask = if is_text(left) || is_text(right) {
            left.may_have_own_text() || right.may_have_own_text()
        } else {
            // An operand of an unknown type may be the string, which asks the other one.
            let asks = |text: StaticType, other: StaticType| text == StaticType::Unknown && other.may_have_own_text();
            asks(left, right) || asks(right, left) || left == StaticType::Reference || right == StaticType::Reference
        };
        if may_ask {
            self.call();
        } else if !is_text(left) && !is_text(right) {
            self.throw(left.may_unbox() || right.may_unbox());
        }
    }

    fn conditional(&mut self, index: Index) {
        self.visit_children(index);
        let mut parts = self.outline().children(index);
        let (Some(condition), Some(first), Some(second)) = (parts.next(), parts.next(), parts.next()) else { return };
        let (first, second) = (self.static_type(first), self.static_type(second));
        let is_number = |of: StaticType| of.is_primitive() || matches!(of, StaticType::Boxed | StaticType::Unknown);
        // `a ? 1 : boxed` is a number, so that the other one is taken out of its object.
        let may_unbox = is_number(first) && is_number(second) && !(first.is_primitive() && second.is_primitive());
        self.throw(may_unbox || self.static_type(condition).may_unbox());
    }

    fn cast(&mut self, index: Index) {
        if self.bindings().is_misread_cast(index) {
            let outline = self.outline();
            let name = outline.subtree(index).find(|&part| outline.kind(part) == Kind::TypeIdentifier);
            if let Some(name) = name {
                self.name(name, Access::Read);
            }
            self.visit_children(index);
            // Which operand the sum has to its right the tree does not tell.
            self.call();
            return;
        }
        let mut parts = self.outline().children(index);
        let (named, value) = (parts.next(), parts.last());
        let (Some(named), Some(value)) = (named, value) else { return };
        self.visit(value);
        let (to, from) = (self.bindings().named_type(named), self.static_type(value));
        let is_code = matches!(self.outline().kind(value), Kind::LambdaExpression | Kind::MethodReference);
        let is_safe = from.is_primitive()
            || self.bindings().text(named) == "Object"
            || (from == StaticType::Null && !to.is_primitive())
            || (from == StaticType::String && to == StaticType::String)
            || is_code;
        self.throw(!is_safe);
    }

    /// `value instanceof Type name`, or a type and a name in a pattern: the name gets a value.
    fn pattern(&mut self, index: Index) {
        let outline = self.outline();
        let mut parts = outline.children(index);
        if outline.kind(index) == Kind::InstanceofExpression
            && let Some(value) = parts.next()
        {
            self.visit(value);
        }
        for part in parts {
            if outline.kind(part) == Kind::Identifier {
                self.effects.writes.extend(self.bindings().variable(part));
            } else {
                self.visit(part);
            }
        }
    }

    fn invocation(&mut self, index: Index) {
        let outline = self.outline();
        let parts: Vec<Index> = outline.children(index).collect();
        let name = parts.iter().rposition(|&part| outline.kind(part) == Kind::Identifier);
        for (at, part) in parts.into_iter().enumerate() {
            if Some(at) != name {
                self.visit(part);
            }
        }
        self.call();
    }

    /// The object is looked at, and must be there; a class in its place is not told from a field, unless by `::new`.
    fn method_reference(&mut self, index: Index) {
        let mut parts = self.outline().children(index);
        let (Some(object), Some(_)) = (parts.next(), parts.next()) else { return };
        match self.outline().kind(object) {
            Kind::This
            | Kind::Super
            | Kind::GenericType
            | Kind::ArrayType
            | Kind::AnnotatedType
            | Kind::TypeIdentifier => {}
            _ => {
                self.visit(object);
                self.effects.may_throw = true;
            }
        }
    }

    fn switch(&mut self, index: Index) {
        let outline = self.outline();
        let selector = outline.first_child(index);
        let is_number = selector.is_some_and(|selector| self.static_type(selector) == StaticType::Integral);
        let is_default = |part: Index| outline.kind(part) == Kind::SwitchLabel && outline.subtree(part).len() == 1;
        let groups = outline.child_of_kind(index, Kind::SwitchBlock).into_iter();
        let has_default =
            groups.flat_map(|block| outline.children(block)).any(|group| outline.children(group).any(is_default));
        self.throw(!is_number || !(has_default || self.bindings().is_switch_statement(index)));
        self.visit_children(index);
    }
}
