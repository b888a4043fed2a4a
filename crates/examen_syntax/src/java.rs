//! Java through 21.
//!
//! Two views of one text: [`tokenize`] gives the lexical tokens, [`parse`] an error-tolerant tree with typed access to
//! types and methods. Both take any text and never fail. The parser behind the tree does not show in this interface.

mod character;
pub mod declarations;
mod escapes;
pub mod javadoc;
pub mod kind;
pub mod lexer;
mod limits;
mod literal;
pub mod node;
pub mod token;
pub mod tree;

pub(crate) use declarations::Declaration;
pub use declarations::{Method, Parameter, TypeDeclaration};
pub use javadoc::javadoc_text;
pub use kind::{Field, Kind};
pub use lexer::tokenize;
pub use node::Node;
pub use token::{Token, TokenKind, Tokens, is_contextual_keyword, is_keyword};
pub use tree::{JavaTree, parse, parse_method};
