//! The objective of a span predictor.

use examen_models::{CodeConfig, CodeHead, CodeNetwork, PackedInput, PackedSequence, ScoredTokens, decode_spans};
use examen_tensor::{Mode, Parameters, Rotary, Tensor};
use examen_tokenizers::labels::{Label, decode};
use examen_training::{Batch, Objective, ObjectiveError, Score};

use super::span_examples::SpanExample;

/// Scores of a token.
const OUTPUTS: usize = 5;

/// Examples, and a network that predicts their spans.
pub(super) struct SpanObjective {
    pub(super) config: CodeConfig,
    /// The data sets that are learnt from.
    pub(super) sets: Vec<Vec<SpanExample>>,
    pub(super) validation: Vec<SpanExample>,
    pub(super) rotary: Rotary,
    pub(super) batch_tokens: usize,
}

fn packed<'e>(examples: impl Iterator<Item = &'e SpanExample>) -> PackedInput {
    PackedInput::new(examples.map(|example| PackedSequence {
        ids: &example.ids,
        occurrences: &example.occurrences,
        query: example.query,
    }))
}

/// Whether each token is the last of a span.
fn last_tokens(labels: &[Label]) -> Vec<bool> {
    let mut is_last = vec![false; labels.len()];
    for run in decode(labels) {
        is_last[run.end - 1] = true;
    }
    is_last
}

impl Objective for SpanObjective {
    fn loss(&self, parameters: &Parameters, batch: Batch<'_>, mode: Mode<'_>) -> Result<Tensor<1>, ObjectiveError> {
        let network = CodeNetwork::tracked(&self.config, CodeHead::Spans, parameters)?;
        let examples = || batch.examples.iter().map(|drawn| &self.sets[drawn.set][drawn.example]);
        let scores = network.span_scores(&packed(examples()), &self.rotary, mode)?;
        let labels: Vec<Label> = examples().flat_map(|example| example.labels.iter().copied()).collect();
        let is_last: Vec<bool> = examples().flat_map(|example| last_tokens(&example.labels)).collect();
        Ok(CodeNetwork::span_loss(&scores, &labels, &is_last, batch.examples.len())?)
    }

    /// Exact match of all answers and facts: of all examples, of those with an answer, of those without.
    fn evaluate(&self, parameters: &Parameters) -> Result<Vec<Score>, ObjectiveError> {
        let network = CodeNetwork::detached(&self.config, CodeHead::Spans, parameters)?;
        let (mut right, mut counts) = ([0u64; 2], [0u64; 2]);
        let mut rest = self.validation.as_slice();
        while !rest.is_empty() {
            let mut used = 0;
            let fitting = rest.iter().take_while(|example| {
                used += example.ids.len();
                used <= self.batch_tokens
            });
            let (now, later) = rest.split_at(fitting.count().max(1));
            let scores = network.span_scores(&packed(now.iter()), &self.rotary, Mode::Eval)?.into_values()?;
            let mut at = 0;
            for example in now {
                let scores = &scores[at * OUTPUTS..(at + example.ids.len()) * OUTPUTS];
                at += example.ids.len();
                let is_code: Vec<bool> = example.labels.iter().map(|label| *label != Label::NotCode).collect();
                let found = decode_spans(ScoredTokens { scores, is_code: &is_code });
                let class = usize::from(example.is_positive);
                counts[class] += 1;
                right[class] += u64::from(!example.is_cut && found == decode(&example.labels));
            }
            rest = later;
        }
        let score = |name: &str, right: u64, examples: u64| {
            let value = right as f64 / examples.max(1) as f64;
            (examples > 0).then(|| Score { name: name.to_owned(), value, examples })
        };
        let scores = [
            score("exact_match", right[0] + right[1], counts[0] + counts[1]),
            score("exact_match_positive", right[1], counts[1]),
            score("exact_match_negative", right[0], counts[0]),
        ];
        Ok(scores.into_iter().flatten().collect())
    }
}
