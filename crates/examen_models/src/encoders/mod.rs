//! Encoders: networks of checkpoints that give the hidden states of all their layers.
//!
//! `config.json` decides which family a checkpoint belongs to. A family is one file over the parts that all share. Networks
//! that write text are encoders too: what they know of a text is in the states of its tokens.

mod architectures;
mod bart;
mod batch;
mod bert;
mod codegen;
mod config;
mod data_flow;
mod gpt2;
mod hidden;
mod llama;
mod modernbert;
mod parts;
mod post_norm;
mod pre_norm;
mod random;
mod t5;

use std::path::Path;

use examen_tensor::{Placement, Tensor, pool};

pub use architectures::{ARCHITECTURES, Architecture};
pub use batch::{FlowNode, Sequence, batches_by_length};
pub use data_flow::{FlowTokenizer, MAX_NODES, TextFlow, TextNode};
pub use hidden::{HiddenStates, Pooling};

use crate::checkpoint::Weights;
use crate::error::ModelError;
use batch::Batch;
use config::Config;
use examen_tokenizers::{Tokenizer, TokenizerFiles, Tokens};

/// The length to which texts are cut where neither network nor tokenizer has a limit.
const USUAL_LENGTH: usize = 512;

/// Lengths past this one stand for no limit: transformers writes a huge number there.
const MAX_LENGTH: usize = 1 << 20;

/// An encoder with its tokenizer.
#[derive(Debug)]
pub struct Encoder {
    network: Network,
    tokenizer: Tokenizer,
    architecture: String,
    vocabulary: usize,
    size: Size,
    max_length: usize,
}

/// What a network has.
#[derive(Clone, Copy, Debug)]
struct Size {
    /// Layers with states, that of the embeddings among them.
    layers: usize,
    width: usize,
    /// Positions, if their number is limited.
    limit: Option<usize>,
}

#[derive(Debug)]
enum Network {
    Bart(bart::Bart),
    Bert(bert::Bert),
    CodeGen(codegen::CodeGen),
    Gpt2(gpt2::Gpt2),
    Llama(llama::Llama),
    ModernBert(modernbert::ModernBert),
    T5(t5::T5),
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
        let config = Config::read(folder)?;
        let weights = Weights::open(folder, placement)?;
        let facts = TokenizerFiles::read(folder, config.text("model_type").unwrap_or_default())?;
        Self::assemble(&config, weights, &facts)
    }

    fn assemble(config: &Config, weights: Weights, facts: &TokenizerFiles) -> Result<Self, ModelError> {
        let kind = config.text("model_type").unwrap_or_default().to_owned();
        let (network, size) = match kind.as_str() {
            "bart" | "plbart" => {
                all_of(weights, bart::name, Network::Bart, |weights| bart::Bart::load(config, weights))
            }
            "bert" | "roberta" | "xlm-roberta" => {
                all_of(weights, bert::name, Network::Bert, |weights| bert::Bert::load(config, weights, kind != "bert"))
            }
            "codegen" => {
                all_of(weights, codegen::name, Network::CodeGen, |weights| codegen::CodeGen::load(config, weights))
            }
            "gpt2" => all_of(weights, gpt2::name, Network::Gpt2, |weights| gpt2::Gpt2::load(config, weights)),
            "llama" | "qwen2" => all_of(weights, llama::name, Network::Llama, |weights| {
                llama::Llama::load(config, weights, kind == "qwen2")
            }),
            "modernbert" => all_of(weights, modernbert::name, Network::ModernBert, |weights| {
                modernbert::ModernBert::load(config, weights)
            }),
            "t5" => all_of(weights, t5::name, Network::T5, |weights| t5::T5::load(config, weights)),
            _ => {
                return Err(ModelError::UnknownArchitecture { path: config.path().to_owned(), model_type: kind });
            }
        }?;
        let max_length = match (size.limit, facts.max_length()) {
            (Some(limit), Some(other)) => limit.min(other),
            (Some(limit), None) => limit,
            (None, Some(other)) if other <= MAX_LENGTH => other,
            (None, _) => USUAL_LENGTH,
        };
        let end = config.id("eos_token_id").or_else(|| config.id("bos_token_id"));
        let tokenizer = Tokenizer::open(facts, max_length, end)?;
        let vocabulary = config.size("vocab_size")?;
        Ok(Self { network, tokenizer, architecture: kind, vocabulary, size, max_length })
    }

    /// The `model_type` of a checkpoint that is not loaded.
    pub fn architecture_of(folder: &Path) -> Result<String, ModelError> {
        Ok(Config::read(folder)?.text("model_type").unwrap_or_default().to_owned())
    }

    /// The `model_type` of the checkpoint.
    pub fn architecture(&self) -> &str {
        &self.architecture
    }

    /// How many layers have states, with that of the embeddings, which is the first.
    pub fn layers(&self) -> usize {
        self.size.layers
    }

    /// How many numbers a state has.
    pub fn width(&self) -> usize {
        self.size.width
    }

    /// The most tokens of a text, with those that frame it.
    pub fn max_length(&self) -> usize {
        self.max_length
    }

    /// Cuts texts to so many tokens, with those that frame them, and no more than the network takes.
    pub fn limit_length(&mut self, length: usize) -> Result<(), ModelError> {
        let frame = self.tokenizer.tokenize("")?.ids.len();
        let limit = self.size.limit.unwrap_or(MAX_LENGTH);
        if length <= frame || length > limit {
            return Err(ModelError::LengthLimit { length, least: frame + 1, most: limit });
        }
        self.max_length = length;
        self.tokenizer.limit_length(length);
        Ok(())
    }

    /// Whether a position sees only those before it, so that none but the last knows the whole text.
    pub fn is_causal(&self) -> bool {
        matches!(self.network, Network::CodeGen(_) | Network::Gpt2(_) | Network::Llama(_))
    }

    /// How many ids there are.
    pub fn vocabulary(&self) -> usize {
        self.vocabulary
    }

    /// The tokens of a text, framed as the network expects it, cut to the greatest length.
    pub fn tokenize(&self, text: &str) -> Result<Tokens, ModelError> {
        Ok(self.tokenizer.tokenize(text)?)
    }

    /// What makes tokens of texts, for many threads at once.
    pub fn tokenizer(&self) -> &Tokenizer {
        &self.tokenizer
    }

    /// What makes tokens of texts with their data flow; none for networks that are not shown any, such as UniXcoder, whose
    /// texts begin with another frame.
    pub fn flow_tokenizer(&self) -> Option<FlowTokenizer<'_>> {
        let positions = self.size.limit.unwrap_or(self.max_length);
        let frame = <[u32; 2]>::try_from(self.tokenizer.tokenize("").ok()?.ids).ok()?;
        takes_data_flow(&self.architecture).then_some(FlowTokenizer { tokenizer: &self.tokenizer, frame, positions })
    }

    /// The id of a token by its text.
    pub fn token_id(&self, token: &str) -> Option<u32> {
        self.tokenizer.id(token)
    }

    /// The states of every layer for a batch. Sequences may have different lengths; none influences another.
    pub fn hidden_states(&self, sequences: &[Sequence]) -> Result<HiddenStates, ModelError> {
        let mut layers = Vec::with_capacity(self.size.layers);
        let batch = self.batch(sequences)?;
        self.network.forward(&batch, &mut |states| {
            layers.push(states.clone().into_values()?);
            Ok(())
        })?;
        let lengths = sequences.iter().map(Sequence::length).collect();
        Ok(HiddenStates { width: self.size.width, lengths, padded: batch.length, layers })
    }

    /// One vector for each sequence and layer: for each layer, `width` numbers for each sequence.
    ///
    /// Takes far less memory than all states.
    pub fn features(&self, sequences: &[Sequence], pooling: &Pooling) -> Result<Vec<Vec<f32>>, ModelError> {
        let batch = self.batch(sequences)?;
        let rule = pooling.rule(sequences)?;
        let mut layers = Vec::with_capacity(self.size.layers);
        self.network.forward(&batch, &mut |states| {
            layers.push(pool(states, &rule));
            Ok(())
        })?;
        if layers.is_empty() {
            return Ok(Vec::new());
        }
        // All layers travel together, so that a device is waited for once.
        let values = Tensor::concat(layers, 0).into_values()?;
        Ok(values.chunks_exact(batch.rows * self.size.width).map(<[f32]>::to_vec).collect())
    }

    fn batch<'s>(&self, sequences: &'s [Sequence]) -> Result<Batch<'s>, ModelError> {
        let has_flow = sequences.iter().any(|sequence| !sequence.flow.is_empty());
        if has_flow && !matches!(self.network, Network::Bert(_)) {
            return Err(ModelError::DataFlow("this network is not shown data flow"));
        }
        // Texts with data flow may be longer than others are cut to.
        Batch::new(sequences, self.vocabulary, self.size.limit.unwrap_or(self.max_length))
    }
}

impl Network {
    fn forward(
        &self,
        batch: &Batch<'_>,
        each: &mut dyn FnMut(&Tensor<3>) -> Result<(), ModelError>,
    ) -> Result<(), ModelError> {
        if batch.rows == 0 {
            return Ok(());
        }
        match self {
            Self::Bart(network) => network.forward(batch, each),
            Self::Bert(network) => network.forward(batch, each),
            Self::CodeGen(network) => network.forward(batch, each),
            Self::Gpt2(network) => network.forward(batch, each),
            Self::Llama(network) => network.forward(batch, each),
            Self::ModernBert(network) => network.forward(batch, each),
            Self::T5(network) => network.forward(batch, each),
        }
    }
}

/// Whether networks with this `model_type` can be shown the data flow of a text.
pub fn takes_data_flow(model_type: &str) -> bool {
    model_type == "roberta"
}

/// A network of all the weights of a checkpoint.
fn all_of<N>(
    weights: Weights,
    rename: impl Fn(&str) -> Option<String>,
    family: impl FnOnce(N) -> Network,
    load: impl FnOnce(&mut Weights) -> Result<(N, Size), ModelError>,
) -> Result<(Network, Size), ModelError> {
    let mut weights = weights.renamed(rename);
    let (network, size) = load(&mut weights)?;
    weights.finish()?;
    Ok((family(network), size))
}
