//! Changes and lists of words that several tasks share.

pub(super) mod keywords;
pub(super) mod shuffle;
pub(super) mod swap;
