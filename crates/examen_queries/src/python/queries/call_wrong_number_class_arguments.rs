//! Q14: making an object with a number of arguments that its `__init__` does not take.

use examen_semantics::python::{Call, ClassRef, FunctionRef, SemanticFile, Value};

use crate::python::support::call_arguments::Arguments;
use crate::{BaseRate, Finding, Findings, Hops, Query, RelevanceRule, RelevantBlocks, Severity, Shown};

pub(super) static QUERY: Query = Query {
    id: "py/call/wrong-number-class-arguments",
    number: 14,
    name: "Wrong number of arguments in a class instantiation",
    hops: Hops::Multi,
    severity: Severity::Error,
    tags: &["reliability", "correctness", "external/cwe/cwe-685"],
    description: "A class is called with more arguments than its `__init__` takes, or with fewer than it needs. The call \
                  raises a TypeError.",
    example: "class Point:\n    ⟨def __init__(self, x, y):⟩\n        self.x, self.y = x, y\n\n⟦Point(1)⟧\n",
    base_rate: BaseRate { answers: 28, plausible: 8604 },
    relevance: RelevanceRule::multi_hop(relevant),
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for call in file.calls() {
        for Initializer { class, init, bound } in initializers(file, &call) {
            let Some(signature) = file.signature(init) else {
                continue;
            };
            if let Some(misfit) = Arguments::of(file, &call).misfit(&signature, bound) {
                let callee = format!("{}.__init__", file.class_name(class));
                let added = out.add(file.span(call.expr), misfit.message(&callee));
                if let Some((at, span)) = file.function_span(init) {
                    added.fact_in(at, span, callee);
                }
            }
        }
    }
}

/// Instantiations with a right number of arguments.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for call in file.calls() {
        for Initializer { class, init, bound } in initializers(file, &call) {
            let Some((at, span)) = file.function_span(init) else {
                continue;
            };
            let fits = |signature| Arguments::of(file, &call).misfit(&signature, bound).is_none();
            if file.signature(init).is_some_and(fits) {
                let label = format!("{}.__init__", file.class_name(class));
                out.add(file.span(call.expr), "The class takes this number of arguments.").fact_in(at, span, label);
            }
        }
    }
}

/// The `__init__` that a call runs.
struct Initializer {
    class: ClassRef,
    init: FunctionRef,
    /// Its parameters that no argument is written for.
    bound: usize,
}

/// The `__init__` of the classes that a call may make objects of, where they declare it themselves: an inherited one says
/// less. One that is called by its name counts too.
fn initializers(file: &SemanticFile<'_>, call: &Call) -> Vec<Initializer> {
    let initializer = |value| match value {
        Value::Class(class) => Some(Initializer { class, init: file.declared_function(class, "__init__")?, bound: 1 }),
        Value::Function(init) | Value::Method(init, _) if file.function_name(init) == "__init__" => {
            let class =
                file.class_holding(init).filter(|&class| file.declared_function(class, "__init__") == Some(init))?;
            Some(Initializer { class, init, bound: usize::from(matches!(value, Value::Method(..))) })
        }
        _ => None,
    };
    file.values(call.function).iter().filter_map(initializer).collect()
}

/// The classes of the facts.
fn relevant(shown: &Shown<'_, '_>, finding: &Finding, _: usize, out: &mut RelevantBlocks) {
    for fact in &finding.facts {
        if let Some(class) = shown.local(fact.span).and_then(|block| shown.class_of_block(block)) {
            out.show(shown.all_of(class));
        }
    }
}
