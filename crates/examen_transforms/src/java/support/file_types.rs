//! The types that a file knows: those around a method with their members, and the names that it declares or imports.

use examen_syntax::java::{Field, Kind, Node, Parameter};

use crate::java_method::JavaMethod;

/// The types of the file that a method stands in; local and anonymous classes are not looked at.
pub(crate) struct FileTypes<'t> {
    source: &'t str,
    root: Node<'t>,
    method: Node<'t>,
    enclosing: Vec<Node<'t>>,
}

/// The most members of a type that every one of its methods looks through; the work would grow with their square.
const MOST_MEMBERS: usize = 1_400;

/// A type that a file declares.
#[derive(Clone, Debug)]
pub(crate) struct DeclaredType<'t> {
    /// The declaration.
    pub(crate) node: Node<'t>,
    /// Its name with those of the types around it, joined by dots.
    pub(crate) path: String,
}

/// The type of a member, as written in the type that declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemberType<'t> {
    /// The text; dimensions behind a name are left out, so that arrays may look like their elements: see `is_array`.
    pub(crate) text: &'t str,
    /// Whether there are dimensions behind the name.
    pub(crate) is_array: bool,
    /// Whether it is a field that gets its value once.
    pub(crate) is_final: bool,
}

impl<'t> FileTypes<'t> {
    /// The types of the method's file.
    pub(crate) fn around(method: &JavaMethod<'t>) -> Self {
        let mut root = method.method.node;
        let mut enclosing = Vec::new();
        while let Some(parent) = root.parent() {
            if parent.kind().is_type_declaration() {
                enclosing.push(parent);
            }
            root = parent;
        }
        Self { source: method.source, root, method: method.method.node, enclosing }
    }

    /// The types around the method, innermost first.
    pub(crate) fn enclosing(&self) -> &[Node<'t>] {
        &self.enclosing
    }

    /// The name of a class of `java.lang`, qualified where its simple name means something else.
    pub(crate) fn of_lang(&self, name: &str) -> String {
        if self.hides(name) { format!("java.lang.{name}") } else { name.to_owned() }
    }

    /// Returns whether a simple name of a type in `java.lang` is declared or imported for something else, as far as the
    /// file tells; in a very large type it may be.
    pub(crate) fn hides(&self, name: &str) -> bool {
        let is_named = |node: Node<'t>| node.kind().is_type_declaration() && self.name_of(node) == Some(name);
        let has_parameter = |node: Node<'t>| self.type_parameters(node).any(|parameter| parameter == name);
        let body = self.method.child(Field::Body);
        self.imports(name)
            || has_parameter(self.method)
            || body.into_iter().flat_map(Node::named_children).any(is_named)
            || self.root.named_children().any(is_named)
            || self
                .enclosing
                .iter()
                .any(|&class| has_parameter(class) || is_large(class) || members(class).any(is_named))
    }

    /// Returns whether an import ends in the name.
    pub(crate) fn imports(&self, name: &str) -> bool {
        self.imported().any(|import| import.name == name)
    }

    /// Returns whether a class is imported, by its name or with its package.
    pub(crate) fn imports_class(&self, package: &str, name: &str) -> bool {
        self.imported().any(|import| {
            !import.is_static
                && if import.is_on_demand {
                    import.path == package
                } else {
                    import.path.strip_suffix(name).and_then(|rest| rest.strip_suffix('.')) == Some(package)
                }
        })
    }

    /// Returns whether a static import may bring the name in.
    pub(crate) fn imports_statically(&self, name: &str) -> bool {
        self.imported().any(|import| import.is_static && (import.is_on_demand || import.name == name))
    }

    fn imported(&self) -> impl Iterator<Item = Import<'t>> {
        let imports = self.root.named_children().filter(|node| node.kind() == Kind::ImportDeclaration);
        imports.map(|node| Import::of(node, self.source))
    }

    /// Returns whether a type parameter of the method or of a type around it has the name.
    pub(crate) fn is_type_parameter(&self, name: &str) -> bool {
        let mut places = std::iter::once(self.method).chain(self.enclosing.iter().copied());
        places.any(|place| self.type_parameters(place).any(|parameter| parameter == name))
    }

    fn type_parameters(&self, declaration: Node<'t>) -> impl Iterator<Item = &'t str> {
        let list = declaration.child(Field::TypeParameters).into_iter().flat_map(Node::named_children);
        let names = list.flat_map(Node::named_children).filter(|node| node.kind() == Kind::TypeIdentifier);
        let source = self.source;
        names.map(move |name| name.text(source))
    }

    /// The types that the file declares, those inside others included.
    pub(crate) fn declared(&self) -> Vec<DeclaredType<'t>> {
        let mut found = Vec::new();
        let mut open: Vec<(Node<'t>, String)> = Vec::new();
        let types = |node: Node<'t>| node.kind().is_type_declaration();
        open.extend(self.root.named_children().filter(|&node| types(node)).map(|node| (node, String::new())));
        while let Some((node, outer)) = open.pop() {
            let Some(name) = self.name_of(node) else { continue };
            let path = if outer.is_empty() { name.to_owned() } else { format!("{outer}.{name}") };
            open.extend(members(node).filter(|&node| types(node)).map(|node| (node, path.clone())));
            found.push(DeclaredType { node, path });
        }
        found.sort_by_key(|declared| declared.node.span());
        found
    }

    /// The name of a declaration.
    pub(crate) fn name_of(&self, declaration: Node<'t>) -> Option<&'t str> {
        declaration.child(Field::Name).map(|name| name.text(self.source))
    }

    /// The names of an enum's constants.
    pub(crate) fn enum_constants(&self, declaration: Node<'t>) -> impl Iterator<Item = &'t str> {
        let body = declaration.child(Field::Body).into_iter();
        let constants = body.flat_map(Node::named_children).filter(|node| node.kind() == Kind::EnumConstant);
        constants.filter_map(|constant| self.name_of(constant))
    }

    /// The fields that a type declares, with their names; those of a record's head too.
    pub(crate) fn fields(&self, class: Node<'t>) -> impl Iterator<Item = (&'t str, MemberType<'t>)> {
        let in_interface = matches!(class.kind(), Kind::InterfaceDeclaration | Kind::AnnotationTypeDeclaration);
        let source = self.source;
        let is_field = |node: &Node<'t>| matches!(node.kind(), Kind::FieldDeclaration | Kind::ConstantDeclaration);
        let fields = members(class).filter(is_field).flat_map(move |field| {
            let text = field.child(Field::Type).map_or("", |node| node.text(source));
            let words = field.child_of_kind(Kind::Modifiers).into_iter().flat_map(Node::children);
            let words: Vec<&str> = words.map(Node::kind_name).collect();
            let is_final = in_interface || words.contains(&"final");
            field.children_of(Field::Declarator).filter_map(move |declarator| {
                let name = declarator.child(Field::Name)?.text(source);
                let is_array = declarator.child(Field::Dimensions).is_some();
                Some((name, MemberType { text, is_array, is_final }))
            })
        });
        fields.chain(self.components(class))
    }

    /// Returns whether a type may inherit fields: it has supertypes that are not known to have none that can be seen.
    pub(crate) fn may_inherit_fields(&self, class: Node<'t>) -> bool {
        supertypes(class).any(|named| {
            let simple = if named.kind() == Kind::GenericType { named.named_children().next() } else { Some(named) };
            let simple = simple.map_or("", |simple| simple.text(self.source));
            WITHOUT_FIELDS.binary_search(&simple).is_err()
        })
    }

    /// The type that all methods of a name and number of parameters return.
    pub(crate) fn returned(&self, class: Node<'t>, name: &str, arity: usize) -> Option<MemberType<'t>> {
        let mut found: Option<MemberType<'t>> = None;
        for method in members(class).filter(|node| node.kind() == Kind::MethodDeclaration) {
            if self.name_of(method) != Some(name) || arity_of(method) != arity {
                continue;
            }
            let text = method.child(Field::Type).map_or("", |node| node.text(self.source));
            let is_generic = self.type_parameters(method).any(|parameter| parameter == text);
            let is_array = method.child(Field::Dimensions).is_some();
            let returned = MemberType { text, is_array, is_final: false };
            if is_generic || found.is_some_and(|found| found != returned) {
                return None;
            }
            found = Some(returned);
        }
        let is_accessor = |&(component, _): &(&str, MemberType<'t>)| arity == 0 && component == name;
        found.or_else(|| self.components(class).find(is_accessor).map(|(_, component)| component))
    }

    fn components(&self, class: Node<'t>) -> impl Iterator<Item = (&'t str, MemberType<'t>)> {
        let record = Some(class).filter(|class| class.kind() == Kind::RecordDeclaration);
        let list = record.and_then(|record| record.child(Field::Parameters)).into_iter().flat_map(Node::named_children);
        let source = self.source;
        list.filter(|node| node.kind() == Kind::FormalParameter).filter_map(move |node| {
            let parameter = Parameter { node };
            let text = parameter.type_node()?.text(source);
            let is_array = node.child(Field::Dimensions).is_some();
            Some((parameter.name()?.text(source), MemberType { text, is_array, is_final: false }))
        })
    }
}

struct Import<'t> {
    /// The whole name, without the asterisk.
    path: &'t str,
    name: &'t str,
    is_static: bool,
    is_on_demand: bool,
}

impl<'t> Import<'t> {
    fn of(declaration: Node<'t>, source: &'t str) -> Self {
        let mut import = Self { path: "", name: "", is_static: false, is_on_demand: false };
        for child in declaration.children() {
            match child.kind() {
                Kind::Asterisk => import.is_on_demand = true,
                Kind::Identifier | Kind::ScopedIdentifier => {
                    import.path = child.text(source);
                    import.name = child.child(Field::Name).unwrap_or(child).text(source);
                }
                _ => import.is_static |= child.kind_name() == "static",
            }
        }
        if import.is_on_demand {
            import.name = "";
        }
        import
    }
}

fn is_large(class: Node<'_>) -> bool {
    members(class).nth(MOST_MEMBERS).is_some()
}

/// Returns what stands in the body of a type, an enum's constants included.
pub(crate) fn members(class: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let body = class.child(Field::Body).into_iter().flat_map(Node::named_children);
    body.flat_map(|node| {
        let (one, more) =
            if node.kind() == Kind::EnumBodyDeclarations { (None, Some(node)) } else { (Some(node), None) };
        one.into_iter().chain(more.into_iter().flat_map(Node::named_children))
    })
}

/// Classes and interfaces of the platform that pass no fields on; sorted.
const WITHOUT_FIELDS: &[&str] = &[
    "AutoCloseable",
    "Callable",
    "Cloneable",
    "Closeable",
    "Comparable",
    "Comparator",
    "Consumer",
    "Error",
    "Exception",
    "Function",
    "Iterable",
    "Iterator",
    "Number",
    "Object",
    "Predicate",
    "Runnable",
    "RuntimeException",
    "Serializable",
    "Supplier",
];

/// The types that a type names as its supertypes.
fn supertypes(class: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let is_clause =
        |node: &Node<'_>| matches!(node.kind(), Kind::Superclass | Kind::SuperInterfaces | Kind::ExtendsInterfaces);
    let named = class.named_children().filter(is_clause).flat_map(Node::named_children);
    let named = named.flat_map(|node| {
        let (one, list) = if node.kind() == Kind::TypeList { (None, Some(node)) } else { (Some(node), None) };
        one.into_iter().chain(list.into_iter().flat_map(Node::named_children))
    });
    named.filter(|node| !node.kind().is_comment())
}

/// Returns whether a type names supertypes, from which it may inherit anything.
pub(crate) fn has_supertypes(class: Node<'_>) -> bool {
    supertypes(class).next().is_some()
}

/// The number of arguments that a method takes. Any number fits a variadic one, so that no number is said to.
fn arity_of(method: Node<'_>) -> usize {
    let list = method.child(Field::Parameters).into_iter().flat_map(Node::named_children);
    let mut parameters = list.filter(|node| matches!(node.kind(), Kind::FormalParameter | Kind::SpreadParameter));
    let count = parameters.try_fold(0, |count, node| (node.kind() == Kind::FormalParameter).then_some(count + 1));
    count.unwrap_or(usize::MAX)
}
