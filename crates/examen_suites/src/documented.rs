//! Functions with documentation: what captions and questions are made of.

use examen_english::questions::{Unused, check_text};
use examen_english::sentence_texts;
use examen_syntax::{FunctionDefinition, LazyParsedFile, LineIndex, functions};
use examen_views::documentation::{Documentation, documentation};

use crate::source::LeftOut;

/// The most words of a caption; longer ones are lists or code without markup.
const MOST_WORDS: usize = 100;

/// A function, and what is said of it.
#[derive(Debug)]
pub struct Documented<'t> {
    /// The function.
    pub function: FunctionDefinition<'t>,
    /// The line of the file, from 1, on which it starts.
    pub line: u32,
    /// What its documentation says.
    pub documentation: Documentation,
}

/// Returns the functions of a file that have documentation, also a blank one, in the order of the text.
pub fn documented_functions<'t>(code: &'t LazyParsedFile<'_>) -> Vec<Documented<'t>> {
    let text = code.source();
    let lines = LineIndex::new(text);
    let documented = |function: FunctionDefinition<'t>| {
        let documentation = documentation(&function, text)?;
        Some(Documented { line: lines.line_of(function.span.start), documentation, function })
    };
    functions(code.file(), text).into_iter().filter_map(documented).collect()
}

/// Returns the first sentences of a summary, without markup, or says why it is no caption.
pub fn caption(documentation: &Documentation, sentences: usize) -> Result<String, LeftOut> {
    if documentation.is_blank() {
        return Err(LeftOut("blank-documentation"));
    }
    if documentation.summary.is_empty() {
        return Err(LeftOut("no-summary"));
    }
    // Words have lost them when sentences are told apart.
    if let Err(unused @ Unused::ControlCharacters) = check_text(&documentation.summary) {
        return Err(LeftOut(unused.name()));
    }
    let caption = sentence_texts(&documentation.summary).into_iter().take(sentences).collect::<Vec<_>>().join(" ");
    check_english(&caption)?;
    Ok(caption)
}

/// Fails for a text that is no English sentence at first sight, with the reason.
fn check_english(text: &str) -> Result<(), LeftOut> {
    match check_text(text) {
        Err(Unused::Empty) => Err(LeftOut("no-words")),
        Err(unused) => Err(LeftOut(unused.name())),
        Ok(()) if text.split_whitespace().count() > MOST_WORDS => Err(LeftOut("too-long")),
        Ok(()) => Ok(()),
    }
}
