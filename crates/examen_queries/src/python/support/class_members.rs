//! Which names a class declares, and which its bases do, by names resolved in the file.

use examen_semantics::python::{DefinitionKind, SemanticFile, Version};
use examen_syntax::python::{Class, Expr, Id};

use super::imported::{is_builtin, is_member};

/// Returns whether a class gives a value to a name in its own body.
pub(crate) fn declares(file: &SemanticFile<'_>, class: Id<Class>, name: &str) -> bool {
    let model = file.model();
    let Some(variable) = model.local_named(model.class_scope(class), name) else {
        return false;
    };
    model.definitions_of(variable).iter().any(|&id| !matches!(model[id].kind, DefinitionKind::Delete { .. }))
}

/// Returns whether some known class above a class declares a name.
pub(crate) fn inherits(file: &SemanticFile<'_>, class: Id<Class>, name: &str) -> bool {
    has_base(file, class, &mut |base| match class_of(file, base) {
        Some(base) => declares(file, base, name),
        None => builtin_declares(file, base, name),
    })
}

/// Returns whether a class descends from `zope.interface.Interface`, whose methods are written without `self`.
pub(crate) fn is_zope_interface(file: &SemanticFile<'_>, class: Id<Class>) -> bool {
    has_base(file, class, &mut |base| is_member(file, base, "zope.interface", &["Interface"]))
}

/// Returns whether some base of a class, or of a class of the file above it, is `wanted`.
fn has_base(file: &SemanticFile<'_>, class: Id<Class>, wanted: &mut impl FnMut(Id<Expr>) -> bool) -> bool {
    let mut classes = vec![class];
    let mut at = 0;
    while let Some(&class) = classes.get(at) {
        at += 1;
        for &base in file.list(file.tree()[class].bases) {
            if wanted(base) {
                return true;
            }
            classes.extend(class_of(file, base).filter(|base| !classes.contains(base)));
        }
    }
    false
}

/// The class of the file that a base is.
fn class_of(file: &SemanticFile<'_>, base: Id<Expr>) -> Option<Id<Class>> {
    let model = file.model();
    match *model.definitions_of(model.variable_of(base)?) {
        [definition] => match model[definition].kind {
            DefinitionKind::Class(class) => Some(class),
            _ => None,
        },
        _ => None,
    }
}

/// Python 2's sequences have the methods for slices.
fn builtin_declares(file: &SemanticFile<'_>, base: Id<Expr>, name: &str) -> bool {
    let bases: &[&str] = match name {
        "__getslice__" => &["list", "tuple", "str", "unicode", "bytes"],
        "__setslice__" | "__delslice__" => &["list"],
        _ => &[],
    };
    file.version() == Version::Python2 && bases.iter().any(|builtin| is_builtin(file, base, builtin))
}
