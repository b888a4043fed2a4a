//! The rows of the exam of names.

use arrow_schema::{DataType, Field};
use examen_data::column;
use examen_syntax::{Edit, Edits, Language, Span, java, python};
use serde::{Deserialize, Serialize};

use crate::shown_code::at_left_edge;

/// What stands in place of the function's name.
pub const MASK: &str = "METHOD_NAME";
/// The column of the names.
pub const NAME: &str = "name";

/// A function whose name is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameRow {
    /// The function with the classes around it.
    pub function: String,
    /// The line of the file, from 1, on which it starts.
    pub start_line: u32,
    /// Its text with its name masked.
    pub text: String,
    /// The parts of its name in lower case, joined by bars.
    pub name: String,
}

/// The columns of the exam.
pub fn name_columns() -> Vec<Field> {
    vec![
        column("function", DataType::Utf8, "the function with the classes around it"),
        column("start_line", DataType::UInt32, "the line of the file, from 1, on which it starts"),
        column("text", DataType::Utf8, "what a model is shown: the function with METHOD_NAME in place of its name"),
        column(NAME, DataType::Utf8, "the parts of its name in lower case, joined by bars"),
    ]
}

/// The function at a span as it is shown: its name masked wherever it stands, lines of Python moved to the left edge.
pub fn shown(source: &str, span: Span, name: &str, language: Language) -> String {
    let text = match language {
        Language::Java => span.text(source).to_owned(),
        Language::Python => at_left_edge(source, span),
    };
    let spans: Vec<_> = match language {
        Language::Java => java::tokenize(&text).significant().map(|token| token.span).collect(),
        Language::Python => python::tokenizer::tokenize(&text).tokens.iter().map(|token| token.span).collect(),
    };
    let named = spans.into_iter().filter(|span| span.text(&text) == name);
    let edits = named.map(|span| Edit { span, text: MASK.to_owned() }).collect();
    // Tokens do not overlap and lie on the edges of characters.
    Edits::new(edits).and_then(|edits| edits.apply(&text)).unwrap_or(text)
}
