//! Modules that use the mocking library `mox`, whose recorded calls look wrong and are not.

use examen_semantics::python::SemanticFile;
use examen_syntax::python::{Alias, ExprKind, Name};

/// Returns whether a file imports `mox` or has it record calls.
pub(crate) fn is_used(file: &SemanticFile<'_>) -> bool {
    let source = file.model().source;
    if !source.contains("mox") && !source.contains("StubOutWithMock") {
        return false;
    }
    let imports = file.tree().all::<Alias>().any(|(_, alias)| alias.name.text(source) == "mox")
        || file.model().symbols().find("mox").is_some();
    let is_recording = |name: Name| name.text(source) == "StubOutWithMock";
    imports || file.exprs().any(|(_, expr)| matches!(expr.kind, ExprKind::Attribute { name, .. } if is_recording(name)))
}
