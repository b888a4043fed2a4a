//! Analyses that several queries share, or that would crowd the file of one.

pub(crate) mod acceptable_name;
pub(crate) mod assigned;
pub(crate) mod call_arguments;
pub(crate) mod called_functions;
pub(crate) mod called_parameter;
pub(crate) mod caught;
pub(crate) mod class_members;
pub(crate) mod comments;
pub(crate) mod constant;
pub(crate) mod contained;
pub(crate) mod declared_attribute;
pub(crate) mod difference_constraint;
pub(crate) mod generic_equality;
pub(crate) mod imported;
pub(crate) mod initializers;
pub(crate) mod known_module;
pub(crate) mod literal;
pub(crate) mod mentioned_name;
pub(crate) mod mox;
pub(crate) mod mutation;
pub(crate) mod operand_classes;
pub(crate) mod passed_test;
pub(crate) mod reachability;
