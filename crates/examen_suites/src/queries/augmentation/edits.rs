//! The kinds of edit, one function each.

mod calls;
mod classes;
mod expressions;
mod imports;
mod literals;
mod loops;
mod snippets;
mod statements;

use examen_syntax::Edit;
use rand_chacha::ChaCha8Rng;

use super::code::Code;

/// A kind of edit.
pub(super) struct EditKind {
    /// Its name.
    pub(super) name: &'static str,
    /// How often it is drawn, beside the others. What aims at queries that models find hard weighs more.
    pub(super) weight: u32,
    /// Makes one somewhere; nothing where the code, or the place that was drawn, has no room for it.
    pub(super) make: fn(&Code<'_>, &mut ChaCha8Rng) -> Option<Vec<Edit>>,
}

macro_rules! kinds {
    ($($module:ident::$function:ident $weight:literal,)*) => {
        &[$(EditKind { name: stringify!($function), weight: $weight, make: $module::$function },)*]
    };
}

/// All kinds, by name.
pub(super) static EDITS: &[EditKind] = kinds! {
    calls::add_argument 5,
    loops::add_break 2,
    literals::add_comma 2,
    calls::add_parameter 6,
    statements::add_pass 3,
    snippets::applications 2,
    snippets::asserts 4,
    statements::assign_itself 3,
    statements::assign_twice 12,
    classes::base_class 8,
    calls::call_function 8,
    classes::call_in_init 8,
    classes::class_attribute 5,
    snippets::class_pairs 9,
    expressions::compare_again 10,
    expressions::constant_operands 3,
    expressions::constant_test 4,
    literals::copy_key 4,
    classes::copy_method 10,
    classes::decorator 3,
    statements::delete_name 3,
    statements::delete_statement 14,
    snippets::displays 3,
    statements::double_function 3,
    imports::double_import 4,
    literals::double_key 6,
    statements::double_statement 4,
    calls::drop_argument 5,
    loops::drop_break 2,
    literals::drop_comma 5,
    statements::drop_exit 5,
    calls::drop_parameter 4,
    statements::drop_pass 2,
    statements::early_exit 10,
    loops::except_clause 6,
    snippets::files 4,
    classes::first_parameter 5,
    loops::handler_body 3,
    expressions::identity 4,
    imports::import_both_ways 4,
    imports::imported_names 6,
    calls::init_of_base 7,
    loops::inner_variable 5,
    snippets::iterators 4,
    snippets::local_names 3,
    loops::loop_else 4,
    loops::loop_variable 5,
    snippets::loops 6,
    calls::make_object 4,
    snippets::module_lines 4,
    classes::mutable_default 9,
    loops::nested_loop 6,
    imports::new_import 10,
    classes::new_subclass 9,
    statements::new_variable 8,
    expressions::none_test 4,
    snippets::numbers 6,
    snippets::objects 5,
    expressions::other_operator 2,
    loops::raise_other 8,
    statements::rename_function 3,
    imports::rename_import 5,
    statements::rename_target 6,
    expressions::same_operands 3,
    snippets::special_method 14,
    calls::super_argument 8,
    expressions::swap_name 14,
    statements::swap_statements 4,
    snippets::temporary_files 3,
    statements::tuple_target 4,
    snippets::unit_asserts 4,
    snippets::url_checks 2,
    statements::wrap_in_if 4,
    statements::wrap_in_try 4,
};
