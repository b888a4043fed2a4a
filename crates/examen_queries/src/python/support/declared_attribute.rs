//! The attribute that a class declares under a name, as an object that can be compared and shown.

use examen_semantics::python::knowledge::{ClassId, ClassMember, knowledge};
use examen_semantics::python::{At, ClassRef, FileId, FunctionRef, SemanticFile, Value};
use examen_syntax::Span;
use examen_syntax::python::{ExprKind, Node, StmtKind};

/// What a class declares under a name.
#[derive(Clone, Copy)]
pub(crate) struct Attribute {
    class: ClassRef,
    content: Content,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Value(Value),
    /// A member of a class of the standard library.
    Known(ClassId, ClassMember),
}

/// Returns what is known of what a class declares under a name.
pub(crate) fn attributes(file: &SemanticFile<'_>, class: ClassRef, name: &str) -> Vec<Attribute> {
    if let ClassRef::Known(id) = class {
        let member = knowledge().class_member(id, name);
        return member.map(|member| Attribute { class, content: Content::Known(id, member) }).into_iter().collect();
    }
    let values = file.declared(class, name).unwrap_or_default();
    let is_object = |value: &Value| {
        matches!(
            value,
            Value::None
                | Value::Bool(_)
                | Value::Literal(_)
                | Value::Instance(_, Some(_))
                | Value::Class(_)
                | Value::Function(_)
                | Value::Property(..)
                | Value::ClassMethod(..)
                | Value::StaticMethod(..)
        )
    };
    values.iter().filter(is_object).map(|value| Attribute { class, content: Content::Value(value) }).collect()
}

impl Attribute {
    pub(crate) fn is_same(self, other: Self, file: &SemanticFile<'_>) -> bool {
        match (self.content, other.content) {
            (Content::Value(Value::Literal(a)), Content::Value(Value::Literal(b))) => {
                let [a, b] = [a, b].map(|at| file.model_of(at.file).text(file.model_of(at.file).tree[at.expr].span));
                a == b
            }
            (a, b) => a == b,
        }
    }

    /// Returns whether it is a method that goes on to the next one of its name, so that none is hidden.
    pub(crate) fn calls_super(self, file: &SemanticFile<'_>) -> bool {
        match self.content {
            Content::Known(_, ClassMember::Method(function))
            | Content::Value(Value::Function(FunctionRef::Known(function))) => {
                knowledge().function(function).calls_super
            }
            Content::Value(Value::Function(FunctionRef::Defined(at, function))) => {
                let model = file.model_of(at);
                let tree = model.tree;
                let own = tree[function].name.text(model.source);
                let mut is_found = false;
                model.visit_body(function, &mut |node| {
                    if let Node::Expr(expr) = node
                        && let ExprKind::Call { function, .. } = tree[expr].kind
                        && let ExprKind::Attribute { value, name, .. } = tree[function].kind
                        && let ExprKind::Call { function: callee, .. } = tree[value].kind
                    {
                        is_found |= name.text(model.source) == own && model.text(tree[callee].span) == "super";
                    }
                });
                is_found
            }
            _ => false,
        }
    }

    /// Returns whether it is a method that does nothing, which may as well be hidden.
    pub(crate) fn does_nothing(self, file: &SemanticFile<'_>) -> bool {
        match self.content {
            Content::Known(_, ClassMember::Method(function))
            | Content::Value(Value::Function(FunctionRef::Known(function))) => {
                knowledge().function(function).does_nothing
            }
            Content::Value(Value::Function(FunctionRef::Defined(at, function))) => {
                let tree = file.model_of(at).tree;
                tree.list(tree[function].body).iter().enumerate().all(|(at, &stmt)| match tree[stmt].kind {
                    StmtKind::Pass => true,
                    StmtKind::Expr { value } => at == 0 && matches!(tree[value].kind, ExprKind::String { .. }),
                    _ => false,
                })
            }
            _ => false,
        }
    }

    /// Where it stands; constants stand nowhere, since equal ones are the same object.
    pub(crate) fn place(self, file: &SemanticFile<'_>) -> Option<(FileId, Span)> {
        match self.content {
            Content::Value(Value::Function(function)) => file.function_span(function),
            Content::Value(Value::Class(class)) => file.class_span(class),
            Content::Value(
                Value::Instance(_, Some(at))
                | Value::Property(_, at)
                | Value::ClassMethod(_, at)
                | Value::StaticMethod(_, at),
            ) => Some((at.file, expression_span(file, at))),
            Content::Value(_) | Content::Known(..) => None,
        }
    }

    pub(crate) fn label(self, file: &SemanticFile<'_>, name: &str) -> String {
        let is_method =
            matches!(self.content, Content::Value(Value::Function(_)) | Content::Known(_, ClassMember::Method(_)));
        let kind = if is_method { "method" } else { "attribute" };
        format!("{kind} {}.{name}", file.class_name(self.class))
    }
}

/// The span of an expression; of a tuple without its parentheses, as for other expressions.
fn expression_span(file: &SemanticFile<'_>, at: At) -> Span {
    let model = file.model_of(at.file);
    let node = model.tree[at.expr];
    match node.kind {
        ExprKind::Tuple { elements, parenthesized: true, .. } if !elements.is_empty() => {
            let text = model.text(node.span);
            let inner = text.trim_start_matches('(').trim_end_matches(')');
            let start = node.span.start + (text.len() - text.trim_start_matches('(').trim_start().len()) as u32;
            Span::new(start, start + inner.trim().len() as u32)
        }
        _ => node.span,
    }
}
