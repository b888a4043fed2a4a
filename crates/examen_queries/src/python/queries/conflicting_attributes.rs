//! Q10: two bases of a class give different values to a name, and the order of the bases decides.

use std::collections::BTreeSet;

use examen_semantics::python::{ClassRef, SemanticFile};
use examen_syntax::python::{Class, Id};

use crate::python::support::declared_attribute::{Attribute, attributes};
use crate::{BaseRate, Finding, Findings, Hops, Query, RelevanceRule, RelevantBlocks, Severity, Shown};

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
    base_rate: BaseRate { answers: 103, plausible: 4956 },
    relevance: RelevanceRule::multi_hop(relevant),
    answers,
    earlier_answers: None,
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
                .about(conflict.name)
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

/// Bases that are compared with each other; who has more made them by machine.
const MAX_BASES: usize = 100;

fn conflicts<'p>(file: &SemanticFile<'p>, class: Id<Class>) -> Vec<Conflict<'p>> {
    let facts = file.class_facts(file.id(), class);
    let orders: Vec<Vec<ClassRef>> =
        facts.bases.iter().flatten().filter(|&&base| file.has_order(base)).map(|&base| file.mro(base)).collect();
    if orders.len() < 2 || orders.len() > MAX_BASES {
        return Vec::new();
    }
    // What all bases inherit from the same class is the same for all, unless some other class has the name too.
    let is_shared = |class: &ClassRef| orders.iter().all(|order| order.contains(class));
    let own = orders.iter().flatten().filter(|class| !is_shared(class));
    let names: BTreeSet<&str> = own.flat_map(|&class| file.declared_names(class)).collect();
    let mut conflicts = Vec::new();
    for name in names.into_iter().filter(|name| !is_allowed(name)) {
        let declaring = |order: &Vec<ClassRef>| order.iter().copied().find(|&class| file.declares(class, name));
        let found: Vec<ClassRef> = orders.iter().filter_map(declaring).collect();
        if found.len() < 2 || file.declares(file.class_ref(class), name) {
            continue;
        }
        for (at, &first) in found.iter().enumerate() {
            for &second in &found[at + 1..] {
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

/// The bases; flagged are every `__init__`, methods that two of them share, and class levels that name the attribute: all
/// of them where there is no attribute.
fn relevant(shown: &Shown<'_, '_>, finding: &Finding, block: usize, out: &mut RelevantBlocks) {
    let Some(class) = shown.class_of_block(block) else {
        return;
    };
    let attribute = finding.subject.as_deref();
    let mut named = Vec::new();
    for class in shown.lineage(class) {
        out.show(shown.all_of(class));
        out.flag(shown.methods(class, "__init__"));
        named.extend(shown.named_methods(class));
        let mentions = |line: u32| {
            attribute.is_none_or(|attribute| shown.file.text(shown.lines().line_span(line)).contains(attribute))
        };
        let class_level = shown.rest_of(class).into_iter();
        out.flag(class_level.filter(|&block| shown.blocks[block].lines.iter().any(|&line| mentions(line))));
    }
    named.sort_unstable();
    for run in named.chunk_by(|a, b| a.0 == b.0) {
        let is_shared = run.len() > 1 && !matches!(run[0].0, "__init__" | "process_request");
        if is_shared || Some(run[0].0) == attribute {
            out.flag(run.iter().map(|&(_, block)| block));
        }
    }
}
