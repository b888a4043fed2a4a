//! Code measures of one function: how long, how nested, how branched it is.
//!
//! The measures are those of INSPECT's probing tasks (Karmakar & Robbes, IEEE TSE 50(2), 2024), whose definitions for
//! Java were inferred from the published labels, with their natural counterparts for Python. [`MEASURES`] says for each
//! what counts. A function is measured by one pass over its tokens and one walk over its tree; nothing fails, and of
//! a tree with errors the intact parts count.

mod catalogue;
mod java;
mod python;

pub use catalogue::{MEASURES, measure};
pub use java::java_measures;
pub use python::python_measures;

/// All measures of one function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// LEN: lexical tokens.
    pub tokens: u32,
    /// OCU: different operators.
    pub distinct_operators: u32,
    /// OCT: operators in all.
    pub operators: u32,
    /// VCU: different names of variables.
    pub distinct_variables: u32,
    /// VCT: bindings of variables in all.
    pub variables: u32,
    /// CSC: control structures.
    pub structures: u32,
    /// NML: loops.
    pub loops: u32,
    /// NMS: ifs.
    pub ifs: u32,
    /// MXN: depth of nested blocks.
    pub nesting: u32,
    /// CPX: decisions.
    pub complexity: u32,
    /// NPT: paths through the function, saturating.
    pub paths: u64,
    /// DEP: depth of the syntax tree.
    pub depth: u32,
}

/// One code measure.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The code of the probing task that asks for it.
    pub code: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// What counts in Java.
    pub java: &'static str,
    /// What counts in Python.
    pub python: &'static str,
    /// Reads it off.
    pub value: fn(&Measures) -> u64,
}
