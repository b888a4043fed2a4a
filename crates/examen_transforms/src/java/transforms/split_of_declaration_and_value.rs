//! Split of declaration and value.

use examen_semantics::java::Variable;
use examen_syntax::java::{Field, Kind, Node};
use examen_syntax::{Edit, Span};

use crate::java::support::maybe_constant::{may_be_constant, may_hold_constant};
use crate::java::support::own_fields::OwnFields;
use crate::java::support::statement_places::statement_lists;
use crate::java::support::tidy_edits::is_whitespace;
use crate::java_method::{JavaMethod, insert};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "SD",
    name: "split of declaration and value",
    description: "`int x = 1;` becomes `int x; x = 1;`, and a declaration without a value that an assignment follows at once \
                  becomes a declaration with it. Of several variables in a declaration, the last is taken.",
    reason: "The value is evaluated at the same point and converted in the same way. The variable has no value before the \
             assignment, so that it stays effectively final if it was.",
    refuses: "`var` and values in bare braces, which need the declaration; declarations with annotations, which may be meant \
              for the value; final variables that are, or would become, constants; declaration and assignment with a \
              comment between them.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let fields = OwnFields::of(method);
    let mut declarations = Vec::new();
    for list in statement_lists(method) {
        for (at, &statement) in list.iter().enumerate() {
            if statement.kind() == Kind::LocalVariableDeclaration {
                declarations.push((statement, list.get(at + 1).copied()));
            }
        }
    }
    declarations.sort_by_key(|(declaration, _)| declaration.span());
    for (declaration, next) in declarations {
        let Some(declarator) = declaration.children_of(Field::Declarator).last() else { continue };
        let Some(variable) = variable_of(method, declarator) else { continue };
        if let Some(value) = variable.initializer {
            split(method, &fields, declaration, variable, value, found);
            continue;
        }
        let assignment = next.and_then(|next| assignment_to(method, variable, next));
        if let (Some(next), Some(assignment)) = (next, assignment) {
            let place = declaration.span().cover(next.span());
            match merged(method, &fields, declaration, variable, assignment) {
                Ok(edit) => found.site(place, vec![edit]),
                Err(reason) => found.refuse(place, reason),
            }
        }
    }
}

fn variable_of<'m, 't>(method: &'m JavaMethod<'t>, declarator: Node<'t>) -> Option<&'m Variable<'t>> {
    let index = method.model.variable_at(declarator.child(Field::Name)?)?;
    method.model.variables().get(index)
}

fn split<'t>(
    method: &JavaMethod<'t>,
    fields: &OwnFields<'t>,
    declaration: Node<'t>,
    variable: &Variable<'t>,
    value: Node<'t>,
    found: &mut Found,
) {
    let refused = if variable.type_text(method.source).is_none() {
        Some("inferred-type")
    } else if value.kind() == Kind::ArrayInitializer {
        Some("array-initialiser")
    } else if is_annotated(declaration) {
        Some("annotation")
    } else if variable.is_final && is_constant(method, fields, variable, value) {
        Some("constant")
    } else {
        None
    };
    if let Some(reason) = refused {
        found.refuse(declaration.span(), reason);
        return;
    }
    let end = variable.dimensions.unwrap_or(variable.declaration).span().end;
    let indentation = method.indentation(declaration.span().start);
    let edit = insert(end, format!(";\n{indentation}{}", variable.name));
    found.site(declaration.span(), vec![edit]);
}

/// The assignment that a statement is, if it gives the variable its value.
fn assignment_to<'t>(method: &JavaMethod<'t>, variable: &Variable<'t>, statement: Node<'t>) -> Option<Node<'t>> {
    if statement.kind() != Kind::ExpressionStatement {
        return None;
    }
    let assignment = statement.child_of_kind(Kind::AssignmentExpression)?;
    let is_plain = assignment.child(Field::Operator)?.kind_name() == "=";
    let target = assignment.child(Field::Left)?;
    let index = method.model.variable_at(target)?;
    let is_target = method.model.variables().get(index)?.declaration == variable.declaration;
    (is_plain && is_target).then_some(assignment)
}

fn merged<'t>(
    method: &JavaMethod<'t>,
    fields: &OwnFields<'t>,
    declaration: Node<'t>,
    variable: &Variable<'t>,
    assignment: Node<'t>,
) -> Result<Edit, &'static str> {
    let target = assignment.child(Field::Left).ok_or("no-target")?;
    let end = variable.dimensions.unwrap_or(variable.declaration).span().end;
    let semicolon = declaration.span().end.saturating_sub(1);
    let has_gap_only = is_whitespace(method.source, end, semicolon)
        && is_whitespace(method.source, declaration.span().end, assignment.span().start);
    if !has_gap_only {
        return Err("comment");
    }
    let value = assignment.child(Field::Right);
    if variable.is_final && value.is_some_and(|value| is_constant(method, fields, variable, value)) {
        return Err("constant");
    }
    Ok(Edit { span: Span::new(end, target.span().end), text: String::new() })
}

fn is_annotated(declaration: Node<'_>) -> bool {
    let modifiers = declaration.child_of_kind(Kind::Modifiers);
    let is_annotation = |node: Node<'_>| matches!(node.kind(), Kind::Annotation | Kind::MarkerAnnotation);
    modifiers.is_some_and(|modifiers| modifiers.named_children().any(is_annotation))
}

fn is_constant<'t>(method: &JavaMethod<'t>, fields: &OwnFields<'t>, variable: &Variable<'t>, value: Node<'t>) -> bool {
    may_hold_constant(method, variable) && may_be_constant(method, fields, value)
}
