//! The walk over a tree: what both languages share.

use std::collections::BTreeMap;

use examen_syntax::{ConcreteTree, Language};

use super::definitions::Definitions;
use super::leaves::{Leaves, is_leaf, is_string};
use super::{MAX_DEPTH, MAX_STEPS, Relation, Variable, java, python};

/// More than a level of the walk takes in any build.
const STACK_PER_LEVEL: usize = 4 << 10;

/// A walk that has come to some node.
pub(super) struct Walk<'t> {
    pub(super) tree: &'t ConcreteTree,
    pub(super) leaves: &'t Leaves,
    pub(super) definitions: Definitions,
    language: Language,
    found: Vec<Variable>,
    steps: usize,
}

/// All variables of a text, connected or not, in the order in which they are found; none if that takes too long.
pub(super) fn variables(language: Language, tree: &ConcreteTree, leaves: &Leaves) -> Vec<Variable> {
    if tree.depth() > MAX_DEPTH || tree.nodes().is_empty() {
        return Vec::new();
    }
    let definitions = Definitions::new(leaves.names);
    let mut walk = Walk { tree, leaves, definitions, language, found: Vec::new(), steps: 0 };
    let stack = (tree.depth() + 16) * STACK_PER_LEVEL;
    stacker::maybe_grow(stack, stack, || walk.visit(0));
    if walk.is_over() { Vec::new() } else { walk.found }
}

impl Walk<'_> {
    /// Looks at a node by its language's rules.
    pub(super) fn visit(&mut self, node: usize) {
        self.steps += 1;
        if self.is_over() {
            return;
        }
        if is_leaf(&self.tree.nodes()[node], node) {
            return self.leaf(node);
        }
        match self.language {
            Language::Java => java::visit(self, node),
            Language::Python => python::visit(self, node),
        }
    }

    /// Looks at all children in order.
    pub(super) fn visit_children(&mut self, node: usize) {
        let tree = self.tree;
        for child in tree.children(node) {
            self.visit(child);
        }
    }

    /// The kind of a node.
    pub(super) fn kind(&self, node: usize) -> &'static str {
        self.tree.nodes()[node].kind
    }

    /// The children of a node; a string has none.
    pub(super) fn parts(&self, node: usize) -> Vec<usize> {
        if is_string(self.kind(node)) { Vec::new() } else { self.tree.children(node).collect() }
    }

    /// The tokens of a node that may have a value, with the numbers of their texts.
    pub(super) fn variables(&mut self, node: usize) -> Vec<(usize, usize)> {
        self.steps += self.leaves.range(self.tree, node).len();
        self.leaves.variables(self.tree, node)
    }

    fn is_over(&self) -> bool {
        self.steps > MAX_STEPS
    }

    /// A name is used; one that is not known is known from here on.
    fn leaf(&mut self, node: usize) {
        let Some(token) = self.leaves.range(self.tree, node).next() else { return };
        let leaf = &self.leaves.list[token];
        let Some(name) = leaf.name else { return };
        let sources = self.definitions.of(name).map(|sources| sources.to_vec());
        if sources.is_none() && leaf.is_identifier {
            self.definitions.define(name, token);
        }
        self.note(token, Relation::ComesFrom, sources.unwrap_or_default());
    }

    /// Notes where a variable has its value from.
    pub(super) fn note(&mut self, token: usize, relation: Relation, sources: Vec<usize>) {
        self.steps += 1 + sources.len();
        if !self.is_over() {
            self.found.push(Variable { token, relation, sources });
        }
    }

    /// Each name of the target has its value from each variable of the value, one by one, and is defined.
    pub(super) fn define_from_each(&mut self, target: usize, value: usize, relation: Relation) {
        let values = self.variables(value);
        for (token, name) in self.variables(target) {
            for &(source, _) in &values {
                self.note(token, relation, vec![source]);
            }
            self.definitions.define(name, token);
        }
    }

    /// A declaration of a name, with a value or without.
    pub(super) fn declaration(&mut self, node: usize) {
        let Some(name) = self.tree.child(node, "name") else { return self.visit_children(node) };
        if let Some(value) = self.tree.child(node, "value") {
            self.visit(value);
            self.define_from_each(name, value, Relation::ComesFrom);
            return;
        }
        for (token, name) in self.variables(name) {
            self.note(token, Relation::ComesFrom, Vec::new());
            self.definitions.define(name, token);
        }
    }

    /// What is noted inside a loop, which is read twice, is put together by variable and relation.
    pub(super) fn in_loop(&mut self, read: impl FnOnce(&mut Self)) {
        let start = self.found.len();
        read(self);
        if self.is_over() {
            return;
        }
        let mut merged: Vec<Variable> = Vec::new();
        let mut places: BTreeMap<(usize, Relation), usize> = BTreeMap::new();
        for variable in self.found.drain(start..) {
            let place = *places.entry((variable.token, variable.relation)).or_insert(merged.len());
            match merged.get_mut(place) {
                Some(known) => known.sources.extend(variable.sources),
                None => merged.push(variable),
            }
        }
        for variable in &mut merged {
            variable.sources.sort_unstable();
            variable.sources.dedup();
        }
        self.found.append(&mut merged);
    }

    /// Goes on behind branches that began here.
    pub(super) fn join(&mut self, branches: &[super::definitions::BranchEnd], may_pass_by: bool) {
        self.steps += self.definitions.join(branches, may_pass_by);
    }
}
