//! What a name stands for: through the definitions that reach it, and from outside its scope.

use examen_syntax::python::{BinaryOp, Expr, ExprKind, Function, Id, Node, Stmt, StmtKind};

use super::externals::ExternalKind;
use super::joins::Seen;
use crate::python::file::{FileId, SemanticFile};
use crate::python::flow::{ValueId, ValueKind};
use crate::python::knowledge::{Member, ModuleId, Versions, knowledge};
use crate::python::model::{DefinitionId, DefinitionKind, ScopeId, ScopeKind, VariableId, Version};
use crate::python::value::{At, ClassRef, FunctionRef, ImportedAt, ModuleRef, Value, Values};

/// Uses of a function that are looked at for a call.
const MAX_USES: usize = 20;

/// Elements of a tuple that the target of a loop may stand for.
const MAX_ELEMENTS: usize = 20;

/// Members of `six.moves` and the modules of Python 3 that they stand for.
const SIX_MOVES: [(&str, &str); 14] = [
    ("BaseHTTPServer", "http.server"),
    ("CGIHTTPServer", "http.server"),
    ("SimpleHTTPServer", "http.server"),
    ("builtins", "builtins"),
    ("configparser", "configparser"),
    ("copyreg", "copyreg"),
    ("http_client", "http.client"),
    ("http_cookiejar", "http.cookiejar"),
    ("queue", "queue"),
    ("reprlib", "reprlib"),
    ("socketserver", "socketserver"),
    ("tkinter", "tkinter"),
    ("winreg", "winreg"),
    ("xmlrpc_client", "xmlrpc.client"),
];

impl SemanticFile<'_> {
    pub(super) fn name_values(&self, at: At) -> Values {
        let model = self.model_of(at.file);
        let Some(variable) = model.variable_of(at.expr) else {
            return Values::Unknown;
        };
        let scope = model.scope_of_expr(at.expr);
        let mut all = Vec::new();
        for value in self.ssa_of(at.file).values_at(at.expr) {
            self.add_ssa_values(at.file, scope, variable, value, &mut all);
        }
        let values: Values = all.into_iter().collect();
        self.guarded(at, values)
    }

    /// What an SSA value of a scope may be.
    fn add_ssa_values(&self, file: FileId, scope: ScopeId, variable: VariableId, value: ValueId, all: &mut Vec<Value>) {
        let reaching = self.ssa_of(file).reaching(value);
        let source = |kind| match kind {
            ValueKind::Definition(definition) if self.is_alive_definition(file, definition) => {
                self.definition_values(file, definition)
            }
            ValueKind::Entry => self.entry_values(file, scope, variable),
            ValueKind::Definition(_) | ValueKind::Phi(_) => Values::Unknown,
        };
        self.add_joined(Seen { file, scope, variable }, value, &reaching, &source, all);
    }

    /// Whether a definition is in no branch that is ruled out.
    pub(in crate::python) fn is_alive_definition(&self, file: FileId, definition: DefinitionId) -> bool {
        let tree = self.model_of(file).tree;
        let stmt = match self.model_of(file)[definition].kind {
            DefinitionKind::Assign { stmt, .. }
            | DefinitionKind::Import { stmt, .. }
            | DefinitionKind::ImportFrom { stmt, .. } => stmt,
            DefinitionKind::Function(function) => tree[function].stmt,
            DefinitionKind::Class(class) => tree[class].stmt,
            _ => return true,
        };
        self.is_in_live_branch(file, stmt, true)
    }

    /// What a variable holds when a scope starts.
    fn entry_values(&self, file: FileId, scope: ScopeId, variable: VariableId) -> Values {
        let model = self.model_of(file);
        if model[variable].scope != scope {
            let is_seen =
                model[variable].scope == model.module_scope() || self.is_called_outside(file, scope, variable);
            return if is_seen { self.variable_values(file, variable) } else { Values::Unknown };
        }
        match model[scope].kind {
            ScopeKind::Module => self.unbound_values(file, variable),
            // A class body reads the module's name until it has its own.
            ScopeKind::Class(_) => match model.local(model.module_scope(), model[variable].symbol) {
                Some(global) => self.variable_values(file, global),
                None => self.unbound_values(file, variable),
            },
            ScopeKind::Function(_) | ScopeKind::Lambda(_) | ScopeKind::Comprehension(_) => Values::Unknown,
        }
    }

    /// Whether the function that owns a variable itself calls the inner function `scope`: only then is it known when the
    /// inner one runs.
    fn is_called_outside(&self, file: FileId, scope: ScopeId, variable: VariableId) -> bool {
        let model = self.model_of(file);
        let ScopeKind::Function(function) = model[scope].kind else {
            return false;
        };
        let is_call = |&used: &Id<Expr>| {
            model.scope_of_expr(used) == model[variable].scope
                && matches!(model.parent(used), Some(Node::Expr(call))
                    if matches!(model.tree[call].kind, ExprKind::Call { function, .. } if function == used))
        };
        model.uses(model[model.function_definition(function)].variable).iter().take(MAX_USES).any(is_call)
    }

    /// What a variable holds as seen from other scopes: at the end of the module, or anywhere in a function.
    pub fn variable_values(&self, file: FileId, variable: VariableId) -> Values {
        let inference = &self.inference;
        let is_global = self.model_of(file)[variable].scope == self.model_of(file).module_scope();
        if is_global && inference.price.get() > 0 {
            return self.before_calls(|| self.variable_values(file, variable));
        }
        inference.once(&inference.variables, (file, variable), || {
            let model = self.model_of(file);
            let module = model.module_scope();
            let mut all = Vec::new();
            if model[variable].scope != module {
                for &definition in model.definitions_of(variable) {
                    all.extend(self.definition_values(file, definition).iter());
                }
                return all.into_iter().collect();
            }
            match self.ssa_of(file).at_exit(module, variable) {
                Some(value) => self.add_ssa_values(file, module, variable, value, &mut all),
                None => all.extend(self.unbound_values(file, variable).iter()),
            }
            all.into_iter().collect()
        })
    }

    /// What a name of the module means that no statement has bound: from a star import, or a built-in.
    fn unbound_values(&self, file: FileId, variable: VariableId) -> Values {
        let model = self.model_of(file);
        let name = model.name_of(variable);
        let mut is_maybe_imported = false;
        for &stmt in model.star_imports() {
            let StmtKind::ImportFrom { module, level, .. } = model.tree[stmt].kind else {
                continue;
            };
            let dotted = module.map_or("", |module| module.text(model.source));
            match self.module_named(file, level, dotted) {
                Some(module) => {
                    let values = self.star_import(module, name);
                    if !values.is_unknown() {
                        return values;
                    }
                }
                None => is_maybe_imported = true,
            }
        }
        if is_maybe_imported && !name.starts_with('_') && knowledge().member(knowledge().builtins(), name).is_none() {
            return Values::Unknown;
        }
        self.built_in(file, name)
    }

    fn star_import(&self, module: ModuleRef, name: &str) -> Values {
        match module {
            ModuleRef::Known(module) if knowledge().star_exports(module).any(|export| export == name) => {
                self.module_member(ModuleRef::Known(module), name, None)
            }
            ModuleRef::File(_) if !name.starts_with('_') => self.module_member(module, name, None),
            ModuleRef::File(_) | ModuleRef::Known(_) => Values::Unknown,
        }
    }

    fn built_in(&self, file: FileId, name: &str) -> Values {
        let version = self.model_of(file).version;
        let Some((member, versions)) = knowledge().member_with_versions(knowledge().builtins(), name) else {
            return Values::Unknown;
        };
        if exists(versions, version) { known_member(member).into_iter().collect() } else { Values::Unknown }
    }

    /// What a definition makes of its variable.
    pub fn definition_values(&self, file: FileId, definition: DefinitionId) -> Values {
        let model = self.model_of(file);
        let at = |expr| At { file, expr };
        match model[definition].kind {
            DefinitionKind::Assign { value, .. }
            | DefinitionKind::AnnAssign { value: Some(value), .. }
            | DefinitionKind::Named { value, .. } => self.values_at(at(value)),
            DefinitionKind::Unpack { target, pattern, value, .. } => self.unpacked(file, target, pattern, value),
            DefinitionKind::Import { alias, .. } => {
                let imported = ImportedAt { file, alias };
                let alias = model.tree[alias];
                let dotted = alias.name.text(model.source);
                let dotted = match alias.alias {
                    Some(_) => dotted,
                    None => dotted.split('.').next().unwrap_or(dotted),
                };
                match self.module_named(file, 0, dotted) {
                    Some(module) => Value::Module(module, Some(imported)).into(),
                    None => self.external(dotted.trim(), ExternalKind::Module).into_iter().collect(),
                }
            }
            DefinitionKind::ImportFrom { stmt, alias } => {
                let StmtKind::ImportFrom { module, level, .. } = model.tree[stmt].kind else {
                    return Values::Unknown;
                };
                let dotted = module.map_or("", |module| module.text(model.source));
                let name = model.tree[alias].name.text(model.source);
                match self.module_named(file, level, dotted) {
                    Some(ModuleRef::Known(module)) if is_missing(module, name, model.version) => {
                        self.external(&format!("{dotted}.{name}"), ExternalKind::Member).into_iter().collect()
                    }
                    Some(module) => self.module_member(module, name, Some(ImportedAt { file, alias })),
                    None if level == 0 => self.external_member(dotted, name, ImportedAt { file, alias }),
                    None => {
                        let path = format!("{}{dotted}.{name}", ".".repeat(level as usize));
                        self.external(&path, ExternalKind::Member).into_iter().collect()
                    }
                }
            }
            DefinitionKind::Function(function) => self.function_values(file, function),
            DefinitionKind::Class(class) => Value::Class(ClassRef::Defined(file, class)).into(),
            DefinitionKind::Parameter(parameter) => self.parameter_values(file, model[definition].scope, parameter),
            DefinitionKind::AugAssign { stmt, target } => self.added(file, stmt, target),
            DefinitionKind::For { stmt, target } => self.iterated(file, stmt, target),
            DefinitionKind::AnnAssign { value: None, .. }
            | DefinitionKind::Comprehension { .. }
            | DefinitionKind::Delete { .. }
            | DefinitionKind::Handler { .. }
            | DefinitionKind::Pattern(_)
            | DefinitionKind::TupleParameter { .. }
            | DefinitionKind::TypeAlias { .. }
            | DefinitionKind::TypeParameter
            | DefinitionKind::With { .. } => Values::Unknown,
        }
    }

    /// What `from module import name` gives where there is no such module.
    fn external_member(&self, module: &str, name: &str, imported: ImportedAt) -> Values {
        let path = format!("{module}.{name}");
        // The one module whose members are known for modules of the standard library.
        if module == "six.moves" {
            let known = SIX_MOVES.iter().find(|moved| moved.0 == name).and_then(|moved| knowledge().module(moved.1));
            if let Some(known) = known {
                return Value::Module(ModuleRef::Known(known), Some(imported)).into();
            }
        }
        let kind = match path.as_str() {
            "six.moves" | "zope.interface" => ExternalKind::Module,
            _ => ExternalKind::Member,
        };
        self.external(&path, kind).into_iter().collect()
    }

    /// `name += value` with a built-in object makes one of its class.
    fn added(&self, file: FileId, stmt: Id<Stmt>, target: Id<Expr>) -> Values {
        let StmtKind::AugAssign { op: BinaryOp::Add, value, .. } = self.model_of(file).tree[stmt].kind else {
            return Values::Unknown;
        };
        let classes = self.values_at(At { file, expr: value });
        let classes = classes.iter().filter_map(|value| self.class_of_value(value));
        let is_built_in = |class: &ClassRef| matches!(class, ClassRef::Known(id) if !knowledge().class(*id).is_source);
        classes.filter(is_built_in).map(|class| Value::Instance(class, Some(At { file, expr: target }))).collect()
    }

    /// `for name in (1, 2)` gives the name each of the elements.
    fn iterated(&self, file: FileId, stmt: Id<Stmt>, target: Id<Expr>) -> Values {
        let tree = self.model_of(file).tree;
        let StmtKind::For { target: whole, iter, .. } = tree[stmt].kind else {
            return Values::Unknown;
        };
        if whole != target {
            return Values::Unknown;
        }
        let mut all = Vec::new();
        for value in self.values_at(At { file, expr: iter }).iter() {
            let Value::Instance(_, Some(made)) = value else {
                continue;
            };
            let tree = self.model_of(made.file).tree;
            if let ExprKind::Tuple { elements, .. } = tree[made.expr].kind {
                for &expr in tree.list(elements).iter().take(MAX_ELEMENTS) {
                    all.extend(self.values_at(At { expr, ..made }).iter());
                }
            }
        }
        all.into_iter().collect()
    }

    /// `a, b = 1, 2` gives each name its element.
    fn unpacked(&self, file: FileId, target: Id<Expr>, pattern: Id<Expr>, value: Id<Expr>) -> Values {
        let tree = self.model_of(file).tree;
        let (ExprKind::Tuple { elements, .. } | ExprKind::List { elements, .. }) = tree[pattern].kind else {
            return Values::Unknown;
        };
        let Some(position) = tree.list(elements).iter().position(|&element| element == target) else {
            return Values::Unknown;
        };
        let values = self.values_at(At { file, expr: value });
        let parts = values.iter().filter_map(|value| {
            let Value::Instance(_, Some(made)) = value else {
                return None;
            };
            let tree = self.model_of(made.file).tree;
            let (ExprKind::Tuple { elements: parts, .. } | ExprKind::List { elements: parts, .. }) =
                tree[made.expr].kind
            else {
                return None;
            };
            let expr = *tree.list(parts).get(position).filter(|_| parts.len() == elements.len())?;
            Some(self.values_at(At { expr, ..made }))
        });
        parts.flat_map(|values| values.as_slice().to_vec()).collect()
    }

    /// A function under its decorators.
    fn function_values(&self, file: FileId, function: Id<Function>) -> Values {
        let tree = self.model_of(file).tree;
        let mut values: Values = Value::Function(FunctionRef::Defined(file, function)).into();
        for &decorator in tree.list(tree[function].decorators).iter().rev() {
            values = self.decorated(At { file, expr: decorator }, &values);
            if values.is_unknown() {
                return Value::Decorated(file, function).into();
            }
        }
        values
    }

    /// The module that a dotted name means in a file, in the program or the standard library.
    pub fn module_named(&self, file: FileId, level: u32, dotted: &str) -> Option<ModuleRef> {
        if let Some(found) = self.program.and_then(|program| program.import(file, level, dotted)) {
            return Some(ModuleRef::File(found));
        }
        if level > 0 {
            return None;
        }
        let module = knowledge().module(dotted)?;
        let is_there = exists(knowledge().module_facts(module).versions, self.model_of(file).version);
        is_there.then_some(ModuleRef::Known(module))
    }

    /// What a member of a module stands for.
    pub(super) fn module_member(&self, module: ModuleRef, name: &str, imported: Option<ImportedAt>) -> Values {
        match module {
            ModuleRef::File(file) => {
                let model = self.model_of(file);
                let variable = model.local_named(model.module_scope(), name);
                let bound = variable.filter(|&variable| !model.definitions_of(variable).is_empty());
                match (bound, self.program.and_then(|program| program.submodule(file, name))) {
                    (Some(variable), _) => self.variable_values(file, variable),
                    (None, Some(submodule)) => Value::Module(ModuleRef::File(submodule), imported).into(),
                    (None, None) => match variable {
                        Some(variable) => self.variable_values(file, variable),
                        None => Values::Unknown,
                    },
                }
            }
            ModuleRef::Known(module) => known_module_member(module, name, imported, self.version()),
        }
    }
}

/// Whether a module of the standard library has nothing of that name.
fn is_missing(module: ModuleId, name: &str, version: Version) -> bool {
    match knowledge().member_with_versions(module, name) {
        Some((_, versions)) => !exists(versions, version),
        None => knowledge().module(&format!("{}.{name}", knowledge().module_facts(module).name)).is_none(),
    }
}

fn known_module_member(module: ModuleId, name: &str, imported: Option<ImportedAt>, version: Version) -> Values {
    let facts = knowledge().module_facts(module);
    if facts.name == "sys" && name == "version_info" {
        return Value::VersionInfo.into();
    }
    match knowledge().member_with_versions(module, name) {
        Some((_, versions)) if !exists(versions, version) => Values::Unknown,
        Some((Member::Module(module), _)) => Value::Module(ModuleRef::Known(module), imported).into(),
        Some((member, _)) => known_member(member).into_iter().collect(),
        None => {
            let submodule = knowledge().module(&format!("{}.{name}", facts.name));
            submodule.map(|module| Value::Module(ModuleRef::Known(module), imported)).into_iter().collect()
        }
    }
}

/// Whether something of the standard library is there by the rules of a version.
fn exists(versions: Versions, version: Version) -> bool {
    match version {
        Version::Python2 => versions.in_python2(),
        Version::Python3 => versions.in_python3(),
    }
}

fn known_member(member: Member) -> Option<Value> {
    match member {
        Member::Class(class) => Some(Value::Class(ClassRef::Known(class))),
        Member::Function(function) => Some(Value::Function(FunctionRef::Known(function))),
        Member::Module(module) => Some(Value::Module(ModuleRef::Known(module), None)),
        Member::Instance(class) => Some(Value::Instance(ClassRef::Known(class), None)),
        Member::Other => None,
    }
}
