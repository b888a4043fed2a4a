//! Transformations of Java methods and constructors.

mod bx;
mod bx_by_text;
mod cf;
mod db;
mod dm;
mod doubts;
mod dw;
mod eb;
mod er;
mod fe;
mod fi;
mod file_types;
mod footprint;
mod hidden_types;
mod ic;
mod is;
mod it;
mod known_types;
mod layout;
mod layout_gaps;
mod layout_leaves;
mod lf;
mod lx;
mod ly;
mod maybe_constant;
mod method_code;
mod moves;
mod negations;
mod ni;
mod opposite;
mod outside;
mod own_fields;
mod precedence;
mod predicates;
mod ps;
mod quiet;
mod returned_type;
mod rp;
mod sd;
mod sf;
mod short_if;
mod statement_places;
mod tc;
mod te;
mod th;
mod un;
mod value_types;
mod vn;
mod xt;

use examen_semantics::java::MethodModel;
use examen_syntax::java::{Field, Kind, Method, Node, Parameter};
use examen_syntax::{Edit, Span};

use crate::given_names::{GivenNames, choice, indentation};

pub(crate) use bx::TRANSFORM as BX;
pub(crate) use cf::TRANSFORM as CF;
pub(crate) use db::TRANSFORM as DB;
pub(crate) use dm::TRANSFORM as DM;
pub(crate) use dw::TRANSFORM as DW;
pub(crate) use eb::TRANSFORM as EB;
pub(crate) use er::TRANSFORM as ER;
pub(crate) use fe::TRANSFORM as FE;
pub(crate) use fi::TRANSFORM as FI;
pub(crate) use ic::TRANSFORM as IC;
pub(crate) use is::TRANSFORM as IS;
pub(crate) use it::TRANSFORM as IT;
pub(crate) use lf::TRANSFORM as LF;
pub(crate) use lx::TRANSFORM as LX;
pub(crate) use ly::TRANSFORM as LY;
pub(crate) use ni::TRANSFORM as NI;
pub(crate) use ps::TRANSFORM as PS;
pub(crate) use rp::TRANSFORM as RP;
pub(crate) use sd::TRANSFORM as SD;
pub(crate) use sf::TRANSFORM as SF;
pub(crate) use tc::TRANSFORM as TC;
pub(crate) use te::TRANSFORM as TE;
pub(crate) use th::TRANSFORM as TH;
pub(crate) use un::TRANSFORM as UN;
pub(crate) use vn::TRANSFORM as VN;
pub(crate) use xt::TRANSFORM as XT;

/// A method or constructor under rewriting.
#[derive(Debug)]
pub struct JavaMethod<'t> {
    /// The method.
    pub method: Method<'t>,
    /// What is known of it.
    pub model: MethodModel<'t>,
    /// The file's text.
    pub source: &'t str,
    seed: u64,
    given: GivenNames,
}

impl<'t> JavaMethod<'t> {
    /// Works out what is known of a method.
    pub fn new(method: Method<'t>, source: &'t str, seed: u64) -> Self {
        Self { method, model: MethodModel::new(method, source), source, seed, given: GivenNames::default() }
    }

    /// The text of a node.
    pub fn text(&self, node: Node<'t>) -> &'t str {
        node.text(self.source)
    }

    /// A name that is used nowhere in the method and was not given to another site: `stem`, or `stem` with the first number
    /// that is free. Names of fields that the method does not use are safe, since a local hides them from nobody.
    pub fn fresh_name(&self, stem: &str) -> String {
        self.given.give_numbered(stem, |name| self.is_used(name))
    }

    /// The first of the candidates that is used nowhere in the method and was not given to another site.
    pub fn first_fresh(&self, candidates: impl Iterator<Item = String>) -> String {
        self.given.give(candidates, |name| self.is_used(name))
    }

    fn is_used(&self, name: &str) -> bool {
        self.model.names().contains(name) || self.is_component(name)
    }

    /// Whether this is a compact constructor and its record has a component of that name: a parameter, though not written.
    fn is_component(&self, name: &str) -> bool {
        let is_compact = self.method.node.kind() == Kind::CompactConstructorDeclaration;
        let record = self.method.enclosing_type().filter(|_| is_compact);
        let components = record.and_then(|record| record.node.child(Field::Parameters));
        let is_named = |node| Parameter { node }.name().is_some_and(|component| self.text(component) == name);
        components.into_iter().flat_map(Node::named_children).any(is_named)
    }

    /// One of `count` choices by chance, the same in every run.
    pub fn choice(&self, purpose: &str, count: usize) -> usize {
        choice(self.seed, purpose, self.text(self.method.node), count)
    }

    /// The blanks before the first token of the line that a place is on.
    pub fn indentation(&self, offset: u32) -> &'t str {
        indentation(self.source, offset)
    }

    pub(crate) fn statements(&self) -> usize {
        let is_statement = |node: &Node<'t>| match node.kind() {
            Kind::LocalVariableDeclaration | Kind::ExplicitConstructorInvocation => true,
            _ => node.kind_name().ends_with("_statement"),
        };
        self.method.node.descendants().filter(is_statement).count()
    }

    pub(crate) fn forget_given_names(&self) {
        self.given.forget();
    }
}

/// Replaces a node.
pub(crate) fn replace(node: Node<'_>, text: impl Into<String>) -> Edit {
    Edit { span: node.span(), text: text.into() }
}

/// Inserts a text.
pub(crate) fn insert(offset: u32, text: impl Into<String>) -> Edit {
    Edit { span: Span::empty(offset), text: text.into() }
}
