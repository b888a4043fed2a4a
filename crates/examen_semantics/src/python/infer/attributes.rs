//! What `object.name` stands for.

use examen_syntax::python::{Context, Expr, ExprKind, Id, Node, StmtKind};
use rustc_hash::FxHashMap;

use super::externals::ExternalKind;
use crate::python::file::{FileId, SemanticFile};
use crate::python::model::{ScopeId, ScopeKind};
use crate::python::value::{At, ClassRef, FunctionRef, Value, Values};

/// What the methods of a file store in attributes of their first parameter, by method.
#[derive(Debug, Default)]
pub(in crate::python) struct SelfStores<'p> {
    stores: FxHashMap<ScopeId, Vec<SelfStore<'p>>>,
}

/// `self.name = value`.
#[derive(Clone, Copy, Debug)]
struct SelfStore<'p> {
    name: &'p str,
    target: Id<Expr>,
    /// None where the attribute is changed otherwise: `del`, `+=`, `for`, as part of a tuple.
    value: Option<Id<Expr>>,
}

impl<'p> SemanticFile<'p> {
    pub(super) fn attributes(&self, values: &Values, name: &str) -> Values {
        let mut all = Vec::new();
        for value in values.iter() {
            all.extend(self.attribute_of(value, name).iter());
        }
        all.into_iter().collect()
    }

    /// What the attribute `name` of a value stands for.
    pub fn attribute_of(&self, value: Value, name: &str) -> Values {
        match value {
            Value::Module(module, _) => self.module_member(module, name, None),
            Value::External(path) => {
                let kind = match self.external_kind(path) {
                    ExternalKind::Module => ExternalKind::Member,
                    ExternalKind::Member | ExternalKind::Unknown => ExternalKind::Unknown,
                };
                let path = format!("{}.{name}", self.external_path(path));
                self.external(&path, kind).into_iter().collect()
            }
            Value::Class(class) => match self.lookup(class, name) {
                Some((_, found)) => found.iter().map(|value| from_class(value, class)).collect(),
                None => Values::Unknown,
            },
            Value::Super(start, of) => match self.lookup_after(of, start, name) {
                Some((_, found)) => found.iter().filter_map(|value| from_instance(value, of)).collect(),
                None => Values::Unknown,
            },
            Value::Instance(class, _) => self.instance_attribute(class, name, None),
            Value::SelfInstance(class, file, parameter) => {
                let definition = self.model_of(file).parameter_definition(parameter);
                let scope = self.model_of(file)[definition].scope;
                self.instance_attribute(class, name, Some((file, scope)))
            }
            Value::None | Value::Bool(_) | Value::Literal(_) => match self.class_of_value(value) {
                Some(class) => self.instance_attribute(class, name, None),
                None => Values::Unknown,
            },
            _ => Values::Unknown,
        }
    }

    /// Methods come from the class, bound. Other things there are mostly defaults that instances replace, so only what
    /// `__init__` stores is taken for them; `asked_in` is the method that asks, whose own stores are not yet made.
    fn instance_attribute(&self, class: ClassRef, name: &str, asked_in: Option<(FileId, ScopeId)>) -> Values {
        let mut all = Vec::new();
        if let Some((_, found)) = self.lookup(class, name) {
            all.extend(found.iter().filter_map(|value| from_instance(value, class)));
        }
        if let Some((_, found)) = self.lookup(class, "__init__") {
            for value in found.iter() {
                let Value::Function(FunctionRef::Defined(file, init)) = value else {
                    continue;
                };
                let scope = self.model_of(file).function_scope(init);
                if asked_in == Some((file, scope)) {
                    continue;
                }
                for expr in self.self_stores(file, scope, name).filter_map(|store| store.value) {
                    all.extend(self.values_at(At { file, expr }).iter());
                }
            }
        }
        all.into_iter().collect()
    }

    /// What a method has put into an attribute of its first parameter before it reads it: the value of its only store
    /// of that name, where that is on every way to the reading.
    pub(super) fn stored_before(&self, read: At, object: Id<Expr>, name: &str) -> Option<Id<Expr>> {
        let (model, flow) = (self.model_of(read.file), self.flow_of(read.file));
        if !matches!(model.tree[object].kind, ExprKind::Name { .. }) {
            return None;
        }
        let variable = model.variable_of(object)?;
        let mut stores = self.self_stores(read.file, model.scope_of_expr(read.expr), name);
        let (store, None) = (stores.next()?, stores.next()) else {
            return None;
        };
        let ExprKind::Attribute { value: stored_in, .. } = model.tree[store.target].kind else {
            return None;
        };
        if model.variable_of(stored_in) != Some(variable) || model.definitions_of(variable).len() > 1 {
            return None;
        }
        let (first, second) = (flow.place_of(store.target)?, flow.place_of(read.expr)?);
        store.value.filter(|_| flow.place_dominates(first, second))
    }

    fn self_stores(&self, file: FileId, scope: ScopeId, name: &str) -> impl Iterator<Item = SelfStore<'p>> {
        let stores = self.known(file).self_stores.get_or_init(|| self.collect_self_stores(file));
        stores.stores.get(&scope).into_iter().flatten().copied().filter(move |store| store.name == name)
    }

    fn collect_self_stores(&self, file: FileId) -> SelfStores<'p> {
        let model = self.model_of(file);
        let tree = model.tree;
        let mut stores = SelfStores::default();
        for (target, node) in tree.all::<Expr>() {
            let ExprKind::Attribute { value: object, name, context: Context::Store | Context::Delete } = node.kind
            else {
                continue;
            };
            let scope = model.scope_of_expr(target);
            if matches!(tree[object].kind, ExprKind::Name { .. })
                && let ScopeKind::Function(function) = model[scope].kind
                && let Some(first) = tree.list(tree[function].parameters).first()
                && first.name.text(model.source) == model.text(tree[object].span)
            {
                let value = match model.parent(target) {
                    Some(Node::Stmt(stmt)) => match tree[stmt].kind {
                        StmtKind::Assign { value, .. } => Some(value),
                        _ => None,
                    },
                    _ => None,
                };
                let name = name.text(model.source);
                stores.stores.entry(scope).or_default().push(SelfStore { name, target, value });
            }
        }
        stores
    }
}

/// What an instance gives for something in its class.
fn from_instance(value: Value, class: ClassRef) -> Option<Value> {
    match value {
        Value::Function(function) | Value::ClassMethod(function, _) => Some(Value::Method(function, class)),
        Value::StaticMethod(function, _) => Some(Value::Function(function)),
        _ => None,
    }
}

/// What a class gives for something in it.
fn from_class(value: Value, class: ClassRef) -> Value {
    match value {
        Value::ClassMethod(function, _) => Value::Method(function, class),
        Value::StaticMethod(function, _) => Value::Function(function),
        other => other,
    }
}
