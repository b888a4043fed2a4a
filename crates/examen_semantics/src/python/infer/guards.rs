//! Tests that a value has passed on the way to its use: `if isinstance(x, C): …` leaves instances of `C`.

use examen_syntax::python::{CompareOp, Comparison, Expr, ExprKind, Id, UnaryOp};

use crate::python::file::{FileId, SemanticFile};
use crate::python::flow::{BlockId, EdgeKind};
use crate::python::knowledge::{FunctionId, knowledge};
use crate::python::model::VariableId;
use crate::python::value::{At, ClassRef, FunctionRef, Value, Values};

/// A test that was passed, the name in it, and how it came out, if that is certain.
pub(super) type PassedTest = (Id<Expr>, Id<Expr>, Option<bool>);

/// How a test comes out for a value.
#[derive(Clone, Copy)]
enum Outcome {
    Certain(bool),
    Open,
    /// The test hands the value to something that is not known, and nothing is said about it from there on.
    Lost,
}

/// Parts of a test that are looked at.
const MAX_PARTS: usize = 50;

/// Copies of the same code that are told apart.
const MAX_COPIES: usize = 8;

/// How many dominating blocks are looked at.
const MAX_GUARDS: usize = 40;

impl SemanticFile<'_> {
    /// Leaves out values that a dominating test of the same variable excludes.
    pub(super) fn guarded(&self, at: At, values: Values) -> Values {
        if values.is_unknown() {
            return values;
        }
        let is_built_in = |variable: VariableId| self.model_of(at.file).definitions_of(variable).is_empty();
        if self.model_of(at.file).variable_of(at.expr).is_none_or(is_built_in) {
            return values;
        }
        let places: Vec<_> = self.flow_of(at.file).places(at.expr).take(MAX_COPIES + 1).collect();
        if places.is_empty() || places.len() > MAX_COPIES {
            return values;
        }
        let (model, ssa) = (self.model_of(at.file), self.ssa_of(at.file));
        let is_same = |name| {
            model.variable_of(name) == model.variable_of(at.expr) && ssa.values_at(name).eq(ssa.values_at(at.expr))
        };
        // Where `finally` is copied, what comes to one copy counts.
        let tests: Vec<_> = places.iter().map(|place| self.passed_tests(at.file, place.block, is_same)).collect();
        let passes = |&value: &Value| tests.iter().any(|tests| self.passes(at.file, tests, value));
        values.iter().filter(passes).collect()
    }

    pub(super) fn passes(&self, file: FileId, tests: &[PassedTest], value: Value) -> bool {
        tests.iter().all(|&(test, name, side)| match self.outcome(At { file, expr: test }, name, value) {
            Outcome::Lost => matches!(value, Value::Module(..) | Value::External(_)),
            Outcome::Open => true,
            Outcome::Certain(truth) => side.is_none_or(|side| side == truth),
        })
    }

    /// Tests that dominate a block and are about a certain name.
    pub(super) fn passed_tests(
        &self,
        file: FileId,
        block: BlockId,
        is_same: impl Fn(Id<Expr>) -> bool,
    ) -> Vec<PassedTest> {
        let flow = self.flow_of(file);
        let mut tests = Vec::new();
        let dominators =
            std::iter::successors(flow.immediate_dominator(block), |&block| flow.immediate_dominator(block));
        for dominator in dominators.take(MAX_GUARDS) {
            let Some(test) = flow.branch(dominator) else {
                continue;
            };
            let Some(name) = self.tested_name(At { file, expr: test }, &is_same) else {
                continue;
            };
            let side = [true, false].into_iter().find(|&outcome| flow.controls(dominator, outcome, block));
            let may_raise = || flow.successors(dominator).iter().any(|edge| edge.kind == EdgeKind::Exception);
            if side.is_some() || !may_raise() {
                tests.push((test, name, side));
            }
        }
        tests
    }

    /// The name in a test that is the wanted one.
    pub(super) fn tested_name(&self, test: At, is_same: &impl Fn(Id<Expr>) -> bool) -> Option<Id<Expr>> {
        let tree = self.model_of(test.file).tree;
        let mut open = vec![test.expr];
        let mut at = 0;
        while let Some(&expr) = open.get(at).filter(|_| at < MAX_PARTS) {
            at += 1;
            match tree[expr].kind {
                ExprKind::Name { .. } if is_same(expr) => return Some(expr),
                ExprKind::Attribute { value, .. } => open.push(value),
                ExprKind::Subscript { value, index, .. } => open.extend([value, index]),
                ExprKind::Unary { operand, .. } => open.push(operand),
                ExprKind::Binary { left, right, .. } => open.extend([left, right]),
                ExprKind::Compare { left, rest } => {
                    open.push(left);
                    open.extend(tree.list(rest).iter().map(|comparison| comparison.right));
                }
                ExprKind::Call { function, arguments, keywords } => {
                    open.push(function);
                    open.extend(tree.list(arguments));
                    open.extend(tree.list(keywords).iter().map(|keyword| keyword.value));
                }
                _ => {}
            }
        }
        None
    }

    /// How a test comes out when the name in it stands for a value.
    fn outcome(&self, test: At, name: Id<Expr>, value: Value) -> Outcome {
        if test.expr == name {
            return self.truth(value).map_or(Outcome::Open, Outcome::Certain);
        }
        let model = self.model_of(test.file);
        let tree = model.tree;
        let inside = |part: Id<Expr>| tree[part].span.contains(tree[name].span);
        let part = |expr| match self.outcome(At { expr, ..test }, name, value) {
            Outcome::Lost => Outcome::Lost,
            Outcome::Open | Outcome::Certain(_) => Outcome::Open,
        };
        match tree[test.expr].kind {
            ExprKind::Compare { left, rest } => {
                let [Comparison { op, right }] = *tree.list(rest) else {
                    return Outcome::Open;
                };
                let (operand, other) = if inside(left) { (left, right) } else { (right, left) };
                let is_equal = match self.type_argument(At { expr: operand, ..test }) {
                    _ if operand == name => self.is_same(value, At { expr: other, ..test }),
                    Some(argument) if argument == name => self.has_class(value, At { expr: other, ..test }),
                    _ => None,
                };
                match (op, is_equal) {
                    (CompareOp::Is | CompareOp::Equal, Some(is_equal)) => Outcome::Certain(is_equal),
                    (CompareOp::IsNot | CompareOp::NotEqual, Some(is_equal)) => Outcome::Certain(!is_equal),
                    _ => part(operand),
                }
            }
            ExprKind::Unary { op: UnaryOp::Not, operand } => {
                match self.outcome(At { expr: operand, ..test }, name, value) {
                    Outcome::Certain(truth) => Outcome::Certain(!truth),
                    outcome => outcome,
                }
            }
            ExprKind::Unary { operand, .. } => part(operand),
            ExprKind::Binary { left, right, .. } => part(if inside(left) { left } else { right }),
            ExprKind::Attribute { value: object, name: attribute, .. } => {
                let is_there = object != name
                    || has_unknown_attributes(value)
                    || !self.attribute_of(value, attribute.text(model.source)).is_unknown();
                if is_there { part(object) } else { Outcome::Lost }
            }
            ExprKind::Subscript { value: object, .. } if inside(object) => part(object),
            ExprKind::Call { function, arguments, .. } => {
                let Some(&first) = tree.list(arguments).first().filter(|&&first| inside(first)) else {
                    return Outcome::Lost;
                };
                let second = tree.list(arguments).get(1).map(|&expr| At { expr, ..test });
                match self.values_at(At { expr: function, ..test }).only() {
                    Some(Value::Function(FunctionRef::Known(id))) if !knowledge().function(id).is_source => {
                        let tested = if first == name { self.built_in_test(id, value, second) } else { None };
                        tested.map_or_else(|| part(first), Outcome::Certain)
                    }
                    Some(Value::Class(ClassRef::Known(id))) if knowledge().class(id).name == "type" => part(first),
                    _ => Outcome::Lost,
                }
            }
            _ => Outcome::Lost,
        }
    }

    /// What `callable(value)`, `hasattr(value, second)` and `isinstance(value, second)` come out as.
    fn built_in_test(&self, function: FunctionId, value: Value, second: Option<At>) -> Option<bool> {
        let class = self.class_of_value(value)?;
        match knowledge().function(function).name {
            "callable" => self.has_member(class, "__call__"),
            "hasattr" => {
                let second = second?;
                let model = self.model_of(second.file);
                let attribute = model.text(model.tree[second.expr].span);
                self.has_member(class, super::string_content(attribute))
            }
            "isinstance" => self.is_instance(class, second?),
            _ => None,
        }
    }

    /// The argument of `type(argument)`.
    fn type_argument(&self, call: At) -> Option<Id<Expr>> {
        let model = self.model_of(call.file);
        let ExprKind::Call { function, arguments, .. } = model.tree[call.expr].kind else {
            return None;
        };
        let &[argument] = model.tree.list(arguments) else {
            return None;
        };
        (model.text(model.tree[function].span) == "type").then_some(argument)
    }

    /// Whether a value is an object of just that class.
    fn has_class(&self, value: Value, class: At) -> Option<bool> {
        match self.values_at(class).only()? {
            Value::Class(class) => Some(self.class_of_value(value)? == class),
            _ => None,
        }
    }

    /// Whether the class has a member; not certain when its hierarchy is not known.
    fn has_member(&self, class: ClassRef, name: &str) -> Option<bool> {
        match self.lookup(class, name) {
            Some(_) => Some(true),
            None if self.has_failed(class) => None,
            None => Some(false),
        }
    }

    fn is_instance(&self, class: ClassRef, of: At) -> Option<bool> {
        let mut is_any = false;
        let tree = self.model_of(of.file).tree;
        let alternatives = match tree[of.expr].kind {
            ExprKind::Tuple { elements, .. } => tree.list(elements).to_vec(),
            _ => vec![of.expr],
        };
        for expr in alternatives {
            match self.values_at(At { expr, ..of }).only() {
                Some(Value::Class(other)) => is_any |= self.is_subclass(class, other),
                // What comes out of an absent module is not among the bases of a class that is known.
                Some(value) if self.is_absent(value) => {}
                _ => return None,
            }
        }
        if !is_any && self.has_failed(class) { None } else { Some(is_any) }
    }

    fn is_same(&self, value: Value, other: At) -> Option<bool> {
        let other = self.values_at(other).only()?;
        match (value, other) {
            (Value::None | Value::Bool(_), Value::None | Value::Bool(_))
            | (Value::Function(_), Value::Function(_))
            | (Value::Class(_), Value::Class(_)) => Some(value == other),
            (Value::Literal(a), Value::Literal(b)) => Some(self.literal_text(a) == self.literal_text(b)),
            (Value::None, Value::Literal(_) | Value::Class(_))
            | (
                Value::Literal(_)
                | Value::Instance(..)
                | Value::SelfInstance(..)
                | Value::Class(_)
                | Value::Function(_)
                | Value::Module(..),
                Value::None,
            ) => Some(false),
            _ => None,
        }
    }

    fn literal_text(&self, at: At) -> &str {
        let model = self.model_of(at.file);
        model.text(model.tree[at.expr].span)
    }
}

/// Whether a value may have any attribute: objects of classes do, what a module or a class has is known.
fn has_unknown_attributes(value: Value) -> bool {
    matches!(value, Value::Instance(..) | Value::SelfInstance(..) | Value::External(_) | Value::Decorated(..))
}
