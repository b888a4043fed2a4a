//! Random texts that look like Python here and there.

use proptest::prelude::*;

const SNIPPETS: [&str; 40] = [
    "x",
    "self",
    "name_a",
    "é",
    "变量",
    "1",
    "0x1F",
    "'a'",
    "\"b c\"",
    "f'{x}'",
    "'''m\nn'''",
    "'",
    "\"\"\"",
    "(",
    ")",
    "[",
    "]",
    ":",
    "=",
    "+",
    ".",
    ",",
    "@",
    "$",
    "?",
    "\\",
    "\\\n",
    "#",
    "# note",
    " ",
    "  ",
    "\t",
    "\n",
    "\n    ",
    "\n        ",
    "\n  ",
    "\r\n",
    "\r",
    "\x0c",
    "if x:",
];

/// Text made of pieces of code, with line ends of every kind.
pub(crate) fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(&SNIPPETS[..]), 0..60).prop_map(|pieces| pieces.concat())
}
