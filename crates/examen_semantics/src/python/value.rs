//! What an expression may stand for.

use std::rc::Rc;

use examen_syntax::python::{Alias, Class, Expr, Function, Id, Parameter};

use super::file::FileId;
use super::knowledge::{ClassId, FunctionId, ModuleId};

/// An expression of some file of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct At {
    /// The file.
    pub file: FileId,
    /// The expression in it.
    pub expr: Id<Expr>,
}

/// A name of an import statement of some file of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ImportedAt {
    /// The file.
    pub file: FileId,
    /// The name in it.
    pub alias: Id<Alias>,
}

/// A class of the program or of the standard library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClassRef {
    /// `class …:` in a file.
    Defined(FileId, Id<Class>),
    /// A class of the standard library, built-ins among them.
    Known(ClassId),
}

/// A function of the program or of the standard library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FunctionRef {
    /// `def …:` in a file.
    Defined(FileId, Id<Function>),
    /// A lambda expression.
    Lambda(At),
    /// A function or method of the standard library.
    Known(FunctionId),
}

/// A module of the program or of the standard library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ModuleRef {
    /// A file of the program.
    File(FileId),
    /// A module of the standard library.
    Known(ModuleId),
}

/// A dotted path that starts at a module nothing is known about, such as `flask.Flask()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExternalPath(pub(super) u32);

/// One thing an expression may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// `None`.
    None,
    /// `True` or `False`.
    Bool(bool),
    /// The number, string or bytes written there.
    Literal(At),
    /// An object of a class, and the call, display or name that gives it, where that is known.
    Instance(ClassRef, Option<At>),
    /// What the first parameter of a method stands for.
    SelfInstance(ClassRef, FileId, Id<Parameter>),
    /// A class.
    Class(ClassRef),
    /// A function that is not bound to anything.
    Function(FunctionRef),
    /// A function bound to an instance of a class, or to the class itself.
    Method(FunctionRef, ClassRef),
    /// `property(getter)`, and the call or decorator that makes it.
    Property(FunctionRef, At),
    /// `classmethod(function)`.
    ClassMethod(FunctionRef, At),
    /// `staticmethod(function)`.
    StaticMethod(FunctionRef, At),
    /// A function under decorators whose result is not known.
    Decorated(FileId, Id<Function>),
    /// A module, and the import that brings it, where there is one.
    Module(ModuleRef, Option<ImportedAt>),
    /// `super()` in a class (first) for an instance of a class (second).
    Super(ClassRef, ClassRef),
    /// `sys.version_info`.
    VersionInfo,
    /// Something of a module that nothing is known about.
    External(ExternalPath),
}

/// What an expression may stand for, as far as it is known: what is not known is not among the values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Values {
    /// Nothing is known.
    #[default]
    Unknown,
    /// One value.
    One(Value),
    /// Several, sorted.
    Many(Rc<[Value]>),
}

impl Values {
    /// The values in a stable order.
    pub fn iter(&self) -> impl Iterator<Item = Value> {
        self.as_slice().iter().copied()
    }

    /// The values in a stable order.
    pub fn as_slice(&self) -> &[Value] {
        match self {
            Self::Unknown => &[],
            Self::One(value) => std::slice::from_ref(value),
            Self::Many(values) => values,
        }
    }

    /// The functions among them.
    pub fn functions(&self) -> impl Iterator<Item = FunctionRef> {
        self.iter().filter_map(|value| match value {
            Value::Function(function) => Some(function),
            _ => None,
        })
    }

    /// Whether nothing is known.
    pub const fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown)
    }

    /// The value, when there is just one.
    pub const fn only(&self) -> Option<Value> {
        match self {
            Self::One(value) => Some(*value),
            Self::Unknown | Self::Many(_) => None,
        }
    }
}

impl FromIterator<Value> for Values {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut values = values.into_iter();
        let Some(first) = values.next() else {
            return Self::Unknown;
        };
        let Some(second) = values.next() else {
            return Self::One(first);
        };
        let mut all = vec![first, second];
        all.extend(values);
        all.sort_unstable();
        all.dedup();
        match all.as_slice() {
            [only] => Self::One(*only),
            _ => Self::Many(all.into()),
        }
    }
}

impl From<Value> for Values {
    fn from(value: Value) -> Self {
        Self::One(value)
    }
}
