//! `examen query`: the semantic queries, asked of code.

use std::io::{BufWriter, Write};

use anyhow::bail;
use clap::Args;
use examen_analysis::{CodeFile, ParsedFile, QuerySettings, Reading, Scope, findings_in_file, findings_in_project};
use examen_corpus::SkipReason;
use examen_syntax::Language;

use crate::printing::skipped_line;
use crate::progress::reading_beside_output;
use crate::source_flags::{CodeArguments, LanguageFlags, ReadingFlags};
use crate::status::Status;
use examen_evaluation::predict::{ENGINE, ModelSpec};
use examen_evaluation::{Context, QueryModel};
use examen_queries::select;
use examen_queries::{PythonRules, QueryEdition};
use examen_report::findings::{Format, Printer, Rendered};
use examen_report::tally::Tally;

/// Answer the semantic queries on Python code: where an answer is, and the facts that support it.
///
/// Reads files, folders, archives and tables, as `examen corpus` does, and asks about the Python files among them. A file
/// with syntax errors is asked as far as it is intact, and the output says so.
#[derive(Args)]
#[command(mut_arg("paths", |paths| paths.required_unless_present("from")))]
// As other commands have it, for standard input; there is one language only.
#[command(mut_arg("language", |language| language.hide(true)))]
#[command(after_help = "Examples:
  examen query src/
  examen query src/ --query py/unused-import --query Q20,Q31
  examen query src/ --query single --format jsonl > answers.jsonl
  examen query . --respect-noqa --exit-code --format github
  examen query downloads/*.whl --negatives --format sarif > answers.sarif
  examen query src/ --model builtin")]
pub(crate) struct QueryCommand {
    #[command(flatten)]
    code: CodeArguments,

    /// Ask only these: an id, a number (Q20 or 20), a tag or a number of hops (single, multi); may be repeated.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    query: Vec<String>,

    /// What answers: the query engine, `builtin` (a small trained network), or the directory of a span predictor.
    #[arg(long, value_name = "MODEL", default_value = ENGINE)]
    model: ModelSpec,

    /// Whose texts of the queries are followed, where CodeQL changed them (Q16, Q45, Q50).
    #[arg(long, value_enum, value_name = "EDITION", default_value_t)]
    edition: QueryEdition,

    /// How far names are followed.
    #[arg(long, value_enum, default_value_t)]
    scope: Scope,

    /// Add the places that look like answers and are none; a file with an answer of a query has none of that query.
    #[arg(long)]
    negatives: bool,

    /// Keep silent where a comment asks for it: `# noqa`, `# lgtm`, `# lgtm[ID]`, `# codeql[ID]`.
    #[arg(long)]
    respect_noqa: bool,

    /// Whose rules files are read by.
    #[arg(long, value_enum, default_value_t)]
    python: PythonRules,

    /// How to print what is found.
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// End with status 1 when there are answers.
    #[arg(long)]
    exit_code: bool,

    #[command(flatten)]
    language: LanguageFlags,

    #[command(flatten)]
    reading: ReadingFlags,
}

impl QueryCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<Status> {
        if !self.language.languages().contains(&Language::Python) {
            bail!("the queries are asked of Python code only");
        }
        let questions = QuerySettings {
            queries: select(&self.query)?,
            edition: self.edition,
            scope: self.scope,
            python: self.python,
            has_negatives: self.negatives,
            respects_noqa: self.respect_noqa,
        };
        let model = self.query_model()?;
        let mut options = self.reading.options();
        options.languages = vec![Language::Python];
        options.language = Some(Language::Python);
        let code = self.code.read(&options)?;
        let reading = Reading { options, threads: context.threads, progress: &|| reading_beside_output(context) };
        let mut consumer = Consumer::new(&questions, self.format)?;
        code.arguments.read(
            &reading,
            |file| Asked::new(file, &questions, model.as_ref(), self.format),
            |path, outcome| -> anyhow::Result<()> {
                match outcome {
                    Ok(Ok(asked)) => consumer.take(asked)?,
                    Ok(Err(reason)) => consumer.skip(path, reason, ""),
                    Err(skipped) => consumer.skip(path, skipped.reason, &skipped.detail),
                }
                Ok(())
            },
        )?;
        let tally = consumer.finish(context)?;
        context.remark(tally.to_text(questions.queries.len()).trim_end());
        if tally.is_empty() {
            bail!("there is no Python file to ask about");
        }
        Ok(if self.exit_code && tally.has_answers() { Status::CheckFailed } else { Status::Done })
    }

    /// The model that answers in place of the engine.
    fn query_model(&self) -> anyhow::Result<Option<QueryModel>> {
        if self.model == ModelSpec::BuiltIn(ENGINE) {
            return Ok(None);
        }
        if self.scope == Scope::Project || self.negatives || self.edition != QueryEdition::default() {
            bail!("--scope project, --negatives and --edition are for the query engine, not for other models");
        }
        Ok(Some(QueryModel::load(&self.model)?))
    }
}

/// What a worker makes of one file.
enum Asked {
    Rendered(anyhow::Result<Rendered>),
    /// Asked together with others, once all are there.
    Parsed(Box<ParsedFile>),
}

impl Asked {
    fn new(
        file: CodeFile,
        questions: &QuerySettings,
        model: Option<&QueryModel>,
        format: Format,
    ) -> Result<Self, SkipReason> {
        let file = ParsedFile::new(file.path, file.bytes)?;
        Ok(match questions.scope {
            Scope::Project => Self::Parsed(Box::new(file.compact())),
            Scope::File => Self::Rendered(rendered(file, questions, model, format)),
        })
    }
}

fn rendered(
    file: ParsedFile,
    questions: &QuerySettings,
    model: Option<&QueryModel>,
    format: Format,
) -> anyhow::Result<Rendered> {
    let found = match model {
        Some(model) => model.findings(&file, questions)?,
        None => findings_in_file(&file, questions),
    };
    Ok(format.render(&[file], 0, &found, &questions.queries)?)
}

/// Takes what the workers made, in order.
struct Consumer<'q> {
    questions: &'q QuerySettings,
    format: Format,
    printer: Printer,
    tally: Tally,
    /// The files that are asked together.
    files: Vec<ParsedFile>,
    /// What to say about the files that were skipped; kept back while a progress bar is drawn.
    talk: Vec<String>,
}

impl<'q> Consumer<'q> {
    fn new(questions: &'q QuerySettings, format: Format) -> anyhow::Result<Self> {
        Ok(Self {
            questions,
            format,
            printer: Printer::new(output(format), format, &questions.queries)?,
            tally: Tally::default(),
            files: Vec::new(),
            talk: Vec::new(),
        })
    }

    fn take(&mut self, asked: Asked) -> anyhow::Result<()> {
        match asked {
            Asked::Rendered(rendered) => self.print(&rendered?)?,
            Asked::Parsed(file) => self.files.push(*file),
        }
        Ok(())
    }

    fn print(&mut self, rendered: &Rendered) -> std::io::Result<()> {
        self.tally.add(rendered);
        self.printer.print(rendered)
    }

    fn skip(&mut self, path: &str, reason: SkipReason, detail: &str) {
        self.tally.skip(reason);
        self.printer.note_skipped(path, reason);
        self.talk.push(skipped_line(path, reason, detail));
    }

    /// Asks about the files that waited for each other, and ends the output.
    fn finish(mut self, context: &Context<'_>) -> anyhow::Result<Tally> {
        let files = std::mem::take(&mut self.files);
        let render = |at: usize, found: Vec<_>| self.format.render(&files, at, &found, &self.questions.queries);
        let rendered = findings_in_project(&files, self.questions, context.threads, render)?;
        for (file, rendered) in files.iter().zip(rendered) {
            match rendered {
                Ok(rendered) => self.print(&rendered?)?,
                Err(detail) => self.skip(&file.path, SkipReason::Panicked, &detail),
            }
        }
        self.talk.iter().for_each(|line| context.remark(line));
        self.printer.finish()?;
        Ok(self.tally)
    }
}

/// Standard output, with colours where people read it.
fn output(format: Format) -> Box<dyn Write> {
    match format {
        Format::Text => Box::new(BufWriter::new(anstream::stdout().lock())),
        Format::Jsonl | Format::Sarif | Format::Github => Box::new(BufWriter::new(std::io::stdout().lock())),
    }
}
