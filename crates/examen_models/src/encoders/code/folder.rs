//! The directory of a model of our own: `config.json`, `model.safetensors`, `tokenizer.json`.

use std::path::Path;

use examen_corpus::read_plain_text;
use examen_tensor::{NamedValues, Parameters, Placement, Storage};
use examen_tokenizers::LayoutTokenizer;

use super::config::{CodeConfig, MODEL_TYPE};
use super::network::{CodeHead, CodeNetwork};
use crate::error::ModelError;
use crate::model_folder::{model_files, model_type, parameters_of, stored_weights, tokenizer_of};

/// Models that are part of the program, their weights in 8 bits: `builtin/README.md` says how they were made. They are no constants,
/// since each crate that a function with a constant is inlined into has a copy of it, and five megabytes were in the program twice.
static PAIRS: [&[u8]; 2] =
    [include_bytes!("../../../builtin/pairs/config.json"), include_bytes!("../../../builtin/pairs/model.safetensors")];
static SPANS: [&[u8]; 2] =
    [include_bytes!("../../../builtin/spans/config.json"), include_bytes!("../../../builtin/spans/model.safetensors")];

/// The tokenizer of all of them.
pub(in crate::encoders) static TOKENIZER: &str = include_str!("../../../builtin/code-tokenizer.json");

/// A model of our own from a directory.
#[derive(Debug)]
pub struct CodeModel {
    /// Its configuration.
    pub config: CodeConfig,
    /// Its tokenizer.
    pub tokenizer: LayoutTokenizer,
    /// The head that its weights have.
    pub head: CodeHead,
    /// The network, without gradients.
    pub network: CodeNetwork,
    /// Its weights by name.
    pub parameters: Parameters,
}

impl CodeModel {
    /// Whether a directory has a model of our own.
    pub fn is_in(folder: &Path) -> bool {
        model_type(folder) == MODEL_TYPE
    }

    /// Loads a model.
    pub fn load(folder: &Path, placement: Placement) -> Result<Self, ModelError> {
        let config = CodeConfig::read(folder)?;
        let path = folder.join("tokenizer.json");
        let text = read_plain_text(&path).map_err(|error| ModelError::file(&path, error))?;
        let (_, weights) = stored_weights(folder)?;
        Self::of(folder, config, &text, &weights, placement)
    }

    /// The classifier of captions and functions that is part of the program.
    pub fn built_in_pairs(placement: Placement) -> Result<Self, ModelError> {
        Self::built_in("builtin/pairs", PAIRS, placement)
    }

    /// The span predictor that is part of the program. It answers all queries by one pass.
    pub fn built_in_spans(placement: Placement) -> Result<Self, ModelError> {
        Self::built_in("builtin/spans", SPANS, placement)
    }

    fn built_in(folder: &str, [config, weights]: [&[u8]; 2], placement: Placement) -> Result<Self, ModelError> {
        let folder = Path::new(folder);
        let config = serde_json::from_slice(config).map_err(|error| ModelError::file(folder, error))?;
        Self::of(folder, config, TOKENIZER, weights, placement)
    }

    /// The files of the span predictor that is part of the program.
    pub fn built_in_files() -> [&'static [u8]; 3] {
        let [config, weights] = SPANS;
        [config, TOKENIZER.as_bytes(), weights]
    }

    /// A model of the texts and bytes of its files; errors name the files of this directory.
    fn of(
        folder: &Path,
        config: CodeConfig,
        tokenizer: &str,
        weights: &[u8],
        placement: Placement,
    ) -> Result<Self, ModelError> {
        let tokenizer = tokenizer_of(&folder.join("tokenizer.json"), tokenizer, config.vocab_size)?;
        let path = folder.join("model.safetensors");
        let parameters = parameters_of(&path, weights, placement)?;
        let head = match config.decision {
            Some(_) => CodeHead::Decision,
            None if parameters.shape("spans.weight").is_some() => CodeHead::Spans,
            None => CodeHead::MaskedTokens,
        };
        let network = CodeNetwork::detached(&config, head, &parameters).map_err(|error| error.in_file(&path))?;
        Ok(Self { config, tokenizer, head, network, parameters })
    }
}

/// The files of a model of our own, by name.
pub fn write_code_model(
    config: &CodeConfig,
    tokenizer: &LayoutTokenizer,
    parameters: Vec<NamedValues>,
    storage: Storage,
) -> Result<Vec<(&'static str, Vec<u8>)>, ModelError> {
    model_files(config, [("tokenizer.json", Ok(tokenizer.to_json().into_bytes()))], parameters, storage)
}
