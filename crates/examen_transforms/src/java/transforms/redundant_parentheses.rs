//! Redundant parentheses.

use examen_syntax::java::{Field, Kind, Node};
use examen_syntax::{Edit, Span};

use crate::java::support::method_code::signs;
use crate::java::support::precedence::{
    inside, may_be_misread_cast, of_operator, operator, precedence, unparenthesized,
};
use crate::java_method::{JavaMethod, insert};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "RP",
    name: "redundant parentheses",
    description: "Parentheses come around a value or operand, or go where they hold nothing together.",
    reason: "An expression in parentheses has the value, type, constancy and pattern variables of the expression. \
             Parentheses go only where the operators around them bind less tightly, so that the tree stays as it is.",
    refuses: "Operands of sums that read `(a) - b`, which may be taken for a cast. Lambdas, method references, switches, \
              array initialisers, annotations, what is assigned to and expressions that are statements are no places.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let misread = MisreadCasts::of(method);
    for node in method.code() {
        let Some(parent) = method.model.parent(node) else { continue };
        if node.kind() == Kind::ParenthesizedExpression {
            if let Some(edits) = removed(method, &misread, node, parent) {
                found.site(node.span(), edits);
            }
        } else if may_gain(node, parent) {
            if misread.is_in_operation(parent) {
                found.refuse(node.span(), "may-be-a-cast");
            } else {
                let span = node.span();
                found.site(span, vec![insert(span.start, "("), insert(span.end, ")")]);
            }
        }
    }
}

/// Returns whether an expression may get parentheses.
fn may_gain(node: Node<'_>, parent: Node<'_>) -> bool {
    let is_compound = matches!(
        node.kind(),
        Kind::BinaryExpression
            | Kind::TernaryExpression
            | Kind::InstanceofExpression
            | Kind::UnaryExpression
            | Kind::CastExpression
            | Kind::AssignmentExpression
    );
    let is_simple = matches!(
        node.kind(),
        Kind::Identifier
            | Kind::MethodInvocation
            | Kind::FieldAccess
            | Kind::ArrayAccess
            | Kind::ObjectCreationExpression
            | Kind::StringLiteral
            | Kind::True
            | Kind::False
            | Kind::NullLiteral
            | Kind::DecimalIntegerLiteral
    );
    match parent.kind() {
        // Where nothing but the value stands, even a name may.
        Kind::ReturnStatement => is_compound || is_simple,
        Kind::VariableDeclarator => parent.child(Field::Value) == Some(node) && (is_compound || is_simple),
        Kind::AssignmentExpression => parent.child(Field::Right) == Some(node) && (is_compound || is_simple),
        Kind::ArgumentList
        | Kind::TernaryExpression
        | Kind::BinaryExpression
        | Kind::AssertStatement
        | Kind::ThrowStatement => is_compound,
        Kind::ArrayAccess => is_compound && parent.child(Field::Index) == Some(node),
        Kind::ForStatement => is_compound && parent.child(Field::Condition) == Some(node),
        // An expression that may be a statement is a void body too, and would not be one in parentheses.
        Kind::LambdaExpression => {
            is_compound && parent.child(Field::Body) == Some(node) && node.kind() != Kind::AssignmentExpression
        }
        _ => false,
    }
}

/// The places that the grammar may have misread: see [`may_be_misread_cast`].
struct MisreadCasts {
    starts: Vec<u32>,
}

impl MisreadCasts {
    fn of(method: &JavaMethod<'_>) -> Self {
        Self { starts: method.code().filter(|&node| may_be_misread_cast(node)).map(|node| node.span().start).collect() }
    }

    /// Returns whether the operands of an operation may not end where the tree says.
    fn is_in_operation(&self, node: Node<'_>) -> bool {
        let Span { start, end } = node.span();
        let first = self.starts.partition_point(|&at| at < start);
        node.kind() == Kind::BinaryExpression && self.starts.get(first).is_some_and(|&at| at < end)
    }
}

/// The edits that take parentheses away, if they hold nothing together.
fn removed<'t>(method: &JavaMethod<'t>, misread: &MisreadCasts, node: Node<'t>, parent: Node<'t>) -> Option<Vec<Edit>> {
    let inner = inside(node)?;
    let is_redundant = match parent.kind() {
        Kind::ReturnStatement | Kind::ArgumentList | Kind::ParenthesizedExpression => true,
        Kind::VariableDeclarator => parent.child(Field::Value) == Some(node),
        Kind::AssignmentExpression => parent.child(Field::Right) == Some(node),
        Kind::BinaryExpression => {
            let own = of_operator(operator(parent));
            let is_left = parent.child(Field::Left) == Some(node);
            let inner = unparenthesized(inner);
            let holds = if is_left { precedence(inner) >= own } else { precedence(inner) > own };
            // A cast in front of a sign may be taken for something else.
            holds && !misread.is_in_operation(parent) && inner.kind() != Kind::CastExpression
        }
        _ => false,
    };
    if !is_redundant {
        return None;
    }
    let (open, close) = signs(node, "(", ")")?;
    Some(vec![method.drop_opening(open), method.drop_closing(close)])
}
