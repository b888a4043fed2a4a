//! An encoder: a network with its tokenizer.

use std::path::Path;
use std::sync::Arc;

use examen_tensor::{Parameters, Placement};

use super::batch::Sequence;
use super::code::CodeModel;
use super::config::Config;
use super::data_flow::FlowTokenizer;
use super::hidden::{HiddenStates, Pooling};
use super::network::Network;
use crate::error::ModelError;
use crate::weights::Weights;
use examen_tokenizers::{Tokenizer, TokenizerFiles, Tokens};

/// The length to which texts are cut where neither network nor tokenizer has a limit.
const USUAL_LENGTH: usize = 512;

/// Lengths past this one stand for no limit: transformers writes a huge number there.
const MAX_LENGTH: usize = 1 << 20;

/// A network with its tokenizer.
#[derive(Debug)]
pub struct Encoder {
    network: Network,
    tokenizer: Tokenizer,
}

impl Encoder {
    /// Loads a checkpoint as the hub has them: a folder with `config.json`, weights and a tokenizer.
    ///
    /// Every weight of the network must be there and have its shape, and none may be left over, but for heads and decoders.
    pub fn load(folder: &Path) -> Result<Self, ModelError> {
        Self::load_on(folder, Placement::default())
    }

    /// Loads a checkpoint to compute at another place than the CPU in f32.
    pub fn load_on(folder: &Path, placement: Placement) -> Result<Self, ModelError> {
        if CodeModel::is_in(folder) {
            return Self::of_code(CodeModel::load(folder, placement)?);
        }
        Ok(Self::open(folder, placement, false)?.0)
    }

    /// Loads a checkpoint together with its weights as parameters, by the names that the network uses.
    ///
    /// [`Network::with_tracked`] makes the network of a step of training from them. A file of their values is a checkpoint again.
    pub fn load_trainable(folder: &Path, placement: Placement) -> Result<(Self, Parameters), ModelError> {
        let (encoder, weights) = Self::open(folder, placement, true)?;
        Ok((encoder, weights.into_parameters()?))
    }

    fn open(folder: &Path, placement: Placement, is_kept: bool) -> Result<(Self, Weights<'static>), ModelError> {
        let config = Config::read(folder)?;
        let weights = Weights::open(folder, placement)?;
        let mut weights = if is_kept { weights.kept() } else { weights };
        let files = TokenizerFiles::read(folder, config.text("model_type").unwrap_or_default())?;
        Ok((Self::assemble(config, &mut weights, &files)?, weights))
    }

    /// A network with its tokenizer.
    pub(super) fn of(network: Network, tokenizer: Tokenizer) -> Self {
        Self { network, tokenizer }
    }

    pub(super) fn assemble(
        config: Config,
        weights: &mut Weights<'_>,
        files: &TokenizerFiles,
    ) -> Result<Self, ModelError> {
        let end = config.id("eos_token_id").or_else(|| config.id("bos_token_id"));
        let mut network = Network::load(Arc::new(config), weights, USUAL_LENGTH)?;
        network.max_length = match (network.limit(), files.max_length()) {
            (Some(limit), Some(other)) => limit.min(other),
            (Some(limit), None) => limit,
            (None, Some(other)) if other <= MAX_LENGTH => other,
            (None, _) => USUAL_LENGTH,
        };
        let tokenizer = Tokenizer::open(files, network.max_length, end)?;
        Ok(Self { network, tokenizer })
    }

    /// The `model_type` of a checkpoint that is not loaded.
    pub fn architecture_of(folder: &Path) -> Result<String, ModelError> {
        Ok(Config::read(folder)?.text("model_type").unwrap_or_default().to_owned())
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Exchanges the weights for the present values of parameters.
    pub fn set_parameters(&mut self, parameters: &Parameters) -> Result<(), ModelError> {
        self.network = self.network.with_detached(parameters)?;
        Ok(())
    }

    /// The `model_type` of the checkpoint.
    pub fn architecture(&self) -> &str {
        self.network.architecture().model_type
    }

    /// The number of layers with states, with that of the embeddings, which is the first.
    pub fn layers(&self) -> usize {
        self.network.layers()
    }

    /// The width of a state.
    pub fn width(&self) -> usize {
        self.network.width()
    }

    /// The most tokens of a text, with special tokens.
    pub fn max_length(&self) -> usize {
        self.network.max_length
    }

    /// Cuts texts to so many tokens, with special tokens, and no more than the network takes.
    pub fn limit_length(&mut self, length: usize) -> Result<(), ModelError> {
        let special = self.tokenizer.tokenize("")?.ids.len();
        let limit = self.network.limit().unwrap_or(MAX_LENGTH);
        if length <= special || length > limit {
            return Err(ModelError::LengthLimit { length, least: special + 1, most: limit });
        }
        self.network.max_length = length;
        self.tokenizer.limit_length(length);
        Ok(())
    }

    /// Whether a position sees only those before it, so that none but the last knows the whole text.
    pub fn is_causal(&self) -> bool {
        self.network.architecture().is_causal
    }

    /// The number of token ids.
    pub fn vocabulary(&self) -> usize {
        self.network.vocabulary()
    }

    /// The tokens of a text with the special tokens that the network expects, cut to the greatest length.
    pub fn tokenize(&self, text: &str) -> Result<Tokens, ModelError> {
        Ok(self.tokenizer.tokenize(text)?)
    }

    /// The tokenizer, for many threads at once.
    pub fn tokenizer(&self) -> &Tokenizer {
        &self.tokenizer
    }

    /// The tokenizer of texts with their data flow; none for networks that are not shown any, such as UniXcoder, whose
    /// texts begin with other special tokens.
    pub fn flow_tokenizer(&self) -> Option<FlowTokenizer<'_>> {
        let positions = self.network.limit().unwrap_or(self.network.max_length);
        let special = <[u32; 2]>::try_from(self.tokenizer.tokenize("").ok()?.ids).ok()?;
        let takes_data_flow = self.network.architecture().takes_data_flow;
        takes_data_flow.then_some(FlowTokenizer { tokenizer: &self.tokenizer, special, positions })
    }

    /// The id of a token by its text.
    pub fn token_id(&self, token: &str) -> Option<u32> {
        self.tokenizer.id(token)
    }

    /// The states of every layer for a batch: see [`Network::hidden_states`].
    pub fn hidden_states(&self, sequences: &[Sequence]) -> Result<HiddenStates, ModelError> {
        self.network.hidden_states(sequences)
    }

    /// One vector for each sequence and layer: see [`Network::features`].
    pub fn features(&self, sequences: &[Sequence], pooling: &Pooling) -> Result<Vec<Vec<f32>>, ModelError> {
        self.network.features(sequences, pooling)
    }
}
