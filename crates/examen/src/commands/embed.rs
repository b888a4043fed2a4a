//! `examen embed`: the hidden layers of an encoder, for texts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use examen_data::{InputHash, JsonlReader, write_feature_table};
use examen_syntax::Language;
use serde::Deserialize;

use crate::Context;
use examen_data::grouped;
use examen_evaluation::embed::{Embedding, EncoderChoice, EncoderFlags, Pool, TextRow, embed};

/// Turn texts into the features of all layers of an encoder.
///
/// Each line of the input is an object with `id` and `code`. A `.safetensors` output holds one f32 tensor `layer.N` of shape
/// [rows, width] for each layer, rows in order of the lines; layer 0 is that of the embeddings. A `.parquet` output has the same
/// as columns of lists, behind the column `id`.
///
/// A model is a folder as the hub has them: `config.json`, weights (`model.safetensors`, `pytorch_model.bin`, or parts of either)
/// and a tokenizer. With `--pool token`, a line may say by `byte` at which byte of `code` the token stands that is asked about;
/// the first otherwise. Texts beyond the model's limit are cut, and counted. With `--data-flow`, each line must say by `language`
/// whether its code is `java` or `python`.
///
/// Memory does not grow with the input. What was interrupted goes on where it stopped when it is started again.
#[derive(Args)]
#[command(after_help = "Examples:
  examen embed --model ./codebert --in functions.jsonl --out features.safetensors
  examen embed --model ./codegen --in functions.jsonl --out features.parquet --pool last --max-length 256
  examen embed --model ./graphcodebert --in functions.jsonl --out features.safetensors --data-flow
  examen embed --model random-encoder --in functions.jsonl --out floor.safetensors")]
pub(crate) struct EmbedCommand {
    /// Folder of a checkpoint, `hub:owner/name`, or `random-encoder`.
    #[arg(long, value_name = "DIR")]
    model: EncoderChoice,

    /// Texts, one JSON object a line.
    #[arg(long = "in", value_name = "FILE.jsonl")]
    input: PathBuf,

    /// File for the features: .safetensors or .parquet.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    encoder: EncoderFlags,
}

#[derive(Deserialize)]
struct Line {
    id: Id,
    code: String,
    #[serde(default)]
    byte: usize,
    language: Option<String>,
}

impl Line {
    /// The language of the code, where it says one that is known.
    fn language(&self) -> Option<Language> {
        self.language.as_deref().and_then(Language::of_name)
    }
}

/// An id is a text; many files have numbers.
#[derive(Deserialize)]
#[serde(untagged)]
enum Id {
    Text(String),
    Number(serde_json::Number),
}

impl Id {
    fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => number.to_string(),
        }
    }
}

impl EmbedCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let ending = self.out.extension().unwrap_or_default();
        let is_table = ending == "parquet";
        if !is_table && ending != "safetensors" {
            bail!("{}: the name must end in .safetensors or .parquet", self.out.display());
        }
        let (rows, input) = survey(&self.input, self.encoder.data_flow)?;
        if rows == 0 {
            bail!("{}: there is no line with a text", self.input.display());
        }
        let local = self.model.at_hand(context)?;
        self.encoder.check(&local)?;
        let made_of = local.fingerprint()?;
        let encoder = self.encoder.load(&local)?;
        let pool = self.encoder.pool.unwrap_or_else(|| Pool::summary_of(&encoder));
        let fingerprint = format!("{made_of} {} {} {input}", pool.name(), self.encoder.fingerprint(&encoder));
        // A table is made of finished features, since its rows hold all layers.
        let name = self.out.file_name().unwrap_or_default().to_string_lossy();
        let features = if is_table { self.out.with_file_name(format!(".{name}.features")) } else { self.out.clone() };
        let showing = self.encoder.showing(&encoder)?;
        let embedding = Embedding { encoder: &encoder, showing, pool, batch_size: self.encoder.batch_size };
        let texts = JsonlReader::open(&self.input)?.map(|line| {
            let line: Line = line?;
            let language = line.language();
            Ok(TextRow { text: line.code, byte: line.byte, language })
        });
        let (reader, counts) = embed(embedding, rows, texts, &features, &fingerprint, context)?;
        if is_table {
            let lines = JsonlReader::<Line>::open(&self.input)?;
            write_feature_table(&self.out, &reader, lines.map(|line| Ok(line?.id.into_text())))?;
            std::fs::remove_file(&features).with_context(|| format!("cannot remove {}", features.display()))?;
        }
        let shape = reader.shape();
        let layers = format!("{} layers of {} numbers", shape.layers, shape.width);
        context.remark(match counts {
            Some(counts) => format!("{}, {layers}", told(&counts)),
            None => format!("{}: there already, {layers}", self.out.display()),
        });
        Ok(())
    }
}

/// The number of texts, and a hash of all of them in order, with their languages if these are needed.
fn survey(path: &Path, needs_language: bool) -> anyhow::Result<(usize, InputHash)> {
    let (mut rows, mut hash) = (0, InputHash::default());
    for line in JsonlReader::<Line>::open(path)? {
        let line = line?;
        let language = line.language();
        let Line { id, code, byte, .. } = line;
        let (id, number, byte) = (id.into_text(), rows.to_string(), byte.to_string());
        let mut facts = vec![number.as_bytes(), id.as_bytes(), code.as_bytes(), byte.as_bytes()];
        if needs_language {
            let named = || format!("{}: `{id}` must say by `language` whether it is java or python", path.display());
            facts.push(language.with_context(named)?.name().as_bytes());
        }
        hash.add(facts);
        rows += 1;
    }
    Ok((rows, hash))
}

/// What was counted, in a line.
fn told(counts: &BTreeMap<String, u64>) -> String {
    let of = |name: &str| counts.get(name).copied().unwrap_or_default();
    let mut text = format!("{} texts, {} tokens", grouped(of("texts")), grouped(of("tokens")));
    if of("unknown") > 0 {
        text = format!("{text}, {} of them unknown", grouped(of("unknown")));
    }
    if let Some(&variables) = counts.get("variables") {
        text = format!("{text}, {} variables", grouped(variables));
    }
    format!("{text}, {} texts truncated", grouped(of("truncated")))
}
