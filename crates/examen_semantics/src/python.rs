//! Python 2 and 3.

mod binding;
mod callees;
mod classes;
mod executed;
mod file;
pub mod flow;
mod functions;
mod infer;
pub mod knowledge;
mod methods;
mod model;
mod program;
mod raises;
mod reverse;
pub mod ssa;
mod symbols;
mod value;

pub use callees::Callee;
pub use classes::ClassFacts;
pub use file::{Call, Compare, FileId, SemanticFile};
pub use functions::Signature;
pub use infer::string_content;
pub use methods::SelfAttribute;
pub use model::{
    Definition, DefinitionId, DefinitionKind, Model, Scope, ScopeId, ScopeKind, Variable, VariableId, Version,
};
pub use program::Program;
pub use symbols::{Symbol, Symbols};
pub use value::{At, ClassRef, ExternalPath, FunctionRef, ImportedAt, ModuleRef, Value, Values};
