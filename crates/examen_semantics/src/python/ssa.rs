//! Definitions and uses: which value of a variable is read where, and which definitions are behind it.

use std::collections::VecDeque;

use examen_syntax::python::{Expr, Id};
use rustc_hash::FxHashSet;

use super::flow::{Copies, Event, Flow, NONE, Renaming, Value, ValueId, ValueKind};
use super::model::{DefinitionId, DefinitionKind, Model, ScopeId, ScopeKind, VariableId};

/// The values that variables take in the scopes of a file. Each scope sees a variable for itself: what other scopes do
/// to it in between is not seen, see [`Variable::escapes`](super::Variable::escapes).
#[derive(Debug)]
pub struct Ssa {
    values: Vec<Value>,
    inputs: Vec<ValueId>,
    is_used: Vec<bool>,
    uses: Copies,
    definitions: Copies,
    /// By scope, the range of `exits`.
    exit_ranges: Vec<(u32, u32)>,
    exits: Vec<(VariableId, ValueId)>,
    /// Where the phis and definitions that follow a value start in `followers`; one more at the end.
    follower_starts: Vec<u32>,
    followers: Vec<ValueId>,
}

/// The definitions behind a value.
#[derive(Clone, Debug, Default)]
pub struct Reaching {
    /// The definitions, in the order of the text.
    pub definitions: Vec<DefinitionId>,
    /// Whether it may be what the variable held when the scope began.
    pub has_entry: bool,
    /// Whether these are all. Past 1,000 values the search ends, so that no file takes quadratic time.
    pub is_complete: bool,
}

/// How many values a search goes through.
const MAX_STEPS: usize = 1000;

impl Ssa {
    /// Finds the values of all scopes of a file.
    pub fn new(model: &Model<'_>, flow: &Flow) -> Self {
        let mut renaming = Renaming::new(model, true);
        let mut ssa = Self {
            values: Vec::new(),
            inputs: Vec::new(),
            is_used: Vec::new(),
            uses: Copies::new(model.tree.count::<Expr>()),
            definitions: Copies::new(model.definitions().len()),
            exit_ranges: Vec::with_capacity(model.scopes().len()),
            exits: Vec::new(),
            follower_starts: Vec::new(),
            followers: Vec::new(),
        };
        let mut open = Vec::new();
        for (scope, _) in model.scopes() {
            renaming.scope(model, flow, scope);
            ssa.take(model, flow, scope, &renaming, &mut open);
        }
        (ssa.values, ssa.inputs) = (renaming.values, renaming.inputs);
        ssa.uses.seal();
        ssa.definitions.seal();
        ssa.spread_use(open);
        ssa.link_followers();
        ssa
    }

    /// All values.
    pub fn values(&self) -> impl ExactSizeIterator<Item = ValueId> + use<> {
        (0..self.values.len() as u32).map(ValueId)
    }

    /// The values that the loads of a name see: one for each copy of the code, none where it cannot be reached.
    pub fn values_at(&self, name: Id<Expr>) -> impl Iterator<Item = ValueId> {
        self.uses.of(name.index()).map(ValueId)
    }

    /// The first of the values that the loads of a name see.
    pub fn value_at(&self, name: Id<Expr>) -> Option<ValueId> {
        self.values_at(name).next()
    }

    /// The values that a definition makes: one for each copy of the code, none where it cannot be reached.
    pub fn values_of(&self, definition: DefinitionId) -> impl Iterator<Item = ValueId> {
        self.definitions.of(definition.index()).map(ValueId)
    }

    /// The variable that has a value.
    pub fn variable(&self, value: ValueId) -> VariableId {
        self.values[value.index()].variable
    }

    /// Where a value comes from.
    pub fn kind(&self, value: ValueId) -> ValueKind {
        self.values[value.index()].kind
    }

    /// The different values that meet in a phi; of other values none.
    pub fn phi_inputs(&self, value: ValueId) -> &[ValueId] {
        match self.kind(value) {
            ValueKind::Phi(_) => self.inputs(value),
            ValueKind::Definition(_) | ValueKind::Entry => &[],
        }
    }

    /// The value that a definition replaces.
    pub fn replaced(&self, value: ValueId) -> Option<ValueId> {
        match self.kind(value) {
            ValueKind::Definition(_) => self.inputs(value).first().copied(),
            ValueKind::Phi(_) | ValueKind::Entry => None,
        }
    }

    /// Whether some name is loaded or deleted that may have the value. What modules and classes hold at their end counts
    /// as used.
    pub fn is_used(&self, value: ValueId) -> bool {
        self.is_used[value.index()]
    }

    /// What a variable holds when a scope is left normally, for variables that the scope defines and others can see:
    /// those of modules and classes, and of functions the variables that escape.
    pub fn at_exit(&self, scope: ScopeId, variable: VariableId) -> Option<ValueId> {
        let (start, end) = self.exit_ranges[scope.index()];
        let exits = &self.exits[start as usize..end as usize];
        let at = exits.binary_search_by_key(&variable, |&(variable, _)| variable).ok()?;
        Some(exits[at].1)
    }

    /// The definitions of the same variable that come next on some way from a value, in the order of the text;
    /// deletions are among them. Of very many, the nearest ones.
    pub fn redefinitions(&self, value: ValueId) -> Vec<DefinitionId> {
        let mut found = Vec::new();
        self.search(
            value,
            |ssa, value| ssa.followers(value),
            |next, kind| match kind {
                ValueKind::Definition(definition) => {
                    if next != value {
                        found.push(definition);
                    }
                    false
                }
                ValueKind::Phi(_) | ValueKind::Entry => true,
            },
        );
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The definitions behind a value, seen through phis.
    pub fn reaching(&self, value: ValueId) -> Reaching {
        let mut reaching = Reaching::default();
        let mut add = |kind| match kind {
            ValueKind::Definition(definition) => reaching.definitions.push(definition),
            ValueKind::Entry => reaching.has_entry = true,
            ValueKind::Phi(_) => {}
        };
        add(self.kind(value));
        let is_complete = self.search(
            value,
            |ssa, value| ssa.phi_inputs(value),
            |_, kind| {
                add(kind);
                true
            },
        );
        reaching.is_complete = is_complete;
        reaching.definitions.sort_unstable();
        reaching.definitions.dedup();
        reaching
    }

    /// Breadth first from a value; `visit` says whether to go on behind what it is shown. False when it was too far.
    fn search<'s>(
        &'s self,
        from: ValueId,
        next: impl Fn(&'s Self, ValueId) -> &'s [ValueId],
        mut visit: impl FnMut(ValueId, ValueKind) -> bool,
    ) -> bool {
        // Nothing is allocated for a value that is no phi.
        let mut seen = FxHashSet::default();
        let mut open = VecDeque::new();
        let mut value = from;
        let mut steps = 0;
        loop {
            for &other in next(self, value) {
                steps += 1;
                if steps > MAX_STEPS {
                    return false;
                }
                if seen.insert(other) && visit(other, self.kind(other)) {
                    open.push_back(other);
                }
            }
            let Some(nearest) = open.pop_front() else { return true };
            value = nearest;
        }
    }

    fn inputs(&self, value: ValueId) -> &[ValueId] {
        let (start, end) = self.values[value.index()].inputs;
        &self.inputs[start as usize..end as usize]
    }

    /// The phis that a value goes into and the definitions that replace it.
    pub fn followers(&self, value: ValueId) -> &[ValueId] {
        let (start, end) = (self.follower_starts[value.index()], self.follower_starts[value.index() + 1]);
        &self.followers[start as usize..end as usize]
    }

    /// Takes over what was found about a scope; `open` gets the values that are used.
    fn take(&mut self, model: &Model<'_>, flow: &Flow, scope: ScopeId, renaming: &Renaming, open: &mut Vec<ValueId>) {
        self.is_used.resize(renaming.values.len(), false);
        let mut note_used = |is_used: &mut Vec<bool>, value: ValueId| {
            if !std::mem::replace(&mut is_used[value.index()], true) {
                open.push(value);
            }
        };
        let first_event = flow.first_event(scope);
        for block in flow.blocks(scope) {
            let (start, events) = flow.numbered_events(block);
            let values = &renaming.event_values[(start - first_event) as usize..];
            for (event, &value) in events.iter().zip(values) {
                if value == NONE {
                    continue;
                }
                match *event {
                    Event::Use(name) => {
                        self.uses.insert(name.index(), value);
                        note_used(&mut self.is_used, ValueId(value));
                    }
                    Event::Define(definition) => {
                        self.definitions.insert(definition.index(), value);
                        if let DefinitionKind::Delete { .. } = model[definition].kind {
                            let (start, end) = renaming.values[value as usize].inputs;
                            for &replaced in &renaming.inputs[start as usize..end as usize] {
                                note_used(&mut self.is_used, replaced);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        let start = self.exits.len() as u32;
        self.exits.extend(&renaming.at_exit);
        self.exit_ranges.push((start, self.exits.len() as u32));
        if matches!(model[scope].kind, ScopeKind::Module | ScopeKind::Class(_)) {
            for &(_, value) in &renaming.at_exit {
                note_used(&mut self.is_used, value);
            }
        }
    }

    /// What a used phi joins is used.
    fn spread_use(&mut self, mut open: Vec<ValueId>) {
        while let Some(value) = open.pop() {
            let Value { kind: ValueKind::Phi(_), inputs: (start, end), .. } = self.values[value.index()] else {
                continue;
            };
            for &input in &self.inputs[start as usize..end as usize] {
                if !std::mem::replace(&mut self.is_used[input.index()], true) {
                    open.push(input);
                }
            }
        }
    }

    fn link_followers(&mut self) {
        self.follower_starts.resize(self.values.len() + 1, 0);
        for input in &self.inputs {
            self.follower_starts[input.index() + 1] += 1;
        }
        for at in 0..self.values.len() {
            self.follower_starts[at + 1] += self.follower_starts[at];
        }
        self.followers.resize(self.inputs.len(), ValueId(0));
        let mut next = self.follower_starts.clone();
        for (at, value) in self.values.iter().enumerate() {
            for input in &self.inputs[value.inputs.0 as usize..value.inputs.1 as usize] {
                let slot = &mut next[input.index()];
                self.followers[*slot as usize] = ValueId(at as u32);
                *slot += 1;
            }
        }
    }
}

impl ValueId {
    /// Position in a table beside the values of a file.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
