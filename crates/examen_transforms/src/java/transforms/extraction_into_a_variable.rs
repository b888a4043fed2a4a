//! Extraction of a returned value into a variable.

use examen_syntax::java::{Kind, Node};

use crate::java::support::hidden_types::HiddenTypes;
use crate::java::support::method_code::token;
use crate::java::support::returned_type::returned_type;
use crate::java::support::statement_places::is_in_list;
use crate::java_method::{JavaMethod, insert, replace};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "XT",
    name: "extraction into a variable",
    description: "`return e;` becomes `T result = e; return result;` with the method's type `T`, in braces where only one \
                  statement may stand.",
    reason: "A returned value is converted to the method's type just as a value that is assigned to a variable of it, and \
             evaluated at the same point. The name is used nowhere else in the method.",
    refuses: "Values of lambdas, whose type is not written. Types whose name a class inside the method has as well. Plain \
              names and literals are no places.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let hidden = HiddenTypes::of(method);
    for statement in method.method.node.descendants() {
        if statement.kind() != Kind::ReturnStatement {
            continue;
        }
        let Some(value) = statement.named_children().find(|part| !part.kind().is_comment()) else { continue };
        if is_simple(value) {
            continue;
        }
        let Some(type_text) = returned_type(method, statement) else {
            found.refuse(statement.span(), "type-not-written");
            continue;
        };
        if hidden.hide_from_head(&type_text) {
            found.refuse(statement.span(), "hidden-type");
            continue;
        }
        let Some(word) = token(statement, "return") else { continue };
        let name = method.fresh_name("result");
        let gap = if word.span().end == value.span().start { " " } else { "" };
        let (before, after) = if is_in_list(method, statement) {
            (String::new(), format!("\n{}return {name};", method.indentation(statement.span().start)))
        } else {
            ("{ ".to_owned(), format!(" return {name}; }}"))
        };
        let declaration = replace(word, format!("{before}{type_text} {name} ={gap}"));
        found.site(statement.span(), vec![declaration, insert(statement.span().end, after)]);
    }
}

/// Returns whether there is nothing to extract.
fn is_simple(value: Node<'_>) -> bool {
    let mut inner = value;
    while inner.kind() == Kind::ParenthesizedExpression
        && let Some(next) = inner.named_children().find(|part| !part.kind().is_comment())
    {
        inner = next;
    }
    matches!(
        inner.kind(),
        Kind::Identifier
            | Kind::This
            | Kind::True
            | Kind::False
            | Kind::NullLiteral
            | Kind::StringLiteral
            | Kind::CharacterLiteral
            | Kind::DecimalIntegerLiteral
            | Kind::HexIntegerLiteral
            | Kind::OctalIntegerLiteral
            | Kind::BinaryIntegerLiteral
            | Kind::DecimalFloatingPointLiteral
            | Kind::HexFloatingPointLiteral
    )
}
