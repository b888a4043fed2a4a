//! Q9: `__init__` calls a method that a subclass overrides, which then sees an object that is half made.

use examen_semantics::python::{Call, ClassRef, FunctionRef, SemanticFile};
use examen_syntax::Span;

use crate::{BaseRate, Finding, Findings, Hops, Query, RelevanceRule, RelevantBlocks, Severity, Shown};

pub(super) static QUERY: Query = Query {
    id: "py/init-calls-subclass",
    number: 9,
    name: "`__init__` method calls overridden method",
    hops: Hops::Multi,
    severity: Severity::Warning,
    tags: &["reliability", "correctness"],
    description: "The `__init__` of a class calls a method that a subclass overrides. For an object of the subclass it is \
                  the overriding method that runs, before the subclass has set up what it may need.",
    example: "class Base:\n    def __init__(self):\n        ⟦self.load()⟧\n\n    ⟨def load(self):⟩\n        pass\n\nclass \
              Table(Base):\n    ⟨def load(self):⟩\n        pass\n",
    base_rate: BaseRate { answers: 160, plausible: 2222 },
    relevance: RelevanceRule::multi_hop(relevant),
    answers,
    earlier_answers: None,
    negatives,
};

/// `self.name()` in the `__init__` of a class that declares `name`.
struct SelfCall<'p> {
    span: Span,
    class: ClassRef,
    name: &'p str,
}

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for call in self_calls(file) {
        let overriding = overriding(file, &call);
        if overriding.is_empty() {
            continue;
        }
        for overridden in file.declared(call.class, call.name).unwrap_or_default().functions() {
            for &overriding in &overriding {
                let overriding_name = file.described(overriding);
                let message =
                    format!("Call to self.{} in __init__ method, which is overridden by {overriding_name}.", call.name);
                out.add(call.span, message)
                    .fact_at(file.function_span(overridden), file.described(overridden))
                    .fact_at(file.function_span(overriding), overriding_name);
            }
        }
    }
}

/// Calls of methods that no subclass overrides.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for call in self_calls(file) {
        let methods = file.declared(call.class, call.name).unwrap_or_default();
        if let Some(method) = methods.functions().next()
            && overriding(file, &call).is_empty()
        {
            let message = format!("Call to self.{} in __init__ method, which no subclass overrides.", call.name);
            out.add(call.span, message).fact_at(file.function_span(method), file.described(method));
        }
    }
}

fn self_calls<'p>(file: &SemanticFile<'p>) -> Vec<SelfCall<'p>> {
    let model = file.model();
    if model.symbols().find("__init__").is_none() {
        return Vec::new();
    }
    // The method that was asked about last, and whether it is the `__init__` of its class.
    let mut last = None;
    let self_call = |call: Call| {
        let attribute = model.self_attribute(call.function)?;
        let method = attribute.method;
        if file.text(file.tree()[method].name.span) != "__init__"
            || model.scope_of_expr(call.expr) != model.function_scope(method)
        {
            return None;
        }
        let class = file.class_ref(model.class_of(method)?);
        if last.is_none_or(|(known, _)| known != method) {
            let init = file.declared(class, "__init__").unwrap_or_default();
            last = Some((method, init.functions().any(|init| init == FunctionRef::Defined(file.id(), method))));
        }
        let is_init = last.is_some_and(|(_, is_init)| is_init);
        is_init.then(|| SelfCall { span: file.span(call.expr), class, name: attribute.name })
    };
    file.calls().filter_map(self_call).collect()
}

/// The methods of subclasses under the name that is called.
fn overriding(file: &SemanticFile<'_>, call: &SelfCall<'_>) -> Vec<FunctionRef> {
    let declared = file.subclasses(call.class).iter().filter_map(|&class| file.declared(class, call.name));
    declared.flat_map(|values| values.functions().collect::<Vec<_>>()).collect()
}

/// The class and those below it; flagged are its `__init__` and the methods that override one of its own.
fn relevant(shown: &Shown<'_, '_>, _: &Finding, block: usize, out: &mut RelevantBlocks) {
    let Some(class) = shown.class_of_block(block) else {
        return;
    };
    out.show(shown.all_of(class));
    out.flag(shown.methods(class, "__init__"));
    let own: Vec<&str> = shown.named_methods(class).into_iter().map(|(name, _)| name).collect();
    for below in shown.descendants(class) {
        out.show(shown.all_of(below));
        for (name, block) in shown.named_methods(below) {
            if name != "__init__" && own.contains(&name) {
                out.flag([block]);
            }
        }
    }
}
