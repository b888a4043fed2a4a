//! Labels say the spans of their rows: tokens are found again in the code shown, and labels of tokens become places.

use std::collections::BTreeSet;

use examen_suites::queries::page::header_tokens;
use examen_suites::queries::row::{ShownBlock, ShownSpan, SpanRow};
use examen_tokenizers::code_tokens::is_layout;

use super::{build, rows};

/// Whether a span is an answer, its first line and column, its last line and the column behind its end.
type Place = (bool, u32, u32, u32, u32);

/// Tokens with their labels, as bytes of code; layout is none.
type Pieces = Vec<(Vec<u8>, u8)>;

/// How a vocabulary's tokens are read.
type Reading = fn(&[String], &[u8]) -> Pieces;

#[test]
fn labels_of_three_tokenizers_say_the_spans() {
    let bpe = concat!(env!("CARGO_MANIFEST_DIR"), "/../examen_tokenizers/fixtures/subwords/bpe.json");
    let tokenizers: [(&str, Reading); 3] =
        [("python", python_pieces), ("cubert", cubert_pieces), (bpe, byte_level_pieces)];
    for (tokenizer, pieces) in tokenizers {
        let folder = tempfile::tempdir().unwrap();
        let tasks = "ideal,file-ideal,file,perturbed,prefix";
        build(folder.path(), &["--task", tasks, "--tokenizer", tokenizer, "--max-length", "1000000"]);
        for task in tasks.split(',') {
            let rows = rows(folder.path(), task);
            assert!(rows.iter().any(|row| !row.row.answer_spans.is_empty()), "{task}");
            for row in &rows {
                let name = format!("{tokenizer}, {task}, {} in {}/{}", row.row.query, row.project, row.path);
                assert_eq!(said(&row.row, pieces, &name), meant(&row.row), "{name}");
            }
        }
    }
}

fn meant(row: &SpanRow) -> BTreeSet<Place> {
    let place = |it: &ShownSpan, is_answer| (is_answer, it.start_line, it.start_column, it.end_line, it.end_column);
    let answers = row.answer_spans.iter().map(|span| place(span, true));
    answers.chain(row.supporting_fact_spans.iter().map(|span| place(span, false))).collect()
}

fn said(row: &SpanRow, pieces: Reading, name: &str) -> BTreeSet<Place> {
    let (tokens, labels) = (row.tokens.as_ref().unwrap(), row.labels.as_ref().unwrap());
    assert_eq!(tokens.len(), labels.len(), "{name}");
    let mut start = labels.iter().take_while(|&&label| label == 4).count();
    let mut places = BTreeSet::new();
    let mut parts = 0;
    for (part, block) in labels[start..].split(|&label| label == 4).zip(&row.blocks) {
        let end = start + part.len();
        places.extend(places_in(&pieces(&tokens[start..end], part), block, name));
        (start, parts) = (end + 1, parts + 1);
    }
    assert_eq!((parts, start), (row.blocks.len(), tokens.len() + 1), "{name}");
    places
}

/// The spans of one block. White space aside, its tokens are its text, behind those of the header.
fn places_in(pieces: &Pieces, block: &ShownBlock, name: &str) -> Vec<Place> {
    let header: usize = header_tokens(&block.header).iter().map(|token| visible(token.as_bytes()).count()).sum();
    let (code, mut at) = (located(block), 0);
    let mut places: Vec<Place> = Vec::new();
    let mut to_skip = header;
    // The span that may go on: whether it is an answer, and whether a visible byte of it was met.
    let mut open: Option<(bool, bool)> = None;
    for (bytes, label) in pieces {
        open = match label {
            0 | 3 => Some((*label == 0, false)),
            1 => open,
            _ => None,
        };
        assert!(*label != 1 || open.is_some(), "{name}: I behind O");
        for byte in visible(bytes) {
            if to_skip > 0 {
                to_skip -= 1;
                continue;
            }
            // A backslash that joins lines is no token.
            while code[at].0 == b'\\' && byte != b'\\' {
                at += 1;
            }
            let (found, line, column) = code[at];
            assert_eq!(char::from(found), char::from(byte), "{name}: line {line}, column {column}");
            match (&mut open, places.last_mut()) {
                (Some((_, true)), Some(place)) => (place.3, place.4) = (line, column + 1),
                (Some((is_answer, has_begun)), _) => {
                    places.push((*is_answer, line, column, line, column + 1));
                    *has_begun = true;
                }
                (None, _) => {}
            }
            at += 1;
        }
    }
    places
}

/// The visible bytes of a block with their lines and columns in the file.
fn located(block: &ShownBlock) -> Vec<(u8, u32, u32)> {
    let mut lines = block.line_ranges.iter().flat_map(|range| range.start..range.end);
    let mut located = Vec::new();
    for text in block.content.split('\n') {
        let line = lines.next().unwrap_or_default();
        for (column, character) in (0..).zip(text.chars()) {
            let mut buffer = [0; 4];
            let bytes = character.encode_utf8(&mut buffer).bytes();
            located.extend(bytes.filter(|byte| !byte.is_ascii_whitespace()).map(|byte| (byte, line, column)));
        }
    }
    located
}

fn visible(bytes: &[u8]) -> impl Iterator<Item = u8> {
    bytes.iter().copied().filter(|byte| !byte.is_ascii_whitespace())
}

fn python_pieces(tokens: &[String], labels: &[u8]) -> Pieces {
    let bytes = |token: &String| if is_layout(token) { Vec::new() } else { token.clone().into_bytes() };
    tokens.iter().map(bytes).zip(labels.iter().copied()).collect()
}

/// Entries up to the one that ends in `_` are a token.
fn cubert_pieces(tokens: &[String], labels: &[u8]) -> Pieces {
    let mut whole: Vec<(String, u8)> = Vec::new();
    let mut is_open = false;
    for (piece, &label) in tokens.iter().zip(labels) {
        match whole.last_mut().filter(|_| is_open) {
            Some((token, _)) => token.push_str(piece),
            None => whole.push((piece.clone(), label)),
        }
        is_open = !piece.ends_with('_');
    }
    let (tokens, labels): (Vec<String>, Vec<u8>) =
        whole.iter().map(|(token, label)| (unescaped(token), *label)).unzip();
    python_pieces(&tokens, &labels)
}

fn unescaped(token: &str) -> String {
    let mut text = String::new();
    let mut rest = token.strip_suffix('_').unwrap();
    while let Some((before, behind)) = rest.split_once('\\') {
        text.push_str(before);
        rest = match (behind.strip_prefix('u'), behind.strip_prefix('\\')) {
            (Some(rest), _) => {
                text.push('_');
                rest
            }
            (_, Some(rest)) => {
                text.push('\\');
                rest
            }
            _ => {
                let (code, rest) = behind.split_once(';').unwrap();
                text.push(char::from_u32(code.parse().unwrap()).unwrap());
                rest
            }
        };
    }
    text + rest
}

/// Byte-level vocabularies write a byte that cannot be seen as a character from 256 on.
fn byte_level_pieces(tokens: &[String], labels: &[u8]) -> Pieces {
    let is_plain = |byte: u8| matches!(byte, 33..=126 | 161..=172 | 174..=255);
    let hidden: Vec<u8> = (0..=255).filter(|&byte| !is_plain(byte)).collect();
    let byte = |character: char| match u32::from(character) {
        code @ 0..256 => code as u8,
        code => hidden[code as usize - 256],
    };
    let bytes = tokens.iter().map(|token| token.chars().map(byte).collect());
    bytes.zip(labels.iter().copied()).collect()
}
