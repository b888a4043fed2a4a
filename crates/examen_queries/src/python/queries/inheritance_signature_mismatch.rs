//! Q7: a method that overrides another should take what the other takes.

use examen_semantics::python::{ClassRef, FunctionRef, SemanticFile, Value};
use examen_syntax::python::{Class, Id};

use crate::{BaseRate, Finding, Findings, Hops, Query, RelevanceRule, RelevantBlocks, Severity, Shown};

pub(super) static QUERY: Query = Query {
    id: "py/inheritance/signature-mismatch",
    number: 7,
    name: "Signature mismatch in overriding method",
    hops: Hops::Multi,
    severity: Severity::Warning,
    tags: &["reliability", "correctness"],
    description: "A method overrides one of a base class and cannot be called with the same number of arguments. Code \
                  written for the base class fails on objects of the derived class.",
    example: "class Shape:\n    ⟨def scale(self, factor):⟩\n        pass\n\nclass Square(Shape):\n    ⟦def scale(self, \
              horizontal, vertical):⟧\n        pass\n",
    base_rate: BaseRate { answers: 56, plausible: 2528 },
    relevance: RelevanceRule::multi_hop(relevant),
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for class in file.classes() {
        for (derived, base) in overridden(file, class) {
            if is_mismatch(file, derived, base) && !is_called(file, base) {
                report(file, derived, base, "has signature mismatch with overridden method", out);
            }
        }
    }
}

/// Overriding methods whose parameters are compatible.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for class in file.classes() {
        for (derived, base) in overridden(file, class) {
            if file.function_span(base).is_some() && !is_mismatch(file, derived, base) {
                report(file, derived, base, "fits the overridden method", out);
            }
        }
    }
}

fn report(file: &SemanticFile<'_>, derived: FunctionRef, base: FunctionRef, what: &str, out: &mut Findings) {
    let Some((_, span)) = file.function_span(derived) else {
        return;
    };
    let added = out.add(span, format!("Overriding method '{}' {what}.", file.function_name(derived)));
    if let Some((at, span)) = file.function_span(base) {
        added.fact_in(at, span, "overridden method");
    }
}

/// The plain methods of a class with the plain methods of its bases that they override.
fn overridden(file: &SemanticFile<'_>, class: Id<Class>) -> Vec<(FunctionRef, FunctionRef)> {
    let mut pairs = Vec::new();
    let this = file.class_ref(class);
    let bases = file.mro(this);
    if bases.len() < 2 {
        return pairs;
    }
    for variable in file.model().locals(file.model().class_scope(class)) {
        let name = file.model().name_of(variable);
        if name.starts_with("__") && name.ends_with("__") {
            continue;
        }
        for derived in functions(file, this, name) {
            if !matches!(derived, FunctionRef::Defined(at, _) if at == file.id()) {
                continue;
            }
            for &base in &bases[1..] {
                pairs.extend(functions(file, base, name).into_iter().map(|overridden| (derived, overridden)));
            }
        }
    }
    pairs
}

fn functions(file: &SemanticFile<'_>, class: ClassRef, name: &str) -> Vec<FunctionRef> {
    let values = file.declared(class, name).unwrap_or_default();
    let function = |value| match value {
        Value::Function(function) => Some(function),
        _ => None,
    };
    values.iter().filter_map(function).collect()
}

fn is_mismatch(file: &SemanticFile<'_>, derived: FunctionRef, base: FunctionRef) -> bool {
    let (Some(derived), Some(base)) = (file.signature(derived), file.signature(base)) else {
        return false;
    };
    base.maximum().is_some_and(|maximum| derived.minimum() > maximum)
        || derived.maximum().is_some_and(|maximum| maximum < base.minimum())
}

/// Returns whether a method, or one that overrides it, is called anywhere: then the calls tell whether the signatures
/// matter.
fn is_called(file: &SemanticFile<'_>, base: FunctionRef) -> bool {
    if file.is_called(base) {
        return true;
    }
    let (Some(class), name) = (file.class_holding(base), file.function_name(base)) else {
        return false;
    };
    file.subclasses(class)
        .iter()
        .any(|&subclass| functions(file, subclass, name).into_iter().any(|overriding| file.is_called(overriding)))
}

/// The class and its bases; flagged are the methods that it shares with them.
fn relevant(shown: &Shown<'_, '_>, _: &Finding, block: usize, out: &mut RelevantBlocks) {
    let Some(class) = shown.class_of_block(block) else {
        return;
    };
    let lineage = shown.lineage(class);
    for &class in &lineage {
        out.show(shown.all_of(class));
    }
    for (name, own) in shown.named_methods(class) {
        let mut above = lineage.iter().skip(1).map(|&base| shown.methods(base, name));
        if let Some(overridden) = above.find(|blocks| !blocks.is_empty()) {
            out.flag([own]);
            out.flag(overridden);
        }
    }
}
