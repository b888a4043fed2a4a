//! Q2: a class whose `__init__` does not call that of a base leaves the base's part of the object unmade.

use examen_semantics::python::knowledge::knowledge;
use examen_semantics::python::{FunctionRef, SemanticFile};

use crate::python::support::initializers::Initializers;
use crate::{BaseRate, Finding, Findings, Hops, Query, RelevanceRule, RelevantBlocks, Severity, Shown};

pub(super) static QUERY: Query = Query {
    id: "py/missing-call-to-init",
    number: 2,
    name: "Missing call to `__init__` during object initialization",
    hops: Hops::Multi,
    severity: Severity::Error,
    tags: &["reliability", "correctness"],
    description: "The `__init__` that runs for a class calls, directly or not, the `__init__` of some but not of all bases. \
                  Objects of the class lack what the others would have set up.",
    example: "class Vehicle:\n    ⟨def __init__(self):⟩\n        self.wheels = 4\n\n⟦class Car(Vehicle):⟧\n    ⟨def \
              __init__(self):⟩\n        self.doors = 2\n",
    base_rate: BaseRate { answers: 211, plausible: 1281 },
    relevance: RelevanceRule::multi_hop(relevant),
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    let mut initializers = Initializers::new(file);
    for class in file.classes() {
        if file.tree()[class].bases.is_empty() {
            continue;
        }
        let this = file.class_ref(class);
        for &(initializer, missing) in initializers.missing(this).iter() {
            let is_inherited = || file.mro(this).into_iter().skip(1);
            if file.has_failed(this)
                || never_returns(file, missing)
                || is_inherited().any(|base| initializers.missing(base).iter().any(|&(_, other)| other == missing))
            {
                continue;
            }
            let name = described(file, missing);
            let message = format!(
                "Class {} may not be initialized properly as {name} is not called from its __init__ method.",
                file.class_name(this)
            );
            out.add(file.header(file.tree()[class].stmt), message)
                .fact_at(file.function_span(missing), name)
                .fact_at(file.function_span(initializer), "__init__ method");
        }
    }
}

/// Classes with a base in the file whose `__init__` they call.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    let mut initializers = Initializers::new(file);
    for class in file.classes() {
        let this = file.class_ref(class);
        let wanted = initializers.wanted(this).unwrap_or_default();
        let in_file = |function: &FunctionRef| matches!(function, FunctionRef::Defined(at, _) if *at == file.id());
        if let Some(&called) = wanted.iter().find(|function| in_file(function))
            && !file.has_failed(this)
            && initializers.missing(this).is_empty()
        {
            let name = described(file, called);
            out.add(
                file.header(file.tree()[class].stmt),
                format!("{name} is called for class {}.", file.class_name(this)),
            )
            .fact_at(file.function_span(called), name);
        }
    }
}

fn described(file: &SemanticFile<'_>, function: FunctionRef) -> String {
    match function {
        FunctionRef::Known(id) => match knowledge().function(id).class {
            Some(class) => format!("method {}.__init__", knowledge().class(class).name),
            None => file.described(function),
        },
        _ => file.described(function),
    }
}

fn never_returns(file: &SemanticFile<'_>, function: FunctionRef) -> bool {
    matches!(function, FunctionRef::Defined(at, function) if file.never_returns(at, function))
}

/// The `__init__` of the class and of its bases.
fn relevant(shown: &Shown<'_, '_>, _: &Finding, block: usize, out: &mut RelevantBlocks) {
    for class in shown.class_of_block(block).map(|class| shown.lineage(class)).unwrap_or_default() {
        out.flag(shown.methods(class, "__init__"));
    }
}
