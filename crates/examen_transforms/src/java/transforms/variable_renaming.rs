//! Variable renaming.

use std::collections::{BTreeMap, BTreeSet};

use examen_semantics::java::VariableKind;
use examen_syntax::java::{Field, Kind, Node};

use crate::java::support::doubts::doubt;
use crate::java_method::{JavaMethod, replace};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "VN",
    name: "variable renaming",
    description: "A parameter or local variable gets the name `var` with its number in the method. Variables of `for`, `catch`, \
                  `try`, lambdas and patterns are among them.",
    reason: "The declaration and exactly the places that refer to it are renamed, as scopes tell. The new name is used nowhere \
             in the method, so it hides nothing and nothing hides it.",
    refuses: "Variables with a use that may be a field of a superclass (in a local or anonymous class) or a constant of an enum \
              (behind `case`); parameters of a record's canonical constructor, which must have the names of the components.",
    paper: "Every simple name with the variable's text is renamed, whatever it means, but for the names of declared methods and \
            classes: fields, called methods, labels and types of that name too. Variables of one name in two scopes are two \
            places with the same outcome but for the number. Fields of local and anonymous classes are renamed as well, \
            variables of patterns are not.",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, strength: Strength, found: &mut Found) {
    match strength {
        Strength::Strict => rename_variables(method, found),
        Strength::Paper => rename_texts(method, found),
    }
}

fn rename_variables(method: &JavaMethod<'_>, found: &mut Found) {
    let mut names = NumberedNames { method, next: 0 };
    for (number, variable) in method.model.variables().iter().enumerate() {
        let place = variable.declaration.span();
        if let Some(reason) = doubt(variable) {
            found.refuse(place, reason);
            continue;
        }
        let name = names.name(number);
        let nodes = std::iter::once(variable.declaration).chain(variable.uses.iter().map(|usage| usage.node));
        found.site(place, nodes.map(|node| replace(node, name.clone())).collect());
    }
}

fn rename_texts(method: &JavaMethod<'_>, found: &mut Found) {
    let declarations = declarations(method);
    let by_text = simple_names(method);
    let mut names = NumberedNames { method, next: 0 };
    for (number, declaration) in declarations.into_iter().enumerate() {
        let name = names.name(number);
        let nodes = by_text.get(method.text(declaration)).into_iter().flatten();
        found.site(declaration.span(), nodes.map(|&node| replace(node, name.clone())).collect());
    }
}

/// The names that the authors take for variables, in the order of the text.
fn declarations<'t>(method: &JavaMethod<'t>) -> Vec<Node<'t>> {
    let variables = method.model.variables().iter().filter(|variable| variable.kind != VariableKind::Pattern);
    let mut declarations: Vec<Node<'t>> = variables.map(|variable| variable.declaration).collect();
    let is_field = |node: &Node<'_>| matches!(node.kind(), Kind::FieldDeclaration | Kind::ConstantDeclaration);
    for field in method.method.node.descendants().filter(is_field) {
        let declarators = field.children_of(Field::Declarator);
        declarations.extend(declarators.filter_map(|declarator| declarator.child(Field::Name)));
    }
    declarations.sort_by_key(|declaration| declaration.span());
    declarations
}

/// The identifiers of a method by their text, but for the names of methods, classes and annotations.
fn simple_names<'t>(method: &JavaMethod<'t>) -> BTreeMap<&'t str, Vec<Node<'t>>> {
    let mut by_text: BTreeMap<&str, Vec<Node<'t>>> = BTreeMap::new();
    let mut kept = BTreeSet::new();
    for node in method.method.node.descendants() {
        match node.kind() {
            Kind::Identifier | Kind::TypeIdentifier if !kept.contains(&node.span()) => {
                by_text.entry(method.text(node)).or_default().push(node);
            }
            Kind::MethodDeclaration
            | Kind::ConstructorDeclaration
            | Kind::CompactConstructorDeclaration
            | Kind::ClassDeclaration
            | Kind::InterfaceDeclaration
            | Kind::Annotation
            | Kind::MarkerAnnotation => kept.extend(node.child(Field::Name).map(Node::span)),
            _ => {}
        }
    }
    by_text
}

/// Gives `var` with a variable's number, or with the next one that is free.
struct NumberedNames<'m, 't> {
    method: &'m JavaMethod<'t>,
    /// No number below is free for the variables to come.
    next: usize,
}

impl NumberedNames<'_, '_> {
    fn name(&mut self, number: usize) -> String {
        self.next = self.next.max(number);
        let candidates = std::iter::from_fn(|| {
            let name = format!("var{}", self.next);
            self.next += 1;
            Some(name)
        });
        self.method.first_fresh(candidates)
    }
}
