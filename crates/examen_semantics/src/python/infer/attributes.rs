//! What `object.name` stands for.

use examen_syntax::python::{Expr, ExprKind, Id, Stmt, StmtKind};
use rustc_hash::FxHashMap;

use super::externals::ExternalKind;
use crate::python::file::{FileId, SemanticFile};
use crate::python::model::{ScopeId, ScopeKind};
use crate::python::value::{At, ClassRef, FunctionRef, Value, Values};

/// Values that the methods of a file store in attributes of their first parameter, by method and attribute.
#[derive(Debug, Default)]
pub(in crate::python) struct SelfStores<'p> {
    stores: FxHashMap<ScopeId, Vec<(&'p str, Id<Expr>)>>,
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
                for expr in self.self_stores(file, scope, name) {
                    all.extend(self.values_at(At { file, expr }).iter());
                }
            }
        }
        all.into_iter().collect()
    }

    fn self_stores(&self, file: FileId, scope: ScopeId, name: &str) -> impl Iterator<Item = Id<Expr>> {
        let stores = self.known(file).self_stores.get_or_init(|| self.collect_self_stores(file));
        let stores = stores.stores.get(&scope).into_iter().flatten();
        stores.filter(move |&&(stored, _)| stored == name).map(|&(_, value)| value)
    }

    fn collect_self_stores(&self, file: FileId) -> SelfStores<'p> {
        let model = self.model_of(file);
        let tree = model.tree;
        let mut stores = SelfStores::default();
        for (stmt, node) in tree.all::<Stmt>() {
            let StmtKind::Assign { targets, value } = node.kind else {
                continue;
            };
            for &target in tree.list(targets) {
                let ExprKind::Attribute { value: object, name, .. } = tree[target].kind else {
                    continue;
                };
                let scope = model.scope_of_stmt(stmt);
                if matches!(tree[object].kind, ExprKind::Name { .. })
                    && let ScopeKind::Function(function) = model[scope].kind
                    && let Some(first) = tree.list(tree[function].parameters).first()
                    && first.name.text(model.source) == model.text(tree[object].span)
                {
                    stores.stores.entry(scope).or_default().push((name.text(model.source), value));
                }
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
