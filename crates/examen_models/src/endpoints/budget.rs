//! What a run may spend.

use super::reply::Tokens;

/// Prices in any currency, for a million tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prices {
    /// Of prompts.
    pub input: f64,
    /// Of replies.
    pub output: f64,
}

/// The most that a run may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// The prices.
    pub prices: Prices,
    /// The most; anything without.
    pub most: Option<f64>,
}

impl Prices {
    /// The cost of tokens.
    pub fn cost(&self, prompt: u64, completion: u64) -> f64 {
        (prompt as f64 * self.input + completion as f64 * self.output) / 1e6
    }

    /// The cost of what was used.
    pub fn of(&self, tokens: Tokens) -> f64 {
        self.cost(tokens.prompt, tokens.completion)
    }
}
