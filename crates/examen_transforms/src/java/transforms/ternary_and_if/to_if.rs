//! From a ternary to an `if`.

use examen_syntax::java::{Field, Kind, Node};
use examen_syntax::{Edit, Span};

use super::same_value::{Direction, is_no_constant, is_same_value, is_stable_target};
use crate::java::support::method_code::{has_comment, signs, token};
use crate::java::support::precedence::{operator, unparenthesized};
use crate::java::support::value_types::ValueType;
use crate::java_method::{JavaMethod, insert};

/// What is done with the value of a ternary.
struct Use<'t> {
    /// The value, perhaps in parentheses.
    value: Node<'t>,
    /// What must go to make place for the `if`: up to `return` or `=`.
    head: Span,
    /// What comes before the `if`.
    before: String,
    /// What comes before each of the values.
    receiver: String,
    target: ValueType,
}

/// The edits that put an `if` in the place of a statement, or why it must stay; nothing if it has no ternary for a value.
pub(super) fn branches<'t>(method: &JavaMethod<'t>, statement: Node<'t>) -> Option<Result<Vec<Edit>, &'static str>> {
    let value = value_of(statement)?;
    let ternary = unparenthesized(value);
    if ternary.kind() != Kind::TernaryExpression {
        return None;
    }
    Some(match use_of(method, statement, value, ternary)? {
        Ok(usage) => rewritten(method, statement, ternary, &usage),
        Err(reason) => Err(reason),
    })
}

fn value_of(statement: Node<'_>) -> Option<Node<'_>> {
    let first = statement.named_children().find(|child| !child.kind().is_comment())?;
    match statement.kind() {
        Kind::ReturnStatement => Some(first),
        Kind::ExpressionStatement if first.kind() == Kind::AssignmentExpression && operator(first) == "=" => {
            first.child(Field::Right)
        }
        Kind::LocalVariableDeclaration => statement.child(Field::Declarator)?.child(Field::Value),
        _ => None,
    }
}

fn use_of<'t>(
    method: &JavaMethod<'t>,
    statement: Node<'t>,
    value: Node<'t>,
    ternary: Node<'t>,
) -> Option<Result<Use<'t>, &'static str>> {
    let start = statement.span().start;
    let parent = method.model.parent(statement)?;
    if parent.kind() == Kind::SwitchRule {
        return Some(Err("rule-of-a-switch"));
    }
    Some(Ok(match statement.kind() {
        Kind::ReturnStatement => Use {
            value,
            head: token(statement, "return")?.span(),
            before: String::new(),
            receiver: "return ".to_owned(),
            target: method.returned_type(statement),
        },
        Kind::ExpressionStatement => {
            let assignment = statement.child_of_kind(Kind::AssignmentExpression)?;
            let target = assignment.child(Field::Left)?;
            if !is_stable_target(method, target, &[ternary]) {
                return Some(Err("target-may-change"));
            }
            let head = Span::new(start, assignment.child(Field::Operator)?.span().end);
            if has_comment(statement, head.start, head.end) {
                return Some(Err("comment-in-between"));
            }
            let receiver = format!("{} = ", method.text(target));
            Use { value, head, before: String::new(), receiver, target: method.value_type(target) }
        }
        _ => match declaration(method, statement, value, ternary, parent)? {
            Ok(usage) => usage,
            Err(reason) => return Some(Err(reason)),
        },
    }))
}

fn declaration<'t>(
    method: &JavaMethod<'t>,
    statement: Node<'t>,
    value: Node<'t>,
    ternary: Node<'t>,
    parent: Node<'t>,
) -> Option<Result<Use<'t>, &'static str>> {
    if !parent.kind().is_statement_list() {
        return None;
    }
    if statement.children_of(Field::Declarator).nth(1).is_some() {
        return Some(Err("several-variables"));
    }
    let declarator = statement.child(Field::Declarator)?;
    let name = declarator.child(Field::Name)?;
    let variable = method.model.variables().get(method.model.variable_at(name)?)?;
    let Some(type_text) = variable.type_text(method.source) else { return Some(Err("inferred-type")) };
    // Only these types have constant variables (JLS 4.12.4).
    let may_be_constant = method.value_type(name).is_primitive() || type_text.ends_with("String");
    if variable.is_final && may_be_constant && !is_no_constant(method, ternary) {
        return Some(Err("constant-variable"));
    }
    let start = declarator.child(Field::Dimensions).unwrap_or(name).span().end;
    let head = Span::new(start, token(declarator, "=")?.span().end);
    if has_comment(statement, head.start, head.end) {
        return Some(Err("comment-in-between"));
    }
    let before = format!(";\n{}", method.indentation(statement.span().start));
    let receiver = format!("{} = ", method.text(name));
    Some(Ok(Use { value, head, before, receiver, target: method.value_type(name) }))
}

fn rewritten<'t>(
    method: &JavaMethod<'t>,
    statement: Node<'t>,
    ternary: Node<'t>,
    usage: &Use<'t>,
) -> Result<Vec<Edit>, &'static str> {
    let parts = [Field::Condition, Field::Consequence, Field::Alternative].map(|field| ternary.child(field));
    let [Some(condition), Some(first), Some(second)] = parts else { return Err("unclear") };
    let (Some(question), Some(colon)) = (token(ternary, "?"), token(ternary, ":")) else { return Err("unclear") };
    if !is_same_value(method, usage.target, [first, second], Direction::ToIf) {
        return Err("values-may-be-converted");
    }
    let Use { value, head, before, receiver, .. } = usage;
    let indentation = method.indentation(statement.span().start);
    let (open, close) = if condition.kind() == Kind::ParenthesizedExpression { ("", "") } else { ("(", ")") };
    let mut edits =
        vec![method.replace_with_whitespace(*head, head.start, value.span().start, format!("{before}if {open}"))];
    let mut outer = *value;
    while outer != ternary {
        let Some((opening, closing)) = signs(outer, "(", ")") else { return Err("unclear") };
        edits.extend([
            Edit { span: opening.span(), text: String::new() },
            Edit { span: closing.span(), text: String::new() },
        ]);
        outer = crate::java::support::precedence::inside(outer).unwrap_or(ternary);
    }
    let (condition, first, second) = (condition.span(), first.span(), second.span());
    edits.push(method.replace_with_whitespace(
        question.span(),
        condition.end,
        first.start,
        format!("{close} {{\n{indentation}    {receiver}"),
    ));
    edits.push(method.replace_with_whitespace(
        colon.span(),
        first.end,
        second.start,
        format!(";\n{indentation}}} else {{\n{indentation}    {receiver}"),
    ));
    edits.push(insert(statement.span().end, format!("\n{indentation}}}")));
    Ok(edits)
}

impl<'t> JavaMethod<'t> {
    /// The type that a `return` gives its value.
    pub(super) fn returned_type(&self, statement: Node<'t>) -> ValueType {
        let callable = self.model.enclosing_callable(statement);
        if callable.kind() != Kind::MethodDeclaration || callable.child(Field::Dimensions).is_some() {
            return ValueType::Unknown;
        }
        callable.child(Field::Type).map_or(ValueType::Unknown, |named| self.named_type(named))
    }
}
