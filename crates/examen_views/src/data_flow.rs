//! The data flow that GraphCodeBERT is shown: which variable gets its value from which others.
//!
//! The graphs are those of the extractor that was released with the network (Guo et al., GraphCodeBERT, ICLR 2021), odd ones
//! included: names have no scopes, a field is a variable and so is a number, the body of a Python `for` with an `else` is not
//! looked at. What is meant by a program is asked elsewhere. The steps: comments and docstrings go (`shown_text`), the leaves
//! of the tree are tokens (`leaves`), and a walk over the tree (`walk`, with the rules of `java` and `python`) notes where names
//! are defined (`definitions`) and used.
//!
//! Where it differs on purpose:
//!
//! - Tokens are cut by today's grammars, in which string literals have parts; here they have none, as in the grammars that the
//!   extractor was written for. Tokens that the parser puts in, and that cover no text, are left out.
//! - Columns are bytes there and characters in the slices that are taken by them, so that texts beyond ASCII get
//!   other tokens than they have. Here tokens are what the text has.
//! - Where the extractor raises and gives nothing, because a node lacks a part, the node is read child by child.
//! - Loops are read twice each, which doubles the work with every level. Past [`MAX_STEPS`] steps, and in trees deeper than
//!   [`MAX_DEPTH`], there are tokens and no variables; the extractor ends at Python's limit of recursion there, or not at all.

mod definitions;
mod java;
mod leaves;
mod python;
mod shown_text;
mod walk;

use examen_syntax::{Language, Span, concrete_tree};

use shown_text::ShownText;

/// The most steps that are made for a text: nodes that are looked at and definitions that are noted.
pub const MAX_STEPS: usize = 1_000_000;

/// The deepest tree that is walked.
pub const MAX_DEPTH: usize = 1_000;

/// The tokens of a text and the flow of data between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataFlow {
    /// Where each token lies. One over several lines, as strings can be, has a place for each; line ends are in none.
    pub tokens: Vec<Vec<Span>>,
    /// The variables that take part in an edge, by token. A token is here several times where its value comes from several places
    /// that were not seen together.
    pub variables: Vec<Variable>,
}

/// A variable at one place, and where its value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its token.
    pub token: usize,
    /// How the value gets there.
    pub relation: Relation,
    /// The tokens that it comes from, in order.
    pub sources: Vec<usize>,
}

/// How a value gets to a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// It is used or declared.
    ComesFrom,
    /// It is assigned.
    ComputedFrom,
}

impl Relation {
    /// The extractor's word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ComesFrom => "comesFrom",
            Self::ComputedFrom => "computedFrom",
        }
    }
}

/// The data flow of a text, which is ordinarily a function. Never fails: of a broken text there is what can be read.
pub fn data_flow(language: Language, source: &str) -> DataFlow {
    let shown = ShownText::new(language, source);
    let tree = concrete_tree(language, &shown.text);
    let leaves = leaves::leaves(&tree, &shown.text);
    let mut variables = walk::variables(language, &tree, &leaves);
    keep_connected(&mut variables, leaves.list.len());
    let tokens = leaves.list.iter().map(|leaf| shown.places(leaf.span)).collect();
    DataFlow { tokens, variables }
}

/// Leaves out what takes part in no edge.
fn keep_connected(variables: &mut Vec<Variable>, tokens: usize) {
    let mut is_connected = vec![false; tokens];
    for variable in variables.iter().filter(|variable| !variable.sources.is_empty()) {
        is_connected[variable.token] = true;
        for &source in &variable.sources {
            is_connected[source] = true;
        }
    }
    variables.retain(|variable| is_connected[variable.token]);
    // Those of one token stay in the order in which they were found.
    variables.sort_by_key(|variable| variable.token);
}
