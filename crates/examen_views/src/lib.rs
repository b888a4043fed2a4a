//! Views of code: what models and metrics are shown of it instead of its text.
//!
//! Place in the flow: syntax trees come in from `examen_syntax`; the queries' relevance, the suites, the encoders' inputs and the
//! command line take what goes out. Nothing here fails: of a broken text there is what can be read. This crate must not know files, exams,
//! networks or the semantic model: a view is defined by the tool that it reproduces, and not by what a program means.
//!
//! Entry points:
//!
//! - [`blocks`]: the pieces of a Python file that models are shown one by one, [`blocks::blocks`];
//! - [`paths`]: path contexts of code2vec and code2seq, [`paths::java_lines`] and [`paths::python_lines`];
//! - [`data_flow`]: the graph that GraphCodeBERT is shown, [`data_flow::data_flow`];
//! - [`documentation`](mod@documentation): docstrings and Javadoc in their parts, [`documentation::documentation`];
//! - [`measures`]: code measures of one function, [`measures::MEASURES`], [`measures::java_measures`] and
//!   [`measures::python_measures`].

pub mod blocks;
pub mod data_flow;
pub mod documentation;
pub mod measures;
pub mod paths;
