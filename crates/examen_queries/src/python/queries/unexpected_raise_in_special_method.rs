//! Q48: who calls a special method expects certain exceptions and no others.

use examen_semantics::python::{ClassRef, FunctionRef, SemanticFile, Version};
use examen_syntax::python::{Function, Id};

use crate::{BaseRate, FactBlocks, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/unexpected-raise-in-special-method",
    number: 48,
    name: "Non-standard exception raised in special method",
    hops: Hops::Single,
    severity: Severity::Recommendation,
    tags: &["reliability", "maintainability", "convention"],
    description: "A special method does nothing but raise an exception that the protocol behind it does not know, such as \
                  something else than a LookupError in `__getitem__`.",
    example: "class Empty:\n    ⟦def __getitem__(self, index):⟧\n        raise ValueError(index)\n",
    base_rate: BaseRate { answers: 44, plausible: 693 },
    relevance: RelevanceRule { facts: FactBlocks::Ignored, ..RelevanceRule::SINGLE_HOP },
    answers,
    earlier_answers: None,
    negatives,
};

/// What a special method should do where it can only fail.
#[derive(Clone, Copy)]
enum Convention {
    /// Raise this exception, or one below it.
    Raise(&'static str),
    /// Not be there.
    Omit(&'static str),
}

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for (function, convention) in special_methods(file) {
        let Some(class) = only_exception(file, function) else {
            continue;
        };
        let advice = match convention {
            _ if file.class_name(class) == "NotImplementedError" => continue,
            Convention::Omit(advice) => advice.to_owned(),
            Convention::Raise(_) if is_accepted(file, function, class, convention) => continue,
            Convention::Raise(preferred) => format!("raise {preferred} instead"),
        };
        let name = file.class_name(class);
        out.add(file.header(file.tree()[function].stmt), format!("Function always raises {name}; {advice}."))
            .fact_at(file.class_span(class), format!("class {name}"));
    }
}

/// Special methods that raise what is expected, or return as well.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (function, _) in special_methods(file) {
        let scope = file.model().function_scope(function);
        if file.raises(file.id(), scope).next().is_none() {
            continue;
        }
        let message = match only_exception(file, function) {
            Some(class) => format!("Raising {} is accepted here.", file.class_name(class)),
            None => "The function does not always raise one exception.".to_owned(),
        };
        out.add(file.header(file.tree()[function].stmt), message);
    }
}

/// The special methods for which there is a convention; abstract ones may raise what they like.
fn special_methods(file: &SemanticFile<'_>) -> impl Iterator<Item = (Id<Function>, Convention)> {
    file.tree().all::<Function>().filter_map(|(function, node)| {
        let name = file.text(node.name.span);
        if !name.starts_with("__") {
            return None;
        }
        let convention = convention(name, file.version())?;
        file.model().class_of(function)?;
        let is_abstract = |&decorator| file.name(decorator).is_some_and(|name| name.contains("abstract"));
        (!file.list(node.decorators).iter().any(is_abstract)).then_some((function, convention))
    })
}

fn convention(name: &str, version: Version) -> Option<Convention> {
    let convention = match name {
        "__getattribute__" | "__getattr__" | "__setattr__" => Convention::Raise("AttributeError"),
        "__getitem__" | "__setitem__" | "__delitem__" => Convention::Raise("LookupError"),
        "__lt__" | "__le__" | "__gt__" | "__ge__" | "__bool__" => Convention::Raise("TypeError"),
        "__cmp__" if version == Version::Python2 => Convention::Raise("TypeError"),
        "__hash__" => Convention::Omit("use __hash__ = None instead"),
        "__int__" | "__float__" | "__long__" | "__trunc__" | "__complex__" => {
            Convention::Omit("there is no need to implement the method at all")
        }
        "__nonzero__" if version == Version::Python2 => {
            Convention::Omit("there is no need to implement the method at all")
        }
        _ if is_arithmetic(name) => Convention::Raise("ArithmeticError"),
        _ => return None,
    };
    Some(convention)
}

fn is_arithmetic(name: &str) -> bool {
    let Some(operator) = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")) else {
        return false;
    };
    let is_binary = |operator: &str| {
        matches!(
            operator,
            "add" | "sub" | "mul" | "div" | "truediv" | "floordiv" | "pow" | "lshift" | "rshift" | "and" | "or" | "xor"
        )
    };
    let reflected = operator.strip_prefix(['r', 'i']).unwrap_or("");
    is_binary(operator) || is_binary(reflected) || matches!(operator, "neg" | "pos" | "abs" | "divmod")
}

/// The one exception that a function raises, when it never returns.
fn only_exception(file: &SemanticFile<'_>, function: Id<Function>) -> Option<ClassRef> {
    let scope = file.model().function_scope(function);
    if file.raises(file.id(), scope).next().is_none() || !file.never_returns(file.id(), function) {
        return None;
    }
    match file.exceptions_of(file.id(), function)[..] {
        // In a generator it is a way to return.
        [class] if file.built_in_class("StopIteration") != Some(class) => Some(class),
        _ => None,
    }
}

fn is_accepted(file: &SemanticFile<'_>, function: Id<Function>, class: ClassRef, convention: Convention) -> bool {
    let Convention::Raise(preferred) = convention else {
        return false;
    };
    let name = file.function_name(FunctionRef::Defined(file.id(), function));
    let takes_type_error = matches!(
        name,
        "__getattribute__" | "__getattr__" | "__setattr__" | "__getitem__" | "__setitem__" | "__delitem__"
    );
    file.descends_from(class, preferred) || (takes_type_error && file.descends_from(class, "TypeError"))
}
