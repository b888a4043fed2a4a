//! Scopes, variables, definitions and uses of one file: what every analysis starts from.

use examen_syntax::Span;
use examen_syntax::python::{
    Alias, Class, Comprehension, Dialect, Expr, Function, Handler, Id, List, Node, PackedNode, Parameter, Pattern,
    Stmt, Tree,
};

use super::binding;
use super::symbols::{Symbol, Symbols};

/// Whose rules a file follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Version {
    Python2,
    Python3,
}

impl Version {
    /// The version whose syntax a file was read by.
    pub const fn of(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Python2 => Self::Python2,
            Dialect::Python3 => Self::Python3,
        }
    }
}

/// One file with its names resolved.
#[derive(Debug)]
pub struct Model<'t> {
    /// The text.
    pub source: &'t str,
    /// Its tree.
    pub tree: &'t Tree,
    /// Whose rules the names follow.
    pub version: Version,
    pub(super) symbols: Symbols<'t>,
    pub(super) scopes: Vec<Scope>,
    /// The variables of all scopes, grouped by scope.
    pub(super) scope_variables: Vec<VariableId>,
    pub(super) variables: Vec<Variable>,
    pub(super) variables_by_name: VariablesByName,
    pub(super) definitions: Vec<Definition>,
    /// By expression: for names the variable or, where they define it, the definition.
    pub(super) names: Vec<Meaning>,
    pub(super) expr_parents: Vec<Parent>,
    pub(super) stmt_parents: Vec<Parent>,
    pub(super) pattern_parents: Vec<Parent>,
    /// By expression: the scope it is evaluated in.
    pub(super) expr_scopes: Vec<ScopeId>,
    /// By statement: the scope it is executed in.
    pub(super) stmt_scopes: Vec<ScopeId>,
    pub(super) function_scopes: Vec<ScopeId>,
    pub(super) class_scopes: Vec<ScopeId>,
    pub(super) function_definitions: Vec<DefinitionId>,
    pub(super) class_definitions: Vec<DefinitionId>,
    pub(super) alias_definitions: Vec<Option<DefinitionId>>,
    pub(super) parameter_definitions: Vec<DefinitionId>,
    /// By pattern: the definition a capture makes.
    pub(super) pattern_definitions: Vec<Option<DefinitionId>>,
    /// Loads and deletions of all variables, grouped by variable, in the order of the text.
    pub(super) uses: Vec<Id<Expr>>,
    /// Definitions grouped by variable, in the order of the text.
    pub(super) definitions_by_variable: Vec<DefinitionId>,
    /// The `from m import *` statements.
    pub(super) star_imports: Vec<Id<Stmt>>,
}

/// A scope of a [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(pub(super) u32);

/// A variable of a [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub(super) u32);

/// A place of a [`Model`] where a variable gets a value, or loses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefinitionId(pub(super) u32);

/// A region of the text with names of its own.
#[derive(Clone, Debug)]
pub struct Scope {
    /// What opens it.
    pub kind: ScopeKind,
    /// The scope around it; none for the module.
    pub parent: Option<ScopeId>,
    /// Whether it yields: a generator function, or a generator expression.
    pub is_generator: bool,
    /// Whether `locals()` or `vars()` is called in it, which reads its names unseen.
    pub calls_locals: bool,
    pub(super) variables: (u32, u32),
}

/// What opens a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ScopeKind {
    Module,
    Class(Id<Class>),
    Function(Id<Function>),
    Lambda(Id<Expr>),
    /// A list, set or dict comprehension or generator expression; Python 2's list comprehensions open no scope.
    Comprehension(Id<Expr>),
}

/// A name in the scope it belongs to. Names that nothing binds, built-ins among them, belong to the module.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name.
    pub symbol: Symbol,
    /// The scope it belongs to.
    pub scope: ScopeId,
    /// Whether some scope other than its own reads, writes or declares it.
    pub escapes: bool,
    /// Whether it is declared by `global` or `nonlocal` anywhere.
    pub is_declared: bool,
    pub(super) uses: (u32, u32),
    pub(super) definitions: (u32, u32),
}

/// A place where a variable gets a value.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// What is defined.
    pub variable: VariableId,
    /// The scope that executes it, which for `global` and `nonlocal` names is not the variable's own.
    pub scope: ScopeId,
    /// The identifier; of an import without `as` the first part of the dotted name.
    pub name: Span,
    /// How.
    pub kind: DefinitionKind,
}

/// How a variable gets its value.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the fields are the nodes that the names say")]
pub enum DefinitionKind {
    /// `name = value`, also as one of several targets.
    Assign {
        stmt: Id<Stmt>,
        target: Id<Expr>,
        value: Id<Expr>,
    },
    /// `name: annotation = value`; without a value nothing is defined at run time.
    AnnAssign {
        stmt: Id<Stmt>,
        target: Id<Expr>,
        value: Option<Id<Expr>>,
    },
    /// `name` as a part of the tuple or list `pattern` in `pattern = value`.
    Unpack {
        stmt: Id<Stmt>,
        target: Id<Expr>,
        pattern: Id<Expr>,
        value: Id<Expr>,
    },
    /// `name += …`.
    AugAssign {
        stmt: Id<Stmt>,
        target: Id<Expr>,
    },
    /// `(name := value)`.
    Named {
        target: Id<Expr>,
        value: Id<Expr>,
    },
    /// `for name in …:`, also as part of a tuple.
    For {
        stmt: Id<Stmt>,
        target: Id<Expr>,
    },
    /// `… for name in …` of a comprehension.
    Comprehension {
        clause: Id<Comprehension>,
        target: Id<Expr>,
    },
    /// `with … as name:`, also as part of a tuple.
    With {
        stmt: Id<Stmt>,
        context: Id<Expr>,
        target: Id<Expr>,
    },
    /// `except … as name:`.
    Handler {
        handler: Id<Handler>,
        target: Id<Expr>,
    },
    /// `import name`, `import a.b as name`.
    Import {
        stmt: Id<Stmt>,
        alias: Id<Alias>,
    },
    /// `from m import name`.
    ImportFrom {
        stmt: Id<Stmt>,
        alias: Id<Alias>,
    },
    Function(Id<Function>),
    Class(Id<Class>),
    /// A parameter of the scope that executes the definition.
    Parameter(Id<Parameter>),
    /// A name inside a tuple parameter of Python 2.
    TupleParameter {
        parameter: Id<Parameter>,
        target: Id<Expr>,
    },
    /// A capture of a `match` statement.
    Pattern(Id<Pattern>),
    /// `type name = …`.
    TypeAlias {
        stmt: Id<Stmt>,
        target: Id<Expr>,
    },
    /// A type parameter of a function, class or type alias.
    TypeParameter,
    /// `del name`, which takes the value away.
    Delete {
        stmt: Id<Stmt>,
        target: Id<Expr>,
    },
}

/// What a name expression means, in four bytes, since there is one for each expression: nothing, a variable or a
/// definition.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meaning(u32);

impl Meaning {
    pub(super) fn variable(id: VariableId) -> Self {
        Self(id.0 * 2 + 1)
    }

    pub(super) fn definition(id: DefinitionId) -> Self {
        Self(id.0 * 2 + 2)
    }

    pub(super) fn as_definition(self) -> Option<DefinitionId> {
        (self.0 != 0 && self.0.is_multiple_of(2)).then(|| DefinitionId(self.0 / 2 - 1))
    }

    fn as_variable(self) -> Option<VariableId> {
        (!self.0.is_multiple_of(2)).then_some(VariableId(self.0 / 2))
    }
}

/// Which scopes have a variable of a name.
#[derive(Debug, Default)]
pub(super) struct VariablesByName {
    /// By symbol, where its entries start; one more at the end.
    pub(super) starts: Vec<u32>,
    /// Scopes that bind the symbol, in order. The entry's position is the number of the variable.
    pub(super) scopes: Vec<ScopeId>,
    /// By symbol, the module's variable for a name that the module does not bind.
    pub(super) unbound: Vec<VariableId>,
}

/// Stands in [`VariablesByName::unbound`] for names that have no such variable.
pub(super) const NO_VARIABLE: VariableId = VariableId(u32::MAX);

impl VariablesByName {
    pub(super) fn find(&self, symbol: Symbol, scope: ScopeId) -> Option<VariableId> {
        let (start, end) = (self.starts[symbol.index()] as usize, self.starts[symbol.index() + 1] as usize);
        match self.scopes[start..end].binary_search(&scope) {
            Ok(at) => Some(VariableId((start + at) as u32)),
            Err(_) if scope == ScopeId(0) => Some(self.unbound[symbol.index()]).filter(|&id| id != NO_VARIABLE),
            Err(_) => None,
        }
    }
}

/// The node above a node; nothing above statements of the module.
pub(super) type Parent = Option<PackedNode>;

impl<'t> Model<'t> {
    /// Resolves the names of a file.
    pub fn new(source: &'t str, tree: &'t Tree, version: Version) -> Self {
        binding::bind(source, tree, version)
    }

    /// Gives back what the tables have reserved beyond their rows, for models that are kept.
    pub fn shrink_to_fit(&mut self) {
        self.symbols.shrink_to_fit();
        self.scopes.shrink_to_fit();
        self.variables.shrink_to_fit();
        self.definitions.shrink_to_fit();
        self.uses.shrink_to_fit();
        self.definitions_by_variable.shrink_to_fit();
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &'t str {
        span.text(self.source)
    }

    /// The identifiers of the file.
    pub fn symbols(&self) -> &Symbols<'t> {
        &self.symbols
    }

    /// The scope of the module.
    pub const fn module_scope(&self) -> ScopeId {
        ScopeId(0)
    }

    /// All scopes, outer ones before those inside them.
    pub fn scopes(&self) -> impl ExactSizeIterator<Item = (ScopeId, &Scope)> {
        self.scopes.iter().enumerate().map(|(index, scope)| (ScopeId(index as u32), scope))
    }

    /// All variables.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = (VariableId, &Variable)> {
        self.variables.iter().enumerate().map(|(index, variable)| (VariableId(index as u32), variable))
    }

    /// All definitions, in the order of the text for each scope.
    pub fn definitions(&self) -> impl ExactSizeIterator<Item = (DefinitionId, &Definition)> {
        self.definitions.iter().enumerate().map(|(index, definition)| (DefinitionId(index as u32), definition))
    }

    /// The variable that a name expression means.
    pub fn variable_of(&self, name: Id<Expr>) -> Option<VariableId> {
        let meaning = self.names[name.index()];
        meaning.as_definition().map(|definition| self[definition].variable).or_else(|| meaning.as_variable())
    }

    /// The definition that a stored or deleted name makes.
    pub fn definition_at(&self, name: Id<Expr>) -> Option<DefinitionId> {
        self.names[name.index()].as_definition()
    }

    /// The definition of a function's name.
    pub fn function_definition(&self, function: Id<Function>) -> DefinitionId {
        self.function_definitions[function.index()]
    }

    /// The definition of a class's name.
    pub fn class_definition(&self, class: Id<Class>) -> DefinitionId {
        self.class_definitions[class.index()]
    }

    /// The definition that an import of one name makes; none for `*`.
    pub fn alias_definition(&self, alias: Id<Alias>) -> Option<DefinitionId> {
        self.alias_definitions[alias.index()]
    }

    /// The definition of a parameter; of a tuple parameter it defines no name that can be read.
    pub fn parameter_definition(&self, parameter: Id<Parameter>) -> DefinitionId {
        self.parameter_definitions[parameter.index()]
    }

    /// The definition that a pattern's own name makes.
    pub fn pattern_definition(&self, pattern: Id<Pattern>) -> Option<DefinitionId> {
        self.pattern_definitions[pattern.index()]
    }

    /// The scope that a function's body opens.
    pub fn function_scope(&self, function: Id<Function>) -> ScopeId {
        self.function_scopes[function.index()]
    }

    /// The scope that a class's body opens.
    pub fn class_scope(&self, class: Id<Class>) -> ScopeId {
        self.class_scopes[class.index()]
    }

    /// The scope that evaluates an expression.
    pub fn scope_of_expr(&self, expr: Id<Expr>) -> ScopeId {
        self.expr_scopes[expr.index()]
    }

    /// The scope that executes a statement.
    pub fn scope_of_stmt(&self, stmt: Id<Stmt>) -> ScopeId {
        self.stmt_scopes[stmt.index()]
    }

    /// The variable of that name that belongs to a scope itself.
    pub fn local(&self, scope: ScopeId, symbol: Symbol) -> Option<VariableId> {
        self.variables_by_name.find(symbol, scope)
    }

    /// The variable of that name that belongs to a scope itself.
    pub fn local_named(&self, scope: ScopeId, name: &str) -> Option<VariableId> {
        self.local(scope, self.symbols.find(name)?)
    }

    /// The variables that belong to a scope, in the order in which their names first occur in the file.
    pub fn locals(&self, scope: ScopeId) -> impl ExactSizeIterator<Item = VariableId> {
        let (start, end) = self[scope].variables;
        self.scope_variables[start as usize..end as usize].iter().copied()
    }

    /// The loads of a variable, in any scope, in the order of the text.
    pub fn uses(&self, variable: VariableId) -> &[Id<Expr>] {
        let (start, end) = self[variable].uses;
        &self.uses[start as usize..end as usize]
    }

    /// The definitions and deletions of a variable, in any scope, in the order of the text.
    pub fn definitions_of(&self, variable: VariableId) -> &[DefinitionId] {
        let (start, end) = self[variable].definitions;
        &self.definitions_by_variable[start as usize..end as usize]
    }

    /// The `from m import *` statements of the file.
    pub fn star_imports(&self) -> &[Id<Stmt>] {
        &self.star_imports
    }

    /// The name of a variable.
    pub fn name_of(&self, variable: VariableId) -> &'t str {
        self.symbols.name(self[variable].symbol)
    }

    /// The node around a node.
    pub fn parent(&self, node: impl Into<Node>) -> Option<Node> {
        let parent = match node.into() {
            Node::Expr(id) => self.expr_parents[id.index()],
            Node::Stmt(id) => self.stmt_parents[id.index()],
            Node::Pattern(id) => self.pattern_parents[id.index()],
        };
        parent.map(Node::from)
    }

    /// The nodes around a node, the nearest first.
    pub fn ancestors(&self, node: impl Into<Node>) -> impl Iterator<Item = Node> {
        std::iter::successors(self.parent(node), |&node| self.parent(node))
    }

    /// The nearest function, lambda excluded, that a scope is or lies in, classes and comprehensions looked through.
    pub fn enclosing_function(&self, scope: ScopeId) -> Option<Id<Function>> {
        self.enclosing_scopes(scope).find_map(|scope| match self[scope].kind {
            ScopeKind::Function(function) => Some(function),
            _ => None,
        })
    }

    /// The scope itself and those around it, the nearest first.
    pub fn enclosing_scopes(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> {
        std::iter::successors(Some(scope), |&scope| self[scope].parent)
    }

    /// The class whose body directly holds a function.
    pub fn class_of(&self, function: Id<Function>) -> Option<Id<Class>> {
        let scope = self.scope_of_stmt(self.tree[function].stmt);
        match self[scope].kind {
            ScopeKind::Class(class) => Some(class),
            _ => None,
        }
    }

    /// Statements that a scope executes; of a lambda or comprehension none.
    pub fn body(&self, scope: ScopeId) -> List<Id<Stmt>> {
        match self[scope].kind {
            ScopeKind::Module => self.tree.body,
            ScopeKind::Class(class) => self.tree[class].body,
            ScopeKind::Function(function) => self.tree[function].body,
            ScopeKind::Lambda(_) | ScopeKind::Comprehension(_) => List::default(),
        }
    }
}

macro_rules! index {
    ($($id:ty => $type:ty, $field:ident;)*) => {$(
        impl std::ops::Index<$id> for Model<'_> {
            type Output = $type;

            fn index(&self, id: $id) -> &$type {
                &self.$field[id.index()]
            }
        }

        impl $id {
            /// Position in a table beside the model.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

index! {
    ScopeId => Scope, scopes;
    VariableId => Variable, variables;
    DefinitionId => Definition, definitions;
}
