//! The builder: blocks, edges and jumps. What the nodes of the tree mean is in the modules beside it.
//!
//! Blocks start in an order in which every edge but those back to the head of a loop leads forward, and a loop is
//! entered at its head only. Dominators and reachability need one pass over that order.

use examen_syntax::python::{Branch, Case, Expr, ExprKind, Function, Handler, Id, List, Parameter, Stmt, Tree};

use super::copies::Copies;
use super::draft::{Draft, DraftBlock, DraftEdge, Label, Target};
use super::prune::Pruning;
use super::{BlockId, Edge, EdgeKind, Event, Flow, comprehensions, dominance};
use crate::python::model::{Model, ScopeId, ScopeKind};

/// Builds the graphs of all scopes.
pub(super) fn build(model: &Model<'_>) -> Flow {
    let tree = model.tree;
    let flow = Flow {
        scopes: Vec::with_capacity(model.scopes().len()),
        blocks: Vec::new(),
        edges: Vec::new(),
        predecessors: Vec::new(),
        events: Vec::with_capacity(tree.count::<Expr>()),
        exprs: Copies::new(tree.count::<Expr>()),
        stmts: Copies::new(tree.count::<Stmt>()),
        handlers: Copies::new(tree.count::<Handler>()),
        branches: Copies::new(tree.count::<Branch>()),
        cases: Copies::new(tree.count::<Case>()),
        definitions: Copies::new(model.definitions().len()),
    };
    let mut builder = Builder {
        model,
        tree,
        flow,
        scope: model.module_scope(),
        draft: Draft::default(),
        current: None,
        catch: None,
        catches_name_errors: false,
        frames: Vec::new(),
        copy_depth: 0,
        has_leaks: comprehensions::has_leaks(model),
        tables: dominance::Tables::default(),
        pruning: Pruning::new(),
    };
    for (scope, _) in model.scopes() {
        builder.scope(scope);
    }
    let mut flow = builder.flow;
    flow.fill_tables();
    flow
}

pub(super) struct Builder<'m, 't> {
    pub(super) model: &'m Model<'t>,
    pub(super) tree: &'t Tree,
    pub(super) flow: Flow,
    pub(super) scope: ScopeId,
    pub(super) draft: Draft,
    /// The block under construction; none where nothing gets to.
    pub(super) current: Option<u32>,
    /// Where exceptions go that are raised here; none outside any `try` of the scope.
    pub(super) catch: Option<Label>,
    /// Whether a `try` around has a handler for `NameError`.
    pub(super) catches_name_errors: bool,
    pub(super) frames: Vec<Frame>,
    /// How many copies of `finally` bodies are around.
    pub(super) copy_depth: u32,
    pub(super) has_leaks: bool,
    pub(super) tables: dominance::Tables,
    pub(super) pruning: Pruning,
}

/// A statement that jumps out of it have to deal with.
#[derive(Clone, Copy)]
pub(super) enum Frame {
    Loop { break_to: Label, continue_to: Label },
    Finally { break_to: Option<Label>, continue_to: Option<Label>, return_to: Option<Label> },
}

/// A way to leave a statement list early.
#[derive(Clone, Copy)]
pub(super) enum Leave {
    Break,
    Continue,
    Return,
}

impl Builder<'_, '_> {
    fn scope(&mut self, scope: ScopeId) {
        self.scope = scope;
        self.draft.clear();
        self.draft.exit = self.label();
        self.begin_block();
        match self.model[scope].kind {
            ScopeKind::Module | ScopeKind::Class(_) => self.stmts(self.model.body(scope)),
            ScopeKind::Function(function) => self.function_body(function),
            ScopeKind::Lambda(lambda) => {
                if let ExprKind::Lambda { parameters, body } = self.tree[lambda].kind {
                    self.define_parameters(parameters);
                    self.expr(body);
                }
            }
            ScopeKind::Comprehension(expr) => self.comprehension_body(expr, false),
        }
        self.draft.falls_off = self.current;
        self.jump(self.draft.exit);
        if self.is_reached(self.draft.exit) {
            self.begin_block_at(self.draft.exit);
            self.end_block();
        }
        self.finish_scope();
    }

    fn function_body(&mut self, id: Id<Function>) {
        let function = self.tree[id];
        if !function.type_parameters.is_empty() {
            // With type parameters annotations have the scope of the function, which can name them.
            self.annotations(function.parameters, function.returns);
        }
        self.define_parameters(function.parameters);
        self.stmts(function.body);
    }

    fn define_parameters(&mut self, parameters: List<Parameter>) {
        for id in self.tree.ids(parameters) {
            self.emit(Event::Define(self.model.parameter_definition(id)));
            if let Some(tuple) = self.tree[id].tuple {
                self.target(tuple);
            }
        }
    }

    pub(super) fn emit(&mut self, event: Event) {
        debug_assert!(self.current.is_some(), "nothing happens where nothing gets to");
        self.flow.events.push(event);
    }

    pub(super) fn label(&mut self) -> Label {
        self.draft.labels.push(Target { block: u32::MAX, edges: 0 });
        Label(self.draft.labels.len() as u32 - 1)
    }

    pub(super) fn is_reached(&self, label: Label) -> bool {
        self.draft.labels[label.index()].edges > 0
    }

    /// Goes on at a label, if something jumps there. Nothing may jump there later: loops begin with
    /// [`Builder::start_loop`].
    pub(super) fn start(&mut self, label: Label) {
        debug_assert!(self.current.is_none(), "a block ends with a jump");
        if !self.is_reached(label) {
            return;
        }
        if self.draft.ends_with_jump_to(label) {
            // The only way here is from the block before, so it just goes on.
            self.draft.edges.pop();
            let block = self.draft.blocks.len() as u32 - 1;
            self.draft.labels[label.index()].block = block;
            self.current = Some(block);
        } else {
            self.begin_block_at(label);
        }
    }

    /// Goes on at a label that later blocks jump back to.
    pub(super) fn start_loop(&mut self, label: Label) {
        self.jump(label);
        self.begin_block_at(label);
    }

    fn begin_block_at(&mut self, label: Label) {
        self.draft.labels[label.index()].block = self.draft.blocks.len() as u32;
        self.begin_block();
    }

    fn begin_block(&mut self) {
        self.current = Some(self.draft.blocks.len() as u32);
        let first_event = self.flow.events.len() as u32;
        self.draft.blocks.push(DraftBlock {
            first_event,
            end_event: first_event,
            first_edge: self.draft.edges.len() as u32,
            branch: None,
            raises: false,
        });
    }

    /// Ends the current block after its edges were added.
    pub(super) fn end_block(&mut self) {
        if let Some(block) = self.current.take() {
            self.draft.blocks[block as usize].end_event = self.flow.events.len() as u32;
        }
    }

    /// Adds an edge from the current block.
    pub(super) fn edge(&mut self, to: Label, kind: EdgeKind) {
        if self.current.is_some() {
            self.draft.labels[to.index()].edges += 1;
            self.draft.edges.push(DraftEdge { to, kind, is_dead: false });
        }
    }

    pub(super) fn jump(&mut self, to: Label) {
        self.edge(to, EdgeKind::Normal);
        self.end_block();
    }

    pub(super) fn fork(&mut self, one: Label, other: Label) {
        self.edge(one, EdgeKind::Normal);
        self.edge(other, EdgeKind::Normal);
        self.end_block();
    }

    /// The last event may raise: inside a `try` the block ends here.
    pub(super) fn may_raise(&mut self) {
        if let (Some(catch), Some(_)) = (self.catch, self.current) {
            let next = self.label();
            self.edge(catch, EdgeKind::Exception);
            self.jump(next);
            self.start(next);
        }
    }

    /// An exception is under way.
    pub(super) fn raise(&mut self) {
        match (self.catch, self.current) {
            (Some(catch), _) => self.edge(catch, EdgeKind::Exception),
            (None, Some(block)) => self.draft.blocks[block as usize].raises = true,
            (None, None) => {}
        }
        self.end_block();
    }

    /// Jumps out of the statements around, through the nearest `finally`. Outside any function or loop that is an error of
    /// syntax, often the trace of one further up: what follows is then as good as it was.
    pub(super) fn leave(&mut self, how: Leave) {
        let has_place = match how {
            Leave::Return => !matches!(self.model[self.scope].kind, ScopeKind::Module | ScopeKind::Class(_)),
            Leave::Break | Leave::Continue => self.frames.iter().any(|frame| matches!(frame, Frame::Loop { .. })),
        };
        if !has_place {
            return;
        }
        for at in (0..self.frames.len()).rev() {
            let label = match (how, &self.frames[at]) {
                (Leave::Return, Frame::Loop { .. }) => continue,
                (Leave::Break, Frame::Loop { break_to, .. }) => *break_to,
                (Leave::Continue, Frame::Loop { continue_to, .. }) => *continue_to,
                (_, Frame::Finally { .. }) => self.label_in_finally(at, how),
            };
            return self.jump(label);
        }
        self.jump(self.draft.exit);
    }

    fn label_in_finally(&mut self, at: usize, how: Leave) -> Label {
        let new = self.label();
        let Frame::Finally { break_to, continue_to, return_to } = &mut self.frames[at] else { return new };
        *match how {
            Leave::Break => break_to,
            Leave::Continue => continue_to,
            Leave::Return => return_to,
        }
        .get_or_insert(new)
    }
}

impl Flow {
    /// Notes where the events stand.
    fn fill_tables(&mut self) {
        for block in &self.blocks {
            for (at, event) in (block.events.start..).zip(&self.events[block.events.range()]) {
                match *event {
                    Event::Stmt(id) => self.stmts.insert(id.index(), at),
                    Event::Elif(id) => self.branches.insert(id.index(), at),
                    Event::Case(id) => self.cases.insert(id.index(), at),
                    Event::Handler(id) => self.handlers.insert(id.index(), at),
                    Event::Use(id) | Event::Expr(id) => self.exprs.insert(id.index(), at),
                    Event::Define(id) => self.definitions.insert(id.index(), at),
                }
            }
        }
        for table in [
            &mut self.exprs,
            &mut self.stmts,
            &mut self.handlers,
            &mut self.branches,
            &mut self.cases,
            &mut self.definitions,
        ] {
            table.seal();
        }
    }
}

impl Edge {
    pub(super) const fn new(to: u32, kind: EdgeKind) -> Self {
        Self { to: BlockId(to), kind }
    }
}
