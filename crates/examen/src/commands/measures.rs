//! `examen measures`: code measures of functions.

mod rows;

use anyhow::bail;
use clap::Args;
use examen_analysis::{CodeFile, MeasuredFunction, Reading, measure_functions};
use examen_corpus::{SkipReason, SourceOptions};
use examen_evaluation::Context;
use examen_evaluation::inspect_measures::{MeasuredSample, measure_inspect};
use examen_report::tally::counted;
use examen_syntax::Language;

use crate::printing::skipped_line;
use crate::progress::reading_beside_output;
use crate::source_flags::{CodeArguments, LanguageFlags, ReadingFlags, language_names};
use rows::{Cell, Format, Printer, Rendered, Row};

/// Measure functions: length, operators, variables, structures, nesting, decisions, paths, depth.
///
/// Prints one row per function with every measure by its code; `examen explain CPX` says what one counts. Of Java these are the
/// methods and constructors with a body that are not in a local or anonymous class, of Python the functions that are not in
/// another. A file may be a lone method or function. Without a path the corpus that is part of the program is measured.
#[derive(Args)]
#[command(mut_arg("paths", |paths| paths.required_if_eq("inspect", "true")))]
#[command(after_help = "Examples:
  examen measures src/
  examen measures src/ --format csv > measures.csv
  examen measures Method.java --format jsonl
  examen measures --inspect inspect/CPX_1k.txt --format jsonl")]
pub(crate) struct MeasuresCommand {
    #[command(flatten)]
    code: CodeArguments,

    /// Take the paths for files in INSPECT's form (`split TAB label TAB text`), or folders of them, and measure their samples,
    /// which are of Java or of the one `--language`: each row has the sample's number and label.
    #[arg(long)]
    inspect: bool,

    /// How to print the rows.
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    language: LanguageFlags,

    #[command(flatten)]
    reading: ReadingFlags,
}

/// What is said of a function before its measures.
const COLUMNS: [&str; 5] = ["path", "function", "start_line", "end_line", "language"];

/// What is said of a sample of INSPECT's before its measures.
const SAMPLE_COLUMNS: [&str; 6] = ["file", "task", "row", "line", "split", "label"];

impl MeasuresCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        if self.inspect {
            return self.measure_samples(context);
        }
        let options = SourceOptions { languages: self.language.languages(), ..self.reading.options() };
        let code = self.code.read_or_builtin(&options)?;
        // A bar would draw over the rows.
        let reading = Reading { options, threads: context.threads, progress: &|| reading_beside_output(context) };
        let mut printer = Printer::new(self.format, &COLUMNS)?;
        let (mut files, mut functions, mut skipped) = (0, 0, 0);
        // Kept back while a progress bar is drawn.
        let mut talk = Vec::new();
        code.arguments.read(
            &reading,
            |file| self.rendered(file),
            |path, outcome| -> anyhow::Result<()> {
                match outcome.map_err(|skipped| (skipped.reason, skipped.detail)).flatten() {
                    Ok((rows, count)) => {
                        files += 1;
                        functions += count;
                        printer.print(rows)?;
                    }
                    Err((reason, detail)) => {
                        skipped += 1;
                        talk.push(skipped_line(path, reason, &detail));
                    }
                }
                Ok(())
            },
        )?;
        printer.finish()?;
        for line in &talk {
            context.remark(line);
        }
        let (functions, in_files) = (counted(functions, "function", "functions"), counted(files, "file", "files"));
        context.remark(format!("{functions} in {in_files}, {} skipped", counted(skipped, "file", "files")));
        if files == 0 {
            bail!("there is no {} file to measure", language_names(&reading.options.languages));
        }
        Ok(())
    }

    /// The rows of a file, with the number of its functions.
    fn rendered(&self, file: CodeFile) -> Result<(Rendered, u64), (SkipReason, String)> {
        let CodeFile { path, language, bytes, .. } = file;
        let functions = measure_functions(bytes, language).map_err(|reason| (reason, String::new()))?;
        let row = |function: &MeasuredFunction| {
            let cells = [
                Cell::from(&*path),
                Cell::from(&*function.name),
                Cell::from(function.start_line),
                Cell::from(function.end_line),
                Cell::from(language.name()),
            ];
            Row::new(cells, &function.measures)
        };
        let rows = functions.iter().map(row).collect();
        let rows = self.format.render(&COLUMNS, rows).map_err(|error| (SkipReason::Panicked, error.to_string()))?;
        Ok((rows, functions.len() as u64))
    }

    fn measure_samples(&self, context: &Context<'_>) -> anyhow::Result<()> {
        let language = match self.language.named().as_slice() {
            [] => Language::Java,
            [one] => *one,
            _ => bail!("--inspect measures samples of one language: name one by --language"),
        };
        let mut printer = Printer::new(self.format, &SAMPLE_COLUMNS)?;
        measure_inspect(&self.code.paths(), language, context, |file| {
            let row = |sample: &MeasuredSample| {
                let cells = [
                    Cell::from(&*file.name),
                    Cell::from(&*file.task),
                    Cell::from(sample.row),
                    Cell::from(sample.line),
                    Cell::from(sample.split),
                    Cell::from(&*sample.label),
                ];
                Row::new(cells, &sample.measures)
            };
            let rows = file.samples.iter().map(row).collect();
            printer.print(self.format.render(&SAMPLE_COLUMNS, rows)?)?;
            anyhow::Ok(())
        })?;
        printer.finish()
    }
}
