//! What keeps hostile texts from taking the parser's time, memory or stack.
//!
//! All limits count; none looks at a clock, so that the same text always gives the same tree.

use std::thread;

use super::lexer::tokenize;

/// How often the parser may call back, which it does every hundred steps.
///
/// Of 15,143 files of the JDK none takes more than a twentieth of it.
pub(super) fn allowed_callbacks(bytes: usize) -> usize {
    (bytes / 2).max(2_000)
}

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

/// Runs the parser where its stack cannot overflow; nothing when there is no room for such a stack.
///
/// It is iterative but for one place: to forget a reading it recurses once for each level at which the text can be read in
/// two ways, as in `(a)-(a)-(a)-…`. A level takes two bytes of text at least and about a hundred bytes of stack.
pub(super) fn with_stack_for<T: Send>(bytes: usize, parse: impl FnOnce() -> Option<T> + Send) -> Option<T> {
    const SMALL_TEXT: usize = 16 << 10;
    const STACK_PER_BYTE: usize = 128;
    if bytes <= SMALL_TEXT {
        return parse();
    }
    let builder = thread::Builder::new().stack_size((1 << 20) + STACK_PER_BYTE * bytes);
    thread::scope(|scope| builder.spawn_scoped(scope, parse).ok()?.join().ok()?)
}
