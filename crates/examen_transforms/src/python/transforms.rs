//! The transformations of Python, one file each.

use crate::Transform;

mod boolean_exchange;
mod layout;
mod loop_exchange;
mod permute_statement;
mod switch_to_if;
mod try_catch_insertion;
mod unused_statement;
mod variable_renaming;

/// The transformations of Python, in the order of their names.
pub(crate) static TRANSFORMS: &[&Transform] = &[
    &boolean_exchange::TRANSFORM,
    &layout::TRANSFORM,
    &loop_exchange::TRANSFORM,
    &permute_statement::TRANSFORM,
    &switch_to_if::TRANSFORM,
    &try_catch_insertion::TRANSFORM,
    &unused_statement::TRANSFORM,
    &variable_renaming::TRANSFORM,
];
