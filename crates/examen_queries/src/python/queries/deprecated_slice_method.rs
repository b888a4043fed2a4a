//! Q38: `__getslice__` and its like; Python 3 does not call them.

use examen_semantics::python::SemanticFile;
use examen_syntax::python::{Class, Function, Id};

use crate::python::support::class_members::inherits;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/deprecated-slice-method",
    number: 38,
    name: "Deprecated slice method",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["maintainability"],
    description: "The methods for slices are deprecated since Python 2.0 and gone from Python 3; the methods for items get \
                  a slice object instead.",
    example: "class Window:\n    ⟦def __getslice__(self, start, stop):⟧\n        return self.rows[start:stop]\n",
    base_rate: BaseRate { answers: 40, plausible: 17_895 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// A class that overrides such a method of its base cannot help it.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for (class, function, name) in special_methods(file) {
        if is_slice_method(name) && !inherits(file, class, name) {
            let message = format!("{name} method has been deprecated since Python 2.0");
            out.add(file.header(file.tree()[function].stmt), message);
        }
    }
}

/// Other special methods, and slice methods that override one.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (_, function, name) in special_methods(file) {
        let message =
            if is_slice_method(name) { "The base has the method too." } else { "The method is not deprecated." };
        out.add(file.header(file.tree()[function].stmt), message);
    }
}

fn special_methods<'p>(file: &SemanticFile<'p>) -> impl Iterator<Item = (Id<Class>, Id<Function>, &'p str)> {
    file.tree().all::<Function>().filter_map(|(function, node)| {
        let name = file.text(node.name.span);
        if !(name.len() > 4 && name.starts_with("__") && name.ends_with("__")) {
            return None;
        }
        Some((file.model().class_of(function)?, function, name))
    })
}

fn is_slice_method(name: &str) -> bool {
    matches!(name, "__getslice__" | "__setslice__" | "__delslice__")
}
