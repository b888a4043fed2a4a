//! Q10: two bases of a class give different values to a name, and the order of the bases decides.

use std::collections::BTreeMap;

use examen_semantics::python::{ClassRef, SemanticFile};
use examen_syntax::python::{Class, Id};

use super::declared_attribute::{Attribute, attributes};
use crate::{Findings, Hops, Query, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/conflicting-attributes",
    number: 10,
    name: "Conflicting attributes in base classes",
    hops: Hops::Multi,
    severity: Severity::Warning,
    tags: &["reliability", "maintainability", "modularity"],
    description: "A class has several bases that define the same attribute differently and does not define it itself. The \
                  first base hides the attribute of the other, on which the other's methods may rely.",
    example: "class Stack:\n    ⟨def push(self, item):⟩\n        self.items.append(item)\n\nclass Button:\n    ⟨def \
              push(self):⟩\n        self.on_push()\n\n⟦class StackButton(Stack, Button):⟧\n    pass\n",
    answers,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for class in derived_classes(file) {
        for conflict in conflicts(file, class) {
            let [first, second] = &conflict.sides;
            let message = format!(
                "Base classes have conflicting values for attribute '{}': {} and {}.",
                conflict.name,
                first.label(file, conflict.name),
                second.label(file, conflict.name)
            );
            out.add(file.header(file.tree()[class].stmt), message)
                .fact_at(first.place(file), first.label(file, conflict.name))
                .fact_at(second.place(file), second.label(file, conflict.name));
        }
    }
}

/// Classes with several bases that agree.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for class in derived_classes(file) {
        out.add(file.header(file.tree()[class].stmt), "The base classes have no conflicting attributes.");
    }
}

fn derived_classes(file: &SemanticFile<'_>) -> impl Iterator<Item = Id<Class>> {
    file.classes().filter(|&class| file.tree()[class].bases.len() > 1)
}

struct Conflict<'p> {
    name: &'p str,
    sides: [Attribute; 2],
}

fn conflicts<'p>(file: &SemanticFile<'p>, class: Id<Class>) -> Vec<Conflict<'p>> {
    let facts = file.class_facts(file.id(), class);
    if facts.bases.iter().flatten().count() < 2 {
        return Vec::new();
    }
    // By name, the bases that have it, in order, each with the class that declares it.
    let mut names: BTreeMap<&str, Vec<(usize, ClassRef)>> = BTreeMap::new();
    for (position, base) in facts.bases.iter().enumerate() {
        for declaring in base.iter().flat_map(|&base| file.mro(base)) {
            for name in file.declared_names(declaring).into_iter().filter(|name| !is_allowed(name)) {
                let found = names.entry(name).or_default();
                if found.last().is_none_or(|&(last, _)| last != position) {
                    found.push((position, declaring));
                }
            }
        }
    }
    let mut conflicts = Vec::new();
    for (name, found) in names {
        if found.len() < 2 || file.declares(file.class_ref(class), name) {
            continue;
        }
        for (at, &(_, first)) in found.iter().enumerate() {
            for &(_, second) in &found[at + 1..] {
                if !file.is_subclass(first, second) && !file.is_subclass(second, first) {
                    add_conflicts(file, name, [first, second], &mut conflicts);
                }
            }
        }
    }
    conflicts
}

/// Special names, and the one that the documentation of `socketserver` tells to mix in.
fn is_allowed(name: &str) -> bool {
    name == "process_request" || (name.len() >= 4 && name.starts_with("__") && name.ends_with("__"))
}

fn add_conflicts<'p>(
    file: &SemanticFile<'p>,
    name: &'p str,
    classes: [ClassRef; 2],
    conflicts: &mut Vec<Conflict<'p>>,
) {
    let [firsts, seconds] = classes.map(|class| attributes(file, class, name));
    for &first in &firsts {
        for &second in &seconds {
            if !first.is_same(second, file) && !first.calls_super(file) && !second.does_nothing(file) {
                conflicts.push(Conflict { name, sides: [first, second] });
            }
        }
    }
}
