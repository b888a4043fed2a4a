//! Pattern variables and where flow brings them into scope (JLS 6.3.1 and 6.3.2).

use examen_syntax::Span;
use examen_syntax::java::{Field, Kind};

use super::outline::Index;
use super::variable::VariableKind;
use super::walk::{Declared, Walk};

/// The pattern variables that have a value when an expression is true, and those that have one when it is false.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    pub(super) when_true: Vec<usize>,
    pub(super) when_false: Vec<usize>,
}

impl Patterns {
    pub(super) fn is_empty(&self) -> bool {
        self.when_true.is_empty() && self.when_false.is_empty()
    }

    pub(super) fn negated(self) -> Self {
        Self { when_true: self.when_false, when_false: self.when_true }
    }

    pub(super) fn and_true(mut self, more: Vec<usize>) -> Self {
        self.when_true.extend(more);
        self
    }

    pub(super) fn and_false(mut self, more: Vec<usize>) -> Self {
        self.when_false.extend(more);
        self
    }
}

impl Walk<'_> {
    /// `value instanceof Type name` and `value instanceof Record(…)`.
    pub(super) fn instance_of(&mut self, index: Index) -> Patterns {
        let mut children = self.outline().children(index);
        let left = children.next();
        drop(children);
        if let Some(left) = left {
            self.expression(left);
        }
        let mut found = Vec::new();
        if let Some(pattern) = self.bindings.field(index, Field::Pattern) {
            self.record_pattern(pattern, &mut found);
        } else {
            let type_index = self.bindings.field(index, Field::Right);
            if let Some(type_index) = type_index {
                self.expression(type_index);
            }
            if let Some(name) = self.bindings.field(index, Field::Name) {
                let is_final = self.outline().node(index).children().any(|word| word.kind_name() == "final");
                found.push(self.pattern_variable(
                    name,
                    index,
                    Declared { type_index, is_final, ..Declared::default() },
                ));
            }
        }
        Patterns { when_true: found, when_false: Vec::new() }
    }

    /// The pattern of a `case`; its variables are added to `found`.
    pub(super) fn case_pattern(&mut self, pattern: Index, found: &mut Vec<usize>) {
        for child in self.children(pattern) {
            match self.kind(child) {
                Kind::TypePattern => self.typed_name(child, found),
                Kind::RecordPattern => self.record_pattern(child, found),
                _ => self.anything(child),
            }
        }
    }

    fn record_pattern(&mut self, pattern: Index, found: &mut Vec<usize>) {
        for child in self.children(pattern) {
            match self.kind(child) {
                // The record's name.
                Kind::Identifier => {}
                Kind::RecordPatternBody => {
                    for component in self.children(child) {
                        match self.kind(component) {
                            Kind::RecordPattern => self.record_pattern(component, found),
                            Kind::RecordPatternComponent => self.typed_name(component, found),
                            _ => self.anything(component),
                        }
                    }
                }
                _ => self.anything(child),
            }
        }
    }

    /// A type and a name behind it.
    fn typed_name(&mut self, index: Index, found: &mut Vec<usize>) {
        let parts = self.children(index);
        let [type_index, name] = parts[..] else { return };
        if self.kind(name) == Kind::Identifier && self.bindings.text(name) != "_" {
            let declared = Declared { type_index: Some(type_index), ..Declared::default() };
            found.push(self.pattern_variable(name, index, declared));
        }
        self.expression(type_index);
    }

    fn pattern_variable(&mut self, name: Index, declarator: Index, declared: Declared) -> usize {
        let scope = self.outline().span(name);
        self.declare(name, declarator, VariableKind::Pattern, scope, declared)
    }

    /// Brings pattern variables into scope up to `end`; leaving the scope is up to the caller.
    pub(super) fn enter_patterns(&mut self, patterns: &[usize], end: u32) {
        for &pattern in patterns {
            let variable = &mut self.bindings.variables[pattern];
            variable.scope = Span::new(variable.scope.start, variable.scope.end.max(end));
            let name = variable.name;
            self.scopes.declare(name, pattern);
        }
    }

    /// Walks over `index` with pattern variables in scope of it alone.
    pub(super) fn with_patterns<R>(
        &mut self,
        patterns: &[usize],
        index: Index,
        walk: impl FnOnce(&mut Self, Index) -> R,
    ) -> R {
        let height = self.scopes.height();
        let end = self.outline().span(index).end;
        self.enter_patterns(patterns, end);
        let result = walk(self, index);
        self.scopes.leave(height);
        result
    }
}
