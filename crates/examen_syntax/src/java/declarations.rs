//! Types and methods of a Java tree.

use super::javadoc::javadoc_before;
use super::kind::{Field, Kind};
use super::node::{Descendants, Node};
use super::tree::JavaTree;
use crate::Span;

impl JavaTree {
    /// The classes, interfaces, enums, records and annotation types, nested and local ones too, in the order of the text.
    pub fn types(&self) -> impl Iterator<Item = TypeDeclaration<'_>> {
        self.declarations().filter_map(|declaration| match declaration {
            Declaration::Type(found) => Some(found),
            Declaration::Method(_) => None,
        })
    }

    /// The methods, constructors and compact constructors, in the order of the text.
    ///
    /// Those of anonymous and local classes follow the method around them; see [`Method::is_local`].
    pub fn methods(&self) -> impl Iterator<Item = Method<'_>> {
        self.declarations().filter_map(|declaration| match declaration {
            Declaration::Type(_) => None,
            Declaration::Method(found) => Some(found),
        })
    }

    /// Types and methods, in the order of the text.
    pub(crate) fn declarations(&self) -> impl Iterator<Item = Declaration<'_>> {
        Declarations::of(self)
    }
}

/// A class, an interface, an enum, a record or an annotation type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeDeclaration<'t> {
    /// The declaration as a whole, modifiers included.
    pub node: Node<'t>,
    is_local: bool,
}

impl<'t> TypeDeclaration<'t> {
    /// The name's node.
    pub fn name(self) -> Option<Node<'t>> {
        self.node.child(Field::Name)
    }

    /// The braces and the members between them.
    pub fn body(self) -> Option<Node<'t>> {
        self.node.child(Field::Body)
    }

    /// Whether the type is declared among statements, or somewhere in a local or anonymous class.
    pub fn is_local(self) -> bool {
        self.is_local
    }

    /// The words before the declaration, annotations excluded.
    pub fn modifiers(self) -> impl Iterator<Item = Node<'t>> {
        modifiers(self.node)
    }

    /// The annotations of the declaration.
    pub fn annotations(self) -> impl Iterator<Item = Node<'t>> {
        annotations(self.node)
    }

    /// The documentation comment directly before the declaration; see [`Method::javadoc`].
    pub fn javadoc(self, source: &str) -> Option<Span> {
        javadoc_before(self.node, source)
    }
}

/// A method, a constructor, or a compact constructor of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method<'t> {
    /// The declaration as a whole, modifiers and body included.
    pub node: Node<'t>,
    enclosing_type: Option<TypeDeclaration<'t>>,
    is_local: bool,
}

impl<'t> Method<'t> {
    /// The name's node; nothing only if the parser had to guess one.
    pub fn name(self) -> Option<Node<'t>> {
        self.node.child(Field::Name)
    }

    /// Whether this is a constructor, compact or not.
    pub fn is_constructor(self) -> bool {
        self.node.kind() != Kind::MethodDeclaration
    }

    /// Whether the method belongs to an anonymous or a local class (an enum constant's body is an anonymous class), or to
    /// a type nested in one.
    pub fn is_local(self) -> bool {
        self.is_local
    }

    /// The nearest type with a name around the method; nothing for a lone method.
    pub fn enclosing_type(self) -> Option<TypeDeclaration<'t>> {
        self.enclosing_type
    }

    /// The parameters, a receiver (`Outer this`) excluded.
    pub fn parameters(self) -> impl Iterator<Item = Parameter<'t>> {
        let list = self.node.child(Field::Parameters);
        let is_parameter = |node: &Node<'_>| matches!(node.kind(), Kind::FormalParameter | Kind::SpreadParameter);
        list.into_iter().flat_map(Node::children).filter(is_parameter).map(|node| Parameter { node })
    }

    /// The node of the type that is returned, `void` included; nothing for a constructor.
    pub fn return_type(self) -> Option<Node<'t>> {
        self.node.child(Field::Type)
    }

    /// The braces and the statements between them.
    pub fn body(self) -> Option<Node<'t>> {
        self.node.child(Field::Body)
    }

    /// The words before the declaration (`public`, `static`), annotations excluded.
    pub fn modifiers(self) -> impl Iterator<Item = Node<'t>> {
        modifiers(self.node)
    }

    /// Whether `word` is among the modifiers.
    pub fn has_modifier(self, word: &str) -> bool {
        self.modifiers().any(|modifier| modifier.kind_name() == word)
    }

    /// The annotations, among the modifiers or behind the type parameters.
    pub fn annotations(self) -> impl Iterator<Item = Node<'t>> {
        annotations(self.node)
    }

    /// The nodes of the types behind `throws`.
    pub fn throws(self) -> impl Iterator<Item = Node<'t>> {
        let clause = self.node.child_of_kind(Kind::Throws);
        clause.into_iter().flat_map(Node::named_children).filter(|node| !node.kind().is_comment())
    }

    /// From the first modifier or annotation to the end of the body.
    pub fn span(self) -> Span {
        self.node.span()
    }

    /// From the first modifier or annotation to the last token before the `{` of the body or the `;`.
    pub fn header_span(self) -> Span {
        let start = self.node.span().start;
        let body = self.body();
        let is_header = |node: &Node<'_>| Some(*node) != body && node.kind_name() != ";";
        let header = self.node.children().take_while(is_header).filter(|node| !node.kind().is_comment());
        Span::new(start, header.last().map_or(start, |node| node.span().end))
    }

    /// The comment from `/**` to `*/` before the method, with nothing but whitespace and other comments between.
    pub fn javadoc(self, source: &str) -> Option<Span> {
        javadoc_before(self.node, source)
    }
}

/// A parameter of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter<'t> {
    /// The parameter as a whole, modifiers included.
    pub node: Node<'t>,
}

impl<'t> Parameter<'t> {
    /// Whether this is a `T... name`.
    pub fn is_variadic(self) -> bool {
        self.node.kind() == Kind::SpreadParameter
    }

    /// The name's node.
    pub fn name(self) -> Option<Node<'t>> {
        let holder = if self.is_variadic() { self.node.child_of_kind(Kind::VariableDeclarator)? } else { self.node };
        holder.child(Field::Name)
    }

    /// The type's node: that of one value for a `T... name`, and without the brackets of `T name[]`.
    pub fn type_node(self) -> Option<Node<'t>> {
        if !self.is_variadic() {
            return self.node.child(Field::Type);
        }
        self.node.named_children().find(|node| node.kind() != Kind::Modifiers && !node.kind().is_comment())
    }
}

fn modifiers(declaration: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    declaration.child_of_kind(Kind::Modifiers).into_iter().flat_map(Node::children).filter(|node| !node.is_named())
}

fn annotations(declaration: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let is_annotation = |node: &Node<'_>| matches!(node.kind(), Kind::Annotation | Kind::MarkerAnnotation);
    let modifiers = declaration.child_of_kind(Kind::Modifiers).into_iter().flat_map(Node::children);
    modifiers.chain(declaration.children()).filter(is_annotation)
}

/// A type or a method.
pub(crate) enum Declaration<'t> {
    Type(TypeDeclaration<'t>),
    Method(Method<'t>),
}

/// A walk over the tree that knows in which class it is.
struct Declarations<'t> {
    walk: Descendants<'t>,
    /// The kinds of the nodes from the root down to the one before the current node's level.
    ancestors: Vec<Kind>,
    scopes: Vec<Scope<'t>>,
}

/// The body of a class that the walk is in.
#[derive(Clone, Copy)]
struct Scope<'t> {
    depth: usize,
    named: Option<TypeDeclaration<'t>>,
    is_local: bool,
}

impl<'t> Declarations<'t> {
    fn of(tree: &'t JavaTree) -> Self {
        Self { walk: tree.root().descendants(), ancestors: Vec::new(), scopes: Vec::new() }
    }

    fn enter_type(&mut self, node: Node<'t>, outer: Scope<'t>) -> Option<Declaration<'t>> {
        let parent = self.ancestors.last().copied().unwrap_or(Kind::Program);
        let is_member = matches!(
            parent,
            Kind::Program
                | Kind::ClassBody
                | Kind::InterfaceBody
                | Kind::EnumBodyDeclarations
                | Kind::AnnotationTypeBody
                | Kind::Error
        );
        let declaration = TypeDeclaration { node, is_local: outer.is_local || !is_member };
        let shown = (!node.is_wrapper()).then_some(declaration);
        self.scopes.push(Scope { depth: self.walk.depth(), named: shown, is_local: declaration.is_local });
        shown.map(Declaration::Type)
    }
}

impl<'t> Iterator for Declarations<'t> {
    type Item = Declaration<'t>;

    fn next(&mut self) -> Option<Declaration<'t>> {
        while let Some(node) = self.walk.next() {
            let kind = node.kind();
            if node.descendant_count() < fewest_nodes(kind) {
                self.walk.skip_children();
                continue;
            }
            let depth = self.walk.depth();
            self.ancestors.truncate(depth);
            while self.scopes.last().is_some_and(|scope| scope.depth >= depth) {
                self.scopes.pop();
            }
            let outer = self.scopes.last().copied().unwrap_or(Scope { depth, named: None, is_local: false });
            let parent = self.ancestors.last().copied();
            let mut found = None;
            if kind.is_type_declaration() {
                found = self.enter_type(node, outer);
            } else if kind.is_method_declaration() {
                let Scope { named, is_local, .. } = outer;
                found = Some(Declaration::Method(Method { node, enclosing_type: named, is_local }));
            } else if kind == Kind::ClassBody
                && matches!(parent, Some(Kind::ObjectCreationExpression | Kind::EnumConstant))
            {
                self.scopes.push(Scope { depth, named: outer.named, is_local: true });
            }
            self.ancestors.push(kind);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// The least number of nodes in a node that is a declaration or has one below it; smaller ones are not walked.
fn fewest_nodes(kind: Kind) -> usize {
    match kind {
        // A compact constructor is itself, a name, a block and its two braces.
        Kind::Program
        | Kind::ClassBody
        | Kind::InterfaceBody
        | Kind::EnumBody
        | Kind::EnumBodyDeclarations
        | Kind::EnumConstant
        | Kind::AnnotationTypeBody
        | Kind::Block
        | Kind::ConstructorBody
        | Kind::SwitchBlockStatementGroup
        | Kind::LabeledStatement
        | Kind::Error => 5,
        _ if kind.is_type_declaration() || kind.is_method_declaration() => 5,
        // Elsewhere at least `finally { class A { } }`; anonymous classes and lambdas with a class are larger.
        _ => 11,
    }
}
