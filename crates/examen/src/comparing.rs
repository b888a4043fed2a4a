//! Models compared at the same examples, from the marks that `examen score` writes beside its result.

mod comparison;
mod marks;
mod runs;
mod table;

pub(crate) use comparison::{Clusters, Comparison, Correction, Settings, compare};
pub(crate) use marks::{MeasureKey, ModelMarks, ResultMarks, flips};
pub(crate) use runs::{repeated_runs, runs_table};
pub(crate) use table::comparison_table;
