//! The declarations, elsewhere in a file, of fields that a method names.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use examen_syntax::java::{Field, Kind, Node, TypeDeclaration};

use crate::java_method::JavaMethod;

/// What the file around a method tells; looked up when it is asked for.
#[derive(Debug)]
pub(crate) struct Outside<'m, 't> {
    method: &'m JavaMethod<'t>,
    own_fields: OnceCell<BTreeMap<&'t str, Sort>>,
    volatile_names: OnceCell<BTreeSet<&'t str>>,
    imported_names: OnceCell<ImportedNames<'t>>,
}

/// A sort of type, as far as unboxing goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Primitive,
    Reference,
    Unknown,
}

impl Sort {
    /// Of a type as written.
    pub(crate) fn of_type(named: Node<'_>) -> Self {
        match named.kind() {
            Kind::BooleanType | Kind::IntegralType | Kind::FloatingPointType => Self::Primitive,
            _ => Self::Reference,
        }
    }
}

/// The names of static members that are imported.
#[derive(Debug, Default)]
struct ImportedNames<'t> {
    names: BTreeSet<&'t str>,
    /// Whether all of a class are: `import static a.B.*`.
    has_all_of_a_class: bool,
}

impl<'m, 't> Outside<'m, 't> {
    pub(crate) fn new(method: &'m JavaMethod<'t>) -> Self {
        let (own_fields, volatile_names, imported_names) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { method, own_fields, volatile_names, imported_names }
    }

    /// The type of a field that the class around the method declares itself, so that no other can be meant.
    pub(crate) fn own_field(&self, name: &str) -> Option<Sort> {
        self.own_fields.get_or_init(|| own_fields(self.method)).get(name).copied()
    }

    /// Returns whether the file declares a `volatile` field of that name.
    pub(crate) fn is_volatile(&self, name: &str) -> bool {
        self.volatile_names.get_or_init(|| volatile_names(self.method)).contains(name)
    }

    /// Returns whether a simple name may be that of a static field that is imported: its class may be initialised by
    /// reading it.
    pub(crate) fn may_be_imported(&self, name: &str) -> bool {
        let imported = self.imported_names.get_or_init(|| imported_names(self.method));
        (imported.has_all_of_a_class || imported.names.contains(name)) && self.own_field(name).is_none()
    }
}

fn own_fields<'t>(method: &JavaMethod<'t>) -> BTreeMap<&'t str, Sort> {
    let mut own_fields = BTreeMap::new();
    let body = method.method.enclosing_type().and_then(TypeDeclaration::body);
    for member in body.map(members).into_iter().flatten().filter(|member| is_field(*member)) {
        let sort = member.child(Field::Type).map_or(Sort::Unknown, Sort::of_type);
        for declarator in member.children_of(Field::Declarator) {
            let sort = declarator.child(Field::Dimensions).map_or(sort, |_| Sort::Reference);
            own_fields.extend(declarator.child(Field::Name).map(|name| (method.text(name), sort)));
        }
    }
    own_fields
}

fn volatile_names<'t>(method: &JavaMethod<'t>) -> BTreeSet<&'t str> {
    let mut names = BTreeSet::new();
    if !method.source.contains("volatile") {
        return names;
    }
    let is_volatile = |field: &Node<'_>| {
        let words = field.child_of_kind(Kind::Modifiers).into_iter().flat_map(Node::children);
        is_field(*field) && words.into_iter().any(|word| word.kind_name() == "volatile")
    };
    let mut fields: Vec<Node<'t>> = method.method.node.descendants().filter(is_volatile).collect();
    let mut holders: Vec<Node<'t>> = root(method).into_iter().collect();
    while let Some(holder) = holders.pop() {
        for member in members(holder) {
            if member.kind().is_type_declaration() {
                holders.extend(member.child(Field::Body));
            } else if is_volatile(&member) {
                fields.push(member);
            }
        }
    }
    let declarators = fields.into_iter().flat_map(|field| field.children_of(Field::Declarator));
    names.extend(declarators.filter_map(|it| it.child(Field::Name)).map(|name| method.text(name)));
    names
}

fn imported_names<'t>(method: &JavaMethod<'t>) -> ImportedNames<'t> {
    let mut imported = ImportedNames::default();
    let is_import = |node: &Node<'_>| node.kind() == Kind::ImportDeclaration;
    let is_before_types = |node: &Node<'_>| !node.kind().is_type_declaration();
    for import in root(method).into_iter().flat_map(Node::children).take_while(is_before_types).filter(is_import) {
        if !import.children().any(|word| word.kind_name() == "static") {
            continue;
        }
        imported.has_all_of_a_class |= import.child_of_kind(Kind::Asterisk).is_some();
        let name = import.child_of_kind(Kind::ScopedIdentifier).and_then(|path| path.child(Field::Name));
        imported.names.extend(name.map(|name| method.text(name)));
    }
    imported
}

fn root<'t>(method: &JavaMethod<'t>) -> Option<Node<'t>> {
    std::iter::successors(Some(method.method.node), |node| node.parent()).last()
}

fn is_field(member: Node<'_>) -> bool {
    matches!(member.kind(), Kind::FieldDeclaration | Kind::ConstantDeclaration)
}

/// Returns what stands in a file or in the body of a type; the fields and methods of an enum are behind its constants.
pub(crate) fn members(body: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let behind_constants = body.child_of_kind(Kind::EnumBodyDeclarations);
    body.children().chain(behind_constants.into_iter().flat_map(Node::children))
}
