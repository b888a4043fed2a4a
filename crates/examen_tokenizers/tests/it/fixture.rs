//! Fixtures as prose: code with spans in brackets, and what the labels make of it.
//!
//! A block `py` holds code in which `⟦…⟧` stands around answers and `⟨…⟩` around supporting facts. After it come blocks with what it should
//! give, as many as are worth a look:
//!
//! * `exact`, `published`: the tokens with their labels by that rule, and which spans have none;
//! * `exact cubert`, `published bpe` and so on: the same as a sequence of sub-words under the query `Unused import`.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

use examen_syntax::LineIndex;
use examen_tokenizers::Subwords;
use examen_tokenizers::code_tokens::{CodeToken, code_tokens, spelled_tokens, spelling};
use examen_tokenizers::labels::{Encoded, Label, LabelledSpan, encode_exact, encode_published};
use examen_tokenizers::sequence::{Part, sequence};

use crate::span_markers;
use crate::subwords::{bpe, cubert};

/// Checks the fixtures of a folder.
pub(crate) fn check(folder: &Path) {
    let mut case = Case::default();
    examen_test::check_fixtures(folder, |_, block| {
        if block.info == "py" {
            case = Case::read(block.text.strip_suffix('\n').unwrap_or(block.text));
            return Ok(None);
        }
        case.show(block.info).map(Some)
    });
}

#[derive(Default)]
struct Case {
    source: String,
    spans: Vec<LabelledSpan>,
    tokens: Vec<CodeToken>,
}

impl Case {
    fn read(text: &str) -> Self {
        let (source, spans) = span_markers::read(text);
        let tokens = code_tokens(&source, &LineIndex::new(&source)).tokens;
        Self { source, spans, tokens }
    }

    fn show(&self, info: &str) -> Result<String, String> {
        let (rule, vocabulary) = info.split_once(' ').map_or((info, None), |(rule, rest)| (rule, Some(rest)));
        let encoded = match rule {
            "exact" => encode_exact(&self.tokens, &self.spans),
            "published" => encode_published(&self.tokens, &LineIndex::new(&self.source), &self.spans),
            _ => return Err(format!("no such kind of block: {info}")),
        };
        match vocabulary {
            None => Ok(self.show_tokens(&encoded)),
            Some("python") => Ok(self.show_sequence(&encoded, &Subwords::python())),
            Some("cubert") => Ok(self.show_sequence(&encoded, cubert())),
            Some("bpe") => Ok(self.show_sequence(&encoded, bpe())),
            Some(_) => Err(format!("no such vocabulary: {info}")),
        }
    }

    fn show_tokens(&self, encoded: &Encoded) -> String {
        let mut shown = String::new();
        for (token, &label) in self.tokens.iter().zip(&encoded.labels) {
            writeln!(shown, "{} {}", letter(label), printable(&spelling(&self.source, token))).unwrap();
        }
        for &at in &encoded.inexpressible {
            writeln!(shown, "inexpressible: {}", printable(self.spans[at].span.text(&self.source))).unwrap();
        }
        shown
    }

    fn show_sequence(&self, encoded: &Encoded, subwords: &Subwords) -> String {
        let spelled = self.tokens.iter().map(|token| spelling(&self.source, token));
        let tokens: Vec<(Cow<'_, str>, Label)> = spelled.zip(encoded.labels.iter().copied()).collect();
        let header = ["module".to_owned(), "___EOS___".to_owned()];
        let part = Part { header: &header, tokens: &tokens };
        let sequence = sequence(&spelled_tokens("Unused import"), &[part], subwords);
        let mut shown = String::new();
        for (piece, &label) in sequence.tokens.iter().zip(&sequence.labels) {
            writeln!(shown, "{} {}", letter(label), printable(piece)).unwrap();
        }
        if sequence.lost_spans > 0 {
            writeln!(shown, "lost spans: {}", sequence.lost_spans).unwrap();
        }
        shown
    }
}

fn letter(label: Label) -> char {
    match label {
        Label::Begin => 'B',
        Label::Inside => 'I',
        Label::Outside => 'O',
        Label::Fact => 'F',
        Label::NotCode => '-',
    }
}

/// The text on one line, with spaces at its ends made visible.
fn printable(text: &str) -> String {
    let escaped = text.replace('\n', "↵").replace('\t', "→");
    let inner = escaped.trim_matches(' ');
    let (before, after) = match escaped.find(inner) {
        Some(at) if !inner.is_empty() => (at, escaped.len() - at - inner.len()),
        _ => (escaped.len(), 0),
    };
    format!("{}{inner}{}", "·".repeat(before), "·".repeat(after))
}
