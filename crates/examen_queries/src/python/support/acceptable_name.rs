//! Names by which people say that a variable is not meant to be used.

/// Returns whether a variable of that name may stay unused: `_`, `empty`, `dummy`, anything with `unused` in it, and
/// names that start with two underscores.
pub(crate) fn is_acceptable_when_unused(name: &str) -> bool {
    name.starts_with("__") || matches!(name, "_" | "empty" | "dummy") || name.contains("unused")
}
