//! Which value of a variable each event sees: static single assignment.
//!
//! Cytron et al., "Efficiently computing static single assignment form and the control dependence graph", 1991, with two
//! economies: variables that live in one block get no joins, and the operands of joins are found by what changed since
//! the last edge into the same block, since in a long `try` body every block has an edge to where its exceptions meet.

use super::{BlockId, Event, Flow};
use crate::python::model::{DefinitionId, Model, ScopeId, ScopeKind, VariableId};

/// A value of a variable: what one definition gives it, or what it holds where several ways meet or a scope begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(pub(in crate::python) u32);

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A definition, or a deletion.
    Definition(DefinitionId),
    /// Several ways meet at the start of a block.
    Phi(BlockId),
    /// What the variable holds when the scope begins: nothing for a local one, something from outside for others.
    Entry,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::python) struct Value {
    pub(in crate::python) variable: VariableId,
    pub(in crate::python) kind: ValueKind,
    /// Of a phi its operands, of a definition the value it replaces, if any: a range of the inputs.
    pub(in crate::python) inputs: (u32, u32),
}

/// No value.
pub(in crate::python) const NONE: u32 = u32::MAX;

/// Values of one or several scopes, and the tables to find them.
#[derive(Debug)]
pub(in crate::python) struct Renaming {
    /// The values so far.
    pub(in crate::python) values: Vec<Value>,
    /// What the values come from.
    pub(in crate::python) inputs: Vec<ValueId>,
    /// By event of the scope under work: the value it loads or makes.
    pub(in crate::python) event_values: Vec<u32>,
    /// What variables hold at the normal exit of the scope under work.
    pub(in crate::python) at_exit: Vec<(VariableId, ValueId)>,
    pub(super) variables: Vec<VariableState>,
    pub(super) touched: Vec<VariableId>,
    /// Blocks that define a variable: a block and the next entry.
    pub(super) definition_blocks: Vec<(u32, u32)>,
    /// By block of the scope.
    pub(super) blocks: Vec<BlockState>,
    /// Dominance frontiers: a block and the next entry.
    pub(super) frontiers: Vec<(u32, u32)>,
    /// Joins by block, and in a block by the number of their variable.
    pub(super) phis: Vec<Phi>,
    pub(super) open: Vec<u32>,
    /// Variables in the order in which their values changed.
    pub(super) changes: Vec<VariableId>,
    undo: Vec<(VariableId, u32)>,
    /// Joins and operands, unordered.
    pub(super) operands: Vec<(u32, u32)>,
    by_enter: Vec<u32>,
    /// The blocks above the one under work in the dominator tree: where they end, and how long `undo` was before.
    path: Vec<(u32, usize)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct VariableState {
    /// Whether values are wanted.
    pub(super) is_wanted: bool,
    pub(super) is_touched: bool,
    /// Whether some block may see a value from another one.
    pub(super) is_shared: bool,
    pub(super) current: u32,
    pub(super) entry: u32,
    /// The last block that defines it, while blocks are scanned.
    pub(super) last_block: u32,
    pub(super) definition_blocks: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct BlockState {
    pub(super) frontier: u32,
    pub(super) last_frontier: u32,
    /// The last variable that got a join here, or a place in the queue.
    pub(super) phi_for: u32,
    pub(super) queued_for: u32,
    pub(super) phis: (u32, u32),
    /// How long `changes` was when the operands were last filled in.
    pub(super) filled_at: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Phi {
    pub(super) block: u32,
    pub(super) variable: VariableId,
    pub(super) value: u32,
}

const UNTOUCHED: VariableState = VariableState {
    is_wanted: true,
    is_touched: false,
    is_shared: false,
    current: NONE,
    entry: NONE,
    last_block: NONE,
    definition_blocks: NONE,
};

impl Renaming {
    /// Starts without values; `is_wanted` says whether those of all variables are wanted.
    pub(in crate::python) fn new(model: &Model<'_>, is_wanted: bool) -> Self {
        Self {
            values: Vec::new(),
            inputs: Vec::new(),
            event_values: Vec::new(),
            at_exit: Vec::new(),
            variables: vec![VariableState { is_wanted, ..UNTOUCHED }; model.variables().len()],
            touched: Vec::new(),
            definition_blocks: Vec::new(),
            blocks: Vec::new(),
            frontiers: Vec::new(),
            phis: Vec::new(),
            open: Vec::new(),
            changes: Vec::new(),
            undo: Vec::new(),
            operands: Vec::new(),
            by_enter: Vec::new(),
            path: Vec::new(),
        }
    }

    pub(super) fn want(&mut self, variable: VariableId, is_wanted: bool) {
        self.variables[variable.index()].is_wanted = is_wanted;
    }

    /// Finds the values of a scope and adds them to the others.
    pub(in crate::python) fn scope(&mut self, model: &Model<'_>, flow: &Flow, scope: ScopeId) {
        let first = flow.entry(scope).index();
        let count = flow.blocks(scope).len();
        self.scan(model, flow, scope);
        self.find_frontiers(flow, first, count);
        self.place_phis(first as u32);
        self.walk(model, flow, scope);
        self.sort_operands();
        for variable in self.touched.drain(..) {
            let is_wanted = self.variables[variable.index()].is_wanted;
            self.variables[variable.index()] = VariableState { is_wanted, ..UNTOUCHED };
        }
    }

    /// Finds the blocks that define each variable, and the variables that are seen by more than one block.
    fn scan(&mut self, model: &Model<'_>, flow: &Flow, scope: ScopeId) {
        self.definition_blocks.clear();
        for block in flow.blocks(scope) {
            for event in flow.events(block) {
                match *event {
                    Event::Use(name) => {
                        let Some(variable) = model.variable_of(name) else { continue };
                        let state = &mut self.variables[variable.index()];
                        if !state.is_wanted {
                            continue;
                        }
                        state.is_shared |= state.last_block != block.0;
                        if !state.is_touched {
                            state.is_touched = true;
                            self.touched.push(variable);
                        }
                    }
                    Event::Define(definition) => {
                        let variable = model[definition].variable;
                        let state = &mut self.variables[variable.index()];
                        if !state.is_wanted {
                            continue;
                        }
                        if !state.is_touched {
                            state.is_touched = true;
                            self.touched.push(variable);
                        }
                        if state.last_block == block.0 {
                            // In a loop, the last definition of a block may be replaced by the first.
                            state.is_shared = true;
                        } else {
                            // A definition replaces values of other blocks, which is of interest too.
                            state.is_shared |= state.last_block != NONE || is_seen_outside(model, scope, variable);
                            state.last_block = block.0;
                            self.definition_blocks.push((block.0, state.definition_blocks));
                            state.definition_blocks = self.definition_blocks.len() as u32 - 1;
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// Goes down the dominator tree with the current value of each variable.
    fn walk(&mut self, model: &Model<'_>, flow: &Flow, scope: ScopeId) {
        let blocks = flow.blocks(scope);
        let first = flow.entry(scope).index();
        let events = |block: BlockId| flow.block(block).events;
        let first_event = events(flow.entry(scope)).start;
        let end_event = blocks.clone().next_back().map_or(first_event, |block| events(block).end);
        self.event_values.clear();
        self.event_values.resize((end_event - first_event) as usize, NONE);
        self.at_exit.clear();
        self.changes.clear();
        self.by_enter.clear();
        self.by_enter.resize(blocks.len(), 0);
        for block in blocks {
            self.by_enter[flow.block(block).enter as usize - first] = block.0;
        }
        for at in 0..self.by_enter.len() {
            let block = BlockId(self.by_enter[at]);
            self.go_up(flow.block(block).enter);
            self.path.push((flow.block(block).leave, self.undo.len()));
            let (start, end) = self.blocks[block.index() - first].phis;
            for at in start..end {
                let Phi { variable, value, .. } = self.phis[at as usize];
                self.set(variable, value);
            }
            let offset = (events(block).start - first_event) as usize;
            for (at, event) in flow.events(block).iter().enumerate() {
                match *event {
                    Event::Use(name) => {
                        let Some(variable) = model.variable_of(name) else { continue };
                        if self.variables[variable.index()].is_wanted {
                            self.event_values[offset + at] = self.current(variable);
                        }
                    }
                    Event::Define(definition) => self.event_values[offset + at] = self.define(model, definition),
                    _ => {}
                }
            }
            if flow.exit(scope) == Some(block) {
                self.note_exit(model, scope);
            }
            for edge in flow.successors(block) {
                self.fill_operands(edge.to.index() - first);
            }
        }
        self.go_up(NONE);
    }

    /// Leaves the blocks that end before a number of the dominator tree.
    fn go_up(&mut self, enter: u32) {
        while let Some(&(leave, undo)) = self.path.last()
            && leave < enter
        {
            self.path.pop();
            for (variable, value) in self.undo.drain(undo..).rev() {
                self.variables[variable.index()].current = value;
                self.changes.push(variable);
            }
        }
    }

    fn set(&mut self, variable: VariableId, value: u32) {
        let current = &mut self.variables[variable.index()].current;
        self.undo.push((variable, *current));
        self.changes.push(variable);
        *current = value;
    }

    fn define(&mut self, model: &Model<'_>, definition: DefinitionId) -> u32 {
        let variable = model[definition].variable;
        let state = &self.variables[variable.index()];
        if !state.is_wanted {
            return NONE;
        }
        let replaced = if state.current == NONE { state.entry } else { state.current };
        let start = self.inputs.len() as u32;
        if replaced != NONE {
            self.inputs.push(ValueId(replaced));
        }
        let inputs = (start, self.inputs.len() as u32);
        let value = self.values.len() as u32;
        self.values.push(Value { variable, kind: ValueKind::Definition(definition), inputs });
        self.set(variable, value);
        value
    }

    /// The current value, which may be what the scope began with.
    pub(super) fn current(&mut self, variable: VariableId) -> u32 {
        let state = &mut self.variables[variable.index()];
        if state.current != NONE {
            return state.current;
        }
        if state.entry == NONE {
            state.entry = self.values.len() as u32;
            self.values.push(Value { variable, kind: ValueKind::Entry, inputs: (0, 0) });
        }
        state.entry
    }

    fn note_exit(&mut self, model: &Model<'_>, scope: ScopeId) {
        for at in 0..self.touched.len() {
            let variable = self.touched[at];
            let is_defined = self.variables[variable.index()].definition_blocks != NONE;
            if is_defined && is_seen_outside(model, scope, variable) {
                let value = ValueId(self.current(variable));
                self.at_exit.push((variable, value));
            }
        }
        self.at_exit.sort_unstable();
    }
}

/// Whether what a variable holds at the end of the scope can be seen by others.
fn is_seen_outside(model: &Model<'_>, scope: ScopeId, variable: VariableId) -> bool {
    match model[scope].kind {
        ScopeKind::Module | ScopeKind::Class(_) => true,
        _ => model[variable].escapes || model[variable].scope != scope,
    }
}
