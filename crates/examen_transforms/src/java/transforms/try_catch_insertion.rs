//! Try-catch insertion.

use examen_syntax::Edit;
use examen_syntax::java::{Kind, Node};

use crate::java::support::file_types::FileTypes;
use crate::java_method::{JavaMethod, insert};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "TC",
    name: "try-catch insertion",
    description: "One statement of the body is put into `try { … } catch (RuntimeException e) { throw e; }`: one with a call, \
                  if there is any.",
    reason: "What is caught is thrown again, the same object with the same stack trace, and errors and checked exceptions \
             pass by. \
             The handler cannot complete, so that what is assigned in the statement is assigned behind it, and a statement \
             that never completes still does not.",
    refuses: "Declarations of variables and pattern variables that are used further on, local classes, `this(…)` and `super(…)`: they \
              are no places. A body without any other statement stays.",
    paper: "Only methods without a `try` and with a call. A statement with a call that is no declaration, no `return` and has no \
            label is put into `try { … } catch (Exception ex) { ex.printStackTrace(); }`, which swallows exceptions; locals may be \
            unassigned behind it, a `return` may be missing, and `ex` may be taken.",
    has_all_places: false,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, strength: Strength, found: &mut Found) {
    let candidates = match strength {
        Strength::Strict => strict_candidates(method),
        Strength::Paper => paper_candidates(method),
    };
    let Some(&statement) = candidates.get(method.choice("TC", candidates.len())) else { return };
    let handler = match strength {
        Strength::Strict => rethrowing_handler(method),
        Strength::Paper => Handler { parameter: "Exception ex".to_owned(), body: "ex.printStackTrace();".to_owned() },
    };
    found.site(statement.span(), wrapped(method, statement, &handler));
}

struct Handler {
    parameter: String,
    body: String,
}

fn rethrowing_handler(method: &JavaMethod<'_>) -> Handler {
    let name = method.fresh_name("e");
    // `Error` is a common name of members, which a class may inherit unseen.
    let unchecked = FileTypes::around(method).of_lang("RuntimeException");
    Handler { parameter: format!("{unchecked} {name}"), body: format!("throw {name};") }
}

fn wrapped(method: &JavaMethod<'_>, statement: Node<'_>, handler: &Handler) -> Vec<Edit> {
    let span = statement.span();
    let indentation = method.indentation(span.start);
    let unit = if indentation.ends_with('\t') { "\t" } else { "    " };
    let Handler { parameter, body } = handler;
    let catch = format!("\n{indentation}}} catch ({parameter}) {{\n{indentation}{unit}{body}\n{indentation}}}");
    vec![insert(span.start, format!("try {{\n{indentation}")), insert(span.end, catch)]
}

/// The statements of the body, without what declares a name for those behind it; only those with a call if there are any.
fn strict_candidates<'t>(method: &JavaMethod<'t>) -> Vec<Node<'t>> {
    let statements: Vec<Node<'t>> = statements(method).collect();
    let mut is_taken = vec![false; statements.len()];
    for variable in method.model.variables() {
        let declared = variable.declaration.span().start;
        let at = statements.partition_point(|statement| statement.span().end <= declared);
        let Some(statement) = statements.get(at).filter(|statement| statement.span().start <= declared) else {
            continue;
        };
        // Uses are in the order of the text.
        is_taken[at] |= variable.uses.last().is_some_and(|last| last.node.span().start >= statement.span().end);
    }
    let is_free = |statement: Node<'t>| {
        !statement.kind().is_type_declaration() && statement.kind() != Kind::ExplicitConstructorInvocation
    };
    let free = statements.into_iter().zip(is_taken).filter(|&(statement, is_taken)| !is_taken && is_free(statement));
    let free: Vec<Node<'t>> = free.map(|(statement, _)| statement).collect();
    let with_call: Vec<Node<'t>> = free.iter().copied().filter(|&statement| has_call(statement)).collect();
    if with_call.is_empty() { free } else { with_call }
}

fn paper_candidates<'t>(method: &JavaMethod<'t>) -> Vec<Node<'t>> {
    let is_try = |node: Node<'_>| matches!(node.kind(), Kind::TryStatement | Kind::TryWithResourcesStatement);
    if method.method.is_constructor() || method.method.node.descendants().any(is_try) {
        return Vec::new();
    }
    let is_candidate = |&statement: &Node<'t>| {
        !matches!(
            statement.kind(),
            Kind::LocalVariableDeclaration | Kind::LabeledStatement | Kind::ReturnStatement | Kind::YieldStatement
        ) && has_call(statement)
    };
    statements(method).filter(is_candidate).collect()
}

fn statements<'t>(method: &JavaMethod<'t>) -> impl Iterator<Item = Node<'t>> {
    let body = method.method.body().into_iter();
    body.flat_map(Node::named_children).filter(|node| !node.kind().is_comment())
}

fn has_call(statement: Node<'_>) -> bool {
    statement.descendants().any(|node| node.kind() == Kind::MethodInvocation)
}
