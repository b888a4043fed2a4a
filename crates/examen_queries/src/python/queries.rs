//! The queries, one file each.

use crate::query::Query;

mod call_to_non_callable;
mod call_wrong_arguments;
mod call_wrong_number_class_arguments;
mod catch_base_exception;
mod comparison_of_constants;
mod comparison_of_identical_expressions;
mod comparison_using_is;
mod conflicting_attributes;
mod constant_conditional_expression;
mod deprecated_slice_method;
mod duplicate_key_dict_literal;
mod equals_hash_mismatch;
mod flask_debug;
mod illegal_raise;
mod implicit_string_concatenation_in_list;
mod import_and_import_from;
mod import_deprecated_module;
mod imprecise_assert;
mod incomplete_ordering;
mod incomplete_url_substring_sanitization;
mod inheritance_signature_mismatch;
mod init_calls_subclass;
mod insecure_temporary_file;
mod iter_returns_non_iterator;
mod missing_call_to_init;
mod missing_equals;
mod modification_of_default_value;
mod modification_of_locals;
mod multiple_definition;
mod nested_loops_with_same_variable;
mod not_named_self;
mod polluting_import;
mod procedure_return_value_used;
mod raise_not_implemented;
mod redundant_assignment;
mod redundant_comparison;
mod redundant_else;
mod redundant_global_declaration;
mod repeated_import;
mod should_use_with;
mod side_effect_in_assert;
mod special_method_wrong_signature;
mod super_not_enclosing_class;
mod test_equals_none;
mod unexpected_raise_in_special_method;
mod unguarded_next_in_generator;
mod unnecessary_delete;
mod unnecessary_pass;
mod unreachable_statement;
mod unused_import;
mod unused_local_variable;
mod unused_loop_variable;

/// All queries, sorted by id.
pub static QUERIES: &[&Query] = &[
    &call_to_non_callable::QUERY,
    &call_wrong_arguments::QUERY,
    &call_wrong_number_class_arguments::QUERY,
    &catch_base_exception::QUERY,
    &comparison_of_constants::QUERY,
    &comparison_of_identical_expressions::QUERY,
    &comparison_using_is::QUERY,
    &conflicting_attributes::QUERY,
    &constant_conditional_expression::QUERY,
    &deprecated_slice_method::QUERY,
    &duplicate_key_dict_literal::QUERY,
    &equals_hash_mismatch::QUERY,
    &flask_debug::QUERY,
    &illegal_raise::QUERY,
    &implicit_string_concatenation_in_list::QUERY,
    &import_and_import_from::QUERY,
    &import_deprecated_module::QUERY,
    &imprecise_assert::QUERY,
    &incomplete_ordering::QUERY,
    &incomplete_url_substring_sanitization::QUERY,
    &inheritance_signature_mismatch::QUERY,
    &init_calls_subclass::QUERY,
    &insecure_temporary_file::QUERY,
    &iter_returns_non_iterator::QUERY,
    &missing_call_to_init::QUERY,
    &missing_equals::QUERY,
    &modification_of_default_value::QUERY,
    &modification_of_locals::QUERY,
    &multiple_definition::QUERY,
    &nested_loops_with_same_variable::QUERY,
    &not_named_self::QUERY,
    &polluting_import::QUERY,
    &procedure_return_value_used::QUERY,
    &raise_not_implemented::QUERY,
    &redundant_assignment::QUERY,
    &redundant_comparison::QUERY,
    &redundant_else::QUERY,
    &redundant_global_declaration::QUERY,
    &repeated_import::QUERY,
    &should_use_with::QUERY,
    &side_effect_in_assert::QUERY,
    &special_method_wrong_signature::QUERY,
    &super_not_enclosing_class::QUERY,
    &test_equals_none::QUERY,
    &unexpected_raise_in_special_method::QUERY,
    &unguarded_next_in_generator::QUERY,
    &unnecessary_delete::QUERY,
    &unnecessary_pass::QUERY,
    &unreachable_statement::QUERY,
    &unused_import::QUERY,
    &unused_local_variable::QUERY,
    &unused_loop_variable::QUERY,
];
