//! `examen corpus`: what a corpus holds.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};
use examen_corpus::FileKind;

use crate::printing::print;
use crate::source_flags::{CodeArguments, SourceFlags};
use examen_analysis::{SurveySettings, SurveyTables, survey};
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
  examen corpus part-1/ --fingerprints part-1.parquet       # to find copies across parts
  examen corpus the-stack/data.parquet --language python --format json")]
pub(crate) struct CorpusCommand {
    #[command(flatten)]
    code: CodeArguments,

    /// Write one row per file, skipped ones included, to this Parquet file.
    #[arg(long, short, value_name = "FILE.parquet")]
    out: Option<PathBuf>,

    /// Write the fingerprint of each file to this Parquet file: hash of the content, MinHash signature of the words, and the keys by which
    /// an engine such as Spark joins files that may be near duplicates (`docs/python.md`).
    #[arg(long, value_name = "FILE.parquet")]
    fingerprints: Option<PathBuf>,

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
        for out in [&self.out, &self.fingerprints].into_iter().flatten() {
            if out.extension().is_none_or(|it| it != "parquet") {
                bail!("{}: a corpus is written as Parquet, into a file whose name ends in .parquet", out.display());
            }
        }
        let plan = self.source.plan(&self.code.paths())?;
        let mut options = self.source.options();
        options.progress = context.observer.reading();
        let tables = SurveyTables { files: self.out.as_deref(), fingerprints: self.fingerprints.as_deref() };
        let statistics = survey(&plan, &options, &self.survey, tables, context.threads)?;
        let text = match self.format {
            Format::Text => corpus_table(&statistics),
            Format::Json => serde_json::to_string_pretty(&statistics)? + "\n",
        };
        print(&text)?;
        if statistics.files_in == 0 {
            bail!("there is no source file: {}", FileKind::NAMES);
        }
        Ok(())
    }
}
