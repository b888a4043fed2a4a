//! The errors that a line has room for.

use examen_syntax::python::token::TokenKind;
use examen_syntax::{LineIndex, Span};

use super::PerturbationKind;
use examen_tokenizers::code_tokens::CodeToken;

/// The words whose absence is an error; constants and names that are keywords only here and there are not among them.
const KEYWORDS: [&str; 29] = [
    "and", "as", "assert", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally", "for",
    "from", "global", "if", "import", "in", "is", "lambda", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// How far a line may be moved to the right, in characters of its indentation.
const MAX_SHIFT: usize = 4;

/// A line that holds code.
#[derive(Clone, Debug)]
pub(super) struct CodeLine<'t> {
    /// Its number, from 1.
    pub(super) number: u32,
    /// Its text without the line end.
    span: Span,
    /// The tokens that start on it.
    tokens: &'t [CodeToken],
    /// Whether a logical line starts with it, so that its indentation counts.
    is_start: bool,
}

/// The lines among `shown` that hold code, do not start within a string, and touch no span of `kept`.
pub(super) fn code_lines<'t>(
    source: &str,
    lines: &LineIndex,
    tokens: &'t [CodeToken],
    shown: &[u32],
    kept: &[Span],
) -> Vec<CodeLine<'t>> {
    let mut is_free = vec![false; lines.line_count() as usize + 2];
    for &line in shown {
        if let Some(free) = is_free.get_mut(line as usize) {
            *free = true;
        }
    }
    let multi_line = tokens.iter().filter(|token| token.kind == TokenKind::String).map(|token| token.span);
    for (first_line_too, span) in kept.iter().map(|&span| (true, span)).chain(multi_line.map(|span| (false, span))) {
        let first = lines.line_of(span.start) + u32::from(!first_line_too);
        let last = lines.line_of(span.end.saturating_sub(1).max(span.start));
        for line in first..=last {
            if let Some(free) = is_free.get_mut(line as usize) {
                *free = false;
            }
        }
    }

    let mut result = Vec::new();
    let mut rest = tokens;
    let mut is_start = true;
    while let [first, ..] = rest {
        let number = first.start_line;
        let on_line = rest.iter().take_while(|token| token.start_line == number).count();
        let (here, behind) = rest.split_at(on_line);
        rest = behind;
        if is_free.get(number as usize) == Some(&true) && here.iter().any(is_code) {
            let span = without_line_end(source, lines.line_span(number));
            result.push(CodeLine { number, span, tokens: here, is_start });
        }
        match here.iter().rev().find(|token| !matches!(token.kind, TokenKind::Comment | TokenKind::Nl)) {
            Some(last) if is_code(last) => is_start = false,
            Some(last) => is_start = last.kind == TokenKind::Newline,
            None => {}
        }
    }
    result
}

/// A line's span without its line end.
pub(super) fn without_line_end(source: &str, line: Span) -> Span {
    let text = line.text(source);
    Span::new(line.start, line.start + text.trim_end_matches(['\r', '\n']).len() as u32)
}

impl CodeLine<'_> {
    /// The line with each error of a kind that it has room for.
    pub(super) fn offers(&self, source: &str, kind: PerturbationKind) -> Vec<String> {
        let mut texts = match kind {
            PerturbationKind::Indentation => self.other_indentations(source),
            PerturbationKind::Bracket => self.bracket_pairs(source),
            PerturbationKind::Keyword => {
                self.missing(source, |token, text| token.kind == TokenKind::Name && KEYWORDS.contains(&text))
            }
            PerturbationKind::Operator => {
                self.missing(source, |token, text| token.kind == TokenKind::Operator && bracket(text) == 0)
            }
        };
        let before = self.span.text(source);
        // A line of which nothing is left is no line with an error.
        texts.retain(|text| text != before && !text.trim_start().is_empty() && !text.trim_start().starts_with('#'));
        texts
    }

    fn other_indentations(&self, source: &str) -> Vec<String> {
        let text = self.span.text(source);
        let body = text.trim_start_matches([' ', '\t', '\x0c']);
        let indentation = &text[..text.len() - body.len()];
        if !self.is_start {
            return Vec::new();
        }
        let unit = if indentation.ends_with('\t') { "\t" } else { " " };
        let fewer = (0..indentation.len()).filter_map(|length| indentation.get(..length)).map(str::to_owned);
        let more = (1..=MAX_SHIFT).map(|count| format!("{indentation}{}", unit.repeat(count)));
        fewer.chain(more).map(|indentation| indentation + body).collect()
    }

    /// The line without one pair of brackets that opens and closes on it.
    fn bracket_pairs(&self, source: &str) -> Vec<String> {
        let mut open = Vec::new();
        let mut texts = Vec::new();
        for token in self.tokens.iter().filter(|token| token.kind == TokenKind::Operator) {
            match bracket(token.span.text(source)) {
                1 => open.push(token.span),
                -1 => texts.extend(open.pop().map(|opening| self.without(source, &[opening, token.span]))),
                _ => {}
            }
        }
        texts
    }

    fn missing(&self, source: &str, is_wanted: impl Fn(&CodeToken, &str) -> bool) -> Vec<String> {
        let tokens = self.tokens.iter().filter(|token| is_wanted(token, token.span.text(source)));
        tokens.map(|token| self.without(source, &[token.span])).collect()
    }

    /// The line without some of its tokens, and without the space that stood behind one between spaces. Words that would
    /// run together get a space between them.
    fn without(&self, source: &str, left_out: &[Span]) -> String {
        let mut text = String::with_capacity(self.span.len() as usize);
        let mut done = self.span.start;
        for &span in left_out {
            text.push_str(Span::new(done, span.start).text(source));
            let behind = Span::new(span.end, self.span.end).text(source);
            let space = behind.len() - behind.trim_start_matches([' ', '\t']).len();
            let is_spaced = text.is_empty() || text.ends_with([' ', '\t']);
            done = span.end;
            if is_spaced && space < behind.len() {
                done += space as u32;
            } else if text.ends_with(is_word) && behind.starts_with(is_word) {
                text.push(' ');
            }
        }
        text.push_str(Span::new(done, self.span.end).text(source));
        text
    }
}

/// 1 for an opening bracket, -1 for a closing one.
fn bracket(text: &str) -> i32 {
    match text {
        "(" | "[" | "{" => 1,
        ")" | "]" | "}" => -1,
        _ => 0,
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '"' | '\'')
}

const fn is_code(token: &CodeToken) -> bool {
    matches!(
        token.kind,
        TokenKind::Name | TokenKind::Number | TokenKind::String | TokenKind::Operator | TokenKind::Error
    )
}
