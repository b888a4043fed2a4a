//! Q8: calling something that is not a function, a class or an object with `__call__`.

use examen_semantics::python::{At, ClassRef, DefinitionKind, FileId, SemanticFile, Value};
use examen_syntax::Span;
use examen_syntax::python::{Expr, Id, Node, StmtKind};

use crate::python::support::operand_classes::add_operand_classes;
use crate::{BaseRate, Finding, Findings, Hops, Query, RelevanceRule, RelevantBlocks, Severity, Shown, StubBody};

pub(super) static QUERY: Query = Query {
    id: "py/call-to-non-callable",
    number: 8,
    name: "Non-callable called",
    hops: Hops::Multi,
    severity: Severity::Error,
    tags: &["reliability", "correctness", "types"],
    description: "An object is called whose class has no `__call__`. The call raises a TypeError; often a comma or an \
                  operator is missing.",
    example: "pairs = [\n    ⟦⟨(1, 2)⟩\n    (3, 4)⟧,\n]\n",
    base_rate: BaseRate { answers: 77, plausible: 42_467 },
    relevance: RelevanceRule::multi_hop(relevant),
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for call in file.calls() {
        for value in file.values(call.function).iter() {
            if value == Value::None || is_callable_kind(file, value) {
                continue;
            }
            let is_absent = file.is_absent_module(value);
            let class = if is_absent { file.built_in_class("module") } else { file.class_of_value(value) };
            let Some(class) = class else {
                continue;
            };
            let is_reachable = file.flow().is_reachable(call.expr);
            if is_callable(file, class) || is_raised_not_implemented(file, call.expr, call.function) || !is_reachable {
                continue;
            }
            let kind = if matches!(class, ClassRef::Known(_)) { "builtin-class" } else { "class" };
            let name = file.class_name(class);
            let mut added = out.add(file.span(call.expr), format!("Call to a non-callable of {kind} {name}."));
            let (at, origin) = origin(file, value, call.function);
            added = added.fact_in(at, origin, "non-callable");
            if let Some((at, span)) = file.class_span(class) {
                added.fact_in(at, span, format!("class {name}"));
            }
        }
    }
}

/// Calls of objects whose class can be called.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for call in file.calls() {
        let values = file.values(call.function);
        let Some(value) = values.iter().next() else {
            continue;
        };
        let is_callable = is_callable_kind(file, value) && !matches!(value, Value::External(_) | Value::Decorated(..))
            || file.class_of_value(value).is_some_and(|class| is_callable(file, class));
        if is_callable {
            out.add(file.span(call.expr), "What is called can be called.");
        }
    }
}

/// Kinds of values that can be called, or of which nothing is known.
fn is_callable_kind(file: &SemanticFile<'_>, value: Value) -> bool {
    match value {
        Value::Class(_) | Value::Function(_) | Value::Method(..) | Value::Decorated(..) | Value::Super(..) => true,
        Value::External(_) => !file.is_absent_module(value),
        _ => false,
    }
}

/// Returns whether objects of a class can be called, for all that is known; a descriptor may turn into anything.
fn is_callable(file: &SemanticFile<'_>, class: ClassRef) -> bool {
    file.has_failed(class) || ["__call__", "__get__"].iter().any(|name| file.lookup(class, name).is_some())
}

/// `raise NotImplemented(…)`, which has a query of its own.
fn is_raised_not_implemented(file: &SemanticFile<'_>, call: Id<Expr>, function: Id<Expr>) -> bool {
    let Some(Node::Stmt(stmt)) = file.model().parent(call) else {
        return false;
    };
    matches!(file.tree()[stmt].kind, StmtKind::Raise { exception: Some(raised), .. } if raised == call)
        && file.code(function) == "NotImplemented"
}

/// Where a value comes from.
fn origin(file: &SemanticFile<'_>, value: Value, used: Id<Expr>) -> (FileId, Span) {
    let made = match value {
        Value::Literal(at)
        | Value::Instance(_, Some(at))
        | Value::Property(_, at)
        | Value::ClassMethod(_, at)
        | Value::StaticMethod(_, at) => Some(at),
        _ => None,
    };
    match (made, value) {
        (Some(at), _) => (at.file, made_at(file, at)),
        (None, Value::Bool(_)) => (file.id(), constant_default(file, value, used).unwrap_or_else(|| file.span(used))),
        (None, Value::External(path)) => {
            (file.id(), import_of(file, &file.external_path(path)).unwrap_or_else(|| file.span(used)))
        }
        (None, Value::SelfInstance(_, at, parameter)) => (at, file.model_of(at).tree[parameter].name.span),
        (None, Value::Module(_, Some(imported))) => {
            (imported.file, file.model_of(imported.file).tree[imported.alias].name.span)
        }
        _ => (file.id(), file.span(used)),
    }
}

/// The expression that makes a value, or the statement `name += value`.
fn made_at(file: &SemanticFile<'_>, at: At) -> Span {
    let model = file.model_of(at.file);
    match model.parent(at.expr) {
        Some(Node::Stmt(stmt)) if model.is_augmented(at.expr) => model.tree[stmt].span,
        _ => model.tree[at.expr].span,
    }
}

/// The default of the parameter that a name stands for, if it is this constant.
fn constant_default(file: &SemanticFile<'_>, value: Value, used: Id<Expr>) -> Option<Span> {
    let (model, ssa) = (file.model(), file.ssa());
    let reaching = ssa.reaching(ssa.value_at(used)?);
    reaching.definitions.into_iter().find_map(|id| match model[id].kind {
        DefinitionKind::Parameter(parameter) => {
            let default = model.tree[parameter].default?;
            let is_it = file.values_at(At { file: file.id(), expr: default }).only() == Some(value);
            is_it.then(|| file.span(default))
        }
        _ => None,
    })
}

/// The name in the first import of a module.
fn import_of(file: &SemanticFile<'_>, module: &str) -> Option<Span> {
    let model = file.model();
    model.definitions().find_map(|(_, definition)| match definition.kind {
        DefinitionKind::Import { alias, .. } => {
            let name = model.tree[alias].name;
            (file.text(name.span) == module).then_some(name.span)
        }
        _ => None,
    })
}

/// The class of what is called with its `__call__`.
fn relevant(shown: &Shown<'_, '_>, finding: &Finding, _: usize, out: &mut RelevantBlocks) {
    add_operand_classes(shown, finding.span, ("__call__", StubBody::Raises), out);
}
