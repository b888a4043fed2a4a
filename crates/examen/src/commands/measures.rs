//! `examen measures`: code measures of functions.

mod functions;
mod inspect;
mod rows;

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use examen_corpus::{Item, Plan, SkipReason, Skipped, SourceFile, SourceOptions, try_process};
use examen_syntax::Language;

use crate::progress::reading_beside_output;
use crate::source_flags::{CodeArguments, LanguageFlags, ReadingFlags, language_names};
use examen_analysis::{Argument, MetPlaces};
use examen_evaluation::Context;
use examen_report::tally::counted;
use functions::functions;
use rows::{Cell, Format, Printer, Row};

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

impl MeasuresCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        if self.inspect {
            let language = match self.language.named().as_slice() {
                [] => Language::Java,
                [one] => *one,
                _ => bail!("--inspect measures samples of one language: name one by --language"),
            };
            return inspect::run(&self.code.paths(), language, self.format, context);
        }
        let paths = self.code.paths();
        let options = SourceOptions { languages: self.language.languages(), ..self.reading.options() };
        let mut consumer = Consumer::new(self.format)?;
        if paths.is_empty() {
            let plan = Plan::builtin(&options.languages);
            let shown = |project: &str, path: &str| format!("{project}/{path}");
            consumer.read(&plan, options, context, shown, |_, _| None)?;
        } else {
            let code = self.code.read(&options)?;
            let arguments = &code.arguments;
            for argument in &arguments.list {
                let place = |project: &str, path: &str| arguments.has_overlap.then(|| argument.place(project, path));
                let shown = |project: &str, path: &str| Argument::shown(argument, project, path);
                consumer.read(&argument.plan, options.clone(), context, shown, place)?;
            }
        }
        consumer.finish(&self.language.languages(), context)
    }
}

/// What a worker makes of one file.
struct Worked {
    project: String,
    path: String,
    outcome: Result<Measured, (SkipReason, String)>,
}

/// The functions of a file, for the printer.
struct Measured {
    rows: rows::Rendered,
    functions: u64,
}

/// Takes what the workers made, in order.
struct Consumer {
    format: Format,
    printer: Printer,
    files: u64,
    functions: u64,
    skipped: u64,
    /// What to say about skipped files; kept back while a progress bar is drawn.
    talk: Vec<String>,
    met: MetPlaces,
}

impl Consumer {
    fn new(format: Format) -> anyhow::Result<Self> {
        Ok(Self {
            format,
            printer: Printer::new(format, &COLUMNS)?,
            files: 0,
            functions: 0,
            skipped: 0,
            talk: Vec::new(),
            met: MetPlaces::default(),
        })
    }

    fn read(
        &mut self,
        plan: &Plan,
        mut options: SourceOptions,
        context: &Context<'_>,
        shown: impl Fn(&str, &str) -> String + Sync,
        place: impl Fn(&str, &str) -> Option<PathBuf>,
    ) -> anyhow::Result<()> {
        // A bar would draw over the rows.
        options.progress = reading_beside_output(context);
        let format = self.format;
        let work = |file: SourceFile| {
            let SourceFile { project, path, bytes, language, .. } = file;
            let outcome = measured(&shown(&project, &path), bytes, language, format);
            Worked { project, path, outcome }
        };
        try_process(plan, &options, context.threads, work, |item| {
            let Worked { project, path, outcome } = match item {
                Item::File(worked) => worked,
                Item::Skipped(Skipped { project, path, reason, detail }) => {
                    Worked { project, path, outcome: Err((reason, detail)) }
                }
            };
            if self.met.knows(place(&project, &path)) {
                return anyhow::Ok(());
            }
            self.take(|| shown(&project, &path), outcome)
        })?;
        self.met.end_argument();
        self.talk.drain(..).for_each(|line| context.remark(line));
        Ok(())
    }

    fn take(
        &mut self,
        path: impl Fn() -> String,
        outcome: Result<Measured, (SkipReason, String)>,
    ) -> anyhow::Result<()> {
        match outcome {
            Ok(measured) => {
                self.files += 1;
                self.functions += measured.functions;
                self.printer.print(measured.rows)?;
            }
            Err((reason, detail)) => {
                self.skipped += 1;
                let colon = if detail.is_empty() { "" } else { ": " };
                self.talk.push(format!("skipped {}: {reason}{colon}{detail}", path()));
            }
        }
        Ok(())
    }

    fn finish(self, languages: &[Language], context: &Context<'_>) -> anyhow::Result<()> {
        self.printer.finish()?;
        let Self { files, functions, skipped, .. } = self;
        let (functions, files_text) = (counted(functions, "function", "functions"), counted(files, "file", "files"));
        context.remark(format!("{functions} in {files_text}, {} skipped", counted(skipped, "file", "files")));
        if files == 0 {
            bail!("there is no {} file to measure", language_names(languages));
        }
        Ok(())
    }
}

fn measured(path: &str, bytes: Vec<u8>, language: Language, format: Format) -> Result<Measured, (SkipReason, String)> {
    let functions = functions(bytes, language).map_err(|reason| (reason, String::new()))?;
    let row = |function: &functions::MeasuredFunction| {
        let cells = [
            Cell::from(path),
            Cell::from(&*function.name),
            Cell::from(function.start_line),
            Cell::from(function.end_line),
            Cell::from(language.name()),
        ];
        Row::new(cells, &function.measures)
    };
    let rows = functions.iter().map(row).collect();
    let rows = format.render(&COLUMNS, rows).map_err(|error| (SkipReason::Panicked, error.to_string()))?;
    Ok(Measured { rows, functions: functions.len() as u64 })
}
