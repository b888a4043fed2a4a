//! Q15: a class that defines some of the four comparisons should define all.

use examen_semantics::python::{ClassRef, SemanticFile, Value};
use examen_syntax::python::{Class, Id};

use crate::{BaseRate, Finding, Findings, Hops, Query, RelevanceRule, RelevantBlocks, Severity, Shown};

pub(super) static QUERY: Query = Query {
    id: "py/incomplete-ordering",
    number: 15,
    name: "Incomplete ordering",
    hops: Hops::Multi,
    severity: Severity::Warning,
    tags: &["reliability", "correctness"],
    description: "A class defines some of `__lt__`, `__le__`, `__gt__` and `__ge__` and neither it nor a base the others, so \
                  its objects can be compared one way and not another.",
    example: "⟦class Version:⟧\n    ⟨def __lt__(self, other):⟩\n        return self.number < other.number\n",
    base_rate: BaseRate { answers: 40, plausible: 149 },
    relevance: RelevanceRule::multi_hop(relevant),
    answers,
    earlier_answers: None,
    negatives,
};

const ORDERING: [&str; 4] = ["__lt__", "__le__", "__gt__", "__ge__"];

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for class in ordered(file) {
        let this = file.class_ref(class);
        if file.has_failed(this) {
            continue;
        }
        let missing: Vec<&str> = ORDERING.into_iter().filter(|name| !is_defined(file, this, name)).collect();
        if missing.is_empty() {
            continue;
        }
        for name in ORDERING {
            for value in file.declared(this, name).unwrap_or_default().iter() {
                // What an unknown decorator makes of a method may be anything.
                if matches!(value, Value::Decorated(..)) {
                    continue;
                }
                let message = format!(
                    "Class {} implements {name}, but does not implement {}.",
                    file.class_name(this),
                    missing.join(" or ")
                );
                let added = out.add(file.header(file.tree()[class].stmt), message);
                if let Value::Function(function) = value {
                    added.fact_at(file.function_span(function), file.described(function));
                }
            }
        }
    }
}

/// Classes that have all four, by themselves or by `total_ordering`.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for class in ordered(file) {
        let this = file.class_ref(class);
        let message = if ORDERING.iter().all(|name| is_defined(file, this, name)) {
            "has all four ordering methods."
        } else if is_total(file, class) {
            "is made complete by total_ordering."
        } else {
            continue;
        };
        out.add(file.header(file.tree()[class].stmt), format!("Class {} {message}", file.class_name(this)));
    }
}

/// The classes that declare an ordering method.
fn ordered(file: &SemanticFile<'_>) -> Vec<Id<Class>> {
    let symbols = file.model().symbols();
    if ORDERING.iter().all(|name| symbols.find(name).is_none()) {
        return Vec::new();
    }
    let is_ordered = |&class: &Id<Class>| ORDERING.iter().any(|name| file.declares(file.class_ref(class), name));
    file.classes().filter(is_ordered).collect()
}

/// Returns whether a class or a base other than `object` declares a method.
fn is_defined(file: &SemanticFile<'_>, class: ClassRef, name: &str) -> bool {
    let object = file.built_in_class("object");
    file.mro(class).into_iter().any(|class| Some(class) != object && file.declares(class, name))
}

fn is_total(file: &SemanticFile<'_>, class: Id<Class>) -> bool {
    file.list(file.tree()[class].decorators).iter().any(|&decorator| {
        let name = file.attribute(decorator).map(|(_, name)| name).or_else(|| file.name(decorator));
        name == Some("total_ordering")
    })
}

/// The class; flagged are its ordering methods, inherited or not.
fn relevant(shown: &Shown<'_, '_>, _: &Finding, block: usize, out: &mut RelevantBlocks) {
    let Some(class) = shown.class_of_block(block) else {
        return;
    };
    out.show(shown.all_of(class));
    for name in ["__lt__", "__le__", "__gt__", "__ge__"] {
        out.flag(shown.resolved_method(class, name));
    }
}
