//! `examen paths`: methods as path contexts.

use std::cell::{LazyCell, RefCell};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufWriter, Stdout, Write, stdout};
use std::ops::Deref;

use anyhow::bail;
use clap::{Args, ValueEnum};
use examen_corpus::{Item, SkipReason, Skipped, SourceFile, try_process};
use examen_syntax::{DiagnosticKind, Language, LineIndex, SourceText, python};
use examen_views::paths::{LeftOut, MethodLine, PathFormat, PathSettings, java_lines, original_reading, python_lines};

use crate::progress::reading_beside_output;
use crate::source_flags::{CodeArguments, LanguageFlags, ReadingFlags, language_names};
use examen_analysis::{Argument, MetPlaces};
use examen_data::grouped;
use examen_evaluation::Context;
use examen_report::tally::counted;

/// Write methods as path contexts, in the lines of code2vec's and code2seq's own extractors.
///
/// One line per method: its name, then token,path,token for each two leaves of its syntax tree that are near enough. Of
/// Java these are the methods with a body, constructors excluded; of Python all functions, in the form of code2seq's
/// Python150k extractor (code2vec has none for Python, and reads Java only). A file may be a lone method or some statements. Newer Java
/// than the originals know is written as well.
#[derive(Args)]
#[command(mut_arg("paths", |paths| paths.required_unless_present("from")))]
#[command(after_help = "Examples:
  examen paths src/ --format code2vec > train.raw.txt
  examen paths src/ --format code2vec --no-hash
  examen paths src/ --format code2seq --max-length 10 --max-width 3
  examen paths project.jar --format code2seq --language java")]
pub(crate) struct PathsCommand {
    #[command(flatten)]
    code: CodeArguments,

    /// Whose lines to write.
    #[arg(long, value_enum)]
    format: Format,

    /// The most nodes of a path; of Java that where it turns does not count.
    #[arg(long, value_name = "N", default_value_t = PathSettings::of(PathFormat::Code2vec).max_length)]
    max_length: u32,

    /// How far apart the children may be between which a path of Java turns; by how many nodes one side of a path of
    /// Python may be longer.
    #[arg(long, value_name = "N", default_value_t = PathSettings::of(PathFormat::Code2vec).max_width)]
    max_width: u32,

    /// Write larger numbers of children as this one [default: 3 for code2seq, none for code2vec].
    #[arg(long, value_name = "N")]
    max_child_id: Option<u32>,

    /// Write code2vec's paths as they are, not as their hashes.
    #[arg(long)]
    no_hash: bool,

    #[command(flatten)]
    language: LanguageFlags,

    #[command(flatten)]
    reading: ReadingFlags,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    Code2vec,
    Code2seq,
}

impl PathsCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let settings = self.settings();
        let mut options = self.reading.options();
        options.languages = self.languages()?;
        if let [only] = options.languages.as_slice() {
            options.language = Some(*only);
        }
        let code = self.code.read(&options)?;
        let arguments = &code.arguments;
        let mut consumer = Consumer::new();
        for argument in &arguments.list {
            options.progress = reading_beside_output(context);
            try_process(
                &argument.plan,
                &options,
                context.threads,
                |file| Worked::new(file, &settings),
                |item| consumer.take(argument, item, arguments.has_overlap),
            )?;
            consumer.end_argument(context);
        }
        consumer.output.flush()?;
        context.remark(consumer.summary().trim_end());
        if consumer.files == 0 {
            bail!("there is no {} file to write paths of", language_names(&options.languages));
        }
        Ok(())
    }

    fn settings(&self) -> PathSettings {
        let defaults = PathSettings::of(match self.format {
            Format::Code2vec => PathFormat::Code2vec,
            Format::Code2seq => PathFormat::Code2seq,
        });
        PathSettings {
            max_length: self.max_length,
            max_width: self.max_width,
            max_child_id: self.max_child_id.unwrap_or(defaults.max_child_id),
            has_hashes: defaults.has_hashes && !self.no_hash,
            ..defaults
        }
    }

    fn languages(&self) -> anyhow::Result<Vec<Language>> {
        match self.format {
            Format::Code2vec if self.language.named().contains(&Language::Python) => {
                bail!("code2vec has no paths for Python; --format code2seq has")
            }
            Format::Code2vec => Ok(vec![Language::Java]),
            Format::Code2seq => Ok(self.language.languages()),
        }
    }
}

/// How much memory a thread keeps from one file to the next.
const MOST_KEPT_BYTES: usize = 8 << 20;

/// What a worker makes of one file.
struct Worked {
    project: String,
    path: String,
    outcome: Result<Lines, (SkipReason, String)>,
}

/// The lines of a file, and what has none.
#[derive(Default)]
struct Lines {
    text: Box<str>,
    methods: u64,
    empty: u64,
    /// The lines in the file of methods with errors in them, and of those with too many contexts.
    with_errors: Vec<u32>,
    too_long: Vec<u32>,
}

impl Worked {
    fn new(file: SourceFile, settings: &PathSettings) -> Self {
        let SourceFile { project, path, bytes, language, .. } = file;
        let source = SourceText::decode(bytes, language).text;
        let outcome = match language {
            Language::Java => java(&source, settings),
            Language::Python => python(&source, settings),
        };
        Self { project, path, outcome: outcome.map_err(|reason| (reason, String::new())) }
    }
}

fn java(source: &str, settings: &PathSettings) -> Result<Lines, SkipReason> {
    let (text, tree) = original_reading(source);
    if let Some(diagnostic) = tree.diagnostics().iter().find(|diagnostic| diagnostic.kind != DiagnosticKind::Syntax) {
        return Err(match diagnostic.kind {
            DiagnosticKind::TooDeep => SkipReason::TooDeep,
            _ => SkipReason::TooMuchWork,
        });
    }
    let index = LazyCell::new(|| LineIndex::new(&text));
    Ok(Lines::collect(&index, |take| java_lines(&text, &tree, settings, take)))
}

fn python(source: &str, settings: &PathSettings) -> Result<Lines, SkipReason> {
    let file = python::parse(source);
    if file.diagnostics.iter().any(|diagnostic| diagnostic.kind == DiagnosticKind::TooMuchWork) {
        return Err(SkipReason::TooMuchWork);
    }
    let index = LazyCell::new(|| LineIndex::new(source));
    Ok(Lines::collect(&index, |take| python_lines(source, &file, settings, take)))
}

thread_local! {
    /// Lines are long: where they are put together stays, so that only what is handed over is made anew.
    static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
}

impl Lines {
    /// What `write` hands over; the index of the file's lines is made when one has to be named.
    fn collect(index: &impl Deref<Target = LineIndex>, write: impl FnOnce(&mut dyn FnMut(MethodLine<'_>))) -> Self {
        let mut lines = Self::default();
        TEXT.with_borrow_mut(|text| {
            text.clear();
            write(&mut |method| match method.line {
                Ok(line) => {
                    lines.methods += 1;
                    text.push_str(line);
                    text.push('\n');
                }
                Err(LeftOut::Empty) => lines.empty += 1,
                Err(LeftOut::SyntaxError) => lines.with_errors.push(index.line_of(method.name.start)),
                Err(LeftOut::TooLong) => lines.too_long.push(index.line_of(method.name.start)),
            });
            lines.text = text.as_str().into();
            text.clear();
            // One huge file should not be remembered.
            text.shrink_to(MOST_KEPT_BYTES);
        });
        lines
    }
}

/// Takes what the workers made, in order.
struct Consumer {
    output: BufWriter<Stdout>,
    files: u64,
    methods: u64,
    empty: u64,
    with_errors: u64,
    too_long: u64,
    skipped: BTreeMap<SkipReason, u64>,
    /// What to say about the files of this argument; kept back while a progress bar is drawn.
    talk: Vec<String>,
    met: MetPlaces,
}

impl Consumer {
    fn new() -> Self {
        Self {
            output: BufWriter::with_capacity(1 << 16, stdout()),
            files: 0,
            methods: 0,
            empty: 0,
            with_errors: 0,
            too_long: 0,
            skipped: BTreeMap::new(),
            talk: Vec::new(),
            met: MetPlaces::default(),
        }
    }

    fn take(&mut self, argument: &Argument, item: Item<Worked>, has_overlap: bool) -> anyhow::Result<()> {
        let Worked { project, path, outcome } = match item {
            Item::File(worked) => worked,
            Item::Skipped(Skipped { project, path, reason, detail }) => {
                Worked { project, path, outcome: Err((reason, detail)) }
            }
        };
        if self.met.knows(has_overlap.then(|| argument.place(&project, &path))) {
            return Ok(());
        }
        let shown = argument.shown(&project, &path);
        match outcome {
            Ok(lines) => self.write(&shown, &lines)?,
            Err((reason, detail)) => {
                *self.skipped.entry(reason).or_default() += 1;
                let colon = if detail.is_empty() { "" } else { ": " };
                self.talk.push(format!("skipped {shown}: {reason}{colon}{detail}"));
            }
        }
        Ok(())
    }

    fn write(&mut self, shown: &str, lines: &Lines) -> std::io::Result<()> {
        self.files += 1;
        self.methods += lines.methods;
        self.empty += lines.empty;
        self.with_errors += lines.with_errors.len() as u64;
        self.too_long += lines.too_long.len() as u64;
        for (places, reason) in [(&lines.with_errors, "syntax errors"), (&lines.too_long, "too many contexts")] {
            if let Some(first) = places.first() {
                let count = counted(places.len() as u64, "method", "methods");
                self.talk.push(format!("{shown}:{first}: {count} left out: {reason}"));
            }
        }
        self.output.write_all(lines.text.as_bytes())
    }

    fn end_argument(&mut self, context: &Context<'_>) {
        self.met.end_argument();
        self.talk.drain(..).for_each(|line| context.remark(line));
    }

    fn summary(&self) -> String {
        let methods = counted(self.methods, "method", "methods");
        let mut text = format!("{methods} of {}\n", counted(self.files, "file", "files"));
        let left_out = [
            (self.empty, "without contexts, or empty"),
            (self.with_errors, "with syntax errors"),
            (self.too_long, "with too many contexts"),
        ];
        for (count, why) in left_out {
            if count > 0 {
                let _ = writeln!(text, "{} left out: {why}", counted(count, "method", "methods"));
            }
        }
        if !self.skipped.is_empty() {
            let _ = writeln!(text, "{} skipped", counted(self.skipped.values().sum(), "file", "files"));
        }
        for (reason, &count) in &self.skipped {
            let _ = writeln!(text, "  {:>8}  {reason}: {}", grouped(count), reason.description());
        }
        text
    }
}
