//! The arena that holds one Python file's syntax tree.

use std::marker::PhantomData;
use std::num::NonZeroU32;

use super::nodes::{
    Alias, Branch, Case, Class, Comparison, Comprehension, DictItem, Expr, Function, Handler, Keyword, Name, Parameter,
    Pattern, Stmt, StringPart, TypeParameter, WithItem,
};

/// A syntax tree: nodes live in one pool per type and refer to each other by [`Id`] and [`List`].
///
/// Spans are bytes of the text the tree was made of; names are spans, so the tree itself holds no text.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// Statements of the module.
    pub body: List<Id<Stmt>>,
    pub(super) aliases: Vec<Alias>,
    pub(super) branches: Vec<Branch>,
    pub(super) cases: Vec<Case>,
    pub(super) classes: Vec<Class>,
    pub(super) comparisons: Vec<Comparison>,
    pub(super) comprehensions: Vec<Comprehension>,
    pub(super) dict_items: Vec<DictItem>,
    pub(super) expr_ids: Vec<Id<Expr>>,
    pub(super) exprs: Vec<Expr>,
    pub(super) functions: Vec<Function>,
    pub(super) handlers: Vec<Handler>,
    pub(super) keywords: Vec<Keyword>,
    pub(super) names: Vec<Name>,
    pub(super) parameters: Vec<Parameter>,
    pub(super) pattern_ids: Vec<Id<Pattern>>,
    pub(super) patterns: Vec<Pattern>,
    pub(super) stmt_ids: Vec<Id<Stmt>>,
    pub(super) stmts: Vec<Stmt>,
    pub(super) string_parts: Vec<StringPart>,
    pub(super) type_parameters: Vec<TypeParameter>,
    pub(super) with_items: Vec<WithItem>,
}

/// The place of a node in its pool; as small inside an `Option` as outside.
pub struct Id<T> {
    index_plus_one: NonZeroU32,
    of: PhantomData<fn() -> T>,
}

/// A run of neighbours in a pool.
pub struct List<T> {
    start: u32,
    len: u32,
    of: PhantomData<fn() -> T>,
}

/// A type that has a pool in the tree.
pub trait Pooled: Sized {
    /// The pool.
    fn pool(tree: &Tree) -> &Vec<Self>;
    /// The pool, to add to.
    fn pool_mut(tree: &mut Tree) -> &mut Vec<Self>;
}

macro_rules! pools {
    ($($type:ty => $pool:ident,)*) => {
        $(impl Pooled for $type {
            fn pool(tree: &Tree) -> &Vec<Self> {
                &tree.$pool
            }
            fn pool_mut(tree: &mut Tree) -> &mut Vec<Self> {
                &mut tree.$pool
            }
        })*

        /// How long the pools are at some point.
        pub(super) struct Lengths {
            $($pool: usize,)*
        }

        impl Tree {
            pub(super) fn lengths(&self) -> Lengths {
                Lengths { $($pool: self.$pool.len(),)* }
            }

            /// Gives back what the pools have reserved beyond their nodes, for trees that are kept.
            pub fn shrink_to_fit(&mut self) {
                $(self.$pool.shrink_to_fit();)*
            }

            /// Forgets all nodes that were made since, none of which an older one may refer to.
            pub(super) fn truncate(&mut self, lengths: &Lengths) {
                $(self.$pool.truncate(lengths.$pool);)*
            }
        }
    };
}

pools! {
    Alias => aliases,
    Branch => branches,
    Case => cases,
    Class => classes,
    Comparison => comparisons,
    Comprehension => comprehensions,
    DictItem => dict_items,
    Expr => exprs,
    Function => functions,
    Handler => handlers,
    Id<Expr> => expr_ids,
    Id<Pattern> => pattern_ids,
    Id<Stmt> => stmt_ids,
    Keyword => keywords,
    Name => names,
    Parameter => parameters,
    Pattern => patterns,
    Stmt => stmts,
    StringPart => string_parts,
    TypeParameter => type_parameters,
    WithItem => with_items,
}

impl Tree {
    /// The elements of a list.
    pub fn list<T: Pooled>(&self, list: List<T>) -> &[T] {
        T::pool(self).get(list.start as usize..(list.start + list.len) as usize).unwrap_or_default()
    }

    /// All nodes of a type with their ids, in the order in which they were made: parents after their children for
    /// expressions, before them for statements.
    pub fn all<'t, T: Pooled + 't>(&'t self) -> impl Iterator<Item = (Id<T>, &'t T)> {
        T::pool(self).iter().enumerate().map(|(index, node)| (Id::new(index), node))
    }

    /// The ids of the elements of a list, for tables beside the tree.
    pub fn ids<T: Pooled>(&self, list: List<T>) -> impl DoubleEndedIterator<Item = Id<T>> + ExactSizeIterator + use<T> {
        (0..self.list(list).len()).map(move |at| Id::new(list.start as usize + at))
    }

    /// How many nodes of a type there are, for tables beside the tree.
    pub fn count<T: Pooled>(&self) -> usize {
        T::pool(self).len()
    }

    pub(super) fn add<T: Pooled>(&mut self, node: T) -> Id<T> {
        let pool = T::pool_mut(self);
        pool.push(node);
        Id::new(pool.len() - 1)
    }

    /// A list whose elements are filled in by [`Tree::fill`], since making them may add to the same pool.
    pub(super) fn reserve<T: Pooled + Copy>(&mut self, len: usize, placeholder: T) -> List<T> {
        let pool = T::pool_mut(self);
        let start = pool.len();
        pool.resize(start + len, placeholder);
        List { start: start as u32, len: len as u32, of: PhantomData }
    }

    pub(super) fn fill<T: Pooled>(&mut self, list: List<T>, at: usize, node: T) {
        T::pool_mut(self)[list.start as usize + at] = node;
    }

    pub(super) fn add_list<T: Pooled + Copy>(&mut self, nodes: &[T]) -> List<T> {
        let pool = T::pool_mut(self);
        let start = pool.len();
        pool.extend_from_slice(nodes);
        List { start: start as u32, len: nodes.len() as u32, of: PhantomData }
    }
}

impl<T: Pooled> std::ops::Index<Id<T>> for Tree {
    type Output = T;

    fn index(&self, id: Id<T>) -> &T {
        &T::pool(self)[id.index()]
    }
}

impl<T> Id<T> {
    /// Stands in a reserved list until the real element is known.
    pub(super) const PLACEHOLDER: Self = Self { index_plus_one: NonZeroU32::MAX, of: PhantomData };

    fn new(index: usize) -> Self {
        Self { index_plus_one: NonZeroU32::MIN.saturating_add(index as u32), of: PhantomData }
    }

    /// Position in the pool, for tables beside the tree.
    pub const fn index(self) -> usize {
        self.index_plus_one.get() as usize - 1
    }

    pub(super) const fn number(self) -> NonZeroU32 {
        self.index_plus_one
    }

    pub(super) const fn numbered(number: NonZeroU32) -> Self {
        Self { index_plus_one: number, of: PhantomData }
    }
}

impl<T> List<T> {
    /// Number of elements.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}

// Written out because a derive would ask the same of `T`.

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.index_plus_one == other.index_plus_one
    }
}

impl<T> Eq for Id<T> {}

impl<T> std::hash::Hash for Id<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.index_plus_one.hash(state);
    }
}

impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.index_plus_one.cmp(&other.index_plus_one)
    }
}

impl<T> std::fmt::Debug for Id<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "#{}", self.index())
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { start: 0, len: 0, of: PhantomData }
    }
}

impl<T> std::fmt::Debug for List<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "#{}+{}", self.start, self.len)
    }
}
