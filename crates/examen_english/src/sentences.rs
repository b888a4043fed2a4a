//! Sentences of a comment: words grouped between breaks and full stops.

use crate::markup::{self, Piece};
use crate::tokens::{self, Word};

/// What goes on for more words is cut: no sentence of a comment is so long, and work grows with a sentence's length.
const LONGEST: usize = 200;

/// The words of each sentence of a text, without analysis.
pub fn words(text: &str) -> Vec<Vec<String>> {
    split(text).into_iter().map(|words| words.into_iter().map(|word| word.text).collect()).collect()
}

/// The sentences of a text as one line each: without markup, with single spaces, with at least one letter or digit.
pub fn sentence_texts(text: &str) -> Vec<String> {
    let joined = |words: Vec<Word>| {
        let mut line = String::new();
        let mut end = None;
        for word in &words {
            // What was markup between two words leaves no space behind.
            if end.is_some_and(|end| text[end..word.span.start].contains(char::is_whitespace)) {
                line.push(' ');
            }
            line.extend(word.text.chars().filter(|character| !character.is_control()));
            end = Some(word.span.end);
        }
        line
    };
    split(text).into_iter().map(joined).collect()
}

/// The words of each sentence of a text; a sentence holds at least one letter or digit.
pub(crate) fn split(text: &str) -> Vec<Vec<Word>> {
    let mut sentences = Sentences::default();
    let mut words = Vec::new();
    for piece in markup::pieces(text) {
        match piece {
            Piece::Text(range) => {
                tokens::split(text, range, &mut words);
                for word in words.drain(..) {
                    sentences.push(word);
                }
            }
            Piece::Word(word, span) => sentences.push(Word { text: word, span }),
            Piece::Break => sentences.finish(),
        }
    }
    sentences.finish();
    sentences.done
}

#[derive(Default)]
struct Sentences {
    done: Vec<Vec<Word>>,
    open: Vec<Word>,
}

impl Sentences {
    fn push(&mut self, word: Word) {
        if self.is_ended_before(&word) || self.open.len() == LONGEST {
            self.finish();
        }
        self.open.push(word);
    }

    /// Whether the open words end with a full stop, brackets and quotes after it apart, and `next` does not touch them.
    fn is_ended_before(&self, next: &Word) -> bool {
        let Some(last) = self.open.last() else { return false };
        // "foo.bar" is one word already; a stop that touches what follows is inside something else.
        if last.span.end == next.span.start {
            return false;
        }
        let words = self.open.iter().rev().skip_while(|word| closes(word));
        let mut words = words.map(|word| word.text.as_str());
        words.next().is_some_and(|text| matches!(text, "." | "!" | "?" | "。")) && words.next().is_some()
    }

    fn finish(&mut self) {
        let words = std::mem::take(&mut self.open);
        if words.iter().any(|word| word.text.contains(char::is_alphanumeric)) {
            self.done.push(words);
        }
    }
}

fn closes(word: &Word) -> bool {
    matches!(word.text.as_str(), ")" | "]" | "\"" | "”" | "'" | "’")
}
