//! Running tree-sitter so that hostile text takes neither its time nor its stack.
//!
//! The limits count; none looks at a clock, so that the same text always gives the same tree.

use std::ops::ControlFlow;
use std::thread;

use tree_sitter::{ParseOptions, Parser, Tree};

/// The tree of the joined texts, or nothing when the parser took far more steps than programs of their length do.
pub(crate) fn parse(parser: &mut Parser, parts: &[&str]) -> Option<Tree> {
    let bytes = parts.iter().map(|part| part.len()).sum();
    with_stack_for(bytes, || parse_counted(parser, parts, allowed_reports(bytes)))
}

/// How often the parser may report progress, which it does every hundred steps.
///
/// Of 100,046 Java files none takes more than two thirds of it.
fn allowed_reports(bytes: usize) -> usize {
    (bytes / 12).max(2_000)
}

fn parse_counted(parser: &mut Parser, parts: &[&str], mut reports_left: usize) -> Option<Tree> {
    let mut count_down = |_: &tree_sitter::ParseState| {
        reports_left = reports_left.saturating_sub(1);
        if reports_left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let mut read = |mut offset: usize, _| {
        for part in parts {
            if offset < part.len() {
                return &part.as_bytes()[offset..];
            }
            offset -= part.len();
        }
        &[]
    };
    let options = ParseOptions::new().progress_callback(&mut count_down);
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    if tree.is_none() {
        // Otherwise the parser would go on with this text when it is given the next one.
        parser.reset();
    }
    tree
}

/// Runs the parser where its stack cannot overflow; nothing when there is no room for such a stack.
///
/// It is iterative but for one place: to forget a reading it recurses once for each level at which the text can be read in
/// two ways, as in Java's `(a)-(a)-(a)-…`. A level takes two bytes of text at least and about a hundred bytes of stack.
fn with_stack_for<T: Send>(bytes: usize, parse: impl FnOnce() -> Option<T> + Send) -> Option<T> {
    const SMALL_TEXT: usize = 16 << 10;
    const STACK_PER_BYTE: usize = 128;
    if bytes <= SMALL_TEXT {
        return parse();
    }
    let builder = thread::Builder::new().stack_size((1 << 20) + STACK_PER_BYTE * bytes);
    thread::scope(|scope| builder.spawn_scoped(scope, parse).ok()?.join().ok()?)
}
