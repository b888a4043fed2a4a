//! Tests that a value has passed on the way to its use: `if isinstance(x, C): …` leaves instances of `C`.

use examen_syntax::python::{CompareOp, Comparison, Expr, ExprKind, Id};

use crate::python::file::{FileId, SemanticFile};
use crate::python::flow::BlockId;
use crate::python::knowledge::knowledge;
use crate::python::model::{ScopeId, ScopeKind, VariableId};
use crate::python::value::{At, ClassRef, FunctionRef, Value, Values};

/// A test that was passed, the name in it, and how it came out.
pub(super) type PassedTest = (Id<Expr>, Id<Expr>, bool);

/// How many dominating blocks are looked at.
const MAX_GUARDS: usize = 40;

impl SemanticFile<'_> {
    /// Leaves out values that a dominating test of the same variable excludes.
    pub(super) fn guarded(&self, at: At, values: Values) -> Values {
        if values.is_unknown() {
            return values;
        }
        let mut places = self.flow_of(at.file).places(at.expr);
        let (Some(place), None) = (places.next(), places.next()) else {
            return values;
        };
        let (model, ssa) = (self.model_of(at.file), self.ssa_of(at.file));
        let is_same = |name| {
            model.variable_of(name) == model.variable_of(at.expr) && ssa.values_at(name).eq(ssa.values_at(at.expr))
        };
        let tests = self.passed_tests(at.file, place.block, is_same);
        self.passing(at.file, &tests, values)
    }

    /// The same for a variable of an outer function that is bound once: what held where the inner one was made holds in it.
    pub(super) fn guarded_outside(&self, file: FileId, scope: ScopeId, variable: VariableId, values: Values) -> Values {
        let model = self.model_of(file);
        let ScopeKind::Function(function) = model[scope].kind else {
            return values;
        };
        if values.is_unknown()
            || model[scope].parent != Some(model[variable].scope)
            || model.definitions_of(variable).len() > 1
        {
            return values;
        }
        let Some(place) = self.flow_of(file).place_of(model.function_definition(function)) else {
            return values;
        };
        let tests = self.passed_tests(file, place.block, |name| model.variable_of(name) == Some(variable));
        self.passing(file, &tests, values)
    }

    fn passing(&self, file: FileId, tests: &[PassedTest], values: Values) -> Values {
        if tests.is_empty() {
            return values;
        }
        values.iter().filter(|&value| self.passes(file, tests, value)).collect()
    }

    pub(super) fn passes(&self, file: FileId, tests: &[PassedTest], value: Value) -> bool {
        tests.iter().all(|&(test, name, outcome)| {
            self.outcome(At { file, expr: test }, name, value).is_none_or(|found| found == outcome)
        })
    }

    /// Tests that dominate a block and are about a certain name: the test, the name in it, how it came out.
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
            let Some(name) = self.tested_name(At { file, expr: test }).filter(|&name| is_same(name)) else {
                continue;
            };
            for outcome in [true, false] {
                if flow.controls(dominator, outcome, block) {
                    tests.push((test, name, outcome));
                }
            }
        }
        tests
    }

    /// The name that a test is about.
    pub(super) fn tested_name(&self, test: At) -> Option<Id<Expr>> {
        let tree = self.model_of(test.file).tree;
        let is_name = |&expr: &Id<Expr>| matches!(tree[expr].kind, ExprKind::Name { .. });
        match tree[test.expr].kind {
            ExprKind::Name { .. } => Some(test.expr),
            ExprKind::Compare { left, .. } => Some(left).filter(is_name),
            ExprKind::Call { arguments, .. } => tree.list(arguments).first().copied().filter(is_name),
            _ => None,
        }
    }

    /// How a test comes out when the name in it stands for a value, where that is certain.
    fn outcome(&self, test: At, name: Id<Expr>, value: Value) -> Option<bool> {
        let model = self.model_of(test.file);
        let tree = model.tree;
        match tree[test.expr].kind {
            ExprKind::Name { .. } => self.truth(value),
            ExprKind::Compare { rest, .. } => {
                let [Comparison { op, right }] = tree.list(rest) else {
                    return None;
                };
                let is_equal = self.is_same(value, At { expr: *right, ..test })?;
                match op {
                    CompareOp::Is | CompareOp::Equal => Some(is_equal),
                    CompareOp::IsNot | CompareOp::NotEqual => Some(!is_equal),
                    _ => None,
                }
            }
            ExprKind::Call { function, arguments, .. } => {
                debug_assert_eq!(tree.list(arguments).first(), Some(&name));
                let second = tree.list(arguments).get(1).map(|&expr| At { expr, ..test });
                let called = self.values_at(At { expr: function, ..test }).only();
                let called = match called {
                    Some(Value::Function(FunctionRef::Known(id))) => knowledge().function(id).name,
                    // Libraries that bridge versions offer the same test.
                    Some(Value::External(path)) if self.external_path(path).ends_with(".callable") => "callable",
                    _ => return None,
                };
                let class = self.class_of_value(value)?;
                match called {
                    "callable" => self.has_member(class, "__call__"),
                    "hasattr" => {
                        let attribute = model.text(tree[second?.expr].span);
                        self.has_member(class, super::string_content(attribute))
                    }
                    "isinstance" => self.is_instance(class, second?),
                    _ => None,
                }
            }
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
                _ => return None,
            }
        }
        if !is_any && self.has_failed(class) { None } else { Some(is_any) }
    }

    fn is_same(&self, value: Value, other: At) -> Option<bool> {
        let other = self.values_at(other).only()?;
        match (value, other) {
            (Value::None | Value::Bool(_), Value::None | Value::Bool(_)) => Some(value == other),
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
