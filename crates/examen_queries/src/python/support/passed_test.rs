//! Tests that have come out one way wherever a block is executed.

use examen_semantics::python::flow::{BlockId, Flow};
use examen_syntax::python::{Expr, Id};

/// How many blocks above a block are looked at, so that a function of thousands of tests takes linear time.
const MAX_BLOCKS: usize = 200;

/// A test and how it came out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassedTest {
    pub(crate) test: Id<Expr>,
    pub(crate) outcome: bool,
}

/// The tests that a block is only executed after, the nearest first. Operands of `and`, `or` and `not` are tests of
/// their own.
pub(crate) fn passed_tests(flow: &Flow, block: BlockId) -> impl Iterator<Item = PassedTest> {
    let above = std::iter::successors(flow.immediate_dominator(block), |&above| flow.immediate_dominator(above));
    above.take(MAX_BLOCKS).filter_map(move |above| {
        let test = flow.branch(above)?;
        let outcome = [true, false].into_iter().find(|&outcome| flow.controls(above, outcome, block))?;
        Some(PassedTest { test, outcome })
    })
}
