//! `examen embed`: the features of texts in all layers of an encoder.

use std::path::PathBuf;

use clap::Args;
use examen_data::grouped;
use examen_evaluation::embed::{Counts, EmbedSettings, EmbedSummary, EncoderSettings, embed_file};
use examen_evaluation::predict::ModelSpec;

use examen_evaluation::Context;

/// Turn texts into the features of all layers of an encoder.
///
/// Each line of the input is an object with `id` and `code`. A `.safetensors` output holds one f32 tensor `layer.N` of shape
/// [rows, width] for each layer, rows in order of the lines; layer 0 is that of the embeddings. A `.parquet` output has the same
/// as columns of lists, behind the column `id`.
///
/// A checkpoint is a directory as the hub has them: `config.json`, weights (`model.safetensors`, `pytorch_model.bin`, or parts of either)
/// and a tokenizer. With `--pool token`, a line may say by `byte` at which byte of `code` the token stands that is asked about;
/// the first otherwise. Texts beyond the model's limit are truncated, and counted. With `--data-flow`, each line must say by `language`
/// whether its code is `java` or `python`.
///
/// Memory does not grow with the input. An interrupted run is resumed when it is started again.
#[derive(Args)]
#[command(after_help = "Examples:
  examen embed --model ./codebert --data functions.jsonl --out features.safetensors
  examen embed --model ./codegen --data functions.jsonl --out features.parquet --pool last --max-length 256
  examen embed --model ./graphcodebert --data functions.jsonl --out features.safetensors --data-flow
  examen embed --model random-encoder --data functions.jsonl --out baseline.safetensors")]
pub(crate) struct EmbedCommand {
    /// Directory of a checkpoint or of a model of our own, `hub:OWNER/NAME`, `builtin`, or `random-encoder`.
    #[arg(long, value_name = "MODEL")]
    model: ModelSpec,

    /// Texts, one JSON object a line.
    #[arg(long, alias = "in", value_name = "FILE.jsonl")]
    data: PathBuf,

    /// File for the features: .safetensors or .parquet.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    encoder: EncoderSettings,
}

impl EmbedCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let Self { model, data, out, encoder } = self;
        let settings = EmbedSettings { model, input: data, out, encoder };
        let EmbedSummary { shape, counts } = embed_file(&settings, context)?;
        let layers = format!("{} layers of {} numbers", shape.layers, shape.width);
        context.remark(match counts {
            Some(counts) => format!("{}, {layers}", counts_text(&counts)),
            None => format!("{}: there already, {layers}", settings.out.display()),
        });
        Ok(())
    }
}

/// The counts in a line.
fn counts_text(counts: &Counts) -> String {
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
