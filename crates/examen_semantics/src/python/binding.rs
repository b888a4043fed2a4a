//! The walk that opens scopes and collects definitions and uses; `resolve` tells what names mean afterwards.

mod resolve;

use examen_syntax::Span;
use examen_syntax::python::{
    Alias, Comprehension, Context, Expr, ExprKind, Function, Handler, Id, Keyword, List, Node, PackedNode, Parameter,
    Pattern, PatternKind, Stmt, StmtKind, Tree, TypeParameter,
};

use super::model::{
    Definition, DefinitionId, DefinitionKind, Meaning, Model, Scope, ScopeId, ScopeKind, VariableId, VariablesByName,
    Version,
};
use super::symbols::{Symbol, Symbols};

/// Builds the model of a file.
pub(super) fn bind<'t>(source: &'t str, tree: &'t Tree, version: Version) -> Model<'t> {
    let mut walk = Walk::new(source, tree, version);
    walk.open_scope(ScopeKind::Module, None);
    walk.stmts(tree.body, None, ScopeId(0));
    walk.resolve()
}

struct Walk<'t> {
    model: Model<'t>,
    /// By definition, its name.
    defined: Vec<Symbol>,
    uses: Vec<Use>,
    declarations: Vec<Declaration>,
    /// By scope, whether it has declarations at all.
    has_declarations: Vec<bool>,
}

struct Use {
    name: Id<Expr>,
    symbol: Symbol,
    scope: ScopeId,
}

/// A name in a `global` or `nonlocal` statement.
struct Declaration {
    scope: ScopeId,
    symbol: Symbol,
    is_global: bool,
}

/// What stores to a target, without the target itself.
#[derive(Clone, Copy)]
enum Store {
    Assign { stmt: Id<Stmt>, value: Id<Expr> },
    AnnAssign { stmt: Id<Stmt>, value: Option<Id<Expr>> },
    AugAssign { stmt: Id<Stmt> },
    Named { value: Id<Expr> },
    For { stmt: Id<Stmt> },
    Comprehension { clause: Id<Comprehension> },
    With { stmt: Id<Stmt>, context: Id<Expr> },
    Handler { handler: Id<Handler> },
    TupleParameter { parameter: Id<Parameter> },
    TypeAlias { stmt: Id<Stmt> },
    Delete { stmt: Id<Stmt> },
}

impl<'t> Walk<'t> {
    fn new(source: &'t str, tree: &'t Tree, version: Version) -> Self {
        let model = Model {
            source,
            tree,
            version,
            symbols: Symbols::default(),
            scopes: Vec::new(),
            scope_variables: Vec::new(),
            variables: Vec::new(),
            variables_by_name: VariablesByName::default(),
            definitions: Vec::new(),
            names: vec![Meaning::default(); tree.count::<Expr>()],
            expr_parents: vec![None; tree.count::<Expr>()],
            stmt_parents: vec![None; tree.count::<Stmt>()],
            pattern_parents: vec![None; tree.count::<Pattern>()],
            expr_scopes: vec![ScopeId(0); tree.count::<Expr>()],
            stmt_scopes: vec![ScopeId(0); tree.count::<Stmt>()],
            function_scopes: vec![ScopeId(0); tree.count::<Function>()],
            class_scopes: vec![ScopeId(0); tree.count::<examen_syntax::python::Class>()],
            function_definitions: vec![DefinitionId(0); tree.count::<Function>()],
            class_definitions: vec![DefinitionId(0); tree.count::<examen_syntax::python::Class>()],
            alias_definitions: vec![None; tree.count::<Alias>()],
            parameter_definitions: vec![DefinitionId(0); tree.count::<Parameter>()],
            pattern_definitions: vec![None; tree.count::<Pattern>()],
            uses: Vec::new(),
            definitions_by_variable: Vec::new(),
            star_imports: Vec::new(),
        };
        Self { model, defined: Vec::new(), uses: Vec::new(), declarations: Vec::new(), has_declarations: Vec::new() }
    }

    fn open_scope(&mut self, kind: ScopeKind, parent: Option<ScopeId>) -> ScopeId {
        let is_generator = match kind {
            ScopeKind::Comprehension(id) => matches!(self.model.tree[id].kind, ExprKind::Generator { .. }),
            _ => false,
        };
        self.model.scopes.push(Scope { kind, parent, is_generator, calls_locals: false, variables: (0, 0) });
        self.has_declarations.push(false);
        ScopeId(self.model.scopes.len() as u32 - 1)
    }

    fn define(&mut self, name: Span, scope: ScopeId, kind: DefinitionKind) -> DefinitionId {
        let symbol = self.model.symbols.intern(name.text(self.model.source));
        self.defined.push(symbol);
        self.model.definitions.push(Definition { variable: VariableId(0), scope, name, kind });
        DefinitionId(self.model.definitions.len() as u32 - 1)
    }

    fn stmts(&mut self, list: List<Id<Stmt>>, parent: Option<Node>, scope: ScopeId) {
        for &stmt in self.model.tree.list(list) {
            self.stmt(stmt, parent, scope);
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm per kind of statement")]
    fn stmt(&mut self, id: Id<Stmt>, parent: Option<Node>, scope: ScopeId) {
        let tree = self.model.tree;
        self.model.stmt_parents[id.index()] = parent.map(PackedNode::from);
        self.model.stmt_scopes[id.index()] = scope;
        let here = Node::Stmt(id);
        match tree[id].kind {
            StmtKind::AnnAssign { target, annotation, value } => {
                self.exprs(value, here, scope);
                self.expr(annotation, here, scope);
                self.target(target, here, scope, Store::AnnAssign { stmt: id, value }, None);
            }
            StmtKind::Assert { test, message } => {
                self.expr(test, here, scope);
                self.exprs(message, here, scope);
            }
            StmtKind::Assign { targets, value } => {
                self.expr(value, here, scope);
                for &target in tree.list(targets) {
                    self.target(target, here, scope, Store::Assign { stmt: id, value }, None);
                }
            }
            StmtKind::AugAssign { target, value, .. } => {
                self.target(target, here, scope, Store::AugAssign { stmt: id }, None);
                self.expr(value, here, scope);
            }
            StmtKind::Class(class) => self.class(class, here, scope),
            StmtKind::Delete { targets } => {
                for &target in tree.list(targets) {
                    self.target(target, here, scope, Store::Delete { stmt: id }, None);
                }
            }
            StmtKind::Exec { code, globals, locals } => {
                self.exprs([Some(code), globals, locals].into_iter().flatten(), here, scope);
            }
            StmtKind::Expr { value } => self.expr(value, here, scope),
            StmtKind::For { target, iter, body, orelse, .. } => {
                self.expr(iter, here, scope);
                self.target(target, here, scope, Store::For { stmt: id }, None);
                self.stmts(body, Some(here), scope);
                self.stmts(orelse, Some(here), scope);
            }
            StmtKind::Function(function) => self.function(function, here, scope),
            StmtKind::Global { names } | StmtKind::Nonlocal { names } => {
                let is_global = matches!(tree[id].kind, StmtKind::Global { .. });
                for name in tree.list(names) {
                    let symbol = self.model.symbols.intern(name.text(self.model.source));
                    self.declarations.push(Declaration { scope, symbol, is_global });
                }
                self.has_declarations[scope.index()] = true;
            }
            StmtKind::If { branches, orelse } => {
                for branch in tree.list(branches) {
                    self.expr(branch.test, here, scope);
                    self.stmts(branch.body, Some(here), scope);
                }
                self.stmts(orelse, Some(here), scope);
            }
            StmtKind::Import { names } => {
                for alias in tree.ids(names) {
                    let name =
                        tree[alias].alias.map_or_else(|| first_part(tree[alias].name.span, self), |name| name.span);
                    let definition = self.define(name, scope, DefinitionKind::Import { stmt: id, alias });
                    self.model.alias_definitions[alias.index()] = Some(definition);
                }
            }
            StmtKind::ImportFrom { names, .. } => {
                for alias in tree.ids(names) {
                    let name = tree[alias].alias.unwrap_or(tree[alias].name);
                    if name.text(self.model.source) == "*" {
                        self.model.star_imports.push(id);
                    } else {
                        let definition = self.define(name.span, scope, DefinitionKind::ImportFrom { stmt: id, alias });
                        self.model.alias_definitions[alias.index()] = Some(definition);
                    }
                }
            }
            StmtKind::Match { subject, cases } => {
                self.expr(subject, here, scope);
                for case in tree.list(cases) {
                    self.pattern(case.pattern, here, scope);
                    self.exprs(case.guard, here, scope);
                    self.stmts(case.body, Some(here), scope);
                }
            }
            StmtKind::Print { destination, values, .. } => {
                self.exprs(destination, here, scope);
                self.exprs(tree.list(values).iter().copied(), here, scope);
            }
            StmtKind::Raise { exception, cause, value, traceback } => {
                self.exprs([exception, value, traceback, cause].into_iter().flatten(), here, scope);
            }
            StmtKind::Return { value } => self.exprs(value, here, scope),
            StmtKind::Try { body, handlers, orelse, finally, .. } => {
                self.stmts(body, Some(here), scope);
                for handler in tree.ids(handlers) {
                    self.exprs(tree[handler].exception, here, scope);
                    if let Some(target) = tree[handler].target {
                        self.target(target, here, scope, Store::Handler { handler }, None);
                    }
                    self.stmts(tree[handler].body, Some(here), scope);
                }
                self.stmts(orelse, Some(here), scope);
                self.stmts(finally, Some(here), scope);
            }
            StmtKind::TypeAlias { name, type_parameters, value } => {
                self.target(name, here, scope, Store::TypeAlias { stmt: id }, None);
                self.type_parameters(type_parameters, here, scope);
                self.expr(value, here, scope);
            }
            StmtKind::While { test, body, orelse } => {
                self.expr(test, here, scope);
                self.stmts(body, Some(here), scope);
                self.stmts(orelse, Some(here), scope);
            }
            StmtKind::With { items, body, .. } => {
                for item in tree.list(items) {
                    self.expr(item.context, here, scope);
                    if let Some(target) = item.target {
                        self.target(target, here, scope, Store::With { stmt: id, context: item.context }, None);
                    }
                }
                self.stmts(body, Some(here), scope);
            }
            StmtKind::Break | StmtKind::Continue | StmtKind::Error | StmtKind::Pass => {}
        }
    }

    fn function(&mut self, id: Id<Function>, here: Node, scope: ScopeId) {
        let tree = self.model.tree;
        let function = tree[id];
        self.exprs(tree.list(function.decorators).iter().copied(), here, scope);
        let inner = self.open_scope(ScopeKind::Function(id), Some(scope));
        self.model.function_scopes[id.index()] = inner;
        self.type_parameters(function.type_parameters, here, inner);
        let annotation_scope = if function.type_parameters.is_empty() { scope } else { inner };
        self.parameters(function.parameters, here, scope, annotation_scope, inner);
        self.exprs(function.returns, here, annotation_scope);
        self.model.function_definitions[id.index()] =
            self.define(function.name.span, scope, DefinitionKind::Function(id));
        self.stmts(function.body, Some(here), inner);
    }

    fn class(&mut self, id: Id<examen_syntax::python::Class>, here: Node, scope: ScopeId) {
        let tree = self.model.tree;
        let class = tree[id];
        self.exprs(tree.list(class.decorators).iter().copied(), here, scope);
        let inner = self.open_scope(ScopeKind::Class(id), Some(scope));
        self.model.class_scopes[id.index()] = inner;
        self.type_parameters(class.type_parameters, here, inner);
        self.exprs(tree.list(class.bases).iter().copied(), here, scope);
        self.keywords(class.keywords, here, scope);
        self.stmts(class.body, Some(here), inner);
        self.model.class_definitions[id.index()] = self.define(class.name.span, scope, DefinitionKind::Class(id));
    }

    fn parameters(
        &mut self,
        list: List<Parameter>,
        here: Node,
        scope: ScopeId,
        annotation_scope: ScopeId,
        inner: ScopeId,
    ) {
        let tree = self.model.tree;
        for id in tree.ids(list) {
            let parameter = tree[id];
            self.exprs(parameter.annotation, here, annotation_scope);
            self.exprs(parameter.default, here, scope);
            self.model.parameter_definitions[id.index()] =
                self.define(parameter.name.span, inner, DefinitionKind::Parameter(id));
            if let Some(tuple) = parameter.tuple {
                self.target(tuple, here, inner, Store::TupleParameter { parameter: id }, None);
            }
        }
    }

    fn type_parameters(&mut self, list: List<TypeParameter>, here: Node, scope: ScopeId) {
        let tree = self.model.tree;
        for parameter in tree.list(list) {
            self.define(parameter.name.span, scope, DefinitionKind::TypeParameter);
            self.exprs([parameter.bound, parameter.default].into_iter().flatten(), here, scope);
        }
    }

    fn keywords(&mut self, list: List<Keyword>, here: Node, scope: ScopeId) {
        for keyword in self.model.tree.list(list) {
            self.expr(keyword.value, here, scope);
        }
    }

    fn exprs(&mut self, list: impl IntoIterator<Item = Id<Expr>>, parent: Node, scope: ScopeId) {
        for expr in list {
            self.expr(expr, parent, scope);
        }
    }

    fn enter(&mut self, id: Id<Expr>, parent: Node, scope: ScopeId) {
        self.model.expr_parents[id.index()] = Some(parent.into());
        self.model.expr_scopes[id.index()] = scope;
    }

    fn expr(&mut self, id: Id<Expr>, parent: Node, scope: ScopeId) {
        self.enter(id, parent, scope);
        let tree = self.model.tree;
        let here = Node::Expr(id);
        match tree[id].kind {
            ExprKind::Name { .. } => {
                let symbol = self.model.symbols.intern(tree[id].span.text(self.model.source));
                self.uses.push(Use { name: id, symbol, scope });
            }
            ExprKind::Lambda { parameters, body } => {
                let inner = self.open_scope(ScopeKind::Lambda(id), Some(scope));
                self.parameters(parameters, here, scope, scope, inner);
                self.expr(body, here, inner);
            }
            ExprKind::ListComprehension { element, clauses } => {
                let inner = match self.model.version {
                    Version::Python2 => scope,
                    Version::Python3 => self.open_scope(ScopeKind::Comprehension(id), Some(scope)),
                };
                self.comprehension([Some(element), None], clauses, here, scope, inner);
            }
            ExprKind::Generator { element, clauses } | ExprKind::SetComprehension { element, clauses } => {
                let inner = self.open_scope(ScopeKind::Comprehension(id), Some(scope));
                self.comprehension([Some(element), None], clauses, here, scope, inner);
            }
            ExprKind::DictComprehension { key, value, clauses } => {
                let inner = self.open_scope(ScopeKind::Comprehension(id), Some(scope));
                self.comprehension([Some(key), Some(value)], clauses, here, scope, inner);
            }
            ExprKind::Named { target, value } => {
                self.expr(value, here, scope);
                let binds = |scope: &ScopeId| !matches!(self.model[*scope].kind, ScopeKind::Comprehension(_));
                let binder = self.model.enclosing_scopes(scope).find(binds).unwrap_or(scope);
                self.target(target, here, binder, Store::Named { value }, None);
            }
            ExprKind::Yield { .. } | ExprKind::YieldFrom { .. } => {
                self.model.scopes[scope.index()].is_generator = true;
                tree.children(here, &mut |child| self.child(child, here, scope));
            }
            ExprKind::Call { function, .. } => {
                if matches!(tree[function].kind, ExprKind::Name { .. })
                    && matches!(tree[function].span.text(self.model.source), "locals" | "vars")
                {
                    self.model.scopes[scope.index()].calls_locals = true;
                }
                tree.children(here, &mut |child| self.child(child, here, scope));
            }
            ExprKind::None | ExprKind::True | ExprKind::False | ExprKind::Number => {}
            _ => tree.children(here, &mut |child| self.child(child, here, scope)),
        }
    }

    fn child(&mut self, child: Node, parent: Node, scope: ScopeId) {
        if let Node::Expr(id) = child {
            self.expr(id, parent, scope);
        }
    }

    /// The first iterable is evaluated outside.
    fn comprehension(
        &mut self,
        elements: [Option<Id<Expr>>; 2],
        clauses: List<Comprehension>,
        here: Node,
        outer: ScopeId,
        inner: ScopeId,
    ) {
        let tree = self.model.tree;
        for (at, clause) in tree.ids(clauses).enumerate() {
            let Comprehension { target, iter, conditions, .. } = tree[clause];
            self.expr(iter, here, if at == 0 { outer } else { inner });
            self.target(target, here, inner, Store::Comprehension { clause }, None);
            self.exprs(tree.list(conditions).iter().copied(), here, inner);
        }
        self.exprs(elements.into_iter().flatten(), here, inner);
    }

    /// A place that is stored to or deleted; `pattern` is the outermost tuple or list around it.
    fn target(&mut self, id: Id<Expr>, parent: Node, scope: ScopeId, store: Store, pattern: Option<Id<Expr>>) {
        self.enter(id, parent, scope);
        let tree = self.model.tree;
        let here = Node::Expr(id);
        match tree[id].kind {
            ExprKind::Name { context } => {
                let kind = match store {
                    Store::Assign { stmt, value } => match pattern {
                        Some(pattern) => DefinitionKind::Unpack { stmt, target: id, pattern, value },
                        None => DefinitionKind::Assign { stmt, target: id, value },
                    },
                    Store::AnnAssign { stmt, value } => DefinitionKind::AnnAssign { stmt, target: id, value },
                    Store::AugAssign { stmt } => {
                        let symbol = self.model.symbols.intern(tree[id].span.text(self.model.source));
                        self.uses.push(Use { name: id, symbol, scope });
                        DefinitionKind::AugAssign { stmt, target: id }
                    }
                    Store::Named { value } => DefinitionKind::Named { target: id, value },
                    Store::For { stmt } => DefinitionKind::For { stmt, target: id },
                    Store::Comprehension { clause } => DefinitionKind::Comprehension { clause, target: id },
                    Store::With { stmt, context } => DefinitionKind::With { stmt, context, target: id },
                    Store::Handler { handler } => DefinitionKind::Handler { handler, target: id },
                    Store::TupleParameter { parameter } => DefinitionKind::TupleParameter { parameter, target: id },
                    Store::TypeAlias { stmt } => DefinitionKind::TypeAlias { stmt, target: id },
                    Store::Delete { stmt } => DefinitionKind::Delete { stmt, target: id },
                };
                debug_assert!(context != Context::Load || !matches!(store, Store::Assign { .. }));
                self.model.names[id.index()] = Meaning::definition(self.define(tree[id].span, scope, kind));
            }
            ExprKind::Tuple { elements, .. } | ExprKind::List { elements, .. } => {
                for &element in tree.list(elements) {
                    self.target(element, here, scope, store, pattern.or(Some(id)));
                }
            }
            ExprKind::Starred { value, .. } => self.target(value, here, scope, store, pattern),
            _ => tree.children(here, &mut |child| self.child(child, here, scope)),
        }
    }

    fn pattern(&mut self, id: Id<Pattern>, parent: Node, scope: ScopeId) {
        self.model.pattern_parents[id.index()] = Some(parent.into());
        let tree = self.model.tree;
        let here = Node::Pattern(id);
        tree.children(here, &mut |child| match child {
            Node::Pattern(inner) => self.pattern(inner, here, scope),
            Node::Expr(inner) => self.expr(inner, here, scope),
            Node::Stmt(_) => {}
        });
        let name = match tree[id].kind {
            PatternKind::As { name, .. } | PatternKind::Star { name } => name,
            PatternKind::Mapping { rest, .. } => rest,
            _ => None,
        };
        if let Some(name) = name {
            let definition = self.define(name.span, scope, DefinitionKind::Pattern(id));
            self.model.pattern_definitions[id.index()] = Some(definition);
        }
    }
}

/// Of `a.b.c` the `a`, which is what the import binds.
fn first_part(name: Span, walk: &Walk<'_>) -> Span {
    let text = name.text(walk.model.source);
    let length = text.find(|c: char| c == '.' || c.is_whitespace()).unwrap_or(text.len());
    Span::new(name.start, name.start + length as u32)
}
