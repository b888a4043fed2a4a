//! The directory of a generator: `config.json`, `model.safetensors`, `tokenizer.json`, `words.json`.

use std::path::Path;

use examen_tensor::{NamedValues, Parameters, Placement, Storage};
use examen_tokenizers::LayoutTokenizer;

use super::config::{GeneratorConfig, MODEL_TYPE};
use super::network::GeneratorNetwork;
use crate::encoders::code::TOKENIZER;
use crate::error::ModelError;
use crate::model_folder::{
    model_files, model_type, parameters_of, read_json, read_tokenizer, stored_parameters, tokenizer_of,
};
use crate::vocabulary::Vocabulary;

/// The generator that is part of the program, its weights in 8 bits: `builtin/README.md` says how it was made.
static BUILT_IN: [&[u8]; 3] = [
    include_bytes!("../../../builtin/generator/config.json"),
    include_bytes!("../../../builtin/generator/words.json"),
    include_bytes!("../../../builtin/generator/model.safetensors"),
];

/// A generator from a directory.
#[derive(Debug)]
pub struct GeneratorModel {
    /// Its configuration.
    pub config: GeneratorConfig,
    /// The tokenizer of its input.
    pub tokenizer: LayoutTokenizer,
    /// The words that it writes without copying them.
    pub words: Vocabulary,
    /// The network, without gradients.
    pub network: GeneratorNetwork,
}

impl GeneratorModel {
    /// Whether a directory has a generator.
    pub fn is_in(folder: &Path) -> bool {
        model_type(folder) == MODEL_TYPE
    }

    /// Loads a generator.
    pub fn load(folder: &Path, placement: Placement) -> Result<Self, ModelError> {
        let config = GeneratorConfig::read(folder)?;
        let tokenizer = read_tokenizer(folder, config.encoder.vocab_size)?;
        let (_, words) = read_json::<Vocabulary>(folder, "words.json")?;
        let (_, parameters) = stored_parameters(folder, placement)?;
        Self::of(folder, config, tokenizer, words, &parameters)
    }

    /// The generator that is part of the program.
    pub fn built_in(placement: Placement) -> Result<Self, ModelError> {
        let folder = Path::new("builtin/generator");
        let [config, words, weights] = BUILT_IN;
        let json = |error| ModelError::file(folder, error);
        let config: GeneratorConfig = serde_json::from_slice(config).map_err(json)?;
        let tokenizer = tokenizer_of(folder, TOKENIZER, config.encoder.vocab_size)?;
        let words = serde_json::from_slice(words).map_err(json)?;
        Self::of(folder, config, tokenizer, words, &parameters_of(folder, weights, placement)?)
    }

    /// A generator of its parts; errors name the files of this directory.
    fn of(
        folder: &Path,
        config: GeneratorConfig,
        tokenizer: LayoutTokenizer,
        words: Vocabulary,
        parameters: &Parameters,
    ) -> Result<Self, ModelError> {
        if words.len() != config.words {
            let reason = format!("{} words, where the configuration has {}", words.len(), config.words);
            return Err(ModelError::file(&folder.join("words.json"), reason));
        }
        let in_file = |error: ModelError| error.in_file(&folder.join("model.safetensors"));
        let network = GeneratorNetwork::detached(&config, parameters).map_err(in_file)?;
        Ok(Self { config, tokenizer, words, network })
    }
}

/// The files of a generator, by name.
pub fn write_generator(
    config: &GeneratorConfig,
    tokenizer: &LayoutTokenizer,
    words: &Vocabulary,
    parameters: Vec<NamedValues>,
    storage: Storage,
) -> Result<Vec<(&'static str, Vec<u8>)>, ModelError> {
    let tokenizer = ("tokenizer.json", Ok(tokenizer.to_json().into_bytes()));
    model_files(config, [tokenizer, ("words.json", serde_json::to_vec(words))], parameters, storage)
}
