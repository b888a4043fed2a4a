//! Measures of a Python function.

mod expressions;
mod lexical;
mod patterns;
mod statements;

use examen_syntax::python::token::Token;
use examen_syntax::python::{Function, Tree};

use super::Measures;
use lexical::Lexical;
use statements::Walk;

/// The measures of a function of `source`.
///
/// `tokens` are those of the function, decorators included, and of nothing else; comments and layout among them do not
/// count. The work grows with the number of tokens and nodes.
pub fn python_measures(tree: &Tree, function: &Function, tokens: &[Token], source: &str) -> Measures {
    let lexical = Lexical::of(tokens, source);
    let mut walk = Walk::new(tree, source);
    let paths = walk.function(function);
    let (variables, distinct_variables) = walk.variables();
    Measures {
        tokens: lexical.tokens,
        distinct_operators: lexical.distinct_operators(),
        operators: lexical.operators,
        distinct_variables,
        variables,
        structures: walk.structures,
        loops: walk.loops,
        ifs: walk.ifs,
        nesting: walk.nesting,
        complexity: walk.complexity,
        paths,
        depth: walk.depth,
    }
}
