//! What a parameter stands for: `self`, its default, and what the calls that can be seen give.

use examen_syntax::python::{Class, Expr, ExprKind, Function, Id, Keyword, Node, Parameter, ParameterKind};
use rustc_hash::FxHashMap;

use crate::python::file::{FileId, SemanticFile};
use crate::python::knowledge::knowledge;
use crate::python::model::{ScopeId, ScopeKind};
use crate::python::value::{At, ClassRef, Value, Values};

/// Calls of a function that are looked at for its parameters.
const MAX_CALLS: usize = 20;

/// The calls `self.name(…)` in the methods of each class of a file, as the expressions that are called.
#[derive(Debug, Default)]
pub(in crate::python) struct SelfCalls<'p> {
    calls: FxHashMap<(ScopeId, &'p str), Vec<Id<Expr>>>,
}

impl<'p> SemanticFile<'p> {
    pub(super) fn parameter_values(&self, file: FileId, scope: ScopeId, parameter: Id<Parameter>) -> Values {
        let model = self.model_of(file);
        let tree = model.tree;
        match tree[parameter].kind {
            ParameterKind::Variadic => return super::instance_of("tuple", None),
            ParameterKind::VariadicKeyword => return super::instance_of("dict", None),
            ParameterKind::Positional | ParameterKind::PositionalOnly | ParameterKind::KeywordOnly => {}
        }
        if let ScopeKind::Function(function) = model[scope].kind
            && let Some(class) = model.class_of(function)
            && tree.ids(tree[function].parameters).next() == Some(parameter)
        {
            let instance = Value::SelfInstance(ClassRef::Defined(file, class), file, parameter);
            return if self.has_self(file, function) { instance.into() } else { Values::Unknown };
        }
        let mut all = Vec::new();
        if let Some(default) = tree[parameter].default {
            all.extend(self.before_calls(|| self.values_at(At { file, expr: default })).iter());
        }
        if let ScopeKind::Function(function) = model[scope].kind {
            for expr in self.given(file, function, parameter) {
                let given = || self.values_at(At { file, expr });
                all.extend(self.through_call(file, model.scope_of_expr(expr), given).iter());
            }
        }
        all.into_iter().collect()
    }

    /// What the calls of a function by its name, or of a method on `self`, give for a parameter, in its own file.
    fn given(&self, file: FileId, function: Id<Function>, parameter: Id<Parameter>) -> Vec<Id<Expr>> {
        let model = self.model_of(file);
        let tree = model.tree;
        let Some(position) = tree.ids(tree[function].parameters).position(|other| other == parameter) else {
            return Vec::new();
        };
        let scope = model.scope_of_stmt(tree[function].stmt);
        let (called, bound) = match model[scope].kind {
            ScopeKind::Class(_) => {
                let called = self.self_calls(file, scope, tree[function].name.text(model.source));
                (called, usize::from(!self.has_decorator(file, function, "staticmethod")))
            }
            _ => (model.uses(model[model.function_definition(function)].variable), 0),
        };
        let name = tree[parameter].name.text(model.source);
        let given = |&used: &Id<Expr>| {
            let Some(Node::Expr(call)) = model.parent(used) else {
                return None;
            };
            let ExprKind::Call { function, arguments, keywords } = tree[call].kind else {
                return None;
            };
            let arguments = tree.list(arguments);
            let is_star = |&expr: &Id<Expr>| matches!(tree[expr].kind, ExprKind::Starred { .. });
            if function != used || arguments.iter().any(is_star) {
                return None;
            }
            let is_named = |keyword: &&Keyword| keyword.name.is_some_and(|other| other.text(model.source) == name);
            let by_name = || tree.list(keywords).iter().find(is_named).map(|keyword| keyword.value);
            position.checked_sub(bound).and_then(|at| arguments.get(at)).copied().or_else(by_name)
        };
        called.iter().take(MAX_CALLS).filter_map(given).collect()
    }

    fn self_calls(&self, file: FileId, class: ScopeId, name: &'p str) -> &[Id<Expr>] {
        let calls = self.known(file).self_calls.get_or_init(|| self.collect_self_calls(file));
        calls.calls.get(&(class, name)).map_or(&[], Vec::as_slice)
    }

    fn collect_self_calls(&self, file: FileId) -> SelfCalls<'p> {
        let model = self.model_of(file);
        let tree = model.tree;
        let mut calls = SelfCalls::default();
        for (expr, node) in tree.all::<Expr>() {
            let ExprKind::Call { function, .. } = node.kind else {
                continue;
            };
            let ExprKind::Attribute { value, name, .. } = tree[function].kind else {
                continue;
            };
            if matches!(tree[value].kind, ExprKind::Name { .. })
                && let Some(method) = model.enclosing_function(model.scope_of_expr(expr))
                && let Some(first) = tree.list(tree[method].parameters).first()
                && first.name.text(model.source) == model.text(tree[value].span)
                && let Some(class) = model.class_of(method)
            {
                let key = (model.class_scope(class), name.text(model.source));
                calls.calls.entry(key).or_default().push(function);
            }
        }
        calls
    }

    fn has_decorator(&self, file: FileId, function: Id<Function>, name: &str) -> bool {
        let model = self.model_of(file);
        let decorators = model.tree.list(model.tree[function].decorators);
        decorators.iter().any(|&decorator| model.text(model.tree[decorator].span) == name)
    }

    /// Whether the first parameter of a method is an instance of its class: not so under `staticmethod` and
    /// `classmethod`, in the methods that are class methods by name, and in abstract classes.
    fn has_self(&self, file: FileId, function: Id<Function>) -> bool {
        let model = self.model_of(file);
        let tree = model.tree;
        if matches!(tree[function].name.text(model.source), "__new__" | "__init_subclass__" | "__class_getitem__") {
            return false;
        }
        let decorators = tree.list(tree[function].decorators);
        let is_other =
            |&decorator: &Id<Expr>| !matches!(model.text(tree[decorator].span), "staticmethod" | "classmethod");
        (decorators.is_empty() || decorators.iter().any(is_other))
            && model.class_of(function).is_some_and(|class| self.is_concrete(file, class))
    }

    /// Whether there may be objects of a class itself, as CodeQL tells it. There are none where `ABCMeta` makes the class and it has
    /// methods that raise `NotImplementedError`, or names that metaclass itself.
    fn is_concrete(&self, file: FileId, class: Id<Class>) -> bool {
        let Some(ClassRef::Known(metaclass)) = self.metaclass(ClassRef::Defined(file, class)) else {
            return true;
        };
        let model = self.model_of(file);
        let tree = model.tree;
        if knowledge().class(metaclass).name != "ABCMeta" {
            return true;
        }
        let is_metaclass = |keyword: &Keyword| keyword.name.is_some_and(|name| name.text(model.source) == "metaclass");
        !tree.list(tree[class].keywords).iter().any(is_metaclass)
            && !self.has_unimplemented_method(file, model.class_scope(class))
    }
}
