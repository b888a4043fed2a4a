//! Features of a file of texts.

use std::path::{Path, PathBuf};

use examen_data::{FeatureShape, InputHash, JsonlReader, write_feature_table};
use examen_syntax::Language;
use serde::Deserialize;

use super::{Counts, Embedding, EncoderSettings, LocalEncoder, Pool, TextRow, embed};
use crate::context::Context;
use crate::error::{EvaluationError, While as _, refuse};
use crate::predict::ModelSpec;

/// Settings of the embedding of a file.
#[derive(Clone, Debug)]
pub struct EmbedSettings {
    /// The encoder.
    pub model: ModelSpec,
    /// Texts, one JSON object a line.
    pub input: PathBuf,
    /// The file for the features: `.safetensors` or `.parquet`.
    pub out: PathBuf,
    /// How texts are encoded.
    pub encoder: EncoderSettings,
}

/// The outcome of the embedding of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbedSummary {
    /// The size of the features.
    pub shape: FeatureShape,
    /// Counts over all texts; nothing if the features were there already.
    pub counts: Option<Counts>,
}

/// A line of the input.
#[derive(Deserialize)]
struct Line {
    id: Id,
    code: String,
    #[serde(default)]
    byte: usize,
    language: Option<String>,
}

/// An id, which is a text. Many files have numbers.
#[derive(Deserialize)]
#[serde(untagged)]
enum Id {
    Text(String),
    Number(serde_json::Number),
}

/// Writes the features of all texts of a file. An interrupted run is resumed.
pub fn embed_file(settings: &EmbedSettings, context: &Context<'_>) -> crate::Result<EmbedSummary> {
    let EmbedSettings { model, input, out, encoder: encoding } = settings;
    let ending = out.extension().unwrap_or_default();
    let is_table = ending == "parquet";
    if !is_table && ending != "safetensors" {
        refuse!("{}: the name must end in .safetensors or .parquet", out.display());
    }
    let (rows, hash) = survey(input, encoding.data_flow)?;
    if rows == 0 {
        refuse!("{}: there is no line with a text", input.display());
    }
    let local = LocalEncoder::find(model, context)?;
    encoding.check(&local)?;
    let model_fingerprint = local.fingerprint()?;
    let encoder = encoding.load(&local)?;
    let pool = encoding.pool.unwrap_or_else(|| Pool::summary_of(&encoder));
    let fingerprint = format!("{model_fingerprint} {} {} {hash}", pool.name(), encoding.fingerprint(&encoder));
    // A table is made of finished features, since its rows hold all layers.
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    let path = if is_table { out.with_file_name(format!(".{name}.features")) } else { out.clone() };
    let embedding = Embedding {
        encoder: &encoder,
        input: encoding.input_encoder(&encoder)?,
        pool,
        batch_size: encoding.batch_size,
    };
    let texts = JsonlReader::open(input)?.map(|line| {
        let line: Line = line?;
        let language = line.language();
        Ok(TextRow { text: line.code, byte: line.byte, language })
    });
    let embedded = embed(embedding, rows, texts, &path, &fingerprint, context)?;
    if is_table {
        let lines = JsonlReader::<Line>::open(input)?;
        write_feature_table(out, &embedded.features, lines.map(|line| Ok(line?.id.into_text())))?;
        std::fs::remove_file(&path).doing(|| format!("cannot remove {}", path.display()))?;
    }
    Ok(EmbedSummary { shape: embedded.features.shape(), counts: embedded.counts })
}

/// The number of texts, and a hash of all of them in order, with their languages if these are needed.
fn survey(path: &Path, needs_language: bool) -> crate::Result<(usize, InputHash)> {
    let (mut rows, mut hash) = (0, InputHash::default());
    for line in JsonlReader::<Line>::open(path)? {
        let line = line?;
        let language = line.language();
        let Line { id, code, byte, .. } = line;
        let (id, number, byte) = (id.into_text(), rows.to_string(), byte.to_string());
        let mut facts = vec![number.as_bytes(), id.as_bytes(), code.as_bytes(), byte.as_bytes()];
        if needs_language {
            let missing = || {
                let path = path.display();
                EvaluationError::request(format!("{path}: `{id}` must say by `language` whether it is java or python"))
            };
            facts.push(language.ok_or_else(missing)?.name().as_bytes());
        }
        hash.add(facts);
        rows += 1;
    }
    Ok((rows, hash))
}

impl Line {
    /// The language of the code, if the line names one that is known.
    fn language(&self) -> Option<Language> {
        self.language.as_deref().and_then(Language::of_name)
    }
}

impl Id {
    fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => number.to_string(),
        }
    }
}
