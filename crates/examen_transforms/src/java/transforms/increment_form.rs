//! Increment form.

use examen_syntax::java::{Field, Kind, Node};
use examen_syntax::{Edit, Span};

use crate::java::support::known_types::KnownTypes;
use crate::java::support::statement_places::{has_comment, is_discarded};
use crate::java::support::tidy_edits::is_whitespace;
use crate::java_method::{JavaMethod, insert, replace};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "IC",
    name: "increment form",
    description: "`x++`, `x += 1` and `x = x + 1` become one another, and so do the forms with a minus, where nobody asks \
                  for the value: as a statement or in the head of a `for`. Which of the other forms is taken goes round \
                  the places.",
    reason: "All forms read the variable once, add one in the variable's own type and write it once. The target is \
             evaluated once, since `x = x + 1` is made only of a name or `this.name`.",
    refuses: "Targets whose type no declaration in the method or its class tells: `s += 1` may join strings, and `x += 1` \
              does not compile for `Byte`, `Short` and `Character`, which `x++` does. `byte`, `short` and `char` do not \
              become `x = x + 1`, which lacks the cast.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

/// The way an increment is written.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// `x++` or `++x`.
    Step,
    /// `x += 1`.
    Compound,
    /// `x = x + 1`.
    Plain,
}

/// An increment or decrement by one.
struct Increment<'t> {
    expression: Node<'t>,
    form: Form,
    target: Node<'t>,
    operator: Node<'t>,
    /// `+` or `-`.
    sign: &'static str,
}

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let types = KnownTypes::of(method);
    let first_form = method.choice("IC", 1 << 16);
    for expression in candidates(method) {
        let Some(increment) = read(method, expression) else { continue };
        let Some(known) = types.type_of(increment.target).filter(|_| !is_captured(method, increment.target)) else {
            found.refuse(expression.span(), "type-not-known");
            continue;
        };
        let forms = forms(&increment, &known);
        if forms.is_empty() {
            if known.ends_with("Byte") || known.ends_with("Short") || known.ends_with("Character") {
                found.refuse(expression.span(), "boxed-narrow-type");
            }
            continue;
        }
        let Some(&form) = forms.get((first_form + found.sites.len()) % forms.len()) else { continue };
        match edits(method, &increment, form) {
            Some(edits) => found.site(expression.span(), edits),
            None => found.refuse(expression.span(), "comment"),
        }
    }
}

/// The expressions whose value nobody asks for.
fn candidates<'t>(method: &JavaMethod<'t>) -> Vec<Node<'t>> {
    let mut candidates = Vec::new();
    for node in method.method.node.descendants() {
        match node.kind() {
            Kind::ExpressionStatement if is_discarded(method, node) => {
                candidates.extend(node.named_children().find(|part| !part.kind().is_comment()));
            }
            Kind::ForStatement => {
                candidates.extend(node.children_of(Field::Init));
                candidates.extend(node.children_of(Field::Update));
            }
            _ => {}
        }
    }
    // The update of a `for` stands before its body, but what is in its condition is met later.
    candidates.sort_by_key(|node| node.span());
    candidates
}

fn read<'t>(method: &JavaMethod<'t>, expression: Node<'t>) -> Option<Increment<'t>> {
    let (form, target, operator) = match expression.kind() {
        Kind::UpdateExpression => {
            let operator = expression.children().find(|child| child.kind() == Kind::Token)?;
            (Form::Step, expression.named_children().find(|child| !child.kind().is_comment())?, operator)
        }
        Kind::AssignmentExpression => {
            let target = expression.child(Field::Left)?;
            let operator = expression.child(Field::Operator)?;
            let value = expression.child(Field::Right)?;
            match operator.kind_name() {
                "+=" | "-=" if is_one(method, value) => (Form::Compound, target, operator),
                "=" => {
                    let sign = sign_of_sum(method, target, value)?;
                    return Some(Increment { expression, form: Form::Plain, target, operator, sign });
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    let sign = if operator.kind_name().starts_with('-') { "-" } else { "+" };
    let is_target = matches!(target.kind(), Kind::Identifier | Kind::FieldAccess | Kind::ArrayAccess);
    is_target.then_some(Increment { expression, form, target, operator, sign })
}

fn is_one(method: &JavaMethod<'_>, value: Node<'_>) -> bool {
    value.kind() == Kind::DecimalIntegerLiteral && value.text(method.source) == "1"
}

/// The sign in `x + 1`, `1 + x` or `x - 1`, if `x` is the target.
fn sign_of_sum(method: &JavaMethod<'_>, target: Node<'_>, value: Node<'_>) -> Option<&'static str> {
    if value.kind() != Kind::BinaryExpression || !is_name(target) {
        return None;
    }
    let (left, right) = (value.child(Field::Left)?, value.child(Field::Right)?);
    let is_target =
        |node: Node<'_>| node.kind() == target.kind() && node.text(method.source) == target.text(method.source);
    match value.child(Field::Operator)?.kind_name() {
        "+" if is_target(left) && is_one(method, right) || is_one(method, left) && is_target(right) => Some("+"),
        "-" if is_target(left) && is_one(method, right) => Some("-"),
        _ => None,
    }
}

/// Returns whether a target has nothing in it to be evaluated twice.
fn is_name(target: Node<'_>) -> bool {
    let object = target.child(Field::Object);
    target.kind() == Kind::Identifier || object.is_some_and(|object| object.kind() == Kind::This)
}

/// A captured variable cannot be written, so that the name is a field's of a class inside the method.
fn is_captured<'t>(method: &JavaMethod<'t>, target: Node<'t>) -> bool {
    let Some(variable) = method.model.variable_at(target).and_then(|index| method.model.variables().get(index)) else {
        return false;
    };
    let start = target.span().start;
    let at = variable.uses.partition_point(|usage| usage.node.span().start < start);
    variable.uses.get(at).is_none_or(|usage| usage.node != target || usage.is_captured)
}

/// The other forms that a target of this type may have.
fn forms(increment: &Increment<'_>, known: &str) -> Vec<Form> {
    let (may_be_compound, may_be_plain) = match known.strip_prefix("java.lang.").unwrap_or(known) {
        "int" | "long" | "float" | "double" | "Integer" | "Long" | "Float" | "Double" => (true, true),
        "byte" | "short" | "char" => (true, false),
        "Byte" | "Short" | "Character" => (false, false),
        _ => return Vec::new(),
    };
    let mut forms = Vec::new();
    if increment.form != Form::Step {
        forms.push(Form::Step);
    }
    if increment.form != Form::Compound && may_be_compound {
        forms.push(Form::Compound);
    }
    if increment.form != Form::Plain && may_be_plain && is_name(increment.target) {
        forms.push(Form::Plain);
    }
    forms
}

/// Nothing if a comment would be lost.
fn edits(method: &JavaMethod<'_>, increment: &Increment<'_>, form: Form) -> Option<Vec<Edit>> {
    let Increment { expression, target, operator, sign, .. } = *increment;
    let name = target.text(method.source);
    if increment.form == Form::Step {
        let text = match form {
            Form::Plain => format!(" = {name} {sign} 1"),
            _ => format!(" {sign}= 1"),
        };
        if operator.span().start > target.span().start
            && is_whitespace(method.source, target.span().end, operator.span().start)
        {
            return Some(vec![Edit { span: Span::new(target.span().end, operator.span().end), text }]);
        }
        return Some(vec![replace(operator, ""), insert(target.span().end, text)]);
    }
    let value = expression.child(Field::Right)?;
    match form {
        Form::Step => {
            let rest = Span::new(target.span().end, value.span().end);
            let has_comment = expression.named_children().any(|part| part.kind().is_comment()) || has_comment(value);
            (!has_comment).then(|| vec![Edit { span: rest, text: format!("{sign}{sign}") }])
        }
        Form::Compound => {
            (!has_comment(value)).then(|| vec![replace(operator, format!("{sign}=")), replace(value, "1")])
        }
        Form::Plain => Some(vec![replace(operator, format!("= {name} {sign}"))]),
    }
}
