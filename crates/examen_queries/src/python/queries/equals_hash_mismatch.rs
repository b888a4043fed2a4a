//! Q13: objects that are equal have equal hashes, so a class that defines the one has to define the other.

use examen_semantics::python::{ClassRef, FunctionRef, SemanticFile, Value, Version};
use examen_syntax::Span;
use examen_syntax::python::{Class, Id};

use crate::{BaseRate, Finding, Findings, Hops, Query, RelevanceRule, RelevantBlocks, Severity, Shown};

pub(super) static QUERY: Query = Query {
    id: "py/equals-hash-mismatch",
    number: 13,
    name: "Inconsistent equality and hashing",
    hops: Hops::Multi,
    severity: Severity::Warning,
    tags: &["reliability", "correctness", "external/cwe/cwe-581"],
    description: "A class defines `__hash__` and inherits equality, or in Python 2 the other way round. Equal objects must \
                  have equal hashes, or sets and dictionaries lose them.",
    example: "⟨class Point:⟩\n    ⟦def __hash__(self):⟧\n        return 1\n",
    base_rate: BaseRate { answers: 63, plausible: 333 },
    relevance: RelevanceRule::multi_hop(relevant),
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for class in file.classes() {
        let this = file.class_ref(class);
        let Some((present, missing)) = mismatch(file, this) else {
            continue;
        };
        if file.has_failed(this) || is_unhashable(file, this) {
            continue;
        }
        for &name in present {
            for span in methods(file, this, name) {
                let message =
                    format!("Class {} implements {name} but does not define {missing}.", file.class_name(this));
                out.add(span, message).fact(header(file, class), format!("class {}", file.class_name(this)));
            }
        }
    }
}

/// The methods of classes that define both.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for class in file.classes() {
        let this = file.class_ref(class);
        if declares_method(file, this, "__hash__")
            && equality(file).iter().any(|name| declares_method(file, this, name))
        {
            for name in equality(file).iter().chain(&["__hash__"]) {
                for span in methods(file, this, name) {
                    out.add(span, format!("Class {} defines equality and hash.", file.class_name(this)))
                        .fact(header(file, class), format!("class {}", file.class_name(this)));
                }
            }
        }
    }
}

/// Which methods a class has and what is missing beside them. Python 3 makes a class with `__eq__` alone unhashable, so
/// there only `__hash__` alone is a mismatch.
fn mismatch(file: &SemanticFile<'_>, class: ClassRef) -> Option<(&'static [&'static str], &'static str)> {
    let has_hash = file.declares(class, "__hash__");
    let has_equality = equality(file).iter().any(|name| file.declares(class, name));
    if has_hash && !equality(file).iter().any(|name| declares_method(file, class, name)) {
        let missing = if file.version() == Version::Python2 { "__eq__ or __cmp__" } else { "__eq__" };
        return Some((&["__hash__"], missing));
    }
    (file.version() == Version::Python2 && has_equality && !has_hash).then(|| (equality(file), "__hash__"))
}

/// The methods that define equality.
fn equality(file: &SemanticFile<'_>) -> &'static [&'static str] {
    match file.version() {
        Version::Python2 => &["__eq__", "__cmp__"],
        Version::Python3 => &["__eq__"],
    }
}

fn declares_method(file: &SemanticFile<'_>, class: ClassRef, name: &str) -> bool {
    file.declares(class, name) && file.declared(class, name).is_some_and(|values| values.functions().next().is_some())
}

/// The functions of this file that a class declares under a name.
fn methods(file: &SemanticFile<'_>, class: ClassRef, name: &str) -> Vec<Span> {
    let values = file.declared(class, name).unwrap_or_default();
    let places = values.functions().filter_map(|function| file.function_span(function));
    places.filter(|&(at, _)| at == file.id()).map(|(_, span)| span).collect()
}

/// `__hash__ = None`, or one that only raises.
fn is_unhashable(file: &SemanticFile<'_>, class: ClassRef) -> bool {
    let Some((_, values)) = file.lookup(class, "__hash__") else {
        return false;
    };
    values.iter().any(|value| match value {
        Value::None => true,
        Value::Function(FunctionRef::Defined(file_of, function)) => file.never_returns(file_of, function),
        _ => false,
    })
}

fn header(file: &SemanticFile<'_>, class: Id<Class>) -> Span {
    file.header(file.tree()[class].stmt)
}

/// The class; flagged are its `__eq__` and `__hash__`, inherited or not.
fn relevant(shown: &Shown<'_, '_>, _: &Finding, block: usize, out: &mut RelevantBlocks) {
    let Some(class) = shown.class_of_block(block) else {
        return;
    };
    out.show(shown.all_of(class));
    for name in ["__eq__", "__hash__"] {
        out.flag(shown.resolved_method(class, name));
    }
}
