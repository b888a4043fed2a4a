//! Models compared at the same examples, from the marks that `examen score` writes beside its result.

pub mod comparison;
pub mod marks;
pub mod runs;

pub use comparison::{Clusters, Comparison, Correction, Settings, compare};
pub use marks::{MeasureKey, ModelMarks, ResultMarks, flips};
pub use runs::{RepeatedRuns, repeated_runs};
