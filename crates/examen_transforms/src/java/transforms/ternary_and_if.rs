//! Ternary and if.

mod from_if;
mod same_value;
mod to_if;

use examen_syntax::java::Kind;

use crate::java_method::JavaMethod;
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "TE",
    name: "ternary and if",
    description: "`return c ? a : b;`, `x = c ? a : b;` and `T x = c ? a : b;` become an `if` with an `else`; an `if` whose \
                  branches are nothing but two returns, or two assignments to one variable, becomes a ternary.",
    reason: "The condition and one of the values are evaluated in the same order. A ternary makes one type of its two \
             values, which may change a number or take it out of an object that is null; that it does not is known by the \
             type of the variable or of the method, or by both values.",
    refuses: "Values that a ternary may convert otherwise than an assignment would, among them all that nothing is known \
              of; targets that the condition or the values may change; variables declared by `var` or as constants; \
              branches with comments between them.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    for node in method.code() {
        let made = match node.kind() {
            Kind::ReturnStatement | Kind::ExpressionStatement | Kind::LocalVariableDeclaration => {
                to_if::branches(method, node)
            }
            Kind::IfStatement => from_if::ternary(method, node),
            _ => None,
        };
        match made {
            Some(Ok(edits)) => found.site(node.span(), edits),
            Some(Err(reason)) => found.refuse(node.span(), reason),
            None => {}
        }
    }
}
