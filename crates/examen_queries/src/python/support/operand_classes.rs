//! The relevant blocks of a finding about the class of an operand.

use examen_semantics::python::{At, ClassRef};
use examen_syntax::Span;
use examen_syntax::python::{Expr, ExprKind};

use crate::relevance::{BuiltInMethod, RelevantBlocks, Shown, StubBody};

/// Adds, for each class that an operand may be of, its blocks and its method, the method of a built-in one, or the imports.
pub(crate) fn add_operand_classes(
    shown: &Shown<'_, '_>,
    span: Span,
    (method, body): (&'static str, StubBody),
    relevant: &mut RelevantBlocks,
) {
    for class in operand_classes(shown, span) {
        match class {
            ClassRef::Defined(file, id) if file == shown.file.id() => {
                match shown.all_of(id) {
                    // A class inside a function or another class has no blocks of its own.
                    blocks if blocks.is_empty() => {
                        relevant.show(shown.file.class_span(class).and_then(|(_, span)| shown.local(span)));
                    }
                    blocks => relevant.show(blocks),
                }
                shown.flag_inherited_method(class, method, body, relevant);
            }
            ClassRef::Known(_) if shown.file.built_in_class(shown.file.class_name(class)) == Some(class) => {
                let class = shown.file.class_name(class).to_owned();
                relevant.flag_built_in(BuiltInMethod { class, method, body });
            }
            // Of a class from elsewhere the import is what there is to see.
            ClassRef::Defined(..) | ClassRef::Known(_) => relevant.flag(shown.rest_of_module()),
        }
    }
}

/// The classes that the operands of a comparison, or the callee of a call, are objects of.
fn operand_classes(shown: &Shown<'_, '_>, span: Span) -> Vec<ClassRef> {
    let tree = shown.file.tree();
    let Some((_, expr)) = tree.all::<Expr>().find(|(_, expr)| expr.span == span) else {
        return Vec::new();
    };
    let operands = match expr.kind {
        ExprKind::Compare { left, rest } => {
            std::iter::once(left).chain(tree.list(rest).iter().map(|part| part.right)).collect()
        }
        ExprKind::Call { function, .. } => vec![function],
        _ => Vec::new(),
    };
    let mut classes = Vec::new();
    for expr in operands {
        let values = shown.file.values_at(At { file: shown.file.id(), expr });
        classes.extend(values.iter().filter_map(|value| shown.file.class_of_value(value)));
    }
    classes.sort_unstable();
    classes.dedup();
    classes
}
