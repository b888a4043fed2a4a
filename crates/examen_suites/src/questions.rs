//! The `questions` suite: answer a question about a function in words. (CodeQA)
//!
//! Questions and answers are made of a function's documentation by [`examen_english::questions`]; the function is shown without it. The truth
//! is what the comment says, so a rewrite that keeps the meaning of the code keeps it too.

mod code;
pub mod native;
mod pairs;
mod row;
pub mod statistics;
mod suite;

use std::collections::BTreeMap;

use examen_data::ExampleId;
use examen_english::English;
use examen_english::questions::{Mode, Pair, pairs};
use examen_syntax::{Language, LazyParsedFile};

pub use code::{CodeParts, shown_code};
pub use row::{ANSWER, QuestionRow, question_answer, question_columns};
pub use suite::{QuestionMode, QuestionSettings, SUITE};

use crate::documented::{Documented, documented_functions};
use crate::source::LeftOut;

/// Bytes of documentation that are analysed in one file. People write less, but for what generators wrote; the rest of a file is
/// left out by function.
const MOST_COMMENT_BYTES: usize = 128 << 10;

/// How the exams are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Decides which pairs are chosen when not all are.
    pub seed: u64,
    /// How much a pair may be off.
    pub mode: Mode,
    /// What is shown of the code.
    pub shown: CodeParts,
}

/// What one file gives.
#[derive(Debug, Default)]
pub struct FileQuestions {
    /// The rows with their names.
    pub rows: Vec<(ExampleId, QuestionRow)>,
    /// Functions with documentation.
    pub documented: u64,
    /// Pairs before the filters.
    pub before_filters: u64,
    /// Functions without a pair, by reason.
    pub skipped: BTreeMap<&'static str, u64>,
}

/// The task of a language.
pub const fn task(language: Language) -> &'static str {
    language.name()
}

/// Reads the functions of a file, or says why it is left out.
pub fn question_rows(
    english: &English,
    code: &LazyParsedFile<'_>,
    settings: Settings,
) -> Result<FileQuestions, LeftOut> {
    let (text, language) = (code.source(), code.language());
    let mut out = FileQuestions::default();
    let mut bytes_left = MOST_COMMENT_BYTES;
    for documented in documented_functions(code) {
        out.documented += 1;
        if let Err(LeftOut(reason)) =
            add_rows(english, &documented, text, language, settings, &mut bytes_left, &mut out)
        {
            *out.skipped.entry(reason).or_default() += 1;
        }
    }
    Ok(out)
}

fn add_rows(
    english: &English,
    it: &Documented<'_>,
    text: &str,
    language: Language,
    settings: Settings,
    bytes_left: &mut usize,
    out: &mut FileQuestions,
) -> Result<(), LeftOut> {
    if it.function.body.is_none() {
        return Err(LeftOut("no-body"));
    }
    if it.documentation.summary.is_empty() {
        return Err(LeftOut("no-summary"));
    }
    let comment = format!("{}\n\n{}", it.documentation.summary, it.documentation.description);
    let Some(left) = bytes_left.checked_sub(comment.len()) else { return Err(LeftOut("too-much-text")) };
    *bytes_left = left;
    let made = pairs(english, &comment, settings.mode);
    out.before_filters += made.before_filters as u64;
    if made.pairs.is_empty() {
        return Err(LeftOut(made.unused.first().map_or("filtered", |unused| unused.name())));
    }
    let name = it.function.name.map_or("", |name| name.text(text));
    let code = shown_code(text, it.function.span, name, language, settings.shown);
    for pair in made.pairs {
        let row = row_of(pair, &it.function.qualified_name, it.line, code.clone());
        out.rows.push((id(&row, language, settings), row));
    }
    Ok(())
}

fn row_of(pair: Pair, function: &str, start_line: u32, text: String) -> QuestionRow {
    let polarity = if matches!(pair.answer.as_str(), "yes" | "no") { pair.answer.clone() } else { "phrase".to_owned() };
    QuestionRow {
        function: function.to_owned(),
        start_line,
        text,
        question: pair.question,
        answer: pair.answer,
        question_type: pair.kind.name().to_owned(),
        category: pair.category.name().to_owned(),
        rule: pair.rule.to_owned(),
        polarity,
        sentence: pair.sentence,
        // Two digits: further ones say nothing, and would not be those of an f32.
        confidence: (f64::from(pair.confidence) * 100.0).round() / 100.0,
    }
}

/// The same question about the same code with the same answer is one example, whatever file it is in.
fn id(row: &QuestionRow, language: Language, settings: Settings) -> ExampleId {
    let seed = settings.seed.to_string();
    ExampleId::new(["questions", language.name(), &seed, &row.text, &row.question, &row.answer])
}
