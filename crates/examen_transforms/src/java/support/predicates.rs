//! Which expressions are `boolean` only because that is wanted of them.

use examen_syntax::java::{Field, Kind, Node, TypeDeclaration};

use super::outside::members;
use crate::java_method::JavaMethod;

/// Returns whether the type of an expression may depend on where it stands, as that of a call to `<T> T get()` does
/// (JLS 15.12, 18.5.2): behind `!` nothing would tell that it is to be a `boolean`.
pub(crate) fn is_typed_by_target<'t>(method: &JavaMethod<'t>, expression: Node<'t>) -> bool {
    let mut results = vec![expression];
    while let Some(result) = results.pop() {
        match result.kind() {
            Kind::MethodInvocation => {
                let has_types = result.child(Field::TypeArguments).is_some();
                let name = result.child(Field::Name).map_or("", |name| method.text(name));
                let is_own = result.child(Field::Object).is_none_or(|object| object.kind() == Kind::This);
                let is_known = has_types || promises_boolean(name) || (is_own && is_own_predicate(method, name));
                if !is_known {
                    return true;
                }
            }
            Kind::ParenthesizedExpression => results.extend(result.named_children()),
            Kind::TernaryExpression => {
                results.extend(result.child(Field::Consequence).into_iter().chain(result.child(Field::Alternative)));
            }
            Kind::SwitchExpression => return true,
            _ => {}
        }
    }
    false
}

/// Returns whether the class around the method declares methods of that name, and all of them return a `boolean`.
fn is_own_predicate(method: &JavaMethod<'_>, name: &str) -> bool {
    let body = method.method.enclosing_type().and_then(TypeDeclaration::body);
    let is_named = |member: &Node<'_>| member.child(Field::Name).is_some_and(|it| it.text(method.source) == name);
    let is_method = |member: &Node<'_>| member.kind() == Kind::MethodDeclaration;
    let of_name = body.map(members).into_iter().flatten().filter(|member| is_method(member) && is_named(member));
    let mut types = of_name.map(|declared| declared.child(Field::Type).map_or(Kind::Other, Node::kind)).peekable();
    types.peek().is_some() && types.all(|returned| returned == Kind::BooleanType)
}

/// Returns whether a method of that name returns a `boolean` or `Boolean` whatever it is called for: a question, or a
/// method of the standard library that is often used.
fn promises_boolean(name: &str) -> bool {
    let mut questions = QUESTIONS.split_ascii_whitespace();
    let is_question = |question| {
        let rest = name.strip_prefix(question);
        rest.is_some_and(|rest| !rest.starts_with(|first: char| first.is_lowercase()))
    };
    METHODS.split_ascii_whitespace().any(|method| method == name) || questions.any(is_question)
}

/// How the name of a method begins that is a question.
const QUESTIONS: &str = "accepts allows are can contains did does ends equals exists had has includes intersects is matches \
                         may must needs requires should starts supports uses was will";

const METHODS: &str = "add addAll after allMatch anyMatch await awaitTermination before booleanValue cancel compareAndSet \
                       contentEquals createNewFile deepEquals delete find getAsBoolean getBoolean hitEnd implies \
                       interrupted lookingAt mkdir mkdirs noneMatch offer offerFirst offerLast parseBoolean ready \
                       regionMatches remove removeAll removeIf renameTo retainAll test tryAcquire tryLock \
                       weakCompareAndSet";
