//! The variables and places that a simple statement touches: whether two statements may change places.

use std::collections::{BTreeMap, BTreeSet};

use examen_semantics::java::Effects;
use examen_syntax::java::{Field, Kind, Node};

use super::outside::Outside;
use super::quiet::Quiet;
use crate::java_method::JavaMethod;

/// What an expression statement or a declaration touches.
#[derive(Debug)]
pub(crate) struct Footprint<'t> {
    effects: Effects,
    /// The names that it declares.
    declared: Vec<&'t str>,
    /// The simple names in it, whatever they mean.
    names: BTreeSet<&'t str>,
    /// The fields by their names, and whether they get a value.
    fields: BTreeMap<&'t str, bool>,
    /// The fields that a lambda or class in it names, to run later. A lambda must find the `final` ones assigned (JLS 16).
    later_fields: BTreeSet<&'t str>,
    /// Whether elements of arrays are touched, and whether they get a value.
    elements: Option<bool>,
    has_volatile: bool,
    /// Whether it writes a variable that is seen after an exception, by a handler around it.
    is_seen_by_handler: bool,
    /// Whether it calls a method by name.
    pub(crate) has_call: bool,
}

/// Where a statement stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// Where the nearest `try` around it starts, in the same method, lambda or member.
    handler: Option<u32>,
    /// Whether it is in a local or anonymous class of the method.
    is_in_class: bool,
}

impl Place {
    /// Of the statements of a block.
    pub(crate) fn of_block<'t>(method: &JavaMethod<'t>, block: Node<'t>) -> Self {
        let mut place = Self::default();
        let mut is_left = false;
        let mut node = block;
        while let Some(above) = method.model.parent(node) {
            match above.kind() {
                Kind::TryStatement | Kind::TryWithResourcesStatement if !is_left => {
                    place.handler = place.handler.or(Some(above.span().start));
                }
                Kind::LambdaExpression => is_left = true,
                Kind::ClassBody | Kind::InterfaceBody | Kind::EnumBody => {
                    is_left = true;
                    place.is_in_class = true;
                }
                _ => {}
            }
            node = above;
        }
        place
    }
}

/// Why two statements cannot change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conflict {
    /// One needs what the other gives.
    Need,
    /// It cannot be ruled out; why.
    Doubt(&'static str),
}

impl<'t> Footprint<'t> {
    /// Of a statement that stands in a certain place.
    pub(crate) fn new(method: &JavaMethod<'t>, outside: &Outside<'_, 't>, statement: Node<'t>, place: Place) -> Self {
        let effects = method.model.effects(statement);
        let declarators = statement.children_of(Field::Declarator);
        let declared = declarators.filter_map(|it| it.child(Field::Name)).map(|name| method.text(name)).collect();
        let mut footprint = Self {
            effects,
            declared,
            names: BTreeSet::new(),
            fields: BTreeMap::new(),
            later_fields: BTreeSet::new(),
            elements: None,
            has_volatile: false,
            is_seen_by_handler: false,
            has_call: false,
        };
        footprint.walk(method, outside, statement);
        if footprint.effects.calls {
            footprint.effects.may_throw = true;
        } else if footprint.effects.may_throw {
            let quiet = Quiet { method, outside, is_in_class: place.is_in_class };
            footprint.effects.may_throw = !quiet.is_quiet(statement);
        }
        let is_outside_try = |&variable: &usize| {
            let declared = method.model.variables().get(variable).map_or(0, |it| it.declaration.span().start);
            place.handler.is_some_and(|handler| declared < handler)
        };
        footprint.is_seen_by_handler = footprint.effects.writes.iter().any(is_outside_try);
        footprint
    }

    fn walk(&mut self, method: &JavaMethod<'t>, outside: &Outside<'_, 't>, statement: Node<'t>) {
        // Where the innermost lambda or class ends: what stands in it does not run now.
        let mut later = 0;
        for node in statement.descendants() {
            let runs_now = node.span().start >= later;
            match node.kind() {
                Kind::LambdaExpression | Kind::ClassBody if runs_now => later = node.span().end,
                Kind::MethodInvocation => self.has_call = true,
                Kind::TypeIdentifier => {
                    self.names.insert(method.text(node));
                }
                Kind::Identifier => self.name(method, outside, node, runs_now),
                Kind::ArrayAccess if runs_now => {
                    let is_written = is_target(method, node);
                    self.elements = Some(self.elements.unwrap_or_default() || is_written);
                }
                _ => {}
            }
        }
        let touches_memory = self.elements.is_some() || !self.fields.is_empty();
        let writes_memory = self.elements == Some(true) || self.written_fields().next().is_some();
        // Whatever touches memory in a way that was not seen here may touch any.
        self.effects.calls |=
            (self.effects.reads_heap && !touches_memory) || (self.effects.writes_heap && !writes_memory);
    }

    fn name(&mut self, method: &JavaMethod<'t>, outside: &Outside<'_, 't>, name: Node<'t>, runs_now: bool) {
        let Some(above) = method.model.parent(name) else { return };
        let text = method.text(name);
        let is_member = match above.kind() {
            Kind::FieldAccess => above.child(Field::Object) != Some(name),
            Kind::MethodInvocation => above.child(Field::Name) == Some(name),
            _ => false,
        };
        if !is_member {
            self.names.insert(text);
        }
        if method.model.variable_at(name).is_some() {
            return;
        }
        match above.kind() {
            Kind::MethodInvocation if is_member => {}
            Kind::Annotation | Kind::MarkerAnnotation => {}
            _ if !runs_now => {
                self.later_fields.insert(text);
            }
            Kind::FieldAccess if is_member => self.field(outside, text, is_target(method, above)),
            _ => {
                self.effects.calls |= outside.may_be_imported(text);
                self.field(outside, text, is_target(method, name));
            }
        }
    }

    fn field(&mut self, outside: &Outside<'_, 't>, name: &'t str, is_written: bool) {
        *self.fields.entry(name).or_default() |= is_written;
        self.has_volatile |= outside.is_volatile(name);
    }

    /// Why the statement and another one, with nothing between them, cannot change places.
    pub(crate) fn conflict(&self, other: &Self) -> Option<Conflict> {
        if self.feeds(other) || other.feeds(self) || self.captures(other) || other.captures(self) {
            return Some(Conflict::Need);
        }
        let doubt = if self.effects.may_throw && other.effects.may_throw {
            "both-may-throw"
        } else if self.hides_work_of(other) || other.hides_work_of(self) {
            "write-seen-after-a-throw"
        } else if self.touches_memory() && other.touches_memory() {
            if self.effects.calls || other.effects.calls {
                "other-code-may-run"
            } else if self.has_volatile || other.has_volatile {
                "volatile-field"
            } else if self.overwrites(other) || other.overwrites(self) {
                "same-field-or-array"
            } else {
                return None;
            }
        } else {
            return None;
        };
        Some(Conflict::Doubt(doubt))
    }

    /// Returns whether it writes or declares what the other one names: a variable, or a field in a lambda.
    fn feeds(&self, other: &Self) -> bool {
        let (writes, effects) = (&self.effects.writes, &other.effects);
        writes.iter().any(|variable| effects.reads.contains(variable) || effects.writes.contains(variable))
            || self.written_fields().any(|name| other.later_fields.contains(name))
    }

    fn written_fields(&self) -> impl Iterator<Item = &'t str> {
        self.fields.iter().filter(|&(_, &is_written)| is_written).map(|(&name, _)| name)
    }

    /// Returns whether a name in the other one would mean what is declared here, or clash with it.
    fn captures(&self, other: &Self) -> bool {
        self.declared.iter().any(|name| other.names.contains(name))
    }

    /// Returns whether an exception may keep the other one from doing what is seen afterwards.
    fn hides_work_of(&self, other: &Self) -> bool {
        self.effects.may_throw && (other.writes_memory() || other.is_seen_by_handler)
    }

    fn touches_memory(&self) -> bool {
        self.effects.calls || self.elements.is_some() || !self.fields.is_empty()
    }

    fn writes_memory(&self) -> bool {
        self.effects.calls || self.elements == Some(true) || self.written_fields().next().is_some()
    }

    /// Returns whether it writes a field or an element that the other one touches. Fields of different names are
    /// different ones.
    fn overwrites(&self, other: &Self) -> bool {
        (self.elements == Some(true) && other.elements.is_some())
            || self.written_fields().any(|name| other.fields.contains_key(name))
    }
}

/// Returns whether a field or element is assigned to.
fn is_target<'t>(method: &JavaMethod<'t>, node: Node<'t>) -> bool {
    let mut inner = node;
    while let Some(above) = method.model.parent(inner) {
        match above.kind() {
            Kind::AssignmentExpression => return above.child(Field::Left) == Some(inner),
            Kind::UpdateExpression => return true,
            Kind::ParenthesizedExpression => inner = above,
            _ => return false,
        }
    }
    false
}
