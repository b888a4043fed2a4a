//! The objective of a network that decides: pairs of captions and functions, relevance of blocks.

use examen_metrics::Decisions;
use examen_models::{
    CodeConfig, CodeHead, CodeNetwork, Decision, DecisionSequence, DecisionTokens, PackedInput, PackedSequence,
    decision_loss,
};
use examen_tensor::{Mode, Parameters, Rotary, Tensor};
use examen_tokenizers::LayoutTokenizer;
use examen_training::{Batch, Objective, ObjectiveError, Score};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::decision_examples::{DecisionExample, DecisionSet};

/// Examples, and a network that decides about them.
pub(super) struct DecisionObjective {
    pub(super) decision: Decision,
    pub(super) config: CodeConfig,
    pub(super) tokenizer: LayoutTokenizer,
    /// The weights of examples whose truth is no, and of those whose truth is yes.
    pub(super) weights: [f32; 2],
    /// The data sets that are learnt from.
    pub(super) sets: Vec<DecisionSet>,
    pub(super) validation: Vec<DecisionSet>,
    pub(super) rotary: Rotary,
    pub(super) batch_tokens: usize,
}

/// A sequence with its query and truth.
struct Asked {
    sequence: DecisionSequence,
    query: u32,
    is_so: bool,
}

fn packed(asked: &[Asked]) -> PackedInput {
    PackedInput::new(asked.iter().map(|Asked { sequence, query, .. }| PackedSequence {
        ids: &sequence.ids,
        occurrences: &sequence.shared,
        query: *query,
    }))
}

impl DecisionObjective {
    fn asked(&self, set: &DecisionSet, example: DecisionExample) -> Asked {
        let tokens = DecisionTokens { tokenizer: &self.tokenizer, length: self.config.max_position_embeddings };
        Asked { sequence: set.sequence(&example, tokens), query: example.query, is_so: example.is_so }
    }

    /// Adds the decisions about a data set.
    fn decide(
        &self,
        network: &CodeNetwork,
        set: &DecisionSet,
        decisions: &mut Decisions,
    ) -> Result<(), ObjectiveError> {
        let mut rest = set.examples.iter().peekable();
        while rest.peek().is_some() {
            let (mut batch, mut used) = (Vec::new(), 0);
            while let Some(&&example) = rest.peek() {
                let asked = self.asked(set, example);
                used += asked.sequence.ids.len();
                if used > self.batch_tokens && !batch.is_empty() {
                    break;
                }
                batch.push(asked);
                rest.next();
            }
            let scores = network.decision_scores(&packed(&batch), &self.rotary, Mode::Eval)?.into_values()?;
            for (asked, score) in batch.iter().zip(scores) {
                decisions.add(asked.is_so, score > 0.0);
            }
        }
        Ok(())
    }
}

impl Objective for DecisionObjective {
    fn loss(&self, parameters: &Parameters, batch: Batch<'_>, mode: Mode<'_>) -> Result<Tensor<1>, ObjectiveError> {
        let network = CodeNetwork::tracked(&self.config, CodeHead::Decision, parameters)?;
        let mut random = ChaCha8Rng::seed_from_u64(batch.seed);
        let asked = batch.examples.iter().map(|drawn| {
            let set = &self.sets[drawn.set];
            self.asked(set, set.drawn(set.examples[drawn.example], &mut random))
        });
        let asked: Vec<Asked> = asked.collect();
        let scores = network.decision_scores(&packed(&asked), &self.rotary, mode)?;
        let truths: Vec<bool> = asked.iter().map(|asked| asked.is_so).collect();
        Ok(decision_loss(&scores, &truths, self.weights)?)
    }

    /// Pairs are balanced, and their accuracy decides which parameters are best; of blocks few are relevant, and it is F1.
    fn evaluate(&self, parameters: &Parameters) -> Result<Vec<Score>, ObjectiveError> {
        let network = CodeNetwork::detached(&self.config, CodeHead::Decision, parameters)?;
        let mut all = Decisions::default();
        for set in &self.validation {
            self.decide(&network, set, &mut all)?;
        }
        let (right, examples) = all.accuracy_counts();
        if examples == 0 {
            return Ok(Vec::new());
        }
        let score = |name: &str, value: f64| Score { name: name.to_owned(), value, examples };
        let accuracy = score("accuracy", right as f64 / examples as f64);
        let f1 = score("f1", all.f1().unwrap_or(0.0));
        Ok(match self.decision {
            Decision::Match => vec![accuracy, f1],
            Decision::Relevance => vec![f1, accuracy],
        })
    }
}
