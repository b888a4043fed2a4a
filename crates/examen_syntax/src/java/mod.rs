//! Java through 21.
