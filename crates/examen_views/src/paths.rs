//! Paths through syntax trees: the contexts that code2vec and code2seq describe a method by.
//!
//! A context is two leaves and the way between them, up to where they meet and down again; a method is a line of them,
//! its name first. The lines are those of the original extractors, byte for byte on Java 8 (`docs/paths-agreement.md` has
//! the comparison); see Alon et al., code2vec (POPL 2019) and code2seq (ICLR 2019).
//!
//! Java goes through three steps: the tree that the original parser would make (`java`), the nodes that it would give
//! comments to (`comments`), and the walk between leaves (`walk`). Python has code2seq's own extractor (`python`),
//! made for trees of Python 2.7.

mod comments;
mod java;
mod java_file;
mod label;
mod leaves;
mod lines;
mod printed_lines;
mod python;
mod rendering;
mod settings;
mod token;
mod tree;
mod walk;

pub use java_file::{java_lines, original_reading};
pub use lines::{ContextPlaces, LeftOut, MethodLine};
pub use python::python_lines;
pub use settings::{PathFormat, PathSettings};
pub use token::target;
