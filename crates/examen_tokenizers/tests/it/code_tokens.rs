//! The tokens of an exam.

use examen_syntax::LineIndex;
use examen_tokenizers::code_tokens::{code_tokens, is_layout, spelled_tokens, spelling};

use crate::texts;
use proptest::prelude::*;

/// Each token with its lines.
fn shown(source: &str) -> Vec<String> {
    let output = code_tokens(source, &LineIndex::new(source));
    let show = |token| {
        let examen_tokenizers::code_tokens::CodeToken { start_line, end_line, .. } = token;
        format!("{start_line}-{end_line} {}", spelling(source, &token))
    };
    output.tokens.into_iter().map(show).collect()
}

fn is_refused(source: &str) -> bool {
    code_tokens(source, &LineIndex::new(source)).is_refused
}

#[test]
fn the_end_of_the_text_has_neither_newline_nor_marker() {
    assert_eq!(shown("x = 1\n\n  \n"), ["1-1 x", "1-1 =", "1-1 1"]);
    assert_eq!(shown("x = 1"), ["1-1 x", "1-1 =", "1-1 1"]);
    assert_eq!(shown(" \n\t\n\x1c\u{a0}\n"), [""; 0]);
}

#[test]
fn a_dedent_at_the_end_is_on_the_next_line() {
    let wanted = ["1-1 if", "1-1 x", "1-1 :", "1-2 ___NEWLINE___", "2-2 ___INDENT___  ", "2-2 y", "3-3 ___DEDENT___"];
    assert_eq!(shown("if x:\n  y\n"), wanted);
    assert_eq!(shown("if x:\n  y\n\n\n"), wanted);
}

#[test]
fn line_ends_end_on_the_next_line() {
    assert_eq!(
        shown("# a\n\nf(\n)\n'''s\nt''' # b"),
        [
            "1-1 # a",
            "1-2 ___NL___",
            "2-3 ___NL___",
            "3-3 f",
            "3-3 (",
            "3-4 ___NL___",
            "4-4 )",
            "4-5 ___NEWLINE___",
            "5-6 '''s\nt'''",
            "6-6 # b",
        ]
    );
}

#[test]
fn a_comment_at_the_end_keeps_its_line_end() {
    assert_eq!(shown("x\n# a\n"), ["1-1 x", "1-2 ___NEWLINE___", "2-2 # a", "2-3 ___NL___"]);
}

#[test]
fn a_dedent_is_on_the_line_of_what_follows() {
    let wanted = [
        "1-1 if",
        "1-1 x",
        "1-1 :",
        "1-2 ___NEWLINE___",
        "2-2 ___INDENT___  ",
        "2-2 y",
        "2-3 ___NEWLINE___",
        "3-4 ___NL___",
        "4-4 ___DEDENT___",
        "4-4 z",
    ];
    assert_eq!(shown("if x:\n  y\n\nz"), wanted);
}

#[test]
fn text_that_cpython_raises_on_is_refused() {
    let refused = ["x = (", "x = '''a", "if x:\n    y\n  z\n", "x = )", "x = \"\"\"a\n$"];
    // A backslash at the end is stripped of its line end, so nothing is continued: an error token.
    let accepted =
        ["", "x", "x = $", "x = 'a", "'a\\\nb\n", "print 'x'", "`x` <> y", "x = ?\n  y", "\0", "x = \\\n", "'a\\\n"];
    for text in refused {
        assert!(is_refused(text), "{text:?}");
    }
    for text in accepted {
        assert!(!is_refused(text), "{text:?}");
    }
}

#[test]
fn query_names_are_spelled_word_by_word() {
    assert_eq!(spelled_tokens("Unused import"), ["Unused", "import"]);
    assert_eq!(spelled_tokens("`__eq__` not overridden"), ["`", "__eq__", "`", "not", "overridden"]);
    assert_eq!(spelled_tokens("'import *' may pollute namespace"), ["'import *'", "may", "pollute", "namespace"]);
    assert_eq!(spelled_tokens("class A(B):"), ["class", "A", "(", "B", ")", ":"]);
    assert_eq!(spelled_tokens(""), [""; 0]);
}

#[test]
fn only_layout_is_layout() {
    for text in ["___NEWLINE___", "___NL___", "___DEDENT___", "___INDENT___    ", "___INDENT___\t"] {
        assert!(is_layout(text), "{text}");
    }
    for text in ["___EOS___", "___INDENT___x", "___NL___s", "x", " "] {
        assert!(!is_layout(text), "{text}");
    }
}

proptest! {
    #[test]
    fn tokens_are_in_order(text in texts::text()) {
        let tokens = code_tokens(&text, &LineIndex::new(&text)).tokens;
        for token in &tokens {
            prop_assert!(token.span.start <= token.span.end && token.start_line <= token.end_line);
        }
        for pair in tokens.windows(2) {
            prop_assert!(pair[0].span.end <= pair[1].span.start);
            prop_assert!(pair[0].start_line <= pair[1].start_line && pair[0].end_line <= pair[1].end_line);
        }
    }
}
