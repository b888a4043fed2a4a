//! Control flow: for each scope of a file, what is executed in which order.
//!
//! The graphs follow CodeQL's extractor, since the queries do: the same expressions may raise, `finally` is copied for
//! each way of leaving, `with` swallows nothing, tests that can have one outcome only lose the other edge. Ours has one
//! block more per `try`, where its exceptions meet, so that the number of edges stays linear.

mod block_set;
mod build;
mod comprehensions;
mod constraint;
mod copies;
mod dominance;
mod draft;
mod dump;
mod exprs;
mod joins;
mod known_names;
mod layout;
mod patterns;
mod prune;
mod rename;
mod stmts;
mod tries;

use std::ops::Range;

use examen_syntax::python::{Branch, Case, Expr, Handler, Id, Stmt};

use super::model::{DefinitionId, Model, ScopeId};

pub use block_set::BlockSet;
pub use constraint::Relation;
pub(super) use copies::Copies;
pub use dump::dump;
pub(super) use rename::{NONE, Renaming, Value};
pub use rename::{ValueId, ValueKind};

/// The control-flow graphs of all scopes of a file. Blocks are numbered through the file, so a block belongs to one
/// scope; only blocks that can be reached are there.
#[derive(Debug)]
pub struct Flow {
    scopes: Vec<ScopeFlow>,
    blocks: Vec<Block>,
    edges: Vec<Edge>,
    predecessors: Vec<BlockId>,
    events: Vec<Event>,
    exprs: Copies,
    stmts: Copies,
    handlers: Copies,
    branches: Copies,
    cases: Copies,
    definitions: Copies,
}

/// A run of events that is entered at its start only; behind its end is a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub(super) u32);

/// Something that happens when a scope runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A statement begins.
    Stmt(Id<Stmt>),
    /// An `elif` begins.
    Elif(Id<Branch>),
    /// A `case` begins.
    Case(Id<Case>),
    /// A handler is tried.
    Handler(Id<Handler>),
    /// A name is loaded.
    Use(Id<Expr>),
    /// A variable gets a value, or loses it by `del`.
    Define(DefinitionId),
    /// An attribute, await, call, comparison, comprehension, lambda, subscript or yield has been evaluated; attributes
    /// and subscripts also when they are stored to or deleted. Other expressions leave no trace.
    Expr(Id<Expr>),
}

/// Where an event stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The block.
    pub block: BlockId,
    /// The position among the events of the block.
    pub index: u32,
}

/// A way out of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The block it leads to.
    pub to: BlockId,
    /// When it is taken.
    pub kind: EdgeKind,
}

/// When an edge is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// Always, or by a choice that is not the truth of an expression, as in `for` and `match`.
    Normal,
    /// When the test at the end of the block is true.
    True,
    /// When it is false.
    False,
    /// When the last event of the block raises, or an exception is under way.
    Exception,
}

#[derive(Clone, Copy, Debug)]
struct ScopeFlow {
    first: u32,
    end: u32,
    exit: Option<BlockId>,
    falls_off: Option<BlockId>,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    events: Span32,
    edges: Span32,
    predecessors: Span32,
    branch: Option<Id<Expr>>,
    /// Position in a walk of the dominator tree, parents first, and the last position below the block.
    enter: u32,
    leave: u32,
    /// Immediate dominator; the entry's is itself.
    dominator: u32,
    raises: bool,
}

/// A range of some vector.
#[derive(Clone, Copy, Debug, Default)]
struct Span32 {
    start: u32,
    end: u32,
}

impl Span32 {
    const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl Flow {
    /// Builds the graphs of a file.
    pub fn new(model: &Model<'_>) -> Self {
        build::build(model)
    }

    /// Where a scope begins.
    pub fn entry(&self, scope: ScopeId) -> BlockId {
        BlockId(self.scopes[scope.index()].first)
    }

    /// The block without events where all ways meet that leave a scope normally, by `return` or at the end; none when
    /// it always raises or never ends.
    pub fn exit(&self, scope: ScopeId) -> Option<BlockId> {
        self.scopes[scope.index()].exit
    }

    /// Whether a scope can be left other than by an exception.
    pub fn exits_normally(&self, scope: ScopeId) -> bool {
        self.exit(scope).is_some()
    }

    /// The blocks that leave a scope normally.
    pub fn normal_exits(&self, scope: ScopeId) -> &[BlockId] {
        self.exit(scope).map_or(&[], |exit| self.predecessors(exit))
    }

    /// The block among the normal exits that runs off the end of a scope, without `return`.
    pub fn falls_off(&self, scope: ScopeId) -> Option<BlockId> {
        self.scopes[scope.index()].falls_off
    }

    /// The blocks that leave a scope by `raise`, a failed `assert` or an exception that no handler surely stops. Calls
    /// and the like outside any `try` are not meant.
    pub fn exceptional_exits(&self, scope: ScopeId) -> impl Iterator<Item = BlockId> {
        self.blocks(scope).filter(|&block| self.block(block).raises)
    }

    /// The blocks of a scope, such that but for loops every edge leads forward.
    pub fn blocks(
        &self,
        scope: ScopeId,
    ) -> impl DoubleEndedIterator<Item = BlockId> + ExactSizeIterator + Clone + use<> {
        let ScopeFlow { first, end, .. } = self.scopes[scope.index()];
        (first..end).map(BlockId)
    }

    /// What happens in a block, in order.
    pub fn events(&self, block: BlockId) -> &[Event] {
        &self.events[self.block(block).events.range()]
    }

    /// Where it can go on.
    pub fn successors(&self, block: BlockId) -> &[Edge] {
        &self.edges[self.block(block).edges.range()]
    }

    /// Where it can have come from; a block stands twice when it has two edges to this one.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[self.block(block).predecessors.range()]
    }

    /// The expression whose truth decides between the `True` and `False` edges. Operands of `and`, `or` and `not` are
    /// tests of their own. One edge may be missing when it cannot be taken.
    pub fn branch(&self, block: BlockId) -> Option<Id<Expr>> {
        self.block(block).branch
    }

    /// The places of an event: none when it cannot be reached, several when it lies in a `finally`. An expression means
    /// [`Event::Expr`] or [`Event::Use`], whichever it has.
    pub fn places(&self, event: impl Into<Event>) -> impl Iterator<Item = Place> {
        let (table, node) = match event.into() {
            Event::Stmt(id) => (&self.stmts, id.index()),
            Event::Elif(id) => (&self.branches, id.index()),
            Event::Case(id) => (&self.cases, id.index()),
            Event::Handler(id) => (&self.handlers, id.index()),
            Event::Use(id) | Event::Expr(id) => (&self.exprs, id.index()),
            Event::Define(id) => (&self.definitions, id.index()),
        };
        table.of(node).map(|at| self.place(at))
    }

    /// The first of the places of an event.
    pub fn place_of(&self, event: impl Into<Event>) -> Option<Place> {
        self.places(event).next()
    }

    /// Whether an event can happen.
    pub fn is_reachable(&self, event: impl Into<Event>) -> bool {
        self.place_of(event).is_some()
    }

    /// Whether every way to `other` goes through `block`, which may be the same.
    pub fn dominates(&self, block: BlockId, other: BlockId) -> bool {
        let (block, other) = (&self.block(block), &self.block(other));
        block.enter <= other.enter && other.enter <= block.leave
    }

    /// Whether every way to `other` goes through `place`, which may be the same.
    pub fn place_dominates(&self, place: Place, other: Place) -> bool {
        if place.block == other.block {
            return place.index <= other.index;
        }
        self.dominates(place.block, other.block)
    }

    /// The nearest other block that dominates one; none for an entry.
    pub fn immediate_dominator(&self, block: BlockId) -> Option<BlockId> {
        let dominator = BlockId(self.block(block).dominator);
        (dominator != block).then_some(dominator)
    }

    /// Whether `controlled` is only executed after the test of `block` came out as `truth`.
    pub fn controls(&self, block: BlockId, truth: bool, controlled: BlockId) -> bool {
        let wanted = if truth { EdgeKind::True } else { EdgeKind::False };
        self.successors(block).iter().any(|edge| {
            // Entered by this edge alone, or again from inside, as the first block of a loop is.
            edge.kind == wanted
                && self.dominates(edge.to, controlled)
                && self.predecessors(edge.to).iter().filter(|&&from| from == block).count() == 1
                && self.predecessors(edge.to).iter().all(|&from| from == block || self.dominates(edge.to, from))
        })
    }

    /// The blocks that can come after a block; itself only when it lies in a loop.
    pub fn reaches(&self, from: BlockId) -> BlockSet {
        BlockSet::after(self, from)
    }

    /// The scope of a block.
    pub fn scope_of(&self, block: BlockId) -> ScopeId {
        ScopeId(self.scopes.partition_point(|scope| scope.end <= block.0) as u32)
    }

    fn block(&self, block: BlockId) -> &Block {
        &self.blocks[block.index()]
    }

    /// The number of the first event of a scope.
    pub(super) fn first_event(&self, scope: ScopeId) -> u32 {
        self.block(self.entry(scope)).events.start
    }

    /// The events of a block and the number of the first.
    pub(super) fn numbered_events(&self, block: BlockId) -> (u32, &[Event]) {
        (self.block(block).events.start, self.events(block))
    }

    fn place(&self, event: u32) -> Place {
        let at = self.blocks.partition_point(|block| block.events.end <= event);
        Place { block: BlockId(at as u32), index: event - self.blocks[at].events.start }
    }
}

impl BlockId {
    /// Position in a table beside the blocks of a file.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

macro_rules! event_from {
    ($($node:ty => $variant:ident,)*) => {$(
        impl From<$node> for Event {
            fn from(id: $node) -> Self {
                Self::$variant(id)
            }
        }
    )*};
}

event_from! {
    Id<Stmt> => Stmt,
    Id<Branch> => Elif,
    Id<Case> => Case,
    Id<Handler> => Handler,
    Id<Expr> => Expr,
    DefinitionId => Define,
}
