//! `examen paths`: methods as path contexts.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufWriter, Stdout, Write, stdout};

use anyhow::bail;
use clap::{Args, ValueEnum};
use examen_analysis::{PathLines, Reading, path_lines};
use examen_corpus::SkipReason;
use examen_data::grouped;
use examen_evaluation::Context;
use examen_report::tally::counted;
use examen_syntax::Language;
use examen_views::paths::{PathFormat, PathSettings};

use crate::printing::skipped_line;
use crate::progress::reading_beside_output;
use crate::source_flags::{CodeArguments, LanguageFlags, ReadingFlags, language_names};

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
        let reading = Reading { options, threads: context.threads, progress: &|| reading_beside_output(context) };
        let mut consumer = Consumer::new();
        code.arguments.read(
            &reading,
            |file| path_lines(file.bytes, file.language, &settings),
            |path, outcome| -> anyhow::Result<()> {
                match outcome {
                    Ok(Ok(lines)) => consumer.write(path, &lines)?,
                    Ok(Err(reason)) => consumer.skip(path, reason, ""),
                    Err(skipped) => consumer.skip(path, skipped.reason, &skipped.detail),
                }
                Ok(())
            },
        )?;
        consumer.output.flush()?;
        consumer.talk.iter().for_each(|line| context.remark(line));
        context.remark(consumer.summary().trim_end());
        if consumer.files == 0 {
            bail!("there is no {} file to write paths of", language_names(&reading.options.languages));
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

/// Takes what the workers made, in order.
struct Consumer {
    output: BufWriter<Stdout>,
    files: u64,
    methods: u64,
    empty: u64,
    with_errors: u64,
    too_long: u64,
    skipped: BTreeMap<SkipReason, u64>,
    /// What to say about files; kept back while a progress bar is drawn.
    talk: Vec<String>,
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
        }
    }

    fn skip(&mut self, path: &str, reason: SkipReason, detail: &str) {
        *self.skipped.entry(reason).or_default() += 1;
        self.talk.push(skipped_line(path, reason, detail));
    }

    fn write(&mut self, shown: &str, lines: &PathLines) -> std::io::Result<()> {
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
