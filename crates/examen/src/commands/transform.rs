//! `examen transform`: functions, written in other ways that mean the same.

mod counts;
mod folder;
mod rendering;
mod rewrites;
mod sample;
mod verify;

use std::io::{BufWriter, Stdout, Write, stdout};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, ValueEnum};
use examen_corpus::{Item, Skipped, SourceFile, SourceOptions, try_process};
use examen_data::Rank;
use examen_transforms::Strength;

use crate::progress::reading_beside_output;
use crate::source_flags::{CodeArguments, LanguageFlags, ReadingFlags, language_names};
use counts::Counts;
use examen_analysis::{Argument, Arguments, MetPlaces};
use examen_evaluation::Context;
use examen_suites::robustness::TransformSettings;
use rendering::Format;
use rewrites::{Left, Request, Text, rewrites};
use sample::{Sample, rank};
use verify::{Check, Verifier};

/// Rewrite functions so that they mean the same: other names, loops, conditions, order.
///
/// Prints one rewrite for each place of each function and kind: the edits that make it. Nothing is changed in place. Of Java
/// these are the methods and constructors with a body that are not in a local or anonymous class, of Python the functions
/// that are not in another. `examen list transforms` shows the kinds, `examen explain VN` what one does and what it refuses.
#[derive(Args)]
#[command(mut_arg("paths", |paths| paths.required_unless_present("from")))]
#[command(after_help = "Examples:
  examen transform src/ --kind VN,LX
  examen transform src/ --format jsonl > rewrites.jsonl
  examen transform src/ --place all --write rewritten
  examen transform src/ --verify compile --javac-option=--class-path=lib/all.jar
  examen transform jdk/java.base --sample 400 --verify compile --javac-option=--patch-module=java.base=jdk/java.base
  examen transform Own.java --verify run        (this executes Own.java)")]
pub(crate) struct TransformCommand {
    #[command(flatten)]
    code: CodeArguments,

    #[command(flatten)]
    transforms: TransformSettings,

    /// Whether each place of a function is rewritten by itself, or all of them at once where there are several.
    #[arg(long, value_enum, default_value_t)]
    place: PlaceFlag,

    /// How to print the rewrites.
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Write every rewritten file too: DIR/KIND/FILE/LINE-METHOD-NUMBER/NAME.
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,

    /// Only so many of each kind and language, drawn by the hashes of their ids.
    #[arg(long, value_name = "N")]
    sample: Option<NonZeroUsize>,

    /// Decides what is random: where an unused statement goes, which rewrites a sample has.
    #[arg(long, value_name = "N", default_value_t = 0, env = "EXAMEN_SEED")]
    seed: u64,

    /// Check the rewrites by a JDK and a `python3`, where there are any. The status is 1 if a strict one fails.
    #[arg(long, value_enum)]
    verify: Option<Check>,

    /// Hand this to javac with --verify; may be repeated.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true, requires = "verify")]
    javac_option: Vec<String>,

    #[command(flatten)]
    language: LanguageFlags,

    #[command(flatten)]
    reading: ReadingFlags,
}

#[derive(Clone, Copy, Default, PartialEq, ValueEnum)]
enum PlaceFlag {
    #[default]
    Single,
    All,
}

impl TransformCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<ExitCode> {
        let request = self.request()?;
        let options = SourceOptions { languages: self.language.languages(), ..self.reading.options() };
        let code = self.code.read(&options)?;
        let reader = Reader { arguments: &code.arguments, options, context };
        let verifier = self.verify.map(|check| self.verifier(check, context)).transpose()?;
        let sample = self.sample.map(|most| draw(most, &request, &reader)).transpose()?;
        let maker = Maker {
            request: &request,
            sample: sample.as_ref(),
            verifier: verifier.as_ref(),
            folder: self.write.as_deref(),
            format: self.format,
        };
        let mut consumer = Consumer::new(&request);
        for argument in &reader.arguments.list {
            let has_overlap = reader.arguments.has_overlap;
            reader.read(
                argument,
                |file| maker.make(argument, file),
                |item| consumer.take(argument, item, has_overlap),
            )?;
            consumer.end_argument(context);
        }
        consumer.output.flush()?;
        let counts = consumer.counts;
        context.remark(counts.to_text(&request).trim_end());
        if counts.files == 0 {
            bail!("there is no {} file to rewrite", language_names(&reader.options.languages));
        }
        let has_failed = verify::FAILURES.iter().any(|verdict| counts.verdicts(verdict) > 0);
        let is_strict = request.strength == Strength::Strict;
        Ok(if is_strict && has_failed { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }

    fn request(&self) -> anyhow::Result<Request> {
        let mut transforms = self.transforms.transforms()?;
        let is_all = self.place == PlaceFlag::All;
        if is_all {
            transforms.retain(|transform| transform.has_all_places);
        }
        if transforms.is_empty() && !self.transforms.kind.is_empty() {
            bail!("{} is made at one place at a time: leave out --place all", self.transforms.kind.join(", "));
        }
        Ok(Request { transforms, strength: self.transforms.strength.strength(), is_all, seed: self.seed })
    }

    fn verifier(&self, check: Check, context: &Context<'_>) -> anyhow::Result<Verifier> {
        let (verifier, notes) = Verifier::new(check, &self.javac_option, context.threads)?;
        for note in &notes {
            context.remark(note);
        }
        Ok(verifier)
    }
}

/// Reads the arguments, as often as it takes.
struct Reader<'c> {
    options: SourceOptions,
    arguments: &'c Arguments,
    context: &'c Context<'c>,
}

impl Reader<'_> {
    fn read<T: Send>(
        &self,
        argument: &Argument,
        work: impl Fn(SourceFile) -> T + Sync,
        take: impl FnMut(Item<T>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut options = self.options.clone();
        // A bar would draw over the rewrites.
        options.progress = reading_beside_output(self.context);
        try_process(&argument.plan, &options, self.context.threads, work, take)?;
        Ok(())
    }
}

/// Draws a sample from all rewrites; they are made again afterwards, so that none has to be kept.
fn draw(most: NonZeroUsize, request: &Request, reader: &Reader<'_>) -> anyhow::Result<Sample> {
    let mut sample = Sample::new(most, request);
    for argument in &reader.arguments.list {
        let ranks = |file: SourceFile| -> Vec<(usize, Rank)> {
            let shown = argument.shown(&file.project, &file.path);
            let Ok(text) = Text::read(file.bytes, file.language) else { return Vec::new() };
            let made = rewrites(&text.source, file.language, request, &mut Counts::new(request)).unwrap_or_default();
            made.iter().map(|rewrite| (rewrite.transform, rank(rewrite, &shown, request))).collect()
        };
        reader.read(argument, ranks, |item| {
            if let Item::File(ranks) = item {
                for (transform, rank) in ranks {
                    sample.insert(transform, rank);
                }
            }
            Ok(())
        })?;
    }
    Ok(sample)
}

/// Makes what is printed and written of a file.
struct Maker<'m> {
    request: &'m Request,
    sample: Option<&'m Sample>,
    verifier: Option<&'m Verifier>,
    folder: Option<&'m Path>,
    format: Format,
}

/// What a worker makes of one file.
struct Worked {
    project: String,
    path: String,
    outcome: Result<Made, Left>,
}

struct Made {
    output: anyhow::Result<String>,
    counts: Counts,
}

impl Maker<'_> {
    fn make(&self, argument: &Argument, file: SourceFile) -> Worked {
        let SourceFile { project, path, bytes, language, .. } = file;
        let shown = argument.shown(&project, &path);
        let request = self.request;
        let outcome = Text::read(bytes, language).and_then(|text| {
            let mut counts = Counts::new(request);
            counts.files = 1;
            let mut made = rewrites(&text.source, language, request, &mut counts)?;
            if let Some(sample) = self.sample {
                made.retain(|rewrite| sample.has(rewrite.transform, rank(rewrite, &shown, request)));
            }
            let place = argument.place(&project, &path);
            let verdicts = self.verifier.map(|verifier| verifier.verdicts(&place, &text.source, language, &made));
            for rewrite in &made {
                counts.kinds[rewrite.transform].rewrites += 1;
            }
            for (rewrite, verdict) in made.iter().zip(verdicts.iter().flatten()) {
                counts.add_verdict(rewrite.transform, verdict);
            }
            let written = self.folder.map_or(Ok(()), |folder| folder::write(folder, &shown, &text, request, &made));
            let output =
                written.and_then(|()| Ok(self.format.render(&shown, &text, request, &made, verdicts.as_deref())?));
            Ok(Made { output, counts })
        });
        Worked { project, path, outcome }
    }
}

/// Takes what the workers made, in order.
struct Consumer {
    output: BufWriter<Stdout>,
    counts: Counts,
    /// What to say about skipped files; kept back while a progress bar is drawn.
    talk: Vec<String>,
    met: MetPlaces,
}

impl Consumer {
    fn new(request: &Request) -> Self {
        Self {
            output: BufWriter::with_capacity(1 << 16, stdout()),
            counts: Counts::new(request),
            talk: Vec::new(),
            met: MetPlaces::default(),
        }
    }

    fn take(&mut self, argument: &Argument, item: Item<Worked>, has_overlap: bool) -> anyhow::Result<()> {
        let Worked { project, path, outcome } = match item {
            Item::File(worked) => worked,
            Item::Skipped(Skipped { project, path, reason, detail }) => {
                Worked { project, path, outcome: Err(Left { reason: reason.name(), detail }) }
            }
        };
        if self.met.knows(has_overlap.then(|| argument.place(&project, &path))) {
            return Ok(());
        }
        match outcome {
            Ok(Made { output, counts }) => {
                self.output.write_all(output?.as_bytes())?;
                self.counts.add(&counts);
            }
            Err(Left { reason, detail }) => {
                *self.counts.skipped.entry(reason).or_default() += 1;
                let colon = if detail.is_empty() { "" } else { ": " };
                self.talk.push(format!("skipped {}: {reason}{colon}{detail}", argument.shown(&project, &path)));
            }
        }
        Ok(())
    }

    fn end_argument(&mut self, context: &Context<'_>) {
        self.met.end_argument();
        self.talk.drain(..).for_each(|line| context.remark(line));
    }
}
