//! What a rewriter must know of one Java method: its variables and where they are named, where jumps lead, which
//! statements can complete, which expressions are constant, and what running a piece of it may read, write or throw.
//!
//! There is no type checker behind it and no other file: what is not known is taken at its worst, and a reference that
//! only a type checker could settle is kept as a [`Doubt`] of its variable.

mod bindings;
mod classes;
mod constants;
mod effects;
mod escaped_names;
mod expression_effects;
mod expressions;
mod jumps;
mod literals;
mod model;
mod names;
mod outline;
mod patterns;
mod scopes;
mod statements;
mod static_types;
mod switches;
mod variable;
mod walk;

pub use constants::Constant;
pub use effects::Effects;
pub use model::MethodModel;
pub use variable::{Access, Doubt, DoubtReason, Use, Variable, VariableKind};
