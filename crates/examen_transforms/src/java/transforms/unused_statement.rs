//! Unused statement.

use examen_syntax::java::{Kind, Node};

use crate::java_method::{JavaMethod, insert};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "UN",
    name: "unused statement",
    description: "A local variable that nobody reads is declared before a statement of the body: an `int`, a `boolean` or a `char`.",
    reason: "The declaration has a constant value, so it neither fails nor is seen, and its name is used nowhere else in the \
             method. It stands before a statement that can be reached, never behind the last, and not before `this(…)` \
             or `super(…)`.",
    refuses: "Nothing. Methods without a statement have no place.",
    paper: "The variable is a `String` named `timestamp`, in methods only, and only where that name does not occur. The \
            authors' tool writes the time of the day into it; here the text is always the same.",
    has_all_places: false,
    find: Finder::Java(find),
};

/// The name of the authors' variable.
const PAPER_NAME: &str = "timestamp";

fn find(method: &JavaMethod<'_>, strength: Strength, found: &mut Found) {
    let statements = places(method);
    let Some(&before) = statements.get(method.choice("UN", statements.len())) else { return };
    let declaration = match strength {
        Strength::Strict => strict_declaration(method),
        Strength::Paper if method.method.is_constructor() || method.model.names().contains(PAPER_NAME) => return,
        Strength::Paper => format!("String {PAPER_NAME} = \"2020-01-01 00:00:00\";"),
    };
    let start = before.span().start;
    let text = format!("{declaration}\n{}", method.indentation(start));
    found.site(before.span(), vec![insert(start, text)]);
}

/// The statements of the body that can be reached and may have others before them.
fn places<'t>(method: &JavaMethod<'t>) -> Vec<Node<'t>> {
    let statements = method.method.body().into_iter().flat_map(Node::named_children);
    let mut places = Vec::new();
    for statement in statements.filter(|node| !node.kind().is_comment()) {
        if statement.kind() != Kind::ExplicitConstructorInvocation {
            places.push(statement);
        }
        if !method.model.can_complete(statement) {
            break;
        }
    }
    places
}

fn strict_declaration(method: &JavaMethod<'_>) -> String {
    let name = method.fresh_name("unused");
    // Of no class: a file may mean its own `String` by that name, or one of its package.
    let (named, value) = [("int", "0"), ("boolean", "false"), ("char", "' '")][method.choice("UN type", 3) % 3];
    format!("{named} {name} = {value};")
}
