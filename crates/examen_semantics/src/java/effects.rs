//! What running a piece of a method may do.

use std::collections::BTreeSet;
use std::ops::Range;

use examen_syntax::java::{Field, Kind};

use super::bindings::Bindings;
use super::model::MethodModel;
use super::outline::{Index, Outline};
use super::static_types::StaticType;

/// What running an expression or statement may do; an upper bound. Whether it ends is not said.
///
/// A lambda does nothing where it is written, but reads what it captures; so does the declaration of a local class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Effects {
    /// The variables that are read, by their index in [`MethodModel::variables`](super::MethodModel::variables).
    pub reads: BTreeSet<usize>,
    /// The variables that get a value or are declared.
    pub writes: BTreeSet<usize>,
    /// Whether a field or an array element is read.
    pub reads_heap: bool,
    /// Whether a field or an array element gets a value.
    pub writes_heap: bool,
    /// Whether code elsewhere runs: a method, a constructor, `toString` of an operand, an iterator, `close`, or the static
    /// initialiser of a class that a qualified name may mention. Sets [`reads_heap`](Self::reads_heap),
    /// [`writes_heap`](Self::writes_heap) and [`may_throw`](Self::may_throw) too.
    pub calls: bool,
    /// Whether an exception may come out, other than lack of memory or stack.
    pub may_throw: bool,
    /// Whether control may leave by `return`, `break`, `continue`, `yield` or `throw`.
    pub jumps: bool,
}

impl Effects {
    pub(super) fn of(model: &MethodModel<'_>, index: Index) -> Self {
        let range = model.outline().subtree(index);
        let mut walk = EffectWalk { model, range, effects: Self::default() };
        walk.visit(index);
        walk.effects
    }

    /// Of what is not understood; which variables it touches cannot be said.
    pub(super) fn anything() -> Self {
        let mut effects = Self { jumps: true, ..Self::default() };
        effects.call();
        effects
    }

    fn call(&mut self) {
        self.calls = true;
        self.reads_heap = true;
        self.writes_heap = true;
        self.may_throw = true;
    }
}

/// Walks over what is asked about; what stands in lambdas and classes does not run there.
pub(super) struct EffectWalk<'m, 't> {
    model: &'m MethodModel<'t>,
    range: Range<Index>,
    pub(super) effects: Effects,
}

impl<'m, 't> EffectWalk<'m, 't> {
    pub(super) fn bindings(&self) -> &'m Bindings<'t> {
        &self.model.bindings
    }

    pub(super) fn outline(&self) -> &'m Outline<'t> {
        &self.model.bindings.outline
    }

    pub(super) fn static_type(&self, index: Index) -> StaticType {
        self.model.bindings.static_type(index)
    }

    pub(super) fn call(&mut self) {
        self.effects.call();
    }

    pub(super) fn throw(&mut self, may_throw: bool) {
        self.effects.may_throw |= may_throw;
    }

    pub(super) fn visit_children(&mut self, index: Index) {
        for child in self.outline().children(index) {
            self.visit(child);
        }
    }

    pub(super) fn visit(&mut self, index: Index) {
        let kind = self.outline().kind(index);
        match kind {
            _ if kind.is_type_declaration() => self.capture(index),
            Kind::LocalVariableDeclaration => {
                for part in self.outline().children(index) {
                    match self.outline().kind(part) {
                        Kind::VariableDeclarator => self.declarator(part),
                        Kind::Modifiers => self.capture(part),
                        _ => {}
                    }
                }
            }
            Kind::IfStatement | Kind::WhileStatement => {
                self.condition(self.outline().first_child(index));
                self.visit_children(index);
            }
            Kind::DoStatement => {
                self.condition(self.outline().children(index).last());
                self.visit_children(index);
            }
            Kind::ForStatement => {
                self.condition(self.bindings().for_parts(index).condition);
                self.visit_children(index);
            }
            Kind::EnhancedForStatement => self.enhanced_for(index),
            Kind::LabeledStatement => {
                for statement in self.outline().children(index).skip(1) {
                    self.visit(statement);
                }
            }
            Kind::BreakStatement | Kind::ContinueStatement => self.jump(index),
            Kind::YieldStatement => {
                self.visit_children(index);
                if self.model.jumps.target(index).is_some() {
                    self.jump(index);
                } else {
                    // In a Java before 14 this is the call of a method.
                    self.call();
                }
            }
            Kind::ReturnStatement => self.return_statement(index),
            Kind::ThrowStatement => {
                self.visit_children(index);
                self.effects.jumps = true;
                self.effects.may_throw = true;
            }
            Kind::SynchronizedStatement => {
                self.visit_children(index);
                self.effects.may_throw = true;
                self.effects.reads_heap = true;
                self.effects.writes_heap = true;
            }
            Kind::AssertStatement => {
                self.visit_children(index);
                self.effects.may_throw = true;
            }
            Kind::Resource => self.resource(index),
            Kind::CatchFormalParameter => self.write_name(index),
            Kind::ExplicitConstructorInvocation => {
                self.visit_children(index);
                self.call();
            }
            Kind::Error => {
                self.visit_children(index);
                self.call();
                self.effects.jumps = true;
            }
            // Annotations are not evaluated, but may name constants.
            Kind::Modifiers | Kind::Annotation => self.capture(index),
            Kind::FormalParameters | Kind::MarkerAnnotation => {}
            _ if kind.is_method_declaration() => {
                if let Some(body) = self.bindings().field(index, Field::Body) {
                    self.visit(body);
                }
            }
            _ => self.expression(index),
        }
    }

    /// A value that is tested, and taken out of an object if it is in one.
    fn condition(&mut self, condition: Option<Index>) {
        let may_unbox = condition.is_some_and(|condition| self.static_type(condition).may_unbox());
        self.throw(may_unbox);
    }

    fn declarator(&mut self, declarator: Index) {
        let mut parts = self.outline().children(declarator);
        let variable = parts.next().and_then(|name| self.bindings().variable(name));
        self.effects.writes.extend(variable);
        let Some(value) = parts.find(|&part| self.outline().kind(part) != Kind::Dimensions) else { return };
        self.visit(value);
        let target = variable.map_or(StaticType::Unknown, |at| self.bindings().variables[at].static_type);
        self.convert(target, value);
    }

    /// The variables that a declaration names.
    pub(super) fn write_name(&mut self, declaration: Index) {
        let outline = self.outline();
        for child in outline.children(declaration).filter(|&child| outline.kind(child) == Kind::Identifier) {
            self.effects.writes.extend(self.bindings().variable(child));
        }
    }

    fn enhanced_for(&mut self, index: Index) {
        let name = self.bindings().field(index, Field::Name);
        self.effects.writes.extend(name.and_then(|name| self.bindings().variable(name)));
        if let Some(value) = self.bindings().field(index, Field::Value) {
            self.visit(value);
            if self.static_type(value) == StaticType::Array {
                self.effects.reads_heap = true;
                self.effects.may_throw = true;
            } else {
                self.call();
            }
        }
        if let Some(body) = self.bindings().field(index, Field::Body) {
            self.visit(body);
        }
    }

    fn resource(&mut self, index: Index) {
        let name = self.bindings().field(index, Field::Name);
        for part in self.outline().children(index) {
            if Some(part) == name {
                self.effects.writes.extend(self.bindings().variable(part));
            } else {
                self.visit(part);
            }
        }
        self.call();
    }

    fn jump(&mut self, index: Index) {
        let target = self.model.jumps.target(index);
        self.effects.jumps |= target.is_none_or(|target| !self.range.contains(&target));
    }

    fn return_statement(&mut self, index: Index) {
        self.visit_children(index);
        self.effects.jumps = true;
        if let Some(value) = self.outline().first_child(index) {
            let is_callable =
                |&above: &Index| matches!(self.outline().kind(above), Kind::MethodDeclaration | Kind::LambdaExpression);
            let callable = self.outline().ancestors(index).find(is_callable);
            let returned = callable.and_then(|callable| self.bindings().field(callable, Field::Type));
            self.convert(returned.map_or(StaticType::Unknown, |named| self.bindings().named_type(named)), value);
        }
    }

    /// A value becomes one of the target's type, which takes it out of an object if it must.
    pub(super) fn convert(&mut self, target: StaticType, value: Index) {
        let found = self.static_type(value);
        let may_unbox = match target {
            _ if target.is_primitive() => found.may_unbox(),
            StaticType::Unknown => matches!(found, StaticType::Unknown | StaticType::Boxed),
            _ => false,
        };
        self.throw(may_unbox);
    }

    /// Code that is only made here and runs later: it reads what it names of the variables around it.
    pub(super) fn capture(&mut self, index: Index) {
        let span = self.outline().span(index);
        for part in self.outline().subtree(index) {
            if let Some(variable) = self.bindings().variable(part) {
                let declaration = self.bindings().variables[variable].declaration.span();
                if declaration.start < span.start || declaration.end > span.end {
                    self.effects.reads.insert(variable);
                }
            }
        }
    }
}
