//! `examen corpus`: what a corpus holds.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::source_flags::{CodeArguments, SourceFlags};
use examen_analysis::{SurveySettings, survey};
use examen_evaluation::Context;
use examen_report::corpus_table::corpus_table;

/// Show what a corpus holds, and write it as one Parquet file.
///
/// Reads files, folders, archives (.zip .whl .jar .egg .tar .tar.gz .tar.bz2 .tar.xz) and tables (JSONL, Parquet).
/// Without a path it shows the corpus that is part of the program.
#[derive(Args)]
#[command(after_help = "Examples:
  examen corpus src/
  examen corpus downloads/*.whl --out corpus.parquet
  examen corpus the-stack/data.parquet --language python --format json")]
pub(crate) struct CorpusCommand {
    #[command(flatten)]
    code: CodeArguments,

    /// Write one row per file, skipped ones included, to this Parquet file.
    #[arg(long, value_name = "FILE.parquet")]
    out: Option<PathBuf>,

    /// How to print the statistics.
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    source: SourceFlags,

    #[command(flatten)]
    survey: SurveySettings,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    #[default]
    #[value(alias = "table")]
    Text,
    Json,
}

impl CorpusCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let plan = self.source.plan(&self.code.paths())?;
        let mut options = self.source.options();
        options.progress = context.observer.reading();
        let statistics = survey(&plan, &options, &self.survey, self.out.as_deref(), context.threads)?;
        let text = match self.format {
            Format::Text => corpus_table(&statistics),
            Format::Json => serde_json::to_string_pretty(&statistics)? + "\n",
        };
        anstream::stdout().lock().write_all(text.as_bytes())?;
        Ok(())
    }
}
