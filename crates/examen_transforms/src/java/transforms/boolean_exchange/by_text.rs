//! Boolean exchange by the text of names, as the authors do it.

use std::collections::{BTreeMap, BTreeSet};

use examen_syntax::Edit;
use examen_syntax::java::{Field, Kind, Node};

use crate::Found;
use crate::java::support::negations::{Negations, is_negation};
use crate::java_method::JavaMethod;

/// Finds the declarations of boolean variables with a value, and negates all names of the same text.
pub(super) fn exchange_texts<'t>(method: &JavaMethod<'t>, found: &mut Found) {
    let mut declarators: Vec<(Node<'t>, &str)> = Vec::new();
    let mut names: BTreeMap<&str, Vec<Node<'t>>> = BTreeMap::new();
    for node in method.method.node.descendants() {
        match node.kind() {
            Kind::LocalVariableDeclaration | Kind::FieldDeclaration | Kind::ConstantDeclaration => {
                let of_type = node.child(Field::Type).map_or("", |it| method.text(it));
                if of_type.eq_ignore_ascii_case("boolean") {
                    let with_value = node.children_of(Field::Declarator).filter(|it| has_value(*it));
                    declarators.extend(with_value.filter_map(|it| Some((it, method.text(it.child(Field::Name)?)))));
                }
            }
            Kind::Identifier => names.entry(method.text(node)).or_default().push(node),
            _ => {}
        }
    }
    let of_name = |name: &str| names.get(name).into_iter().flatten().copied();
    for &(declarator, name) in &declarators {
        found.site(declarator.span(), edits(method, of_name(name)));
    }
    if found.sites.len() > 1 {
        let distinct: BTreeSet<&str> = declarators.iter().map(|&(_, name)| name).collect();
        found.all = Some(edits(method, distinct.into_iter().flat_map(of_name)));
    }
}

fn has_value(declarator: Node<'_>) -> bool {
    declarator.child(Field::Value).is_some() && declarator.child(Field::Dimensions).is_none()
}

fn edits<'t>(method: &JavaMethod<'t>, names: impl Iterator<Item = Node<'t>>) -> Vec<Edit> {
    let mut negations = Negations::default();
    for name in names {
        negate_name(method, name, &mut negations);
    }
    let edits = negations.into_edits();
    // Two names take away the same `!` where one is assigned the other's negation; both together leave it.
    let mut replaced: BTreeMap<_, usize> = BTreeMap::new();
    for edit in edits.iter().filter(|edit| !edit.span.is_empty()) {
        *replaced.entry(edit.span).or_default() += 1;
    }
    edits.into_iter().filter(|edit| replaced.get(&edit.span).is_none_or(|count| count % 2 == 1)).collect()
}

/// Returns what becomes of a name by what is directly around it.
fn negate_name<'t>(method: &JavaMethod<'t>, name: Node<'t>, negations: &mut Negations) {
    let Some(above) = method.model.parent(name) else { return };
    let is_part = |field: Field| above.child(field) == Some(name);
    match above.kind() {
        Kind::UnaryExpression | Kind::UpdateExpression => negations.strip(above, method.source),
        Kind::VariableDeclarator if is_part(Field::Name) => {
            negate_value(method, above.child(Field::Value), name, negations);
        }
        Kind::AssignmentExpression if is_part(Field::Left) => {
            negate_value(method, above.child(Field::Right), name, negations);
        }
        Kind::BinaryExpression
        | Kind::VariableDeclarator
        | Kind::AssignmentExpression
        | Kind::ReturnStatement
        | Kind::AssertStatement
        | Kind::ThrowStatement
        | Kind::ExpressionStatement => wrap(method, name, negations),
        Kind::MethodInvocation if is_part(Field::Object) => wrap(method, name, negations),
        Kind::LambdaExpression if is_part(Field::Body) => wrap(method, name, negations),
        Kind::ForStatement if is_part(Field::Condition) => wrap(method, name, negations),
        Kind::EnhancedForStatement if is_part(Field::Value) => wrap(method, name, negations),
        Kind::ArgumentList | Kind::ParenthesizedExpression => {
            let holder = method.model.parent(above).map_or(Kind::Other, Node::kind);
            let is_call = above.kind() == Kind::ArgumentList && holder == Kind::MethodInvocation;
            let is_condition = above.kind() == Kind::ParenthesizedExpression
                && matches!(
                    holder,
                    Kind::IfStatement | Kind::WhileStatement | Kind::DoStatement | Kind::SynchronizedStatement
                );
            if is_call || is_condition {
                wrap(method, name, negations);
            }
        }
        _ => {}
    }
}

fn wrap<'t>(method: &JavaMethod<'t>, node: Node<'t>, negations: &mut Negations) {
    if method.text(node).chars().nth(1).is_none() {
        negations.wrap(node, "!", "");
    } else {
        negations.wrap(node, "!(", ")");
    }
}

/// Returns what a name is given.
fn negate_value<'t>(method: &JavaMethod<'t>, value: Option<Node<'t>>, name: Node<'t>, negations: &mut Negations) {
    let Some(value) = value else { return };
    let is_of_name = |operand: Node<'t>| method.text(operand) == method.text(name);
    match value.kind() {
        Kind::True | Kind::False => negations.flip(value),
        // A list of elements is no expression.
        Kind::ArrayInitializer => {}
        _ if is_negation(value) && !value.child(Field::Operand).is_some_and(is_of_name) => {
            negations.strip(value, method.source);
        }
        _ => wrap(method, value, negations),
    }
}
