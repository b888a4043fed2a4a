//! What a call gives.

use examen_syntax::python::{Expr, ExprKind, Function, Id, ParameterKind, StmtKind};

use super::externals::ExternalKind;
use crate::python::file::{FileId, SemanticFile};
use crate::python::knowledge::knowledge;
use crate::python::model::DefinitionKind;
use crate::python::value::{At, ClassRef, FunctionRef, Value, Values};

impl SemanticFile<'_> {
    pub(super) fn call_values(&self, at: At) -> Values {
        let tree = self.model_of(at.file).tree;
        let ExprKind::Call { function, arguments, .. } = tree[at.expr].kind else {
            return Values::Unknown;
        };
        let mut all = Vec::new();
        for callee in self.values_at(At { expr: function, ..at }).iter() {
            let given = |position: usize| match tree.list(arguments).get(position) {
                Some(&expr) => self.values_at(At { expr, ..at }),
                None => Values::Unknown,
            };
            all.extend(self.result(callee, at, &given).iter());
        }
        all.into_iter().collect()
    }

    /// What calling `callee` at `at` with these positional arguments gives.
    fn result(&self, callee: Value, at: At, given: &dyn Fn(usize) -> Values) -> Values {
        match callee {
            Value::Class(class) => self.instantiated(class, at, given),
            Value::Function(FunctionRef::Known(function)) | Value::Method(FunctionRef::Known(function), _) => {
                let facts = knowledge().function(function);
                if facts.name == "__import__" {
                    return super::instance_of("module", Some(at));
                }
                match facts.result {
                    Some(class) => Value::Instance(ClassRef::Known(class), Some(at)).into(),
                    None => Values::Unknown,
                }
            }
            Value::Function(FunctionRef::Lambda(lambda)) => {
                let ExprKind::Lambda { body, .. } = self.model_of(lambda.file).tree[lambda.expr].kind else {
                    return Values::Unknown;
                };
                self.values_at(At { expr: body, ..lambda })
            }
            Value::Function(FunctionRef::Defined(file, function)) => self.returned(file, function, 0, at, given),
            Value::Method(FunctionRef::Defined(file, function), _) => self.returned(file, function, 1, at, given),
            Value::External(path) => {
                let path = format!("{}()", self.external_path(path));
                self.external(&path, ExternalKind::Unknown).into_iter().collect()
            }
            _ => Values::Unknown,
        }
    }

    fn instantiated(&self, class: ClassRef, at: At, given: &dyn Fn(usize) -> Values) -> Values {
        if let ClassRef::Known(id) = class {
            match knowledge().class(id).name {
                "type" => {
                    let has_one = matches!(self.model_of(at.file).tree[at.expr].kind,
                        ExprKind::Call { arguments, keywords, .. } if arguments.len() == 1 && keywords.is_empty());
                    let class = |value| self.class_of_value(value).map(Value::Class);
                    return if has_one { given(0).iter().filter_map(class).collect() } else { Values::Unknown };
                }
                "super" => return self.super_object(at, given),
                "property" => {
                    return functions(&given(0)).into_iter().map(|function| Value::Property(function, at)).collect();
                }
                "classmethod" => {
                    return functions(&given(0)).into_iter().map(|function| Value::ClassMethod(function, at)).collect();
                }
                "staticmethod" => {
                    return functions(&given(0))
                        .into_iter()
                        .map(|function| Value::StaticMethod(function, at))
                        .collect();
                }
                _ => {}
            }
        }
        if self.is_metaclass(class) || !self.call_gives_instance(class) {
            return Values::Unknown;
        }
        Value::Instance(class, Some(at)).into()
    }

    /// `super()` and `super(C, self)`.
    fn super_object(&self, at: At, given: &dyn Fn(usize) -> Values) -> Values {
        let model = self.model_of(at.file);
        let ExprKind::Call { arguments, .. } = model.tree[at.expr].kind else {
            return Values::Unknown;
        };
        if arguments.is_empty() {
            let Some(class) = model.enclosing_function(model.scope_of_expr(at.expr)).and_then(|f| model.class_of(f))
            else {
                return Values::Unknown;
            };
            let class = ClassRef::Defined(at.file, class);
            return Value::Super(class, class).into();
        }
        let mut all = Vec::new();
        for start in given(0).iter() {
            for object in given(1).iter() {
                let of = match object {
                    Value::Class(class) => Some(class),
                    _ => self.class_of_value(object),
                };
                if let (Value::Class(start), Some(of)) = (start, of) {
                    all.push(Value::Super(start, of));
                }
            }
        }
        all.into_iter().collect()
    }

    /// What a function of the program returns; a parameter that is handed back is the argument. `bound` parameters come
    /// before the first argument.
    fn returned(
        &self,
        file: FileId,
        function: Id<Function>,
        bound: usize,
        call: At,
        given: &dyn Fn(usize) -> Values,
    ) -> Values {
        let model = self.model_of(file);
        if model.tree[function].is_async || model[model.function_scope(function)].is_generator {
            let class = if model.tree[function].is_async { "coroutine" } else { "generator" };
            return super::instance_of(class, None);
        }
        let mut all = Vec::new();
        for &stmt in self.returns(file, function) {
            // A mere `return` hardly means that `None` is used.
            let StmtKind::Return { value: Some(value) } = model.tree[stmt].kind else {
                continue;
            };
            let scope = self.model_of(call.file).scope_of_expr(call.expr);
            let position = self.parameter_position(file, function, value);
            let returned = match position.and_then(|position| position.checked_sub(bound)) {
                Some(position) => given(position),
                None => self.through_call(call.file, scope, || self.values_at(At { file, expr: value })),
            };
            all.extend(returned.iter());
        }
        // Where there is a `return`, the end of the body is hardly meant to be reached.
        if self.returns(file, function).next().is_none() && self.falls_off_end(file, function) {
            all.push(Value::None);
        }
        all.into_iter().collect()
    }

    /// The position of the parameter that an expression is, untouched.
    fn parameter_position(&self, file: FileId, function: Id<Function>, expr: Id<Expr>) -> Option<usize> {
        let model = self.model_of(file);
        if !matches!(model.tree[expr].kind, ExprKind::Name { .. }) {
            return None;
        }
        let ssa = self.ssa_of(file);
        let reaching = ssa.reaching(ssa.value_at(expr)?);
        let (&[definition], false) = (&reaching.definitions[..], reaching.has_entry) else {
            return None;
        };
        let DefinitionKind::Parameter(parameter) = model[definition].kind else {
            return None;
        };
        let is_positional =
            matches!(model.tree[parameter].kind, ParameterKind::Positional | ParameterKind::PositionalOnly);
        let mut parameters = model.tree.ids(model.tree[function].parameters);
        parameters.position(|other| other == parameter).filter(|_| is_positional)
    }

    /// What a decorator makes of a function.
    pub(super) fn decorated(&self, decorator: At, function: &Values) -> Values {
        let model = self.model_of(decorator.file);
        if let ExprKind::Attribute { value, name, .. } = model.tree[decorator.expr].kind
            && matches!(name.text(model.source), "setter" | "getter" | "deleter")
        {
            let object = self.values_at(At { expr: value, ..decorator });
            return object.iter().filter(|value| matches!(value, Value::Property(..))).collect();
        }
        let mut all = Vec::new();
        for callee in self.values_at(decorator).iter() {
            let given = |position: usize| if position == 0 { function.clone() } else { Values::Unknown };
            if let Value::Function(FunctionRef::Known(known)) = callee
                && matches!(knowledge().function(known).name, "abstractmethod")
            {
                all.extend(function.iter());
            } else {
                all.extend(self.result(callee, decorator, &given).iter());
            }
        }
        all.into_iter().collect()
    }
}

fn functions(values: &Values) -> Vec<FunctionRef> {
    let function = |value| match value {
        Value::Function(function) => Some(function),
        _ => None,
    };
    values.iter().filter_map(function).collect()
}
