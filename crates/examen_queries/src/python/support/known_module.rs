//! Modules of the standard library.

use examen_semantics::python::knowledge::{KnownModule, ModuleId, knowledge};
use examen_semantics::python::{SemanticFile, Version};

/// The facts about a module, if the Python of the file has it, written in Python.
pub(crate) fn with_source(file: &SemanticFile<'_>, module: ModuleId) -> Option<&'static KnownModule> {
    let facts = knowledge().module_facts(module);
    let is_there = match file.version() {
        Version::Python2 => facts.versions.in_python2(),
        Version::Python3 => facts.versions.in_python3(),
    };
    (is_there && facts.is_source).then_some(facts)
}
