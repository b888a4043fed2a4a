//! The rules of the fifteen multi-hop queries, in the order of their numbers.

use examen_semantics::python::{ClassRef, DefinitionKind};
use examen_syntax::python::{Class, Id};
use examen_views::blocks::BlockKind;

use super::{BuiltInMethod, Chosen, Shown};
use crate::Finding;

const ORDERING: [&str; 4] = ["__lt__", "__le__", "__gt__", "__ge__"];

/// Adds what the rule of a query takes in beside the block of the finding; single-hop queries need no more.
pub(super) fn choose(shown: &Shown<'_, '_>, number: u8, finding: &Finding, local: usize, chosen: &mut Chosen) {
    let class = shown.class_of_block(local);
    match (number, class) {
        (1, _) => unused_import(shown, chosen),
        (2, Some(class)) => {
            for class in shown.lineage(class) {
                chosen.need_all(shown.methods(class, "__init__"));
            }
        }
        (3 | 5, _) => {
            chosen.show_all(shown.called_from(local, |_| true));
            let span = finding.span;
            chosen.need_all(shown.called_from(local, |call| shown.file.span(call) == span));
        }
        (4, Some(class)) => {
            for class in shown.lineage(class) {
                chosen.show_all(shown.all_of(class));
                chosen.need_all(shown.methods(class, "__init__"));
            }
            needed_method(shown, shown.file.class_ref(class), "__eq__", chosen);
        }
        (6, _) => classes_of_operands(shown, finding, "__eq__", chosen),
        (7, Some(class)) => signature_mismatch(shown, class, chosen),
        (8, _) => classes_of_operands(shown, finding, "__call__", chosen),
        (9, Some(class)) => init_calls_subclass(shown, class, chosen),
        (10, Some(class)) => conflicting_attributes(shown, class, finding, chosen),
        (11, Some(class)) => {
            chosen.need_all(shown.methods(class, "__iter__"));
            let returned = format!("return {}", shown.file.text(shown.file.tree()[class].name.span));
            chosen.need_all(shown.find(|kind| {
                matches!(*kind, BlockKind::ClassFunction(_, function) if shown.is_named(function, "__iter__")
                    && shown.file.code(shown.file.tree()[function].stmt).contains(&returned))
            }));
        }
        (12, _) => {
            let calls = shown.file.calls().find(|call| shown.file.code(call.expr) == "Flask(__name__)");
            chosen.need_all(calls.and_then(|call| shown.local(shown.file.span(call.expr))).into_iter().collect());
        }
        (13, Some(class)) => {
            chosen.show_all(shown.all_of(class));
            for name in ["__eq__", "__hash__"] {
                chosen.need_all(shown.resolved_method(class, name));
            }
        }
        (14, _) => {
            for fact in &finding.facts {
                if let Some(class) = shown.local(fact.span).and_then(|block| shown.class_of_block(block)) {
                    chosen.show_all(shown.all_of(class));
                }
            }
        }
        (15, Some(class)) => {
            chosen.show_all(shown.all_of(class));
            for name in ORDERING {
                chosen.need_all(shown.resolved_method(class, name));
            }
        }
        _ => {}
    }
}

/// The whole file; needed are the module level and every block that uses an imported name.
fn unused_import(shown: &Shown<'_, '_>, chosen: &mut Chosen) {
    chosen.show_all((0..shown.blocks.len()).collect());
    chosen.need_all(shown.rest_of_module());
    let model = shown.file.model();
    for variable in model.locals(model.module_scope()) {
        let is_import = |&id: &examen_semantics::python::DefinitionId| {
            matches!(model[id].kind, DefinitionKind::Import { .. } | DefinitionKind::ImportFrom { .. })
        };
        if model.definitions_of(variable).iter().any(is_import) {
            for &name in model.uses(variable) {
                chosen.need_all(shown.local(shown.file.span(name)).into_iter().collect());
            }
        }
    }
}

/// For each class that an operand may be of: its blocks and its method, the method of a built-in one, or the imports.
fn classes_of_operands(shown: &Shown<'_, '_>, finding: &Finding, method: &'static str, chosen: &mut Chosen) {
    for class in shown.classes_at(finding.span) {
        match class {
            ClassRef::Defined(file, id) if file == shown.file.id() => {
                match shown.all_of(id) {
                    // A class inside a function or another class has no blocks of its own.
                    blocks if blocks.is_empty() => {
                        let header = shown.file.class_span(class).and_then(|(_, span)| shown.local(span));
                        chosen.show_all(header.into_iter().collect());
                    }
                    blocks => chosen.show_all(blocks),
                }
                needed_method(shown, class, method, chosen);
            }
            ClassRef::Known(_) if shown.file.built_in_class(shown.file.class_name(class)) == Some(class) => {
                chosen.built_in_methods.push(BuiltInMethod { class: shown.file.class_name(class).to_owned(), method });
            }
            // Of a class from elsewhere the import is what there is to see.
            ClassRef::Defined(..) | ClassRef::Known(_) => chosen.need_all(shown.rest_of_module()),
        }
    }
}

fn needed_method(shown: &Shown<'_, '_>, class: ClassRef, method: &'static str, chosen: &mut Chosen) {
    let Some((declaring, _)) = shown.file.lookup(class, method) else {
        return;
    };
    match declaring {
        ClassRef::Defined(file, id) if file == shown.file.id() => chosen.need_all(shown.methods(id, method)),
        ClassRef::Defined(..) => {}
        ClassRef::Known(_) => {
            chosen.built_in_methods.push(BuiltInMethod { class: shown.file.class_name(declaring).to_owned(), method });
        }
    }
}

/// The class and its bases; needed are the methods that it shares with them.
fn signature_mismatch(shown: &Shown<'_, '_>, class: Id<Class>, chosen: &mut Chosen) {
    let lineage = shown.lineage(class);
    for &class in &lineage {
        chosen.show_all(shown.all_of(class));
    }
    for (name, own) in named_methods(shown, class) {
        let mut above = lineage.iter().skip(1).map(|&base| shown.methods(base, name));
        if let Some(overridden) = above.find(|blocks| !blocks.is_empty()) {
            chosen.need(own);
            chosen.need_all(overridden);
        }
    }
}

/// The class and those below it; needed are its `__init__` and the methods that override one of its own.
fn init_calls_subclass(shown: &Shown<'_, '_>, class: Id<Class>, chosen: &mut Chosen) {
    chosen.show_all(shown.all_of(class));
    chosen.need_all(shown.methods(class, "__init__"));
    let own: Vec<&str> = named_methods(shown, class).into_iter().map(|(name, _)| name).collect();
    for below in shown.descendants(class) {
        chosen.show_all(shown.all_of(below));
        for (name, block) in named_methods(shown, below) {
            if name != "__init__" && own.contains(&name) {
                chosen.need(block);
            }
        }
    }
}

/// The bases; needed are every `__init__`, methods that two of them share, and class levels that name the attribute.
fn conflicting_attributes(shown: &Shown<'_, '_>, class: Id<Class>, finding: &Finding, chosen: &mut Chosen) {
    let attribute = finding.message.split('\'').nth(1).unwrap_or("");
    let lineage = shown.lineage(class);
    let mut named = Vec::new();
    for &class in &lineage {
        chosen.show_all(shown.all_of(class));
        chosen.need_all(shown.methods(class, "__init__"));
        named.extend(named_methods(shown, class));
        let mentions = |block: &usize| {
            shown.blocks[*block]
                .lines
                .iter()
                .any(|&line| shown.file.text(shown.lines.line_span(line)).contains(attribute))
        };
        chosen.need_all(shown.rest_of(class).into_iter().filter(mentions).collect());
    }
    named.sort_unstable();
    for run in named.chunk_by(|a, b| a.0 == b.0) {
        let is_shared = run.len() > 1 && !matches!(run[0].0, "__init__" | "process_request");
        if is_shared || run[0].0 == attribute {
            chosen.need_all(run.iter().map(|&(_, block)| block).collect());
        }
    }
}

/// The methods of a class with their blocks.
fn named_methods<'p>(shown: &Shown<'_, 'p>, class: Id<Class>) -> Vec<(&'p str, usize)> {
    let method = |(at, block): (usize, &examen_views::blocks::Block)| match block.kind {
        BlockKind::ClassFunction(of, function) if of == class => {
            Some((shown.file.text(shown.file.tree()[function].name.span), at))
        }
        _ => None,
    };
    shown.blocks.iter().enumerate().filter_map(method).collect()
}
