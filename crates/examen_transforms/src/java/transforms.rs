//! The transformations of Java, one file each.

use crate::Transform;

mod boolean_exchange;
mod comparison_flip;
mod de_morgan;
mod dead_branch;
mod do_while_to_while;
mod early_return;
mod explicit_this;
mod extra_braces;
mod extraction_into_a_variable;
mod final_variables;
mod for_each_to_counting_loop;
mod if_else_swap;
mod increment_form;
mod inlining_of_a_variable;
mod layout;
mod literal_form;
mod loop_exchange;
mod nested_if;
mod permute_statement;
mod redundant_parentheses;
mod split_of_declaration_and_value;
mod switch_to_if;
mod ternary_and_if;
mod try_catch_insertion;
mod unused_statement;
mod variable_renaming;

/// The transformations of Java, in the order of their names.
pub(crate) static TRANSFORMS: &[&Transform] = &[
    &boolean_exchange::TRANSFORM,
    &comparison_flip::TRANSFORM,
    &de_morgan::TRANSFORM,
    &dead_branch::TRANSFORM,
    &do_while_to_while::TRANSFORM,
    &early_return::TRANSFORM,
    &explicit_this::TRANSFORM,
    &extra_braces::TRANSFORM,
    &extraction_into_a_variable::TRANSFORM,
    &final_variables::TRANSFORM,
    &for_each_to_counting_loop::TRANSFORM,
    &if_else_swap::TRANSFORM,
    &increment_form::TRANSFORM,
    &inlining_of_a_variable::TRANSFORM,
    &layout::TRANSFORM,
    &literal_form::TRANSFORM,
    &loop_exchange::TRANSFORM,
    &nested_if::TRANSFORM,
    &permute_statement::TRANSFORM,
    &redundant_parentheses::TRANSFORM,
    &split_of_declaration_and_value::TRANSFORM,
    &switch_to_if::TRANSFORM,
    &ternary_and_if::TRANSFORM,
    &try_catch_insertion::TRANSFORM,
    &unused_statement::TRANSFORM,
    &variable_renaming::TRANSFORM,
];
