//! Methods and constructors of Java.

use super::qualified_names::QualifiedNames;
use super::{ErrorContact, FunctionDefinition, FunctionKind, FunctionNode};
use crate::java::{Declaration, JavaTree, Node};

/// Returns the methods and constructors of a tree in the order of the text.
pub fn java_functions<'t>(tree: &'t JavaTree, source: &str) -> Vec<FunctionDefinition<'t>> {
    let text = |name: Option<Node<'_>>| name.map_or("?", |name| name.span().text(source));
    let mut names = QualifiedNames::default();
    let mut functions = Vec::new();
    for declaration in tree.declarations() {
        match declaration {
            Declaration::Type(class) if class.is_local() => {}
            Declaration::Type(class) => names.enter(class.node.span(), text(class.name())),
            Declaration::Method(method) => {
                let span = method.span();
                functions.push(FunctionDefinition {
                    node: FunctionNode::Java(method),
                    kind: if method.is_constructor() { FunctionKind::Constructor } else { FunctionKind::Method },
                    name: method.name().map(Node::span),
                    qualified_name: names.of(span, text(method.name())),
                    span,
                    body: method.body().map(Node::span),
                    is_nested: method.is_local(),
                    errors: ErrorContact::of_node(method.node.has_error()),
                });
            }
        }
    }
    functions
}
