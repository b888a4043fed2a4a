//! Q6: `is` asks whether two things are the same object, which equal strings and numbers need not be.

use examen_semantics::python::{At, ClassRef, ScopeKind, SemanticFile, Value, Values, string_content};
use examen_syntax::python::{CompareOp, Expr, ExprKind, Id, Node, StmtKind, StringPart, UnaryOp};

use crate::python::support::operand_classes::add_operand_classes;
use crate::{BaseRate, Finding, Findings, Hops, Query, RelevanceRule, RelevantBlocks, Severity, Shown, StubBody};

pub(super) static QUERY: Query = Query {
    id: "py/comparison-using-is",
    number: 6,
    name: "Comparison using is when operands support `__eq__`",
    hops: Hops::Multi,
    severity: Severity::Warning,
    tags: &["reliability", "correctness"],
    description: "Values are compared with `is` although their class defines when they are equal. Equal objects need not \
                  be the same object, so the outcome is up to the interpreter.",
    example: "name = 'main' + 'window'\nif ⟦name is 'mainwindow'⟧:\n    pass\n",
    base_rate: BaseRate { answers: 228, plausible: 18_480 },
    relevance: RelevanceRule::multi_hop(relevant),
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for (comparison, op, left, right) in identity_tests(file) {
        if is_mistaken(file, comparison, left, right) && file.flow().is_reachable(comparison) {
            let (symbol, better) = if op == CompareOp::Is { ("is", "==") } else { ("is not", "!=") };
            let message = format!(
                "Values compared using '{symbol}' when equivalence is not the same as identity. Use '{better}' instead."
            );
            out.add(file.span(comparison), message);
        }
    }
}

/// Identity tests that the classes of their operands do not forbid.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (comparison, _, left, right) in identity_tests(file) {
        if !is_mistaken(file, comparison, left, right) {
            out.add(file.span(comparison), "Identity may be what is meant here.");
        }
    }
}

/// Each `a is b` and `a is not b`, also as part of a chain.
fn identity_tests(file: &SemanticFile<'_>) -> impl Iterator<Item = (Id<Expr>, CompareOp, Id<Expr>, Id<Expr>)> {
    file.comparisons().flat_map(|comparison| {
        let rest = file.list(comparison.rest);
        let lefts = std::iter::once(comparison.left).chain(rest.iter().map(|part| part.right));
        let pairs = lefts.zip(rest).map(move |(left, part)| (comparison.expr, part.op, left, part.right));
        pairs.filter(|&(_, op, ..)| matches!(op, CompareOp::Is | CompareOp::IsNot))
    })
}

fn is_mistaken(file: &SemanticFile<'_>, comparison: Id<Expr>, left: Id<Expr>, right: Id<Expr>) -> bool {
    let tree = file.tree();
    // Most tests are against None.
    if [left, right].iter().any(|&side| matches!(tree[side].kind, ExprKind::None | ExprKind::True | ExprKind::False)) {
        return false;
    }
    let (left_values, right_values) = (file.values(left), file.values(right));
    if left_values.is_unknown() && right_values.is_unknown() {
        return false;
    }
    let [left_classes, right_classes] = [&left_values, &right_values].map(|values| classes(file, values));
    let compares = |class: &ClassRef| defines_equality(file, *class);
    let is_mistaken = match (left_classes.is_empty(), right_classes.is_empty()) {
        (false, false) => left_classes.iter().any(compares) && right_classes.iter().any(compares),
        _ => left_classes.iter().chain(&right_classes).any(compares),
    };
    is_mistaken
        && !is_inside_equality(file, comparison)
        && !is_sentinel(file, &left_values, &right_values)
        && ![&left_values, &right_values].iter().any(|values| values.iter().any(|value| is_interned(file, value)))
        && ![&left_values, &right_values].iter().any(|values| values.iter().any(|value| is_enum_member(file, value)))
}

fn classes(file: &SemanticFile<'_>, values: &Values) -> Vec<ClassRef> {
    values.iter().filter_map(|value| file.class_of_value(value)).collect()
}

/// Returns whether a class says itself when its objects are equal; types, functions and truth values may be compared
/// all the same, and so may the one object of a class.
fn defines_equality(file: &SemanticFile<'_>, class: ClassRef) -> bool {
    let is_exempt = match class {
        ClassRef::Known(_) => matches!(
            file.class_name(class),
            "type" | "builtin_function_or_method" | "bool" | "NoneType" | "NotImplementedType" | "ellipsis"
        ),
        ClassRef::Defined(at, id) => file.known_instances(at, id) == 1,
    };
    !is_exempt
        && file
            .mro(class)
            .into_iter()
            .any(|class| file.class_name(class) != "object" && file.declared(class, "__eq__").is_some())
}

/// `__eq__` and `__ne__` may begin with an identity test.
fn is_inside_equality(file: &SemanticFile<'_>, comparison: Id<Expr>) -> bool {
    let model = file.model();
    model.enclosing_scopes(model.scope_of_expr(comparison)).any(|scope| {
        let ScopeKind::Function(function) = model[scope].kind else {
            return false;
        };
        matches!(file.text(file.tree()[function].name.span), "__eq__" | "__ne__")
    })
}

/// The same literal on both sides, or a literal of this file against something unknown: a name for one object.
fn is_sentinel(file: &SemanticFile<'_>, left: &Values, right: &Values) -> bool {
    let literal = |value: Value| match value {
        Value::Literal(at) => Some(at),
        Value::Instance(_, Some(at)) if is_negative_number(file, at) => Some(at),
        _ => None,
    };
    right.iter().filter_map(literal).any(|at| {
        let text = |at: At| file.model_of(at.file).text(file.model_of(at.file).tree[at.expr].span);
        (left.is_unknown() && at.file == file.id())
            || left.iter().filter_map(literal).any(|other| text(other) == text(at))
    })
}

fn is_negative_number(file: &SemanticFile<'_>, at: At) -> bool {
    matches!(file.model_of(at.file).tree[at.expr].kind, ExprKind::Unary { op: UnaryOp::Minus, .. })
}

/// Objects that there is only one of: short strings, small integers, the empty tuple.
fn is_interned(file: &SemanticFile<'_>, value: Value) -> bool {
    let (Value::Literal(at) | Value::Instance(_, Some(at))) = value else {
        return false;
    };
    let model = file.model_of(at.file);
    match model.tree[at.expr].kind {
        ExprKind::Number => model.text(model.tree[at.expr].span).parse::<u32>().is_ok_and(|number| number <= 256),
        ExprKind::String { parts } => {
            let contents = |part: &StringPart| string_content(part.span.text(model.source)).chars().count();
            model.tree.list(parts).iter().map(contents).sum::<usize>() <= 1
        }
        ExprKind::Tuple { elements, .. } => elements.is_empty(),
        _ => false,
    }
}

/// A value assigned in the body of a class that descends from `Enum`.
fn is_enum_member(file: &SemanticFile<'_>, value: Value) -> bool {
    let (Value::Literal(at) | Value::Instance(_, Some(at))) = value else {
        return false;
    };
    let model = file.model_of(at.file);
    let Some(Node::Stmt(stmt)) = model.parent(at.expr) else {
        return false;
    };
    let ScopeKind::Class(class) = model[model.scope_of_stmt(stmt)].kind else {
        return false;
    };
    matches!(model.tree[stmt].kind, StmtKind::Assign { .. })
        && file.mro(ClassRef::Defined(at.file, class)).iter().any(|&base| file.class_name(base) == "Enum")
}

/// The classes of the operands with their `__eq__`.
fn relevant(shown: &Shown<'_, '_>, finding: &Finding, _: usize, out: &mut RelevantBlocks) {
    add_operand_classes(shown, finding.span, ("__eq__", StubBody::Compares), out);
}
