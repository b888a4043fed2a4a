//! Random texts that look like Python here and there.

use examen_test::PYTHON_SNIPPETS;
use proptest::prelude::*;

/// Text made of pieces of code, with line ends of every kind.
pub(crate) fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(&PYTHON_SNIPPETS[..]), 0..60).prop_map(|pieces| pieces.concat())
}
