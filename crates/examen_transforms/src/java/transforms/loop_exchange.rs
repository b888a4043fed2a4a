//! Loop exchange.

mod for_loop;
mod for_to_while;

use std::collections::BTreeSet;

use examen_syntax::java::{Field, Kind, Node};

use crate::java_method::{JavaMethod, insert, replace};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "LX",
    name: "loop exchange",
    description: "A `for` becomes a `while` with its initialisation before it, in a block of its own, and its update at the end of \
                  the body; a `while` becomes a `for` without initialisation and update.",
    reason: "Both loops evaluate the same parts in the same order. `continue` must not skip the update: it becomes a `break` \
             out of a labelled block around the old body. Labels stay on the loop. An update that can never be reached is left \
             out, since the compiler would refuse it. Where a local of the body has the name of something in the update, the body \
             keeps a block of its own.",
    refuses: "A `for` with an initialisation whose condition binds a pattern variable that is used behind the loop, and one whose \
              update is reached or not depending on a `finally` that never completes.",
    paper: "The update is put at the end of the body whatever the body does: `continue` skips it, and behind a `return` it does not \
            compile. A label stays before the new block, where `continue` does not find it. Loops that are equal by text are \
            rewritten one by one, not together as in the authors' tool.",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, strength: Strength, found: &mut Found) {
    let loops: Vec<Node<'_>> = method.method.node.descendants().filter(|node| is_loop(*node)).collect();
    if loops.is_empty() {
        return;
    }
    let declared = declared_names(method);
    for node in loops {
        if node.kind() == Kind::WhileStatement {
            while_to_for(node, found);
            continue;
        }
        match for_to_while::site(method, node, strength, &declared) {
            Ok(site) => found.sites.push(site),
            Err(reason) => found.refuse(node.span(), reason),
        }
    }
}

fn is_loop(node: Node<'_>) -> bool {
    matches!(node.kind(), Kind::WhileStatement | Kind::ForStatement)
}

/// The names that the method declares, so that a name means something else in some part of it than elsewhere.
fn declared_names<'t>(method: &JavaMethod<'t>) -> BTreeSet<&'t str> {
    let classes = method.method.node.descendants().filter(|node| node.kind().is_type_declaration());
    let classes = classes.filter_map(|class| class.child(Field::Name)).map(|name| method.text(name));
    method.model.variables().iter().map(|variable| variable.name).chain(classes).collect()
}

fn while_to_for(node: Node<'_>, found: &mut Found) {
    let keyword = node.children().next();
    let Some((keyword, condition)) = keyword.zip(node.child(Field::Condition)) else { return };
    let mut tokens = condition.children().filter(|child| child.kind() == Kind::Token);
    let (Some(open), Some(close)) = (tokens.next(), tokens.last()) else { return };
    found.site(node.span(), vec![replace(keyword, "for"), insert(open.span().end, "; "), replace(close, "; )")]);
}
