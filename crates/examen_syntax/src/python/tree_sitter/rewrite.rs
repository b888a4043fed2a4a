//! Text that the grammar does not know, rewritten into text of the same length that it does.

use crate::python::token::{Token, TokenKind};
use crate::python::tokenizer::tokenize;

/// A stand-in for the source with the same offsets.
pub(super) struct Rewritten {
    pub(super) text: String,
    /// Whether Python 2 syntax was replaced.
    pub(super) is_python2: bool,
}

/// `` `x` `` becomes `(x)`, `exec code in scope` becomes `del  code in scope`, `async` where it is a name (before Python
/// 3.7) becomes another name, and a lone `\r` becomes `\n`. The reader tells the original from the stand-in by looking
/// at the original text. `None` when there is nothing to rewrite.
pub(super) fn rewrite(source: &str) -> Option<Rewritten> {
    let bytes = source.as_bytes();
    let has_backtick = memchr::memchr(b'`', bytes).is_some();
    let has_word = ["exec", "async"].iter().any(|word| memchr::memmem::find(bytes, word.as_bytes()).is_some());
    let lone_returns: Vec<usize> =
        memchr::memchr_iter(b'\r', bytes).filter(|&at| bytes.get(at + 1) != Some(&b'\n')).collect();
    if !has_backtick && !has_word && lone_returns.is_empty() {
        return None;
    }
    let mut rewritten = bytes.to_vec();
    for &at in &lone_returns {
        rewritten[at] = b'\n';
    }
    let is_python2 = (has_backtick || has_word) && replace_python2(source, &mut rewritten);
    if !is_python2 && lone_returns.is_empty() {
        return None;
    }
    String::from_utf8(rewritten).ok().map(|text| Rewritten { text, is_python2 })
}

fn replace_python2(source: &str, rewritten: &mut [u8]) -> bool {
    let tokens = tokenize(source).tokens;
    let is_backtick = |token: &&Token| token.kind == TokenKind::Error && token.span.text(source) == "`";
    let backticks: Vec<u32> = tokens.iter().filter(is_backtick).map(|token| token.span.start).collect();
    // One backtick too many is left to the parser's recovery.
    for pair in backticks.chunks_exact(2) {
        rewritten[pair[0] as usize] = b'(';
        rewritten[pair[1] as usize] = b')';
    }
    let mut is_replaced = backticks.len() > 1;
    let mut is_statement_start = true;
    for (at, token) in tokens.iter().enumerate() {
        let text = token.span.text(source);
        let stand_in: Option<&[u8]> = match (text, tokens.get(at + 1)) {
            ("exec", Some(next)) if is_statement_start && starts_operand(next.kind, next.span.text(source)) => {
                Some(b"del ")
            }
            ("async", Some(next)) if !matches!(next.span.text(source), "def" | "for" | "with") => Some(b"sync_"),
            _ => None,
        };
        if let Some(stand_in) = stand_in {
            rewritten[token.span.start as usize..token.span.end as usize].copy_from_slice(stand_in);
            is_replaced = true;
        }
        let is_layout =
            matches!(token.kind, TokenKind::Newline | TokenKind::Nl | TokenKind::Indent | TokenKind::Dedent);
        is_statement_start = is_layout || matches!(text, ";" | ":");
    }
    is_replaced
}

/// Whether a token can begin what `exec` runs. Brackets cannot: `exec(code)` is a call in Python 3 as well.
fn starts_operand(kind: TokenKind, text: &str) -> bool {
    match kind {
        TokenKind::Name => !matches!(text, "in" | "is" | "and" | "or" | "if" | "not" | "else"),
        TokenKind::String | TokenKind::Number => true,
        TokenKind::Error => text == "`",
        _ => false,
    }
}
