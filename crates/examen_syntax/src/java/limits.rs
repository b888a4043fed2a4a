//! What keeps hostile texts from taking the parser's memory.

use super::lexer::tokenize;

/// Whether so many comments begin behind the end of the last one that the search for their ends, which the parser makes at each,
/// would take the square of the text. Strings such as `"/*"` count too, and are few.
fn has_unclosed_comments(source: &str) -> bool {
    /// Bytes that are searched: 64 comments at the end of a file of 2 MiB.
    const MOST_SEARCHED: usize = 128 << 20;
    let bytes = source.as_bytes();
    let end = memchr::memmem::rfind(bytes, b"*/").map_or(0, |at| at + 2);
    let open = memchr::memmem::find_iter(&bytes[end..], b"/*").count();
    open.saturating_mul(bytes.len() - end) > MOST_SEARCHED
}

/// Whether so many brackets are open at once, or closed without being open, that the parser would take hundreds of megabytes for a tree that
/// nobody can use. Those in strings and comments count too, and most of them are closed.
fn has_endless_brackets(source: &str) -> bool {
    const MOST_OPEN: u32 = 1 << 17;
    let mut open = 0_i32;
    source.bytes().any(|byte| {
        open += i32::from(matches!(byte, b'(' | b'[' | b'{')) - i32::from(matches!(byte, b')' | b']' | b'}'));
        open.unsigned_abs() > MOST_OPEN
    })
}

/// Whether the text keeps so many readings open at once that the parser's memory would grow with their square.
///
/// In `a<b<c<…` each `<` may compare or open type arguments; in `(a)-(b)-…` each bracket may be a cast or an operand. The
/// parser follows all readings until something decides.
pub(super) fn has_endless_readings(source: &str) -> bool {
    const MOST_ANGLES: usize = 256;
    const MOST_CASTS: usize = 1_000;
    let has_more_than = |byte: u8, most: usize| memchr::memchr_iter(byte, source.as_bytes()).nth(most).is_some();
    if has_unclosed_comments(source) || has_endless_brackets(source) {
        return true;
    }
    // Most texts have too few of them, and need not be tokenized.
    if !has_more_than(b'<', MOST_ANGLES) && !has_more_than(b')', MOST_CASTS) {
        return false;
    }
    let (mut angles, mut casts, mut is_after_bracket) = (0usize, 0usize, false);
    tokenize(source).significant().any(|token| {
        let text = token.text(source);
        match text {
            "<" => angles += 1,
            closing @ (">" | ">>" | ">>>") => angles = angles.saturating_sub(closing.len()),
            ";" | "{" | "}" => (angles, casts) = (0, 0),
            "(" | ")" | "=" | "&&" | "||" | ":" => angles = 0,
            "+" | "-" => {
                angles = 0;
                casts += usize::from(is_after_bracket);
            }
            _ => {}
        }
        is_after_bracket = text == ")";
        angles > MOST_ANGLES || casts > MOST_CASTS
    })
}
