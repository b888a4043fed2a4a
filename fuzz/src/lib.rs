//! What the fuzz targets do with their bytes.
//!
//! A body feeds the bytes to one entrance of the program and panics where that breaks a promise: spans lie on
//! characters, nothing of the text is lost, limits hold. The bodies live here and not in the targets, so that a test
//! can replay them without a fuzzer.

#![allow(clippy::missing_panics_doc, reason = "a body panics where a promise is broken; that is its purpose")]

mod artefacts;
mod checkpoints;
mod containers;
mod exams;
mod files;
mod java;
mod python;
mod queries;
mod replies;
mod reports;
mod rewriting;
mod views;
mod words;

use std::panic;
use std::sync::Once;

use examen_syntax::{Diagnostic, DiagnosticKind, Edit, Edits, Encoding, Language, LineIndex, SourceText, Span};

pub use artefacts::{features, manifest, predictions};
pub use checkpoints::{checkpoint, tokenizer};
pub use containers::{jsonl, parquet, tar, tar_bz2, tar_gz, tar_xz, zip};
pub use exams::exam_rows;
pub use java::{java_parse, java_tokens};
pub use python::{python_parse, python_tokens};
pub use queries::queries;
pub use replies::replies;
pub use reports::{findings, results};
pub use rewriting::{java_rewrites, python_rewrites};
pub use views::views;
pub use words::{questions, text_metrics};

/// The body of a target.
pub type Body = fn(&[u8]);

/// All targets by their names, sorted.
pub const TARGETS: [(&str, Body); 27] = [
    ("checkpoint", checkpoint),
    ("decode", decode),
    ("exam_rows", exam_rows),
    ("features", features),
    ("findings", findings),
    ("java_parse", java_parse),
    ("java_rewrites", java_rewrites),
    ("java_tokens", java_tokens),
    ("jsonl", jsonl),
    ("manifest", manifest),
    ("parquet", parquet),
    ("predictions", predictions),
    ("python_parse", python_parse),
    ("python_rewrites", python_rewrites),
    ("python_tokens", python_tokens),
    ("queries", queries),
    ("questions", questions),
    ("replies", replies),
    ("results", results),
    ("tar", tar),
    ("tar_bz2", tar_bz2),
    ("tar_gz", tar_gz),
    ("tar_xz", tar_xz),
    ("text_metrics", text_metrics),
    ("tokenizer", tokenizer),
    ("views", views),
    ("zip", zip),
];

/// Decoding never fails, leaves UTF-8 as it is, and says when it had to guess; positions lead back to their offsets.
pub fn decode(data: &[u8]) {
    for language in Language::ALL {
        let decoded = SourceText::decode(data.to_vec(), language);
        let is_guess = decoded.encoding == Encoding::Latin1Fallback;
        assert_eq!(is_guess, decoded.diagnostics.iter().any(|it| it.kind == DiagnosticKind::Decoding));
        check_diagnostics(&decoded.diagnostics, &decoded.text);
        match decoded.encoding {
            Encoding::Utf8 => assert_eq!(decoded.text.as_bytes(), data),
            Encoding::Utf8Bom => assert_eq!(decoded.text.as_bytes(), &data[3..]),
            Encoding::Latin1Fallback => assert_eq!(decoded.text.chars().count(), data.len()),
            Encoding::Utf16 | Encoding::Declared => {}
        }
        check_positions(&decoded.text);
    }
}

/// The fuzzer's hook ends the process on every panic, also on those of libraries, which the program catches.
fn spare_panics_of_libraries() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if info.location().is_none_or(|location| !is_in_library(location.file())) {
                previous(info);
            }
        }));
    });
}

fn is_in_library(file: &str) -> bool {
    let libraries = ["arrow-", "parquet-", "spm_precompiled-", "tokenizers-"];
    let is_caught = libraries.iter().any(|library| file.contains(library)) || file.starts_with("/rustc/");
    is_caught && !file.contains("examen_")
}

fn check_positions(text: &str) {
    let index = LineIndex::new(text);
    let mut end = 0;
    for line in 1..=index.line_count() {
        let span = index.line_span(line);
        assert_eq!(span.start, end, "line {line} does not follow the one before");
        assert_eq!(index.line_of(span.start), line);
        end = span.end;
    }
    assert_eq!(end as usize, text.len(), "the lines do not cover the text");
    // From the start of the line each time: quadratic for a text of one long line.
    for (offset, _) in text.char_indices().take(256) {
        let position = index.position(text, offset as u32);
        assert_eq!(index.offset(text, position) as usize, offset, "{position:?} leads elsewhere");
    }
}

fn check_span(span: Span, text: &str) {
    assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?} does not lie on characters");
}

fn check_diagnostics(diagnostics: &[Diagnostic], text: &str) {
    for diagnostic in diagnostics {
        check_span(diagnostic.span, text);
        assert!(!diagnostic.message.is_empty());
    }
}

/// Renaming at these spans leaves the rest as it was, and can be undone.
fn check_edits(spans: impl Iterator<Item = Span>, text: &str) {
    let edits = spans.map(|span| Edit { span, text: "né".to_owned() }).collect();
    let edits = Edits::new(edits).unwrap_or_else(|error| panic!("{error}"));
    let edited = edits.apply(text).unwrap_or_else(|error| panic!("{error}"));
    let restored = edits.inverse(text).apply(&edited).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(restored, text);
    for edit in edits.as_slice().iter().filter(|edit| !edit.span.is_empty()) {
        let start = edits.map_offset(edit.span.start) as usize;
        assert!(edited[start..].starts_with(&edit.text), "{:?} is mapped elsewhere", edit.span);
    }
}

/// Each line is a JSON value; returns how many there are.
fn check_json_lines(text: &str) -> usize {
    let check = |line: &str| {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line:?} is no JSON");
    };
    text.lines().inspect(|line| check(line)).count()
}
