//! Q12: Flask's debugger lets whoever reaches it run any code.

use examen_semantics::python::{At, Call, ClassRef, SemanticFile, Value};
use examen_syntax::python::{Expr, ExprKind, Id, Keyword};

use crate::{BaseRate, Finding, Findings, Hops, Query, RelevanceRule, RelevantBlocks, Severity, Shown};

pub(super) static QUERY: Query = Query {
    id: "py/flask-debug",
    number: 12,
    name: "Flask app is run in debug mode",
    hops: Hops::Multi,
    severity: Severity::Error,
    tags: &["security", "external/cwe/cwe-215", "external/cwe/cwe-489"],
    description: "An application that runs with `debug=True` offers a console to anyone who makes it fail.",
    example: "from flask import Flask\n\napp = Flask(__name__)\n⟦app.run(debug=True)⟧\n",
    base_rate: BaseRate { answers: 3, plausible: 7 },
    relevance: RelevanceRule::multi_hop(relevant),
    answers,
    earlier_answers: None,
    negatives,
};

/// The third argument of `run`, or `debug`, may be a true literal.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    each_run(file, |call| {
        if debug_argument(file, call).is_some_and(|argument| may_be_true(file, argument)) {
            let message = "A Flask app appears to be run in debug mode. This may allow an attacker to run arbitrary code \
                           through the debugger.";
            out.add(file.span(call.expr), message);
        }
    });
}

/// Applications that are run without it.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    each_run(file, |call| {
        out.add(file.span(call.expr), "The app is not run in debug mode.");
    });
}

/// Calls `visit` for each call of the method `run` of an application.
fn each_run(file: &SemanticFile<'_>, mut visit: impl FnMut(&Call)) {
    // An application of another file of the program does not need the word here.
    if file.files().len() == 1 && !file.model().source.contains("flask") {
        return;
    }
    for call in file.calls() {
        let is_run = match file.attribute(call.function) {
            Some((object, "run")) => is_application(file, object),
            Some(_) => false,
            None => file
                .values_at(At { file: file.id(), expr: call.function })
                .iter()
                .any(|value| file.is_external(value, "flask.Flask().run")),
        };
        if is_run && file.flow().is_reachable(call.expr) {
            visit(&call);
        }
    }
}

/// Returns whether an expression may be an object of `flask.Flask` or of a class that descends from it.
fn is_application(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    file.values_at(At { file: file.id(), expr }).iter().any(|value| match value {
        Value::Instance(class, _) => descends_from_flask(file, class, 0),
        _ => file.is_external(value, "flask.Flask()"),
    })
}

fn descends_from_flask(file: &SemanticFile<'_>, class: ClassRef, depth: u32) -> bool {
    let ClassRef::Defined(at, class) = class else {
        return false;
    };
    let tree = file.model_of(at).tree;
    depth < 10
        && tree.list(tree[class].bases).iter().any(|&base| {
            file.values_at(At { file: at, expr: base }).iter().any(|value| match value {
                Value::Class(base) => descends_from_flask(file, base, depth + 1),
                _ => file.is_external(value, "flask.Flask"),
            })
        })
}

fn debug_argument(file: &SemanticFile<'_>, call: &Call) -> Option<Id<Expr>> {
    let is_debug = |keyword: &&Keyword| keyword.name.is_some_and(|name| file.text(name.span) == "debug");
    let keyword = file.list(call.keywords).iter().find(is_debug);
    keyword.map(|keyword| keyword.value).or_else(|| file.list(call.arguments).get(2).copied())
}

fn may_be_true(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    let is_literal = |value: &Value| match value {
        Value::Bool(_) | Value::Literal(_) => true,
        // A negative number.
        Value::Instance(_, Some(made)) => {
            matches!(file.model_of(made.file).tree[made.expr].kind, ExprKind::Unary { .. })
        }
        _ => false,
    };
    file.values_at(At { file: file.id(), expr }).iter().filter(is_literal).any(|value| file.truth(value) == Some(true))
}

/// The block that makes the application.
fn relevant(shown: &Shown<'_, '_>, _: &Finding, _: usize, out: &mut RelevantBlocks) {
    let made = shown.file.calls().find(|call| shown.file.code(call.expr) == "Flask(__name__)");
    out.flag(made.and_then(|call| shown.local(shown.file.span(call.expr))));
}
