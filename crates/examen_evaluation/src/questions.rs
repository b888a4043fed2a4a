//! Question-answer pairs of lines of comments.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::path::{Path, PathBuf};

pub use examen_english::questions::Mode;
use examen_english::questions::{Made, pairs, pairs_of};
use examen_english::{English, Sentence, conllu};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;

use crate::context::Context;
use crate::error::{EvaluationError, refuse};

/// Lines that are worked on together: memory does not grow with the file.
const LINES: usize = 4096;

/// What questions are made of, and how.
#[derive(Clone, Debug)]
pub struct QuestionSettings {
    /// How much a pair may be off.
    pub mode: Mode,
    /// Trees of another parser, for all lines in order, in the format CoNLL-U.
    pub conllu: Option<PathBuf>,
    /// A file of models in place of those that are part of the program.
    pub parser: Option<PathBuf>,
}

/// A pair, as it is written.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QuestionRow {
    /// The line of the comment, from 1.
    pub line: usize,
    /// The question.
    pub question: String,
    /// The answer, with a capital and a full stop.
    pub answer: String,
    /// What the question begins with.
    pub r#type: &'static str,
    /// The rule that made it.
    pub rule: &'static str,
    /// What the question is after.
    pub category: &'static str,
    /// How sure the rule is, from 0 to 1.
    pub confidence: f64,
    /// The sentence it was made of.
    pub sentence: String,
}

/// What came of a line.
pub enum LineQuestions {
    /// Pairs.
    Pairs(Vec<QuestionRow>),
    /// None, and why.
    Skipped {
        /// The line, from 1.
        line: usize,
        /// The reasons, one for each sentence or one for all.
        reasons: Vec<&'static str>,
    },
}

/// What came of all lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuestionCounts {
    /// Lines that were read, blank ones apart.
    pub lines: usize,
    /// Lines that gave a pair.
    pub used: usize,
    /// Pairs.
    pub pairs: usize,
    /// Lines without a pair, by the first reason.
    pub skipped: BTreeMap<&'static str, usize>,
}

/// Makes the pairs of each line, in order, and hands them to `each`.
pub fn make_questions(
    lines: &mut dyn BufRead,
    settings: &QuestionSettings,
    context: &Context<'_>,
    mut each: impl FnMut(LineQuestions) -> crate::Result<()>,
) -> crate::Result<QuestionCounts> {
    let own = settings.parser.as_deref().map(read_parser).transpose()?;
    let english = match &own {
        Some(english) => english,
        None => built_in_english()?,
    };
    let mut counts = QuestionCounts::default();
    let mut take = |line: usize, made: Made| {
        let made = LineQuestions::new(line, made);
        counts.lines += 1;
        match &made {
            LineQuestions::Pairs(rows) => {
                counts.used += 1;
                counts.pairs += rows.len();
            }
            LineQuestions::Skipped { reasons, .. } => {
                *counts.skipped.entry(reasons.first().copied().unwrap_or_default()).or_default() += 1;
            }
        }
        each(made)
    };
    if let Some(path) = &settings.conllu {
        let mut text = Vec::new();
        lines.read_to_end(&mut text)?;
        let text = String::from_utf8_lossy(&text);
        for (line, sentences) in sentences_by_line(path, &text)? {
            take(line, pairs_of(english, &sentences, settings.mode))?;
        }
    } else {
        let steps = context.observer.start(0, "lines");
        let mut number = 0;
        loop {
            let texts = next_lines(lines, &mut number)?;
            if texts.is_empty() {
                break;
            }
            context.go_on()?;
            let made: Vec<Made> = texts.par_iter().map(|(_, text)| pairs(english, text, settings.mode)).collect();
            steps.add(texts.len() as u64);
            for ((line, _), made) in texts.into_iter().zip(made) {
                take(line, made)?;
            }
        }
    }
    Ok(counts)
}

/// Makes the pairs of one comment, as of a line of that number.
pub fn question_comment(english: &English, comment: &str, mode: Mode, line: usize) -> LineQuestions {
    LineQuestions::new(line, pairs(english, comment, mode))
}

impl LineQuestions {
    fn new(line: usize, made: Made) -> Self {
        if !made.pairs.is_empty() {
            return Self::Pairs(rows(line, made));
        }
        let mut reasons: Vec<&'static str> = made.unused.iter().map(|unused| unused.name()).collect();
        if reasons.is_empty() {
            reasons.push("filtered");
        }
        Self::Skipped { line, reasons }
    }
}

/// The models of English that are part of the program.
pub fn built_in_english() -> crate::Result<&'static English> {
    English::embedded().map_err(EvaluationError::request)
}

fn rows(line: usize, made: Made) -> Vec<QuestionRow> {
    let row = |pair: examen_english::questions::Pair| QuestionRow {
        line,
        answer: pair.printed_answer(),
        question: pair.question,
        r#type: pair.kind.name(),
        rule: pair.rule,
        category: pair.category.name(),
        // Two digits: further ones say nothing, and would not be those of an f32.
        confidence: (f64::from(pair.confidence) * 100.0).round() / 100.0,
        sentence: pair.sentence,
    };
    made.pairs.into_iter().map(row).collect()
}

/// The next lines that are not blank, with their numbers from 1.
fn next_lines(lines: &mut dyn BufRead, number: &mut usize) -> crate::Result<Vec<(usize, String)>> {
    let mut out = Vec::new();
    let mut bytes = Vec::new();
    while out.len() < LINES {
        bytes.clear();
        if lines.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        *number += 1;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end_matches(['\n', '\r']);
        if !text.trim().is_empty() {
            out.push((*number, text.to_owned()));
        }
    }
    Ok(out)
}

fn read_parser(path: &Path) -> crate::Result<English> {
    let bytes = examen_corpus::read_named_file(path)
        .map_err(|source| EvaluationError::File { path: path.to_owned(), source })?;
    English::read(&bytes).map_err(|error| EvaluationError::request(format!("{}: {error}", path.display())))
}

/// The sentences of a CoNLL-U file by the line of the text that they begin on.
fn sentences_by_line(path: &Path, text: &str) -> crate::Result<BTreeMap<usize, Vec<Sentence>>> {
    let bytes = examen_corpus::read_named_file(path)
        .map_err(|source| EvaluationError::File { path: path.to_owned(), source })?;
    let sentences = match conllu::read_for(&String::from_utf8_lossy(&bytes), text) {
        Ok(sentences) => sentences,
        Err(error) => refuse!("{}: {error}", path.display()),
    };
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let mut out: BTreeMap<usize, Vec<Sentence>> = BTreeMap::new();
    for sentence in sentences {
        let start = sentence.tokens.first().map_or(0, |token| token.span.start);
        out.entry(ends.partition_point(|&end| end < start) + 1).or_default().push(sentence);
    }
    Ok(out)
}
