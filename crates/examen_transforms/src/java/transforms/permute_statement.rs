//! Permute statement.

use std::collections::BTreeSet;

use examen_syntax::java::{Kind, Node};

use crate::java::support::footprint::{Conflict, Footprint, Place};
use crate::java::support::outside::Outside;
use crate::java_method::{JavaMethod, replace};
use crate::{Finder, Found, Strength, Transform};

/// How many statements two may be apart that change places, at most.
const FARTHEST: usize = 50;

pub(crate) static TRANSFORM: Transform = Transform {
    code: "PS",
    name: "permute statement",
    description: "Two statements of one block change places. They and what stands between them are declarations and expressions, \
                  and they are at most 50 statements apart.",
    reason: "Neither of the two needs what the other or a statement between them gives: variables, fields and elements of arrays. \
             Fields of different names are different ones. Of each two whose order changes at most one may throw an exception or \
             run other code, and then the other writes nothing that is seen afterwards. Comments stay where they are.",
    refuses: "Two statements that may both throw; a write that a handler, a caller or other code may see behind one that may \
              throw; a field of the same name or two elements of arrays, one of them written; `volatile` fields of the file.",
    paper: "Statements without calls of methods, and only names count: those of the two and of all between them must differ, \
            types and fields included. So elements of one array under two names, and a write and an exception, may change order.",
    has_all_places: false,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, strength: Strength, found: &mut Found) {
    let outside = Outside::new(method);
    let is_holder = |node: &Node<'_>| node.kind().is_statement_list();
    for holder in method.method.node.descendants().filter(is_holder) {
        let statements: Vec<Node<'_>> = holder.named_children().filter(|node| !node.kind().is_comment()).collect();
        let runs = statements.split(|statement| !may_move(*statement)).filter(|run| run.len() > 1);
        match strength {
            Strength::Strict => {
                let place = Place::of_block(method, holder);
                runs.for_each(|run| swap_independent(method, &outside, run, place, found));
            }
            Strength::Paper => {
                let runs = runs.flat_map(|run| run.split(|statement| has_call(*statement)));
                runs.for_each(|run| swap_by_names(method, run, found));
            }
        }
    }
    found.sites.sort_by_key(|site| site.place);
    found.refusals.sort_by_key(|refusal| refusal.place);
}

fn swap_independent<'t>(
    method: &JavaMethod<'t>,
    outside: &Outside<'_, 't>,
    run: &[Node<'t>],
    place: Place,
    found: &mut Found,
) {
    let footprints: Vec<_> = run.iter().map(|&it| Footprint::new(method, outside, it, place)).collect();
    let conflict = |first: usize, second: usize| footprints[first].conflict(&footprints[second]);
    // Of calls little is known, so that they are refused without end.
    let is_counted = |at: usize| !footprints[at].has_call;
    swap_pairs(method, run, conflict, is_counted, found);
}

fn swap_by_names<'t>(method: &JavaMethod<'t>, run: &[Node<'t>], found: &mut Found) {
    let names: Vec<_> = run.iter().map(|&statement| names(method, statement)).collect();
    let conflict = |first: usize, second: usize| (!names[first].is_disjoint(&names[second])).then_some(Conflict::Need);
    swap_pairs(method, run, conflict, |_| true, found);
}

fn may_move(statement: Node<'_>) -> bool {
    matches!(statement.kind(), Kind::ExpressionStatement | Kind::LocalVariableDeclaration)
}

/// Finds the pairs of a run that can change places. `conflict` tells why two cannot that are next to each other;
/// `is_counted`, whether a statement is counted as refused.
fn swap_pairs<'t>(
    method: &JavaMethod<'t>,
    run: &[Node<'t>],
    conflict: impl Fn(usize, usize) -> Option<Conflict>,
    is_counted: impl Fn(usize) -> bool,
    found: &mut Found,
) {
    // For each statement the first behind it that it cannot pass: for good, or because of a doubt.
    let mut next_need = vec![usize::MAX; run.len()];
    let mut next_doubt = vec![(usize::MAX, ""); run.len()];
    for (second, &second_node) in run.iter().enumerate() {
        let mut is_needed = false;
        let mut doubt = None;
        for first in (second.saturating_sub(FARTHEST)..second).rev() {
            match conflict(first, second) {
                Some(Conflict::Need) => {
                    is_needed = true;
                    next_need[first] = next_need[first].min(second);
                }
                Some(Conflict::Doubt(reason)) => {
                    doubt = doubt.or(Some(reason));
                    next_doubt[first] = next_doubt[first].min((second, reason));
                }
                None => {}
            }
            if is_needed || next_need[first] <= second {
                continue;
            }
            let place = run[first].span().cover(second_node.span());
            let (at, reason) = next_doubt[first];
            if let Some(reason) = doubt.or(Some(reason).filter(|_| at <= second)) {
                if is_counted(first) && is_counted(second) {
                    found.refuse(place, reason);
                }
                continue;
            }
            let (old, new) = (method.text(run[first]), method.text(second_node));
            if old != new {
                found.site(place, vec![replace(run[first], new), replace(second_node, old)]);
            }
        }
    }
}

fn has_call(statement: Node<'_>) -> bool {
    statement.descendants().any(|node| node.kind() == Kind::MethodInvocation)
}

/// The simple names of a statement, as the authors count them.
fn names<'t>(method: &JavaMethod<'t>, statement: Node<'t>) -> BTreeSet<&'t str> {
    let is_name = |node: &Node<'_>| matches!(node.kind(), Kind::Identifier | Kind::TypeIdentifier);
    statement.descendants().filter(is_name).map(|name| method.text(name)).collect()
}
