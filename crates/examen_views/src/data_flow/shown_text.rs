//! The text that is parsed: without comments, docstrings and blank lines, and where each byte of it is from.

use examen_syntax::python::token::TokenKind;
use examen_syntax::python::tokenizer::tokenize;
use examen_syntax::{Language, Span};

/// The origin of a byte that is not in the source.
const NOWHERE: u32 = u32::MAX;

/// A text made of parts of the source and of spaces.
#[derive(Default)]
pub(super) struct ShownText {
    pub(super) text: String,
    /// By byte: where it lies in the source.
    origins: Vec<u32>,
}

impl ShownText {
    pub(super) fn new(language: Language, source: &str) -> Self {
        match language {
            Language::Java => java(source),
            Language::Python => python(source),
        }
    }

    /// Where a part of this text lies in the source, without line ends.
    pub(super) fn places(&self, span: Span) -> Vec<Span> {
        let mut places: Vec<Span> = Vec::new();
        for at in span.start as usize..span.end as usize {
            let origin = self.origins[at];
            if origin == NOWHERE || self.text.as_bytes()[at] == b'\n' {
                continue;
            }
            match places.last_mut() {
                Some(last) if last.end == origin => last.end += 1,
                _ => places.push(Span::new(origin, origin + 1)),
            }
        }
        places
    }

    fn keep(&mut self, source: &str, span: Span) {
        self.text.push_str(span.text(source));
        self.origins.extend(span.start..span.end);
    }

    fn add_spaces(&mut self, count: usize) {
        self.text.extend(std::iter::repeat_n(' ', count));
        self.origins.resize(self.text.len(), NOWHERE);
    }

    /// The lines that are not blank, those inside strings as well; no line end behind the last.
    fn without_blank_lines(self) -> Self {
        let mut kept = Self::default();
        let mut start = 0;
        for line in self.text.split('\n') {
            if !line.trim_matches(is_blank).is_empty() {
                if !kept.text.is_empty() {
                    // A line end is part of no token, whichever it was.
                    kept.text.push('\n');
                    kept.origins.push(NOWHERE);
                }
                kept.text.push_str(line);
                kept.origins.extend_from_slice(&self.origins[start..start + line.len()]);
            }
            start += line.len() + 1;
        }
        kept
    }
}

/// What Python's `str.strip` takes off; the four separators are no whitespace to Rust.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\x1c'..='\x1f')
}

/// Comments become spaces. Quotes are paired over lines, and `"""` is an empty literal with the beginning of another.
fn java(source: &str) -> ShownText {
    let bytes = source.as_bytes();
    let mut shown = ShownText::default();
    let (mut kept, mut at) = (0, 0);
    // What was not closed once is not closed later either; without this, the work would be the square of the length.
    let (mut has_comment_end, mut has_closing) = (true, [true; 2]);
    while let Some(length) = bytes.get(at..).and_then(|rest| memchr::memchr3(b'/', b'"', b'\'', rest)) {
        at += length;
        let (end, is_comment) = match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                (Some(memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length)), true)
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') && has_comment_end => {
                let end = memchr::memmem::find(&bytes[at + 2..], b"*/").map(|length| at + 2 + length + 2);
                has_comment_end = end.is_some();
                (end, true)
            }
            b'/' => (None, false),
            quote => {
                let closing = &mut has_closing[usize::from(quote == b'"')];
                let end = if *closing { literal_end(bytes, at) } else { None };
                *closing = end.is_some();
                (end, false)
            }
        };
        let Some(end) = end else {
            at += 1;
            continue;
        };
        if is_comment {
            shown.keep(source, Span::new(kept as u32, at as u32));
            shown.add_spaces(1);
            kept = end;
        }
        at = end;
    }
    shown.keep(source, Span::new(kept as u32, bytes.len() as u32));
    shown.without_blank_lines()
}

/// One past the quote that closes a literal.
fn literal_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += memchr::memchr2(b'\\', bytes[start], bytes.get(at..)?)?;
        if bytes[at] != b'\\' {
            return Some(at + 1);
        }
        at += 2;
    }
}

/// Comments go, and strings that begin a line, an indented block or a logical line. Text that `CPython` does not tokenize stays as it
/// is, blank lines included.
///
/// The text is put together of its tokens, with a space for each character between them: lines continued by a backslash are
/// joined, and in a block that is indented by tabs the lines behind the first are not.
fn python(source: &str) -> ShownText {
    let mut shown = ShownText::default();
    let tokens = tokenize(source);
    if tokens.is_refused {
        shown.keep(source, Span::new(0, source.len() as u32));
        return shown;
    }
    let (mut before, mut end) = (TokenKind::Indent, 0);
    for token in tokens.tokens {
        let gap = source.get(end..token.span.start as usize).unwrap_or_default();
        let spaces = gap.rsplit('\n').next().unwrap_or_default().chars().count();
        shown.add_spaces(spaces);
        let begins_line = || token.span.start == 0 || source.as_bytes()[token.span.start as usize - 1] == b'\n';
        let is_left_out = match token.kind {
            TokenKind::Comment => true,
            TokenKind::String => matches!(before, TokenKind::Indent | TokenKind::Newline) || begins_line(),
            _ => false,
        };
        if !is_left_out {
            shown.keep(source, token.span);
        }
        (before, end) = (token.kind, token.span.end as usize);
    }
    shown.without_blank_lines()
}
