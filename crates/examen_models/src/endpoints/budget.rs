//! Prices, and the limits of what a run spends.

use super::reply::Tokens;

/// Prices in any currency, for a million tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prices {
    /// Of prompts.
    pub input: f64,
    /// Of replies.
    pub output: f64,
    /// Of those tokens of prompts that the server had in its cache; that of prompts without.
    pub cached: Option<f64>,
}

/// The most that a run may cost or take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// The prices.
    pub prices: Prices,
    /// The highest cost; any without.
    pub most: Option<f64>,
    /// The most tokens of prompts and replies; any number without.
    pub most_tokens: Option<u64>,
}

/// The worst cost and length of what is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Reserved {
    cost: f64,
    tokens: u64,
}

impl Prices {
    /// The highest cost of a request and its reply.
    pub fn cost(&self, prompt: u64, completion: u64) -> f64 {
        let input = self.input.max(self.cached.unwrap_or_default());
        (prompt as f64 * input + completion as f64 * self.output) / 1e6
    }

    /// The cost of what was used.
    pub fn of(&self, tokens: Tokens) -> f64 {
        let cached = tokens.cached.min(tokens.prompt);
        let cost = (tokens.prompt - cached) as f64 * self.input
            + cached as f64 * self.cached.unwrap_or(self.input)
            + tokens.completion as f64 * self.output;
        cost / 1e6
    }
}

impl Budget {
    /// The most that a request can take, if that is left beside what was spent and what is under way.
    pub(super) fn room_for(self, prompt: u64, completion: u64, spent: Tokens, under_way: Reserved) -> Option<Reserved> {
        let wanted = Reserved { cost: self.prices.cost(prompt, completion), tokens: prompt + completion };
        let cost = self.prices.of(spent) + under_way.cost + wanted.cost;
        let tokens = spent.prompt + spent.completion + under_way.tokens + wanted.tokens;
        let is_within = self.most.is_none_or(|most| cost <= most) && self.most_tokens.is_none_or(|most| tokens <= most);
        is_within.then_some(wanted)
    }
}

impl Reserved {
    pub(super) fn add(&mut self, other: Self) {
        self.cost += other.cost;
        self.tokens += other.tokens;
    }

    pub(super) fn remove(&mut self, other: Self) {
        self.cost -= other.cost;
        self.tokens -= other.tokens;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_tokens_have_a_price_of_their_own() {
        let tokens = Tokens { prompt: 1_000_000, completion: 100_000, cached: 400_000, ..Tokens::default() };
        let prices = Prices { input: 2.0, output: 10.0, cached: Some(0.5) };
        assert!((prices.of(tokens) - (1.2 + 0.2 + 1.0)).abs() < 1e-9);
        assert!((Prices { cached: None, ..prices }.of(tokens) - 3.0).abs() < 1e-9);
        assert!((prices.cost(1_000_000, 0) - 2.0).abs() < 1e-9);
    }
}
