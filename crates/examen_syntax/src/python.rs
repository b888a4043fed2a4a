//! Python 2 and 3: tokens as CPython's `tokenize` gives them, one tree for both versions.

mod descent;
mod docstring;
mod dump;
mod lowering;
mod nodes;
mod parse;
mod ruff;
pub mod token;
pub mod token_rows;
pub mod tokenizer;
mod tree;
mod visit;

pub use dump::dump;
pub use lowering::MAX_DEPTH;
pub use nodes::*;
pub use parse::{Dialect, FrontEnd, PythonFile, parse, parse_with};
pub use tree::{Id, List, Pooled, Tree};
pub use visit::{Node, PackedNode};
