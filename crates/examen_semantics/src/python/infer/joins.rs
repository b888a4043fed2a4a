//! Where several values of a variable meet: after `if x is None: x = 1` the old value is known not to be `None`.

use super::guards::PassedTest;
use crate::python::file::{FileId, SemanticFile};
use crate::python::flow::{BlockId, EdgeKind, ValueId, ValueKind};
use crate::python::model::{ScopeId, VariableId};
use crate::python::ssa::Reaching;
use crate::python::value::{At, Value, Values};

/// Blocks with more ways into them than this are taken as they are.
const MAX_WAYS: usize = 6;

/// Definitions that are told apart; where more are behind a value, tests on the way to it would take too long.
const MAX_DEFINITIONS: usize = 8;

/// Phis that are looked at for one value.
const MAX_STEPS: u32 = 100;

/// A variable as a scope sees it.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) file: FileId,
    pub(super) scope: ScopeId,
    pub(super) variable: VariableId,
}

/// How far the search behind a value has come.
#[derive(Default)]
struct Search {
    /// The phis between the value and where the search is.
    path: Vec<ValueId>,
    steps: u32,
}

impl SemanticFile<'_> {
    /// Adds what an SSA value may be: `source` gives it for definitions and for the entry, `reaching` is what is behind
    /// the value. Of what meets in a phi, that is left out which no way lets through.
    pub(super) fn add_joined(
        &self,
        seen: Seen,
        value: ValueId,
        reaching: &Reaching,
        source: &dyn Fn(ValueKind) -> Values,
        all: &mut Vec<Value>,
    ) {
        if reaching.definitions.len() > MAX_DEFINITIONS {
            add_all(reaching, source, all);
        } else {
            self.search_joined(seen, value, source, &mut Search::default(), all);
        }
    }

    fn search_joined(
        &self,
        seen: Seen,
        value: ValueId,
        source: &dyn Fn(ValueKind) -> Values,
        search: &mut Search,
        all: &mut Vec<Value>,
    ) {
        let ssa = self.ssa_of(seen.file);
        let ValueKind::Phi(block) = ssa.kind(value) else {
            return all.extend(source(ssa.kind(value)).iter());
        };
        if search.path.contains(&value) {
            return;
        }
        search.steps += 1;
        if search.steps > MAX_STEPS {
            return add_all(&ssa.reaching(value), source, all);
        }
        search.path.push(value);
        let ways = self.flow_of(seen.file).predecessors(block);
        for &input in ssa.phi_inputs(value) {
            let start = all.len();
            self.search_joined(seen, input, source, search, all);
            if start == all.len() || ways.len() > MAX_WAYS {
                continue;
            }
            let here = ways.iter().filter(|&&way| self.operand(seen, value, way) == Some(input));
            let tests: Vec<_> = here.map(|&way| self.tests_on_way(seen, input, way, block)).collect();
            if !tests.is_empty() && tests.iter().all(|tests| !tests.is_empty()) {
                let passes = |&value: &Value| tests.iter().any(|tests| self.passes(seen.file, tests, value));
                let kept: Vec<Value> = all[start..].iter().copied().filter(passes).collect();
                all.truncate(start);
                all.extend(kept);
            }
        }
        search.path.pop();
    }

    /// The input of a phi that comes by a way: the one made nearest above it.
    fn operand(&self, seen: Seen, phi: ValueId, way: BlockId) -> Option<ValueId> {
        let (flow, ssa) = (self.flow_of(seen.file), self.ssa_of(seen.file));
        let mut nearest: Option<(ValueId, BlockId)> = None;
        for &input in ssa.phi_inputs(phi) {
            let block = match ssa.kind(input) {
                ValueKind::Phi(block) => block,
                ValueKind::Entry => flow.entry(seen.scope),
                ValueKind::Definition(definition) => {
                    let copy = ssa.values_of(definition).position(|value| value == input)?;
                    flow.places(definition).nth(copy)?.block
                }
            };
            let is_nearer = |other: BlockId| {
                other != block && flow.dominates(other, block)
                    || other == block && matches!(ssa.kind(input), ValueKind::Definition(_))
            };
            if flow.dominates(block, way) && nearest.is_none_or(|(_, other)| is_nearer(other)) {
                nearest = Some((input, block));
            }
        }
        nearest.map(|(input, _)| input)
    }

    /// The tests of a value that lie behind when `block` is entered from `way`.
    fn tests_on_way(&self, seen: Seen, value: ValueId, way: BlockId, block: BlockId) -> Vec<PassedTest> {
        let (flow, ssa, model) = (self.flow_of(seen.file), self.ssa_of(seen.file), self.model_of(seen.file));
        let is_same = |name| model.variable_of(name) == Some(seen.variable) && ssa.value_at(name) == Some(value);
        let mut tests = self.passed_tests(seen.file, way, is_same);
        let mut edges = flow.successors(way).iter().filter(|edge| edge.to == block);
        if let (Some(edge), None) = (edges.next(), edges.next())
            && let Some(test) = flow.branch(way)
            && matches!(edge.kind, EdgeKind::True | EdgeKind::False)
            && let Some(name) = self.tested_name(At { file: seen.file, expr: test }, &is_same)
        {
            tests.push((test, name, Some(edge.kind == EdgeKind::True)));
        }
        tests
    }
}

fn add_all(reaching: &Reaching, source: &dyn Fn(ValueKind) -> Values, all: &mut Vec<Value>) {
    for &definition in &reaching.definitions {
        all.extend(source(ValueKind::Definition(definition)).iter());
    }
    if reaching.has_entry {
        all.extend(source(ValueKind::Entry).iter());
    }
}
