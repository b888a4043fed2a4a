//! Dead branch.

use examen_syntax::java::{Kind, Node};

use crate::java::support::method_code::statements;
use crate::java_method::{JavaMethod, insert};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "DB",
    name: "dead branch",
    description: "An `if (false)` with a declaration in it is put before a statement of some block.",
    reason: "The branch never runs, and its variable has a name that the method uses nowhere else. A constant condition of \
             an `if` makes nothing unreachable (JLS 14.22) and assigns nothing.",
    refuses: "Methods without a statement. Nothing is put before the call of another constructor.",
    paper: "",
    has_all_places: false,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let is_block = |node: &Node<'_>| matches!(node.kind(), Kind::Block | Kind::ConstructorBody);
    let may_follow = |node: &Node<'_>| node.kind() != Kind::ExplicitConstructorInvocation;
    let mut places: Vec<Node<'_>> = method.code().filter(is_block).flat_map(statements).filter(may_follow).collect();
    places.sort_by_key(|place| place.span());
    let Some(place) = places.get(method.choice("DB", places.len())) else { return };
    let name = method.fresh_name("dead");
    let start = place.span().start;
    let indentation = method.indentation(start);
    let text = format!("if (false) {{\n{indentation}    int {name} = 0;\n{indentation}}}\n{indentation}");
    found.site(place.span(), vec![insert(start, text)]);
}
