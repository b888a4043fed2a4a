//! Unused statement.

use examen_syntax::java::{Kind, Node};

use super::{JavaMethod, insert};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "UN",
    name: "unused statement",
    description: "A local variable that nobody reads is declared before a statement of the body.",
    reason: "The declaration has a constant value, so it neither fails nor is seen, and its name is used nowhere else in the \
             method. It stands before a statement that can be reached, never behind the last.",
    refuses: "Methods without a statement.",
    paper: "",
    has_all_places: false,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let Some(body) = method.method.body() else { return };
    let may_follow = |node: &Node<'_>| !node.kind().is_comment() && node.kind() != Kind::ExplicitConstructorInvocation;
    let statements: Vec<Node<'_>> = body.named_children().filter(may_follow).collect();
    let Some(&first) = statements.get(method.choice("UN", statements.len())) else { return };
    let name = method.fresh_name("unused");
    let start = first.span().start;
    let text = format!("int {name} = 0;\n{}", method.indentation(start));
    found.site(first.span(), vec![insert(start, text)]);
}
