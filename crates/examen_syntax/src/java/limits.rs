//! What keeps hostile texts from taking the parser's memory.

use super::lexer::tokenize;

/// Whether there are so many open `<` in a row that the parser's memory would grow with their square.
///
/// In `a<b<c<…` each `<` may compare or open type arguments, and the parser follows all readings until something decides.
pub(super) fn has_endless_type_arguments(source: &str) -> bool {
    const MOST: usize = 256;
    // Most texts have too few of them, and need not be tokenised.
    if memchr::memchr_iter(b'<', source.as_bytes()).nth(MOST).is_none() {
        return false;
    }
    let mut depth = 0usize;
    tokenize(source).significant().any(|token| {
        match token.text(source) {
            "<" => depth += 1,
            closing @ (">" | ">>" | ">>>") => depth = depth.saturating_sub(closing.len()),
            ";" | "{" | "}" | "(" | ")" | "=" | "&&" | "||" | ":" | "+" => depth = 0,
            _ => {}
        }
        depth > MOST
    })
}
