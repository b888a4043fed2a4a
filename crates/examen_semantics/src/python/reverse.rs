//! Questions the other way round: who calls a function, who inherits from a class, which statements a scope has.
//!
//! Each index is made on the first question. Those over a program of several files are made once for all of them.

use std::sync::OnceLock;

use examen_syntax::python::{Class, Expr, ExprKind, Function, Id, ParameterKind, Stmt, StmtKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::file::{FileId, SemanticFile};
use super::model::ScopeId;
use super::value::{At, ClassRef, FunctionRef, Value};

/// Indexes over the whole program.
#[derive(Debug, Default)]
pub(super) struct Reverse {
    called: OnceLock<Called>,
    subclasses: OnceLock<Subclasses>,
}

/// What the calls of the program reach.
#[derive(Debug, Default)]
struct Called {
    functions: FxHashSet<FunctionRef>,
    /// How many calls make an object of a class.
    classes: FxHashMap<ClassRef, usize>,
}

/// The classes below each class of the program or the standard library.
#[derive(Debug, Default)]
struct Subclasses(FxHashMap<ClassRef, Vec<ClassRef>>);

/// The `raise` statements of each scope of a file.
#[derive(Debug, Default)]
pub(super) struct Raises(FxHashMap<ScopeId, Vec<Id<Stmt>>>);

/// The scopes of classes with a method that raises `NotImplementedError`.
#[derive(Debug, Default)]
pub(super) struct Unimplemented(FxHashSet<ScopeId>);

impl SemanticFile<'_> {
    /// Whether some call of the program may reach a function, directly or as a method.
    pub fn is_called(&self, function: FunctionRef) -> bool {
        self.called().functions.contains(&function)
    }

    /// How many objects of a class the program shows: those that calls make, and the `self` of each method.
    pub fn known_instances(&self, file: FileId, class: Id<Class>) -> usize {
        let model = self.model_of(file);
        let scope = model.class_scope(class);
        let has_self = |function: &Function| {
            model.scope_of_stmt(function.stmt) == scope
                && model
                    .tree
                    .list(function.parameters)
                    .first()
                    .is_some_and(|first| first.kind == ParameterKind::Positional)
        };
        let methods = model.tree.all::<Function>().filter(|(_, function)| has_self(function)).count();
        methods + self.called().classes.get(&ClassRef::Defined(file, class)).copied().unwrap_or(0)
    }

    fn called(&self) -> &Called {
        match self.program {
            Some(program) => program.reverse.called.get_or_init(|| {
                let mut called = Called::default();
                for file in self.files() {
                    SemanticFile::of(program, file).find_called(&mut called);
                }
                called
            }),
            None => self.reverse.called.get_or_init(|| {
                let mut called = Called::default();
                self.find_called(&mut called);
                called
            }),
        }
    }

    /// Adds what the calls in this file reach.
    fn find_called(&self, called: &mut Called) {
        let (file, model) = (self.id(), self.model_of(self.id()));
        for (expr, node) in model.tree.all::<Expr>() {
            let ExprKind::Call { function, .. } = node.kind else {
                continue;
            };
            if !self.is_executed(file, model.scope_of_expr(expr)) {
                continue;
            }
            for value in self.values_at(At { file, expr: function }).iter() {
                match value {
                    Value::Function(function) | Value::Method(function, _) => {
                        called.functions.insert(function);
                    }
                    Value::Class(class) => *called.classes.entry(class).or_default() += 1,
                    _ => {}
                }
            }
        }
    }

    /// The classes of the program that descend from a class, in the order of the program.
    pub fn subclasses(&self, class: ClassRef) -> &[ClassRef] {
        let subclasses = match self.program {
            Some(program) => program.reverse.subclasses.get_or_init(|| {
                let mut subclasses = Subclasses::default();
                for file in self.files() {
                    SemanticFile::of(program, file).find_subclasses(&mut subclasses);
                }
                subclasses
            }),
            None => self.reverse.subclasses.get_or_init(|| {
                let mut subclasses = Subclasses::default();
                self.find_subclasses(&mut subclasses);
                subclasses
            }),
        };
        subclasses.0.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Adds the classes of this file to those that they descend from.
    fn find_subclasses(&self, subclasses: &mut Subclasses) {
        for (id, _) in self.model_of(self.id()).tree.all::<Class>() {
            let class = self.class_ref(id);
            for base in self.mro(class).into_iter().skip(1) {
                subclasses.0.entry(base).or_default().push(class);
            }
        }
    }

    /// The `raise` statements that a scope of the program executes itself, in the order of the text.
    pub fn raises(&self, file: FileId, scope: ScopeId) -> impl Iterator<Item = Id<Stmt>> {
        let raises = self.known(file).raises.get_or_init(|| {
            let model = self.model_of(file);
            let mut raises = Raises::default();
            for (stmt, node) in model.tree.all::<Stmt>() {
                if matches!(node.kind, StmtKind::Raise { .. }) {
                    raises.0.entry(model.scope_of_stmt(stmt)).or_default().push(stmt);
                }
            }
            raises
        });
        raises.0.get(&scope).into_iter().flatten().copied()
    }

    /// Whether a method that stands in a scope, that of a class, raises `NotImplementedError`.
    pub(super) fn has_unimplemented_method(&self, file: FileId, scope: ScopeId) -> bool {
        let unimplemented = self.known(file).unimplemented.get_or_init(|| {
            let model = self.model_of(file);
            let functions = model.tree.all::<Function>();
            let raising = functions.filter(|(function, _)| self.raises_not_implemented(file, *function));
            Unimplemented(raising.map(|(_, function)| model.scope_of_stmt(function.stmt)).collect())
        });
        unimplemented.0.contains(&scope)
    }

    /// Whether a function of the program raises `NotImplementedError`, or `NotImplemented`, which is no exception, for it.
    pub fn raises_not_implemented(&self, file: FileId, function: Id<Function>) -> bool {
        let model = self.model_of(file);
        let tree = model.tree;
        self.raises(file, model.function_scope(function)).any(|stmt| {
            let StmtKind::Raise { exception: Some(exception), .. } = tree[stmt].kind else {
                return false;
            };
            let raised = match tree[exception].kind {
                ExprKind::Call { function, .. } => function,
                _ => exception,
            };
            matches!(model.text(tree[raised].span), "NotImplementedError" | "NotImplemented")
        })
    }
}
