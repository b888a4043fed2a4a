//! Q11: what `__iter__` returns must be an iterator, with `__next__` to go on and `__iter__` to return itself.

use examen_semantics::python::{At, ClassRef, FunctionRef, SemanticFile, Version};
use examen_syntax::Span;
use examen_syntax::python::StmtKind;
use examen_views::blocks::BlockKind;

use crate::{BaseRate, Finding, Findings, Hops, Query, RelevanceRule, RelevantBlocks, Severity, Shown};

pub(super) static QUERY: Query = Query {
    id: "py/iter-returns-non-iterator",
    number: 11,
    name: "`__iter__` method returns a non-iterator",
    hops: Hops::Multi,
    severity: Severity::Error,
    tags: &["reliability", "correctness"],
    description: "The `__iter__` of a class returns an object whose class lacks `__iter__` or `__next__` (`next` in Python \
                  2). A `for` loop over it fails with a TypeError.",
    example: "⟦class Numbers:⟧\n    ⟨def __iter__(self):⟩\n        return self\n",
    base_rate: BaseRate { answers: 64, plausible: 87 },
    relevance: RelevanceRule::multi_hop(relevant),
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for (class, span, iter) in returned(file) {
        if !is_iterator(file, class) {
            let message = format!(
                "Class {} is returned as an iterator (by {}) but does not fully implement the iterator interface.",
                file.class_name(class),
                file.function_name(iter)
            );
            out.add(span, message).fact_at(file.function_span(iter), file.described(iter));
        }
    }
}

/// Classes that are returned and are iterators.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (class, span, iter) in returned(file) {
        if is_iterator(file, class) {
            let message = format!("Class {} is returned as an iterator and is one.", file.class_name(class));
            out.add(span, message).fact_at(file.function_span(iter), file.described(iter));
        }
    }
}

/// The classes of this file whose objects some `__iter__` of the program returns, with their headers and the method.
fn returned(file: &SemanticFile<'_>) -> Vec<(ClassRef, Span, FunctionRef)> {
    let mut returned = Vec::new();
    if file.classes().next().is_none() {
        return returned;
    }
    for at in file.files() {
        let model = file.model_of(at);
        if model.symbols().find("__iter__").is_none() {
            continue;
        }
        for (class, _) in model.tree.all() {
            let class = ClassRef::Defined(at, class);
            if !file.declares(class, "__iter__") || !file.has_order(class) {
                continue;
            }
            for iter in file.declared(class, "__iter__").unwrap_or_default().functions() {
                let classes = returned_classes(file, iter);
                let here = classes.into_iter().filter_map(|class| {
                    let (_, span) = file.class_span(class).filter(|&(at, _)| at == file.id())?;
                    Some((class, span, iter))
                });
                returned.extend(here);
            }
        }
    }
    returned.sort_unstable();
    returned.dedup();
    returned
}

fn returned_classes(file: &SemanticFile<'_>, iter: FunctionRef) -> Vec<ClassRef> {
    let FunctionRef::Defined(at, function) = iter else {
        return Vec::new();
    };
    let tree = file.model_of(at).tree;
    let mut classes = Vec::new();
    for &stmt in file.returns(at, function) {
        if let StmtKind::Return { value: Some(expr) } = tree[stmt].kind {
            let values = file.values_at(At { file: at, expr });
            classes.extend(values.iter().filter_map(|value| file.class_of_value(value)));
        }
    }
    classes
}

fn is_iterator(file: &SemanticFile<'_>, class: ClassRef) -> bool {
    let next = match file.version() {
        Version::Python2 => "next",
        Version::Python3 => "__next__",
    };
    let has = |name: &str| file.mro(class).into_iter().any(|class| file.declares(class, name));
    has("__iter__") && has(next)
}

/// The `__iter__` of the class, and each `__iter__` that returns it by name.
fn relevant(shown: &Shown<'_, '_>, _: &Finding, block: usize, out: &mut RelevantBlocks) {
    let Some(class) = shown.class_of_block(block) else {
        return;
    };
    out.flag(shown.methods(class, "__iter__"));
    let returned = format!("return {}", shown.file.text(shown.file.tree()[class].name.span));
    out.flag(shown.find(|kind| {
        matches!(*kind, BlockKind::ClassFunction(_, function) if shown.is_named(function, "__iter__")
            && shown.file.code(shown.file.tree()[function].stmt).contains(&returned))
    }));
}
