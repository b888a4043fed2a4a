//! Cutting edges that cannot be taken, by what is known of a variable: it holds a constant, or a test on the way here
//! has told.

use examen_syntax::python::{Expr, ExprKind, Id, Node};

use super::constraint::Constraint;
use super::draft::{Draft, Test};
use super::{EdgeKind, Event, Flow, NONE, Renaming, Value, ValueKind};
use crate::python::model::{DefinitionKind, Model, ScopeId, VariableId};

/// How many facts about one value are looked at for a test. Chains of `elif x == 1` gather one each, and only a nearby
/// one is worth the time.
const MAX_FACTS: usize = 64;

/// What pruning works with.
pub(super) struct Pruning {
    /// By block of the draft, its number in the graph; the maximum when nothing gets there.
    pub(super) numbers: Vec<u32>,
    candidates: Vec<VariableId>,
    renaming: Option<Renaming>,
}

/// A test as a position in the dominator tree.
struct PlacedTest {
    value: u32,
    enter: u32,
    test: Test,
}

/// Something known of a value below a block of the dominator tree.
struct Fact {
    enter: u32,
    leave: u32,
    constraint: Constraint,
}

/// What is known of a value for itself.
#[derive(Clone, Copy, Default)]
struct OfValue {
    constraint: Option<Constraint>,
    /// Whether something that has it may have changed its truth: an attribute or item of it is accessed.
    may_change: bool,
}

impl Pruning {
    pub(super) const fn new() -> Self {
        Self { numbers: Vec::new(), candidates: Vec::new(), renaming: None }
    }

    /// Whether some variable is tested twice, or assigned a constant and tested.
    pub(super) fn has_candidates(&mut self, model: &Model<'_>, draft: &Draft, events: &[Event]) -> bool {
        self.candidates.clear();
        if draft.tests.is_empty() || draft.tests.len() + draft.constants.len() < 2 {
            return false;
        }
        let tests = draft.tests.iter().map(|test| (test.event, true));
        let constants = draft.constants.iter().map(|&(event, _)| (event, false));
        let variable = |event: u32| match events[event as usize] {
            Event::Use(name) => model.variable_of(name),
            Event::Define(definition) => Some(model[definition].variable),
            _ => None,
        };
        let all = tests.chain(constants);
        let mut all: Vec<_> = all.filter_map(|(event, is_test)| Some((variable(event)?, is_test))).collect();
        all.sort_unstable();
        for run in all.chunk_by(|one, other| one.0 == other.0) {
            if run.len() > 1 && run.iter().any(|&(_, is_test)| is_test) {
                self.candidates.push(run[0].0);
            }
        }
        !self.candidates.is_empty()
    }

    /// Flags edges of the draft as dead; false when there are none. The graph is that of the draft as it is.
    pub(super) fn prune(&mut self, model: &Model<'_>, flow: &Flow, scope: ScopeId, draft: &mut Draft) -> bool {
        let renaming = self.renaming.get_or_insert_with(|| Renaming::new(model, false));
        renaming.values.clear();
        renaming.inputs.clear();
        for &variable in &self.candidates {
            renaming.want(variable, true);
        }
        renaming.scope(model, flow, scope);
        for &variable in &self.candidates {
            renaming.want(variable, false);
        }
        let first_event = flow.block(flow.entry(scope)).events.start;
        let value_at = |event: u32| {
            let value = renaming.event_values.get((event - first_event) as usize);
            value.copied().filter(|&value| value != NONE)
        };
        let mut known = vec![OfValue::default(); renaming.values.len()];
        for &(event, constraint) in &draft.constants {
            if let Some(value) = value_at(event) {
                known[value as usize].constraint = Some(constraint);
            }
        }
        for block in flow.blocks(scope) {
            for (event, at) in flow.events(block).iter().zip(flow.block(block).events.start..) {
                if let (Event::Use(name), Some(value)) = (event, value_at(at)) {
                    known[value as usize].may_change |=
                        is_accessed(model, *name) && !is_module(model, &renaming.values[value as usize]);
                }
            }
        }
        let mut tests: Vec<PlacedTest> = Vec::with_capacity(draft.tests.len());
        for &test in &draft.tests {
            let number = self.numbers[test.block as usize];
            if let (Some(block), Some(value)) = (flow.blocks.get(number as usize), value_at(test.event)) {
                tests.push(PlacedTest { value, enter: block.enter, test });
            }
        }
        tests.sort_unstable_by_key(|test| (test.value, test.enter));
        let mut is_changed = false;
        for run in tests.chunk_by(|one, other| one.value == other.value) {
            is_changed |= self.prune_value(flow, draft, run, known[run[0].value as usize]);
        }
        is_changed
    }

    /// Looks at the tests of one value, those of dominating blocks first.
    fn prune_value(&self, flow: &Flow, draft: &mut Draft, tests: &[PlacedTest], known: OfValue) -> bool {
        let mut facts: Vec<Fact> = Vec::new();
        let mut is_changed = false;
        for PlacedTest { enter, test, .. } in tests {
            while facts.last().is_some_and(|fact| fact.leave < *enter) {
                facts.pop();
            }
            let mut new: Vec<Fact> = Vec::new();
            for at in draft.edges_of(test.block as usize) {
                let edge = draft.edges[at];
                let constraint = match edge.kind {
                    EdgeKind::True => test.constraint,
                    EdgeKind::False => test.constraint.inverse(),
                    EdgeKind::Normal | EdgeKind::Exception => continue,
                };
                if edge.is_dead {
                    continue;
                }
                let target = &flow.blocks[self.numbers[draft.target(edge)] as usize];
                if target.predecessors.range().len() == 1 {
                    new.push(Fact { enter: target.enter, leave: target.leave, constraint });
                }
                if known.may_change && matches!(constraint, Constraint::Truth(_)) {
                    continue;
                }
                let above = facts.iter().rev().take(MAX_FACTS);
                let above = above.filter(|fact| fact.enter <= *enter && *enter <= fact.leave);
                let mut all = above.map(|fact| fact.constraint).chain(known.constraint);
                if all.any(|fact| fact.contradicts(constraint)) {
                    draft.edges[at].is_dead = true;
                    is_changed = true;
                }
            }
            // The one that is left first goes on top.
            new.sort_unstable_by_key(|fact| std::cmp::Reverse(fact.enter));
            facts.append(&mut new);
        }
        is_changed
    }
}

/// Whether a name is the object of an attribute or item access.
fn is_accessed(model: &Model<'_>, name: Id<Expr>) -> bool {
    let Some(Node::Expr(parent)) = model.parent(name) else { return false };
    match model.tree[parent].kind {
        ExprKind::Attribute { value, .. } | ExprKind::Subscript { value, .. } => value == name,
        _ => false,
    }
}

/// Modules are true whatever is done to them.
fn is_module(model: &Model<'_>, value: &Value) -> bool {
    let ValueKind::Definition(definition) = value.kind else { return false };
    matches!(model[definition].kind, DefinitionKind::Import { .. })
}
