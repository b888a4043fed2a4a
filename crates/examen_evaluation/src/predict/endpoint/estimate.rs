//! An estimate of a run, without a request.

use std::path::Path;

use examen_corpus::Split;

use super::EndpointModel;
use crate::predict::Predictor as _;
use crate::predict::run::accepted_tasks;

/// The requests, tokens and cost of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Requests, with those whose reply is kept.
    pub requests: u64,
    /// Requests whose reply is kept.
    pub kept: u64,
    /// Tokens of the prompts that would be sent, estimated.
    pub prompt_tokens: u64,
    /// The most tokens of their replies.
    pub most_reply_tokens: u64,
    /// The most that they can cost.
    pub most_cost: Option<f64>,
}

impl EndpointModel {
    /// Estimates what the examples of all tasks below a folder would take.
    pub fn estimate(mut self, data: &Path, splits: &[Split]) -> crate::Result<Estimate> {
        let (tasks, _) = accepted_tasks(|task| self.accepts(task), self.settings.limit, data, splits)?;
        self.prepare_shots(&tasks)?;
        let mut estimate = Estimate::default();
        for request in self.requests(&tasks) {
            let (_, request) = request?;
            estimate.requests += 1;
            if self.connection.kept(&request).is_some() {
                estimate.kept += 1;
                continue;
            }
            estimate.prompt_tokens += self.connection.capabilities.estimated_tokens(request.text_bytes());
            estimate.most_reply_tokens += u64::from(request.max_tokens);
        }
        let prices = self.settings.connection.prices;
        if prices.input + prices.output > 0.0 {
            estimate.most_cost = Some(prices.cost(estimate.prompt_tokens, estimate.most_reply_tokens));
        }
        Ok(estimate)
    }
}
