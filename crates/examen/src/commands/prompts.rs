//! `examen prompts`: examples as a model is asked about them.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use examen_data::grouped;
use examen_evaluation::predict::prompts::{PromptSettings, SpanForm, prompts};
use examen_evaluation::{Context, SplitChoice};

/// Write examples as prompts, for a model of your own.
///
/// Each line is an object: `example_id`, which the prediction has to name, `suite`, `task`, `language`, `answer_kind`; `query` with
/// name and description, `question`, `code`, `classes` or `candidates` where there are, `answer_form` with the JSON of an answer in
/// words; and `prompt`, all of it as one text. Nothing of it is made of the truth.
///
/// Spans are asked for by their texts or, with --line-numbers, by lines and columns or, with --quotes, as a model behind an endpoint is
/// asked.
#[derive(Args)]
#[command(after_help = "Examples:
  examen prompts --data exams > prompts.jsonl
  examen prompts --data exams/queries/ideal --line-numbers --format text | less
  examen prompts --data exams/probes --split all > prompts.jsonl")]
pub(crate) struct PromptsCommand {
    /// Task folder, or a folder above several, that `examen build` wrote.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// The examples that are written.
    #[arg(long, value_enum, default_value_t)]
    split: SplitChoice,

    /// Put the number of each line of code before it.
    #[arg(long)]
    line_numbers: bool,

    /// Number lines of code from 1 and ask for spans by line, text and occurrence, as language models are asked.
    #[arg(long, conflicts_with = "line_numbers")]
    quotes: bool,

    /// One JSON object a line, or the texts of the prompts, for people.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Jsonl,
    Text,
}

impl PromptsCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let spans = match (self.line_numbers, self.quotes) {
            (true, _) => SpanForm::Places,
            (false, true) => SpanForm::Quotes,
            (false, false) => SpanForm::Texts,
        };
        let settings = PromptSettings { spans, ..PromptSettings::default() };
        let mut out = BufWriter::new(std::io::stdout().lock());
        let count = prompts(&self.data, self.split.splits(), settings, |prompt| {
            match self.format {
                Format::Jsonl => {
                    let mut line = serde_json::to_vec(prompt)?;
                    line.push(b'\n');
                    out.write_all(&line)?;
                }
                Format::Text => {
                    writeln!(out, "# {}/{} {}\n\n{}\n", prompt.suite, prompt.task, prompt.example_id, prompt.prompt)?;
                }
            }
            Ok(())
        })?;
        out.flush()?;
        context.remark(format!("{} prompts", grouped(count)));
        Ok(())
    }
}
