//! What holds for the graphs and values of any file, checked against slow and simple definitions.

use std::collections::BTreeSet;
use std::path::Path;

use examen_semantics::python::flow::{BlockId, Event, Flow};
use examen_semantics::python::ssa::Ssa;
use examen_semantics::python::{DefinitionId, Model, ScopeId, VariableId, Version};
use examen_syntax::python::parse;

#[test]
fn dominators_are_the_blocks_that_cannot_be_avoided() {
    for_each_scope(|_, flow, _, scope| {
        for block in flow.blocks(scope) {
            let avoiding = reachable(flow, flow.entry(scope), Some(block));
            for other in flow.blocks(scope) {
                assert_eq!(flow.dominates(block, other), !avoiding.contains(&other), "{block:?} {other:?}");
            }
        }
    });
}

#[test]
fn every_block_is_reached_and_every_edge_is_known_at_both_ends() {
    for_each_scope(|_, flow, _, scope| {
        let reached = reachable(flow, flow.entry(scope), None);
        assert!(flow.blocks(scope).eq(reached));
        for block in flow.blocks(scope) {
            assert_eq!(flow.scope_of(block), scope);
            for edge in flow.successors(block) {
                let count = flow.successors(block).iter().filter(|other| other.to == edge.to).count();
                let back = flow.predecessors(edge.to).iter().filter(|&&from| from == block).count();
                assert_eq!(count, back);
                // Edges that lead back lead to the head of a loop, which dominates it.
                assert!(edge.to > block || flow.dominates(edge.to, block));
            }
            let after = flow.reaches(block);
            let next = flow.successors(block).iter().flat_map(|edge| reachable(flow, edge.to, None));
            assert!(flow.blocks(scope).filter(|&other| after.contains(other)).eq(next.collect::<BTreeSet<_>>()));
        }
    });
}

#[test]
fn events_are_found_where_they_stand() {
    for_each_scope(|_, flow, _, scope| {
        for block in flow.blocks(scope) {
            for (event, index) in flow.events(block).iter().zip(0..) {
                assert!(flow.places(*event).any(|place| (place.block, place.index) == (block, index)), "{event:?}");
            }
        }
    });
}

#[test]
fn loads_see_the_definitions_that_reach_them() {
    for_each_scope(|model, flow, ssa, scope| {
        let at_start = reaching_definitions(model, flow, scope);
        for block in flow.blocks(scope) {
            let mut reaching = at_start[block.index() - flow.entry(scope).index()].clone();
            for event in flow.events(block) {
                match *event {
                    Event::Use(name) => {
                        let Some(variable) = model.variable_of(name) else { continue };
                        let seen = reaching.iter().filter(|(other, _)| *other == variable);
                        let expected: BTreeSet<Option<DefinitionId>> =
                            seen.map(|&(_, definition)| definition).collect();
                        let is_seen = ssa.values_at(name).any(|value| {
                            let found = ssa.reaching(value);
                            let mut all: BTreeSet<_> = found.definitions.into_iter().map(Some).collect();
                            all.extend(found.has_entry.then_some(None));
                            all == expected
                        });
                        assert!(is_seen, "{}: {expected:?}", model.text(model.tree[name].span));
                    }
                    Event::Define(definition) => define(model, &mut reaching, definition),
                    _ => {}
                }
            }
        }
    });
}

/// By block, the definitions that reach its start; none stands for what the scope begins with.
fn reaching_definitions(
    model: &Model<'_>,
    flow: &Flow,
    scope: ScopeId,
) -> Vec<BTreeSet<(VariableId, Option<DefinitionId>)>> {
    let first = flow.entry(scope).index();
    let mut at_start = vec![BTreeSet::new(); flow.blocks(scope).len()];
    for event in flow.blocks(scope).flat_map(|block| flow.events(block)) {
        let variable = match *event {
            Event::Use(name) => model.variable_of(name),
            Event::Define(definition) => Some(model[definition].variable),
            _ => None,
        };
        at_start[0].extend(variable.map(|variable| (variable, None)));
    }
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for block in flow.blocks(scope) {
            let mut reaching = at_start[block.index() - first].clone();
            for event in flow.events(block) {
                if let Event::Define(definition) = *event {
                    define(model, &mut reaching, definition);
                }
            }
            for edge in flow.successors(block) {
                let target = &mut at_start[edge.to.index() - first];
                let before = target.len();
                target.extend(&reaching);
                is_changed |= target.len() > before;
            }
        }
    }
    at_start
}

fn define(model: &Model<'_>, reaching: &mut BTreeSet<(VariableId, Option<DefinitionId>)>, definition: DefinitionId) {
    let variable = model[definition].variable;
    reaching.retain(|&(other, _)| other != variable);
    reaching.insert((variable, Some(definition)));
}

/// The blocks that can be reached from one, itself included, without going through another.
fn reachable(flow: &Flow, from: BlockId, avoid: Option<BlockId>) -> BTreeSet<BlockId> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        if Some(block) != avoid && found.insert(block) {
            open.extend(flow.successors(block).iter().map(|edge| edge.to));
        }
    }
    found
}

/// Runs a check on the scopes of the built-in corpus and of the fixtures, whole and damaged.
fn for_each_scope(check: impl Fn(&Model<'_>, &Flow, &Ssa, ScopeId)) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    collect(&root.join("../../corpus/python"), &mut sources);
    collect(&root.join("fixtures/python/flow"), &mut sources);
    assert!(sources.len() > 30);
    let damaged: Vec<String> = sources.iter().flat_map(|source| damage(source)).collect();
    for source in sources.iter().chain(&damaged) {
        let parsed = parse(source);
        let model = Model::new(source, &parsed.tree, Version::of(parsed.dialect));
        let flow = Flow::new(&model);
        let ssa = Ssa::new(&model, &flow);
        for (scope, _) in model.scopes() {
            check(&model, &flow, &ssa, scope);
        }
    }
}

/// A text without every fifth line, with its brackets and colons gone here and there, and without its second half.
fn damage(source: &str) -> [String; 3] {
    let lines = source.lines().enumerate();
    let fewer = lines.filter(|(at, _)| at % 5 != 3).flat_map(|(_, line)| [line, "\n"]).collect();
    let punctuation = source.char_indices().filter(|&(at, c)| at % 7 != 0 || !"()[]{}:,".contains(c));
    let half = source.char_indices().take_while(|&(at, _)| at < source.len() / 2);
    [fewer, punctuation.map(|(_, c)| c).collect(), half.map(|(_, c)| c).collect()]
}

/// The Python files below a folder, and the code blocks of its fixtures.
fn collect(folder: &Path, sources: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, sources);
            continue;
        }
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        if path.extension().is_some_and(|extension| extension == "py") {
            sources.push(text);
        } else {
            let blocks = text.split("```py").skip(1).filter_map(|rest| rest.split_once('\n'));
            sources.extend(blocks.filter_map(|(_, rest)| Some(rest.split_once("```")?.0.to_owned())));
        }
    }
}
