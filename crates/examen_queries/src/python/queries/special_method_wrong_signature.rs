//! Q47: Python calls special methods itself, with a number of arguments that the class does not choose.

use examen_semantics::python::{FunctionRef, SemanticFile, Value};
use examen_syntax::Span;
use examen_syntax::python::{Class, Id};

use crate::python::support::class_members::is_zope_interface;
use crate::{BaseRate, FactBlocks, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/special-method-wrong-signature",
    number: 47,
    name: "Special method has incorrect signature",
    hops: Hops::Single,
    severity: Severity::Error,
    tags: &["reliability", "correctness"],
    description: "A special method that cannot take the arguments with which Python calls it fails when the operation is \
                  used; a default for an argument that is always given is never used.",
    example: "⟨class Point:⟩\n    ⟦def __add__(self, x, y):⟧\n        return Point(self.x + x, self.y + y)\n",
    base_rate: BaseRate { answers: 30, plausible: 4719 },
    relevance: RelevanceRule { facts: FactBlocks::Ignored, ..RelevanceRule::SINGLE_HOP },
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    each_special_method(file, |method| {
        if let Some(fault) = fault(&method) {
            let class = &file.tree()[method.class];
            let class_name = file.text(class.name.span);
            let message = format!("Special method {} of class {class_name} {fault}.", method.name);
            out.add(method.span, message).fact(file.header(class.stmt), class_name);
        }
    });
}

fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    each_special_method(file, |method| {
        if fault(&method).is_none() {
            out.add(method.span, "The special method takes the arguments it is called with.");
        }
    });
}

/// A function that a class has under the name of a special method.
struct SpecialMethod<'p> {
    class: Id<Class>,
    name: &'p str,
    arguments: Arguments,
    /// The header, or the lambda.
    span: Span,
    counts: Counts,
}

/// How many arguments a function takes by position, the object itself included.
struct Counts {
    least: usize,
    most: usize,
    takes_any_number: bool,
}

/// With how many arguments Python calls a special method, the object itself included.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arguments {
    Exactly(usize),
    /// `__pow__` gets a third argument from the function `pow` only.
    PowersMayHaveModulus,
    /// `__get__` is called with the class too, but by hand sometimes without.
    GettersMayHaveClass,
}

fn fault(method: &SpecialMethod<'_>) -> Option<String> {
    let (fewest, most) = match method.arguments {
        Arguments::Exactly(count) => (count, count),
        Arguments::PowersMayHaveModulus | Arguments::GettersMayHaveClass => (2, 3),
    };
    let accepted = if method.arguments == Arguments::GettersMayHaveClass { most } else { fewest };
    let &Counts { least, most: can_take, takes_any_number } = &method.counts;
    let is_power = method.arguments == Arguments::PowersMayHaveModulus;
    let counts = || {
        let needs = if least == 1 { "1 parameter".to_owned() } else { format!("{least} parameters") };
        let wanted = if fewest == most { fewest.to_string() } else { format!("{fewest} or {most}") };
        format!("it needs {needs}, but should need {wanted}")
    };
    if can_take < accepted {
        Some(format!("has too few parameters: {}", counts()))
    } else if least > most {
        Some(format!("has too many parameters: {}", counts()))
    } else if least < fewest && (is_power || !takes_any_number) {
        Some(format!("has {} default value(s) that are never used", fewest - least))
    } else if is_power && least == most {
        Some("should have a default value for its third parameter".to_owned())
    } else {
        None
    }
}

/// Calls `visit` for each function of the file that a class has, at the end of its body, under the name of a special
/// method.
fn each_special_method<'p>(file: &SemanticFile<'p>, mut visit: impl FnMut(SpecialMethod<'p>)) {
    let model = file.model();
    for class in file.classes() {
        for variable in model.locals(model.class_scope(class)) {
            let name = model.name_of(variable);
            let Some(arguments) = arguments(name) else {
                continue;
            };
            let values = file.declared(file.class_ref(class), name).unwrap_or_default();
            for value in values.iter() {
                if let Value::Function(function) = value
                    && let Some((at, span)) = file.function_span(function)
                    && at == file.id()
                    && let Some(counts) = counts(file, class, function)
                {
                    visit(SpecialMethod { class, name, arguments, span, counts });
                }
            }
        }
    }
}

fn counts(file: &SemanticFile<'_>, class: Id<Class>, function: FunctionRef) -> Option<Counts> {
    let signature = file.signature(function)?;
    let unwritten = usize::from(is_zope_interface(file, class));
    Some(Counts {
        least: signature.minimum() + unwritten,
        most: signature.maximum().map_or(usize::MAX, |most| most + unwritten),
        takes_any_number: signature.has_variadic,
    })
}

/// Returns how special methods are called.
#[rustfmt::skip]
fn arguments(name: &str) -> Option<Arguments> {
    let arguments = match name.strip_prefix("__")?.strip_suffix("__")? {
        "abs" | "bool" | "complex" | "del" | "enter" | "float" | "hash" | "hex" | "index" | "int" | "invert" | "iter"
        | "len" | "long" | "neg" | "nonzero" | "oct" | "pos" | "repr" | "reversed" | "str" | "unicode" => Arguments::Exactly(1),
        "add" | "and" | "cmp" | "coerce" | "contains" | "delattr" | "delete" | "delitem" | "div" | "divmod" | "eq"
        | "floordiv" | "ge" | "getitem" | "gt" | "iadd" | "iand" | "idiv" | "idivmod" | "ifloordiv" | "ilshift" | "imod"
        | "imul" | "instancecheck" | "ior" | "ipow" | "irshift" | "isub" | "itruediv" | "ixor" | "le" | "lshift" | "lt"
        | "mod" | "mul" | "ne" | "or" | "radd" | "rand" | "rcmp" | "rdiv" | "rdivmod" | "rfloordiv" | "rlshift" | "rmod"
        | "rmul" | "ror" | "rpow" | "rrshift" | "rshift" | "rsub" | "rtruediv" | "rxor" | "sub" | "subclasscheck"
        | "truediv" | "xor" => Arguments::Exactly(2),
        "delslice" | "getslice" | "set" | "setattr" | "setitem" => Arguments::Exactly(3),
        "exit" | "setslice" => Arguments::Exactly(4),
        "pow" => Arguments::PowersMayHaveModulus,
        "get" => Arguments::GettersMayHaveClass,
        _ => return None,
    };
    Some(arguments)
}
