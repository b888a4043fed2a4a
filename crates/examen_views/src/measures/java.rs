//! Measures of a Java method.

mod depth;
mod lexical;
mod npath;
mod variables;
mod walk;

use examen_syntax::java::{Node, Token};

use super::Measures;
use lexical::Lexical;
use walk::{Shape, shape};

/// The measures of a method, a constructor or any other member of `source`.
///
/// `tokens` are the significant tokens of that member and of nothing else. The work grows with the number of tokens and
/// nodes; nothing recurses.
pub fn java_measures(method: Node<'_>, tokens: &[Token], source: &str) -> Measures {
    let lexical = Lexical::of(tokens, source);
    let Shape { depth, paths, variables, distinct_variables } = shape(method, &lexical.notable, source);
    Measures {
        tokens: tokens.len() as u32,
        distinct_operators: lexical.distinct_operators(),
        operators: lexical.operators,
        distinct_variables,
        variables,
        structures: lexical.structures,
        loops: lexical.loops,
        ifs: lexical.ifs,
        nesting: lexical.nesting,
        complexity: lexical.complexity,
        paths,
        depth,
    }
}
