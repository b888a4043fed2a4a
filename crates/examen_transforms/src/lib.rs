//! Rewrites of functions that keep their meaning.
//!
//! One file per transformation and language: when it may be made, its edits of the text, why the meaning stays, what it
//! refuses. Edits leave everything outside them as it is. The crate knows functions and their text, no files and no exams.

mod found;
mod function;
mod given_names;
pub mod java;
pub mod python;
mod transform;

pub use found::{Found, Refusal, Site};
pub use function::{Function, functions};
pub use transform::{Finder, Strength, Transform};

/// All transformations, sorted by code; Java before Python.
pub static TRANSFORMS: &[&Transform] = &[
    &java::BX,
    &python::BX,
    &java::CF,
    &java::DB,
    &java::DM,
    &java::DW,
    &java::EB,
    &java::ER,
    &java::FE,
    &java::FI,
    &java::IC,
    &java::IS,
    &java::IT,
    &java::LF,
    &java::LX,
    &python::LX,
    &java::LY,
    &python::LY,
    &java::NI,
    &java::PS,
    &python::PS,
    &java::RP,
    &java::SD,
    &java::SF,
    &python::SF,
    &java::TC,
    &python::TC,
    &java::TE,
    &java::TH,
    &java::UN,
    &python::UN,
    &java::VN,
    &python::VN,
    &java::XT,
];
