//! Q44: a name for a file that does not exist yet may be taken by someone else before the file is made.

use examen_semantics::python::knowledge::knowledge;
use examen_semantics::python::{At, Call, DefinitionKind, FunctionRef, SemanticFile, Value};
use examen_syntax::python::{Expr, Id};

use crate::python::support::imported::is_member;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/insecure-temporary-file",
    number: 44,
    name: "Insecure temporary file",
    hops: Hops::Single,
    severity: Severity::Error,
    tags: &["external/cwe/cwe-377", "security"],
    description: "Functions that only find a name for a temporary file leave time for an attacker to make a file or link \
                  of that name; those that open the file at once do not.",
    example: "import tempfile\n\nwith open(⟦tempfile.mktemp()⟧, \"w\") as out:\n    out.write(\"\")\n",
    base_rate: BaseRate { answers: 81, plausible: 632 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// Modules and their functions that give names only.
const UNSAFE: [(&str, &str); 3] = [("tempfile", "mktemp"), ("os", "tempnam"), ("os", "tmpnam")];

/// How many definitions of a name are looked at.
const MAX_DEFINITIONS: usize = 8;

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for call in file.calls() {
        let is_candidate = match file.attribute(call.function) {
            Some((_, name)) => is_unsafe_name(name),
            None => file.name(call.function).is_some() && may_be_unsafe(file, call.function),
        };
        if is_candidate
            && let Some((module, function)) = unsafe_function(file, &call)
            && file.flow().is_reachable(call.expr)
        {
            let message = format!("Call to deprecated function {module}.{function} may be insecure.");
            out.add(file.span(call.expr), message);
        }
    }
}

/// Calls of functions of `tempfile` that open what they name.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    const SAFE: [&str; 5] =
        ["NamedTemporaryFile", "SpooledTemporaryFile", "TemporaryDirectory", "TemporaryFile", "mkstemp"];
    for call in file.calls().filter(|call| is_member(file, call.function, "tempfile", &SAFE)) {
        out.add(file.span(call.expr), "The file is made and opened at once.");
    }
}

fn is_unsafe_name(name: &str) -> bool {
    UNSAFE.iter().any(|&(_, function)| function == name)
}

/// Returns whether a name is imported as such a function, or assigned something of such a name.
fn may_be_unsafe(file: &SemanticFile<'_>, name: Id<Expr>) -> bool {
    let model = file.model();
    let definitions = model.variable_of(name).map_or(&[][..], |variable| model.definitions_of(variable));
    definitions.iter().take(MAX_DEFINITIONS).any(|&definition| match model[definition].kind {
        DefinitionKind::ImportFrom { alias, .. } => is_unsafe_name(file.text(file.tree()[alias].name.span)),
        DefinitionKind::Assign { value, .. } => file.attribute(value).is_some_and(|(_, name)| is_unsafe_name(name)),
        _ => false,
    })
}

fn unsafe_function(file: &SemanticFile<'_>, call: &Call) -> Option<(&'static str, &'static str)> {
    let values = file.values_at(At { file: file.id(), expr: call.function });
    UNSAFE.into_iter().find(|&(module, function)| {
        let is_it = |value| match value {
            Value::Function(FunctionRef::Known(known)) => {
                let known = knowledge().function(known);
                known.name == function && knowledge().module_facts(known.module).name == module
            }
            _ => false,
        };
        values.iter().any(is_it) || is_member(file, call.function, module, &[function])
    })
}
