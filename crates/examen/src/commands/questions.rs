//! `examen questions`: question-answer pairs of lines of comments.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use examen_data::{counted, grouped};
use examen_evaluation::Context;
use examen_evaluation::questions::{LineQuestions, Mode, QuestionSettings, make_questions};
use serde_json::json;

/// Make question-answer pairs of comments, one comment a line.
///
/// Prints one JSON object for each pair: `line, question, answer, type` (what, how, where, when, why, for-what-purpose, yes-no, other), `rule`,
/// `category` (functionality, purpose, property, workflow), `confidence` and the `sentence`, completed where it had no subject. The templates are
/// those of CodeQA. Yes/no questions are not balanced here; `examen build questions` makes an exam of code with its comments.
#[derive(Args)]
#[command(after_help = "Examples:
  examen questions comments.txt > pairs.jsonl
  echo 'Trims all leading zeros using the given mask.' | examen questions -
  examen questions comments.txt --mode faithful --format text
  examen questions comments.txt --conllu comments.conllu")]
pub(crate) struct QuestionsCommand {
    /// A file of comments, one a line; `-` for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// `clean` keeps what reads as correct English with a correct answer, `faithful` what the templates of the paper make.
    #[arg(long, value_name = "MODE", value_enum, default_value = "clean")]
    mode: ModeName,

    /// The language of the comments; there is no other yet.
    #[arg(long, value_name = "LANGUAGE", value_enum, default_value = "en")]
    language: CommentLanguage,

    /// JSON lines, or text to read: the question, the answer.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "jsonl")]
    format: Format,

    /// Print lines without a pair too, with the reasons (`line`, `reasons`).
    #[arg(long)]
    skipped: bool,

    /// Trees of another parser, of all lines in order: CoNLL-U with Penn tags in the fifth column. A sentence that gets a subject is parsed anew.
    #[arg(long, value_name = "FILE")]
    conllu: Option<PathBuf>,

    /// Models of English in place of those that are part of the program: a file of `examen_english`'s trainer.
    #[arg(long, value_name = "FILE")]
    parser: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum ModeName {
    Clean,
    Faithful,
}

#[derive(Clone, Copy, ValueEnum)]
enum CommentLanguage {
    En,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Jsonl,
    Text,
}

impl QuestionsCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let CommentLanguage::En = self.language;
        let mode = match self.mode {
            ModeName::Clean => Mode::Clean,
            ModeName::Faithful => Mode::Faithful,
        };
        let settings = QuestionSettings { mode, conllu: self.conllu, parser: self.parser };
        let mut lines = opened(&self.file)?;
        let mut out = BufWriter::new(std::io::stdout().lock());
        let counts = make_questions(&mut lines, &settings, context, |made| {
            match made {
                LineQuestions::Pairs(rows) => {
                    for row in rows {
                        match self.format {
                            Format::Jsonl => writeln!(out, "{}", serde_json::to_string(&row)?)?,
                            Format::Text => writeln!(out, "{}\n  {}", row.question, row.answer)?,
                        }
                    }
                }
                LineQuestions::Skipped { line, reasons } if self.skipped => match self.format {
                    Format::Jsonl => writeln!(out, "{}", json!({ "line": line, "reasons": reasons }))?,
                    Format::Text => writeln!(out, "line {line}: {}", reasons.join(", "))?,
                },
                LineQuestions::Skipped { .. } => {}
            }
            Ok(())
        })?;
        out.flush()?;
        let reasons: Vec<String> = counts.skipped.iter().map(|(reason, number)| format!("{number} {reason}")).collect();
        let skipped = if reasons.is_empty() { String::from("none") } else { reasons.join(", ") };
        if counts.pairs == 0 {
            let name = self.file.display();
            anyhow::bail!(
                "{name}: none of {} lines gives a question (skipped: {skipped})",
                grouped(counts.lines as u64)
            );
        }
        let (pairs, used) = (counted(counts.pairs as u64, "pair", "pairs"), grouped(counts.used as u64));
        let lines = counted(counts.lines as u64, "line", "lines");
        context.remark(format!("{pairs} of {used} of {lines}; skipped: {skipped}"));
        Ok(())
    }
}

fn opened(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let file = File::open(path).with_context(|| path.display().to_string())?;
    anyhow::ensure!(!file.metadata()?.is_dir(), "{} is a directory: name a file of comments", path.display());
    Ok(Box::new(BufReader::new(file)))
}
