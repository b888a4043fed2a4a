//! Analyses of Java code that several transformations share, or that would crowd the file of one.

pub(crate) mod doubts;
pub(crate) mod file_types;
pub(crate) mod footprint;
pub(crate) mod hidden_types;
pub(crate) mod known_types;
pub(crate) mod maybe_constant;
pub(crate) mod method_code;
pub(crate) mod moves;
pub(crate) mod negations;
pub(crate) mod opposite;
pub(crate) mod outside;
pub(crate) mod own_fields;
pub(crate) mod precedence;
pub(crate) mod predicates;
pub(crate) mod quiet;
pub(crate) mod returned_type;
pub(crate) mod short_if;
pub(crate) mod statement_places;
pub(crate) mod tidy_edits;
pub(crate) mod value_types;
