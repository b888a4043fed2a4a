//! Q4: a class that adds attributes to a base with its own idea of equality has to say what equality means now.

use examen_semantics::python::{ClassRef, FileId, FunctionRef, SemanticFile};
use examen_syntax::Span;
use examen_syntax::python::{Class, Context, ExprKind, Id, Node};

use crate::python::support::generic_equality::compares_whole_objects;
use crate::{
    BaseRate, FactBlocks, Finding, Findings, Hops, Query, RelevanceRule, RelevantBlocks, Severity, Shown, StubBody,
};

pub(super) static QUERY: Query = Query {
    id: "py/missing-equals",
    number: 4,
    name: "`__eq__` not overridden when adding attributes",
    hops: Hops::Multi,
    severity: Severity::Warning,
    tags: &["reliability", "correctness"],
    description: "A class stores attributes on its objects and inherits an `__eq__` that does not know them, so objects that \
                  differ compare as equal.",
    example: "class Point:\n    ⟨def __eq__(self, other):⟩\n        return self.x == other.x\n\n⟦class \
              ColorPoint(Point):⟧\n    def paint(self, color):\n        ⟨self.color⟩ = color\n",
    base_rate: BaseRate { answers: 359, plausible: 27 },
    relevance: RelevanceRule { facts: FactBlocks::Ignored, ..RelevanceRule::multi_hop(relevant) },
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for (class, equalities) in classes_with_equality(file) {
        let this = file.class_ref(class);
        if file.declares(this, "__eq__") || is_exempt(file, this) {
            continue;
        }
        let stores = stores(file, this);
        for &equality in &equalities {
            for store in &stores {
                if !reads_attribute(file, equality, store.name) {
                    let message = format!(
                        "The class '{}' does not override '__eq__', but adds the new attribute {}.",
                        file.class_name(this),
                        store.name
                    );
                    out.add(file.header(file.tree()[class].stmt), message)
                        .fact_at(file.function_span(equality), file.described(equality))
                        .fact_in(store.file, store.span, format!("attribute {}", store.name));
                }
            }
        }
    }
}

/// Classes that add attributes and define `__eq__` too.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (class, equalities) in classes_with_equality(file) {
        let this = file.class_ref(class);
        if !file.declares(this, "__eq__") || is_exempt(file, this) || stores(file, this).is_empty() {
            continue;
        }
        let message = format!("The class '{}' adds attributes and overrides '__eq__'.", file.class_name(this));
        let mut added = out.add(file.header(file.tree()[class].stmt), message);
        for equality in equalities {
            added = added.fact_at(file.function_span(equality), file.described(equality));
        }
    }
}

/// The classes with a direct base that declares an `__eq__` which lists what it compares, and those of the bases.
fn classes_with_equality(file: &SemanticFile<'_>) -> Vec<(Id<Class>, Vec<FunctionRef>)> {
    let with_equality = |class: Id<Class>| {
        if file.tree()[class].bases.is_empty() {
            return None;
        }
        let object = file.built_in_class("object");
        let facts = file.class_facts(file.id(), class);
        let mut equalities = Vec::new();
        for base in facts.bases.iter().copied().flatten().filter(|&base| Some(base) != object) {
            let declared = file.declared(base, "__eq__").unwrap_or_default();
            equalities.extend(declared.functions().filter(|&equality| !compares_whole_objects(file, equality)));
        }
        equalities.sort_unstable();
        equalities.dedup();
        (!equalities.is_empty()).then_some((class, equalities))
    };
    file.classes().filter_map(with_equality).collect()
}

/// Metaclasses, and test cases, which nobody compares.
fn is_exempt(file: &SemanticFile<'_>, class: ClassRef) -> bool {
    file.descends_from(class, "type") || file.mro(class).into_iter().any(|class| file.class_name(class) == "TestCase")
}

/// `self.name = …` in a method.
struct Store<'p> {
    file: FileId,
    span: Span,
    name: &'p str,
}

fn stores<'p>(file: &SemanticFile<'p>, class: ClassRef) -> Vec<Store<'p>> {
    let mut stores = Vec::new();
    for name in file.declared_names(class) {
        for function in file.declared(class, name).unwrap_or_default().functions() {
            let FunctionRef::Defined(at, function) = function else {
                continue;
            };
            let model = file.model_of(at);
            model.visit_body(function, &mut |node| {
                if let Node::Expr(expr) = node
                    && matches!(model.tree[expr].kind, ExprKind::Attribute { context: Context::Store, .. })
                    && let Some(attribute) = model.self_attribute(expr)
                    && !model.is_augmented(expr)
                {
                    stores.push(Store { file: at, span: model.tree[expr].span, name: attribute.name });
                }
            });
        }
    }
    stores
}

/// Returns whether an `__eq__` asks for the attribute, so that it must have been written with it in mind.
fn reads_attribute(file: &SemanticFile<'_>, equality: FunctionRef, name: &str) -> bool {
    let FunctionRef::Defined(at, function) = equality else {
        return false;
    };
    let model = file.model_of(at);
    let mut is_read = false;
    model.visit_body(function, &mut |node| {
        if let Node::Expr(expr) = node {
            is_read |= model.self_attribute(expr).is_some_and(|attribute| attribute.name == name)
                && matches!(model.tree[expr].kind, ExprKind::Attribute { context: Context::Load, .. });
        }
    });
    is_read
}

/// The class and its bases; flagged are each `__init__` and the `__eq__` that the class has.
fn relevant(shown: &Shown<'_, '_>, _: &Finding, block: usize, out: &mut RelevantBlocks) {
    let Some(class) = shown.class_of_block(block) else {
        return;
    };
    for class in shown.lineage(class) {
        out.show(shown.all_of(class));
        out.flag(shown.methods(class, "__init__"));
    }
    shown.flag_inherited_method(shown.file.class_ref(class), "__eq__", StubBody::Raises, out);
}
