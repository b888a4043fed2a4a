//! Resolution orders and metaclasses, worked out once all classes are read.

use super::{ClassId, Knowledge, slice};

/// What is still to be done for a class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Busy,
    Done,
}

/// Fills in the resolution orders of all classes and what classes inherit from their bases.
pub(super) fn work_out(knowledge: &mut Knowledge) {
    let mut states = vec![State::New; knowledge.classes.len()];
    for index in 0..knowledge.classes.len() {
        visit(knowledge, &mut states, ClassId(index as u16));
    }
}

fn visit(knowledge: &mut Knowledge, states: &mut [State], class: ClassId) {
    let index = usize::from(class.0);
    if states[index] != State::New {
        return;
    }
    states[index] = State::Busy;
    let bases = knowledge.class(class).bases.clone();
    let mut has_unknown_base = knowledge.class(class).has_unknown_base;
    let mut metaclass = knowledge.class(class).metaclass;
    if let Some(declared) = metaclass {
        visit(knowledge, states, declared);
    }
    for place in bases.clone() {
        let base = knowledge.class_lists[place as usize];
        visit(knowledge, states, base);
        has_unknown_base |= knowledge.class(base).has_unknown_base || states[usize::from(base.0)] == State::Busy;
        if let Some(inherited) = knowledge.class(base).metaclass
            && metaclass.is_none_or(|own| knowledge.mro(inherited).contains(&own))
        {
            metaclass = Some(inherited);
        }
    }
    let start = knowledge.class_lists.len() as u32;
    knowledge.class_lists.push(class);
    if bases.len() == 1 {
        // By far the most frequent, and nothing to merge.
        let inherited = knowledge.class(knowledge.class_lists[bases.start as usize]).mro.clone();
        knowledge.class_lists.extend_from_within(inherited.start as usize..inherited.end as usize);
    } else {
        let (merged, is_consistent) = merge(knowledge, slice(&knowledge.class_lists, &bases));
        has_unknown_base |= !is_consistent;
        knowledge.class_lists.extend(merged);
    }
    let facts = &mut knowledge.classes[index];
    facts.mro = start..knowledge.class_lists.len() as u32;
    facts.has_unknown_base = has_unknown_base;
    facts.metaclass = metaclass;
    states[index] = State::Done;
}

/// C3: the orders of the bases and the bases themselves in one order that respects all, and whether there is one. If
/// not, the class that comes first goes first.
fn merge(knowledge: &Knowledge, bases: &[ClassId]) -> (Vec<ClassId>, bool) {
    let mut sequences: Vec<&[ClassId]> = bases.iter().map(|&base| knowledge.mro(base)).collect();
    sequences.push(bases);
    let mut merged = Vec::new();
    let mut is_consistent = true;
    loop {
        sequences.retain(|sequence| !sequence.is_empty());
        let Some(first) = sequences.first().map(|sequence| sequence[0]) else {
            return (merged, is_consistent);
        };
        let is_free = |head: &ClassId| sequences.iter().all(|sequence| !sequence[1..].contains(head));
        let next = sequences.iter().map(|sequence| sequence[0]).find(is_free);
        is_consistent &= next.is_some();
        let next = next.unwrap_or(first);
        if !merged.contains(&next) {
            merged.push(next);
        }
        for sequence in &mut sequences {
            if sequence[0] == next {
                *sequence = &sequence[1..];
            }
        }
    }
}
