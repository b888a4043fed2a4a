//! The text between two tokens of a method that is laid out anew.

use examen_syntax::java::Kind;

use super::leaves::Leaf;

/// Returns whether two tokens on one line stand without a space between them; `is_joined` says whether they did so
/// before.
pub(super) fn is_tight(before: &Leaf<'_>, after: &Leaf<'_>, is_joined: bool) -> bool {
    let wants = is_tight_before(before, after) || is_tight_after(before);
    wants && (is_joined || !would_merge(before, after))
}

/// Returns whether the text of two tokens could be read as one.
fn would_merge(before: &Leaf<'_>, after: &Leaf<'_>) -> bool {
    let (Some(last), Some(first)) = (before.text.chars().next_back(), after.text.chars().next()) else { return true };
    let is_word =
        |character: char| character.is_alphanumeric() || matches!(character, '_' | '$' | '\\') || !character.is_ascii();
    let is_sign = |character: char| "+-*/<>=!&|^%~?:.".contains(character);
    (is_word(last) && is_word(first))
        || (is_sign(last) && is_sign(first))
        || (is_word(last) && first == '.' && is_digit(before))
}

fn is_digit(leaf: &Leaf<'_>) -> bool {
    leaf.text.starts_with(|first: char| first.is_ascii_digit())
}

fn is_tight_before(before: &Leaf<'_>, after: &Leaf<'_>) -> bool {
    match after.text {
        ";" | "," | "." | "::" | "..." | ")" | "]" => true,
        "}" => before.text == "{" || is_list_of_values(after.parent),
        ":" => matches!(after.parent, Kind::SwitchBlockStatementGroup | Kind::LabeledStatement),
        "<" if after.parent == Kind::TypeParameters => !after.grandparent.is_method_declaration(),
        "<" | ">" => matches!(after.parent, Kind::TypeArguments | Kind::TypeParameters),
        "(" => match after.parent {
            Kind::ArgumentList | Kind::AnnotationArgumentList | Kind::RecordPatternBody => true,
            Kind::FormalParameters => after.grandparent != Kind::LambdaExpression,
            _ => false,
        },
        "[" => matches!(after.parent, Kind::ArrayAccess | Kind::Dimensions | Kind::DimensionsExpr),
        "++" | "--" => after.parent == Kind::UpdateExpression && !after.is_first,
        _ => false,
    }
}

fn is_tight_after(before: &Leaf<'_>) -> bool {
    match before.text {
        "(" | "[" | "." | "::" | "@" => true,
        "{" => is_list_of_values(before.parent),
        "<" => matches!(before.parent, Kind::TypeArguments | Kind::TypeParameters),
        ">" => {
            before.parent == Kind::TypeArguments
                && matches!(before.grandparent, Kind::MethodInvocation | Kind::MethodReference)
        }
        "!" | "~" | "+" | "-" => before.parent == Kind::UnaryExpression,
        "++" | "--" => before.parent == Kind::UpdateExpression && before.is_first,
        _ => false,
    }
}

fn is_list_of_values(kind: Kind) -> bool {
    matches!(kind, Kind::ArrayInitializer | Kind::ElementValueArrayInitializer)
}
