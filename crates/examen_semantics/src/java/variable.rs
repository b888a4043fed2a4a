//! Variables of a method and the places that name them.

use examen_syntax::Span;
use examen_syntax::java::Node;

use super::constants::Constant;
use super::static_types::StaticType;

/// A variable that a method declares, those of its lambdas and local classes' methods included; fields are none.
#[derive(Clone, Debug)]
pub struct Variable<'t> {
    /// The name as it is written where it is declared.
    pub name: &'t str,
    /// The identifier that declares it.
    pub declaration: Node<'t>,
    /// The node that declares it: the declarator, parameter, resource, catch parameter, enhanced `for`, `instanceof`,
    /// pattern or record component; for an inferred lambda parameter the identifier itself.
    pub declarator: Node<'t>,
    /// What sort of declaration that is.
    pub kind: VariableKind,
    /// The type as written, `var` included; none where a lambda infers it. Of a catch parameter all alternatives, of a
    /// `T... name` only `T`. Brackets behind the name are missing: see [`Variable::type_text`].
    pub type_node: Option<Node<'t>>,
    /// Brackets behind the name, as in `int a[]`.
    pub dimensions: Option<Node<'t>>,
    /// Whether the parameter takes any number of values.
    pub is_variadic: bool,
    /// Where the name means this variable unless something hides it (JLS 6.3). The pieces that a pattern variable is in
    /// scope of may have gaps between them; this is from its declaration to the end of the last piece.
    pub scope: Span,
    /// The value that its declaration gives it.
    pub initializer: Option<Node<'t>>,
    /// Whether `final` is written, or implied as for resources.
    pub is_final: bool,
    /// The places that refer to it, in the order of the text, doubtful ones included.
    pub uses: Vec<Use<'t>>,
    /// The references that may be something else's, and other reasons not to touch its name.
    pub doubts: Vec<Doubt<'t>>,
    /// The value, if this is a constant variable (JLS 4.12.4).
    pub(super) constant: Option<Constant>,
    /// What is known of the type.
    pub(super) static_type: StaticType,
}

impl Variable<'_> {
    /// The type as text with all its dimensions; none where it is inferred by a lambda or by `var`.
    pub fn type_text(&self, source: &str) -> Option<String> {
        let mut text = self.type_node?.text(source).to_owned();
        if text == "var" {
            return None;
        }
        let brackets = self.dimensions.map_or("", |dimensions| dimensions.text(source));
        text.push_str(brackets);
        if self.is_variadic {
            text.push_str("[]");
        }
        Some(text)
    }

    /// Whether a reference may be something else's, so that a strict rewriter leaves the name alone.
    pub fn has_doubtful_use(&self) -> bool {
        !self.doubts.is_empty()
    }

    /// Whether something other than the declaration gives it a value.
    pub fn is_reassigned(&self) -> bool {
        self.uses.iter().any(|usage| usage.access != Access::Read)
    }

    /// Whether a lambda or a local class other than the declaring one names it.
    pub fn is_captured(&self) -> bool {
        self.uses.iter().any(|usage| usage.is_captured)
    }
}

/// What sort of declaration makes a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum VariableKind {
    /// Of the method, or of a method of a local class.
    Parameter,
    /// `int a = 1;` among statements.
    Local,
    /// In the head of a basic `for`.
    ForInit,
    /// In the head of an enhanced `for`.
    ForEach,
    /// `catch (E e)`.
    Catch,
    /// `try (R r = …)`.
    Resource,
    /// Of a lambda, with or without a type.
    LambdaParameter,
    /// Bound by `instanceof` or `case`, alone or as a component of a record pattern.
    Pattern,
}

/// A place that refers to a variable; its declaration is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use<'t> {
    /// The identifier.
    pub node: Node<'t>,
    /// What is done with it.
    pub access: Access,
    /// Whether it stands in a lambda or a class body that the declaration is not in.
    pub is_captured: bool,
}

/// What a use does with its variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Access {
    /// The value is read.
    Read,
    /// `a = …`.
    Write,
    /// `a += …`, `a++`.
    ReadWrite,
}

/// Why a variable's name should be left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubt<'t> {
    /// The identifier in question, which may be the declaration itself.
    pub node: Node<'t>,
    /// What is not known of it.
    pub reason: DoubtReason<'t>,
}

/// What is not known of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoubtReason<'t> {
    /// The name stands in a class that may inherit a field of that name.
    MayBeInherited {
        /// The local class, or the creation of the anonymous one.
        class: Node<'t>,
    },
    /// `case NAME` is either this constant or one of an enum.
    MayBeEnumConstant,
    /// The parameter of a record's canonical constructor has its component's name and must keep it.
    CanonicalConstructor,
    /// Some text of the method fits no rule of Java, so that any name in it may be misread.
    SyntaxError,
}
