//! `examen functions`: texts for encoders.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use examen_corpus::SourceOptions;
use examen_data::counted;
use examen_evaluation::Context;
use examen_evaluation::embed::{FunctionCounts, FunctionRow, read_example_texts, read_functions};

use crate::source_flags::{CodeArguments, LanguageFlags, ReadingFlags};

/// Write functions as JSON lines, for encoders: the file that `examen embed` reads.
///
/// Each line has `id`, `language` and `code`; of functions in code, `path` and `function` too, and the id is the place
/// (`path:line:column`, from 1). Of Java these are the methods and constructors with a body that are not in a local or anonymous class, of
/// Python the functions that are not in another. Without a path the corpus that is part of the program is read.
///
/// With --data, the lines are the texts of examples, whose ids they have: `examen probe --features` takes what an encoder makes of them.
#[derive(Args)]
#[command(after_help = "Examples:
  examen functions src/ > functions.jsonl
  examen functions --data exams/probes > functions.jsonl")]
pub(crate) struct FunctionsCommand {
    #[command(flatten)]
    code: CodeArguments,

    /// Write the texts of the examples in task folders, or folders above several, instead.
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["paths", "from", "language"])]
    data: Vec<PathBuf>,

    #[command(flatten)]
    language: LanguageFlags,

    #[command(flatten)]
    reading: ReadingFlags,
}

impl FunctionsCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let mut out = BufWriter::new(std::io::stdout().lock());
        let mut write = |row: &FunctionRow| {
            let mut line = serde_json::to_vec(row)?;
            line.push(b'\n');
            out.write_all(&line)?;
            Ok(())
        };
        let said = if self.data.is_empty() {
            let options = SourceOptions { languages: self.language.languages(), ..self.reading.options() };
            let code = self.code.read_or_builtin(&options)?;
            let counts = read_functions(&code.arguments, &options, context, write)?;
            let FunctionCounts { functions, files, skipped } = counts;
            let functions = counted(functions, "function", "functions");
            let [files, skipped] = [files, skipped].map(|number| counted(number, "file", "files"));
            format!("{functions} in {files}, {skipped} skipped")
        } else {
            counted(read_example_texts(&self.data, &mut write)?, "text", "texts")
        };
        out.flush()?;
        context.remark(said);
        Ok(())
    }
}
