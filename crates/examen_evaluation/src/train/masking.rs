//! The objective of pre-training: tokens that were masked.

use examen_models::{CodeConfig, CodeHead, CodeNetwork, MaskedTokens, PackedInput, PackedSequence};
use examen_tensor::{Mode, Parameters, Rotary, Tensor};
use examen_training::{Batch, Objective, ObjectiveError, Score};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The fraction of tokens that are to be predicted: more than BERT's 15 % (Wettig et al. 2023).
const MASKED: f64 = 0.3;

/// The seed of the masks that are evaluated on.
const EVALUATION_SEED: u64 = 7;

/// Pieces of texts, and a network that predicts their masked tokens.
pub(super) struct MaskedTokenObjective {
    pub(super) config: CodeConfig,
    /// The pieces that are learnt from, and those that are evaluated on.
    pub(super) pieces: Vec<Vec<u32>>,
    pub(super) held_out: Vec<Vec<u32>>,
    pub(super) rotary: Rotary,
    /// The id of the mask, and the ids that are never masked, which are the first.
    pub(super) mask: u32,
    pub(super) special_tokens: u32,
    pub(super) batch_tokens: usize,
}

impl MaskedTokenObjective {
    fn input<'p>(&self, pieces: impl Iterator<Item = &'p Vec<u32>>, seed: u64) -> (PackedInput, MaskedTokens) {
        let query = self.config.no_query();
        let mut input = PackedInput::new(pieces.map(|ids| PackedSequence { ids, occurrences: &[], query }));
        let masked = self.mask(input.ids_mut(), seed);
        (input, masked)
    }

    /// Masks tokens: 80 % of the chosen become the mask, 10 % another token, 10 % stay.
    fn mask(&self, ids: &mut [u32], seed: u64) -> MaskedTokens {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut masked = MaskedTokens::default();
        for (id, position) in ids.iter_mut().zip(0..) {
            if *id < self.special_tokens || random.random::<f64>() >= MASKED {
                continue;
            }
            masked.positions.push(position);
            masked.ids.push(*id);
            let choice: f64 = random.random();
            if choice < 0.8 {
                *id = self.mask;
            } else if choice < 0.9 {
                *id = random.random_range(self.special_tokens..self.config.vocab_size as u32);
            }
        }
        // A loss of nothing would have no gradient; a batch of special tokens alone predicts its first.
        if masked.positions.is_empty() && !ids.is_empty() {
            masked.positions.push(0);
            masked.ids.push(ids[0]);
        }
        masked
    }
}

impl Objective for MaskedTokenObjective {
    fn loss(&self, parameters: &Parameters, batch: Batch<'_>, mode: Mode<'_>) -> Result<Tensor<1>, ObjectiveError> {
        let network = CodeNetwork::tracked(&self.config, CodeHead::MaskedTokens, parameters)?;
        let pieces = batch.examples.iter().map(|drawn| &self.pieces[drawn.example]);
        let (input, masked) = self.input(pieces, batch.seed);
        Ok(network.masked_loss(&input, &masked, &self.rotary, mode)?)
    }

    fn evaluate(&self, parameters: &Parameters) -> Result<Vec<Score>, ObjectiveError> {
        let network = CodeNetwork::detached(&self.config, CodeHead::MaskedTokens, parameters)?;
        let (mut sum, mut count) = (0.0, 0);
        let mut rest = self.held_out.as_slice();
        while !rest.is_empty() {
            let mut used = 0;
            let fitting = rest.iter().take_while(|piece| {
                used += piece.len();
                used <= self.batch_tokens
            });
            let (now, later) = rest.split_at(fitting.count().max(1));
            let (input, masked) = self.input(now.iter(), EVALUATION_SEED);
            let loss = network.masked_loss(&input, &masked, &self.rotary, Mode::Eval)?.into_values()?;
            sum += f64::from(loss.first().copied().unwrap_or(f32::NAN)) * masked.ids.len() as f64;
            count += masked.ids.len();
            rest = later;
        }
        if count == 0 {
            return Ok(Vec::new());
        }
        let value = -sum / count as f64;
        Ok(vec![Score { name: "masked_log_likelihood".to_owned(), value, examples: count as u64 }])
    }
}
