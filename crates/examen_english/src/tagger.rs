//! Tags of words from the first layer's states.

use crate::matrix::{Matrix, greatest, softmax};
use crate::network::Network;

/// What a caller knows about a word's tag before the network is asked.
pub(crate) type Allowed<'a> = &'a dyn Fn(usize) -> bool;

/// Probabilities of tags for every row; `rules` gives, for a row, which tags are possible.
pub(crate) fn probabilities(network: &Network, states: &Matrix, rules: &[(usize, Allowed<'_>)]) -> Matrix {
    let mut scores = network.tags.forward(states);
    for &(row, allowed) in rules {
        for (tag, score) in scores.row_mut(row).iter_mut().enumerate() {
            if !allowed(tag) {
                *score -= 1000.0;
            }
        }
    }
    for row in 0..scores.rows {
        softmax(scores.row_mut(row));
    }
    scores
}

/// The most probable tag of a row.
pub(crate) fn best(probabilities: &Matrix, row: usize) -> usize {
    greatest(probabilities.row(row))
}
