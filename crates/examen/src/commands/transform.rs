//! `examen transform`: functions, written in other ways that mean the same.

use std::io::{BufWriter, Write, stdout};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};
use examen_analysis::rewrites::{
    Check, FAILURES, NotRewritten, RewriteCounts, RewriteSample, RewriteSettings, Verifier, rewrite_file,
    write_rewritten_files,
};
use examen_analysis::{AnalysisError, Reading};
use examen_corpus::{Skipped, SourceOptions};
use examen_evaluation::Context;
use examen_report::rewrite_counts_table::rewrite_counts_table;
use examen_report::rewrite_text::RewriteFormat;
use examen_suites::robustness::TransformSettings;

use crate::printing::skipped_line;
use crate::progress::reading_beside_output;
use crate::source_flags::{CodeArguments, LanguageFlags, ReadingFlags, language_names};
use crate::status::Status;

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
  examen transform Own.java --verify run                  (executes Own.java, in a cage where there can be one)
  examen transform Own.java --verify run --yes-execute    (executes it anyway)")]
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
    format: RewriteFormat,

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

    /// With --verify run, execute the code even where the system offers no protection against it (no namespaces of Linux).
    #[arg(long, requires = "verify")]
    yes_execute: bool,

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
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<Status> {
        let settings = self.settings()?;
        let options = SourceOptions { languages: self.language.languages(), ..self.reading.options() };
        let code = self.code.read(&options)?;
        // A bar would draw over the rewrites.
        let reading = Reading { options, threads: context.threads, progress: &|| reading_beside_output(context) };
        let verifier = self.verify.map(|check| self.verifier(check, context)).transpose()?;
        let sample = self.sample.map(|most| RewriteSample::draw(most, &settings, &code.arguments, &reading));
        let sample = sample.transpose()?;
        let mut output = BufWriter::with_capacity(1 << 16, stdout());
        let mut counts = RewriteCounts::new(&settings);
        // Kept back while a progress bar is drawn.
        let mut talk = Vec::new();
        code.arguments.read(
            &reading,
            |file| {
                let file = rewrite_file(file, &settings, sample.as_ref(), verifier.as_ref())?;
                let written = self.write.as_deref().map_or(Ok(()), |folder| {
                    write_rewritten_files(folder, &file.path, &file.text, &settings, &file.rewrites)
                });
                let rendered = written.map_err(anyhow::Error::from).and_then(|()| {
                    let rendered = self.format.render(&file, &settings)?;
                    Ok((rendered, file.counts))
                });
                Ok(rendered)
            },
            |path, outcome| -> anyhow::Result<()> {
                let left_out = |Skipped { reason, detail, .. }| NotRewritten { reason: reason.name(), detail };
                match outcome.map_err(left_out).flatten() {
                    Ok(rendered) => {
                        let (rendered, of_file) = rendered?;
                        output.write_all(rendered.as_bytes())?;
                        counts.add(&of_file);
                    }
                    Err(NotRewritten { reason, detail }) => {
                        *counts.skipped.entry(reason).or_default() += 1;
                        talk.push(skipped_line(path, reason, &detail));
                    }
                }
                Ok(())
            },
        )?;
        output.flush()?;
        for line in &talk {
            context.remark(line);
        }
        context.remark(rewrite_counts_table(&counts, &settings).trim_end());
        if counts.files == 0 {
            bail!("there is no {} file to rewrite", language_names(&reading.options.languages));
        }
        let has_failed = FAILURES.iter().any(|verdict| counts.verdicts(verdict) > 0);
        Ok(if has_failed && !settings.has_paper_rules() { Status::CheckFailed } else { Status::Done })
    }

    fn settings(&self) -> anyhow::Result<RewriteSettings> {
        let mut transforms = self.transforms.transforms()?;
        let is_all = self.place == PlaceFlag::All;
        if is_all {
            transforms.retain(|transform| transform.has_all_places);
        }
        if transforms.is_empty() && !self.transforms.kind.is_empty() {
            bail!("{} is made at one place at a time: leave out --place all", self.transforms.kind.join(", "));
        }
        Ok(RewriteSettings { transforms, strength: self.transforms.strength.strength(), is_all, seed: self.seed })
    }

    fn verifier(&self, check: Check, context: &Context<'_>) -> anyhow::Result<Verifier> {
        let made = Verifier::new(check, &self.javac_option, self.yes_execute, context.threads);
        let (verifier, notes) = made.map_err(|error| match error {
            AnalysisError::Unprotected { .. } => {
                anyhow::Error::from(error).context("--verify run needs --yes-execute here")
            }
            error => error.into(),
        })?;
        for note in &notes {
            context.remark(note);
        }
        Ok(verifier)
    }
}
