//! Python tokens against the fixtures, which CPython 3.11 was asked about (`scripts/compare_tokens.py --fixtures`), and
//! against what holds for any text.

use std::fmt::Write;

use examen_syntax::python::token::TokenKind;
use examen_syntax::python::token_rows;
use examen_syntax::python::tokenizer::tokenize;
use proptest::prelude::*;

use crate::fixture::{Section, check};

#[test]
fn tokens_are_those_of_cpython() {
    check("python/tokens", &[("tokens", &described)]);
}

fn described(section: &Section) -> String {
    let source = &section.source;
    let output = tokenize(source);
    let is_refused = section.title.contains("(CPython refuses)");
    assert!(!is_refused || !output.diagnostics.is_empty(), "{}: nothing to complain about", section.title);
    let mut lines = String::new();
    for row in token_rows::rows(source, &output.tokens) {
        let text = serde_json::to_string(row.text).unwrap();
        let ((row_start, column), (row_end, column_end)) = (row.start, row.end);
        writeln!(lines, "{} {row_start}:{column}-{row_end}:{column_end} {text}", row.kind).unwrap();
    }
    lines
}

/// Spans are ordered and on character edges, gaps hold only whitespace and continuations, and blocks are balanced.
fn assert_well_formed(source: &str) {
    let output = tokenize(source);
    let mut covered = 0;
    let mut depth = 0_usize;
    for token in &output.tokens {
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        assert!(covered <= start && start <= end, "{token:?} in {source:?}");
        assert!(source.is_char_boundary(end), "{token:?} in {source:?}");
        assert_is_gap(&source[covered..start]);
        covered = end;
        match token.kind {
            TokenKind::Indent => depth += 1,
            TokenKind::Dedent => depth = depth.checked_sub(1).expect("a block is open"),
            _ => {}
        }
        let may_be_empty =
            matches!(token.kind, TokenKind::Newline | TokenKind::Nl | TokenKind::Dedent | TokenKind::EndMarker);
        assert!(may_be_empty || start < end, "{token:?} in {source:?}");
    }
    assert_eq!(depth, 0, "{source:?}");
    assert_eq!(covered, source.len(), "{source:?}");
    assert_eq!(output.tokens.last().map(|token| token.kind), Some(TokenKind::EndMarker));
    for diagnostic in &output.diagnostics {
        assert!(source.get(diagnostic.span.start as usize..diagnostic.span.end as usize).is_some());
    }
}

fn assert_is_gap(gap: &str) {
    let rest = gap.replace("\\\r\n", "").replace("\\\n", "");
    assert!(rest.trim_matches([' ', '\t', '\x0c']).is_empty(), "{gap:?} is left out");
}

/// Text in which strings, brackets, blocks and line ends go wrong in many ways.
fn nasty_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec!["\n", "\r", "\r\n", "\\\n", "\\\r\n", "\n  ", "\n    ", "\n\t", "\x0c", " ", "\t"]),
        prop::sample::select(vec![
            "'", "\"", "'''", "\"\"\"", "b'", "rb\"", "ur'", "f'''", "\\", "\\'", "\\\"", "\\\\"
        ]),
        prop::sample::select(vec![
            "(", ")", "[", "]", "{", "}", ":", "...", "<>", "**=", "!", "`", "$", "?", ":=", "~"
        ]),
        prop::sample::select(vec!["if", "x", "é", "²", "\u{301}", "漢", "\u{a0}", "\0", "#", "# c", "🐍", "\u{1c}"]),
        prop::sample::select(vec!["0777L", "0x", "0b1", "1_0", "1__0", "1.e5", "1e", "1j", ".5", "0_7", "08.5"]),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(crate::property_config(2000))]

    #[test]
    fn nasty_texts_come_out_well_formed(source in nasty_text()) {
        assert_well_formed(&source);
    }

    #[test]
    fn any_text_comes_out_well_formed(source in any::<String>()) {
        assert_well_formed(&source);
    }
}

#[test]
fn repeated_failures_take_linear_time() {
    // Each would take minutes if every quote, blank or block looked again at all that follows.
    for piece in ["\\'", "\\\"\"\"", "'\\\"", "\"\"\"'''", "\\'''\n", " ", "(", ")", "'\\\n", "é'", "\r", "\\", "b'"] {
        let source = format!("x = '''a\\'{}?", piece.repeat(300_000));
        assert_well_formed(&source);
        let source = format!("x '{}?", piece.repeat(300_000));
        assert_well_formed(&source);
    }
}
