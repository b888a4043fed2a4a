//! Inlining of a variable that is only returned.

use examen_semantics::java::{Variable, VariableKind};
use examen_syntax::java::{Field, Kind, Node};
use examen_syntax::{Edit, Span};

use crate::java::support::hidden_types::HiddenTypes;
use crate::java::support::method_code::token;
use crate::java::support::returned_type::returned_type;
use crate::java::support::statement_places::statement_lists;
use crate::java::support::tidy_edits::is_whitespace;
use crate::java_method::JavaMethod;
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "IT",
    name: "inlining of a variable",
    description: "`T x = e; return x;` becomes `return e;` where `x` is used nowhere else.",
    reason: "The variable has the method's type, so that the value is converted in the same way, and nothing happens between \
             the declaration and the `return`.",
    refuses: "Variables of another type than the method's, `var` included; declarations with annotations; values in bare \
              braces; comments that would be lost.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let hidden = HiddenTypes::of(method);
    let mut pairs = Vec::new();
    for list in statement_lists(method) {
        let neighbours = list.iter().zip(list.iter().skip(1));
        let is_pair = |(first, second): &(&Node<'_>, &Node<'_>)| {
            first.kind() == Kind::LocalVariableDeclaration && second.kind() == Kind::ReturnStatement
        };
        pairs.extend(neighbours.filter(is_pair).map(|(&declaration, &statement)| (declaration, statement)));
    }
    pairs.sort_by_key(|(declaration, _)| declaration.span());
    for (declaration, statement) in pairs {
        let Some((variable, value)) = returned_variable(method, declaration, statement) else { continue };
        let place = declaration.span().cover(statement.span());
        match inlined(method, &hidden, declaration, statement, variable, value) {
            Ok(edits) => found.site(place, edits),
            Err(reason) => found.refuse(place, reason),
        }
    }
}

/// The one variable of a declaration and its value, if the statement returns it and nothing else names it.
fn returned_variable<'m, 't>(
    method: &'m JavaMethod<'t>,
    declaration: Node<'t>,
    statement: Node<'t>,
) -> Option<(&'m Variable<'t>, Node<'t>)> {
    let mut declarators = declaration.children_of(Field::Declarator);
    let (declarator, None) = (declarators.next()?, declarators.next()) else { return None };
    let returned = statement.named_children().find(|part| !part.kind().is_comment())?;
    let index = method.model.variable_at(returned).filter(|_| returned.kind() == Kind::Identifier)?;
    let variable = method.model.variables().get(index)?;
    let is_it = variable.declarator == declarator && variable.kind == VariableKind::Local && variable.uses.len() == 1;
    Some((variable, variable.initializer?)).filter(|_| is_it)
}

fn inlined<'t>(
    method: &JavaMethod<'t>,
    hidden: &HiddenTypes<'t>,
    declaration: Node<'t>,
    statement: Node<'t>,
    variable: &Variable<'t>,
    value: Node<'t>,
) -> Result<Vec<Edit>, &'static str> {
    let wanted = returned_type(method, statement).ok_or("type-not-written")?;
    let declared = variable.type_text(method.source).ok_or("other-type")?;
    let without_whitespace = |text: &str| text.split_whitespace().collect::<String>();
    if without_whitespace(&wanted) != without_whitespace(&declared) {
        return Err("other-type");
    }
    if hidden.hide_from_head(&wanted) {
        return Err("hidden-type");
    }
    if value.kind() == Kind::ArrayInitializer {
        return Err("array-initialiser");
    }
    let modifiers = declaration.child_of_kind(Kind::Modifiers);
    if modifiers.is_some_and(|modifiers| method.text(modifiers) != "final") {
        return Err("annotation");
    }
    let sign = token(variable.declarator, "=").ok_or("no-value")?;
    let head = Span::new(declaration.span().start, sign.span().end);
    let has_comment = declaration.descendants().any(|it| it.kind().is_comment() && head.contains(it.span()))
        || statement.descendants().any(|it| it.kind().is_comment())
        || !is_whitespace(method.source, declaration.span().end, statement.span().start);
    if has_comment {
        return Err("comment");
    }
    let gap = if sign.span().end == value.span().start { " " } else { "" };
    let tail = Span::new(declaration.span().end, statement.span().end);
    Ok(vec![Edit { span: head, text: format!("return{gap}") }, Edit { span: tail, text: String::new() }])
}
