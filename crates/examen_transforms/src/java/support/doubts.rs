//! Why a variable must be left alone.

use examen_semantics::java::{DoubtReason, Variable};

/// The first thing that is not known of a variable's name, as a reason to refuse.
pub(crate) fn doubt(variable: &Variable<'_>) -> Option<&'static str> {
    variable.doubts.first().map(|doubt| match doubt.reason {
        DoubtReason::MayBeInherited { .. } => "may-be-inherited-field",
        DoubtReason::MayBeEnumConstant => "may-be-enum-constant",
        DoubtReason::CanonicalConstructor => "record-component",
        DoubtReason::SyntaxError => "syntax-error",
    })
}
