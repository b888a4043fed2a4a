//! Rows of the captions suite: what is shown, what is asked, and what is left out.

use std::fmt::Write;
use std::path::Path;

use examen_suites::captions::caption_rows;
use examen_suites::captions::negatives::Candidates;
use examen_suites::shown_code::{code_key, without_docstrings};
use examen_suites::source::SourceKey;
use examen_syntax::{Language, LazyParsedFile, ParsedFile, functions};
use proptest::prelude::*;

fn key() -> SourceKey {
    SourceKey { project: "p".to_owned(), path: "p/a.py".to_owned(), content_hash: String::new() }
}

#[test]
fn rows_are_as_written() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/captions/rows.md");
    let mut rows = String::new();
    examen_test::check_fixture(&path, |block| {
        if block.info == "rows" {
            return Ok(Some(rows.clone()));
        }
        let language = if block.info == "java" { Language::Java } else { Language::Python };
        let read = caption_rows(&LazyParsedFile::new(block.text, language), &key(), 1)
            .map_err(|left_out| left_out.0.to_owned())?;
        rows = String::new();
        for (_, row) in &read.rows {
            let _ = writeln!(rows, "{} in line {}: {}", row.function, row.start_line, row.caption);
            row.text.lines().for_each(|line| writeln!(rows, "| {line}").unwrap());
        }
        let _ = writeln!(rows, "left out: {:?}", read.skipped);
        Ok(None)
    });
}

#[test]
fn copies_have_one_name_whatever_is_said_of_them() {
    let names = |text: &str| -> Vec<String> {
        let rows = caption_rows(&LazyParsedFile::new(text, Language::Python), &key(), 1).unwrap().rows;
        rows.iter().map(|(id, _)| id.as_str().to_owned()).collect()
    };
    let one = "def f(a):\n    \"\"\"Says it.\"\"\"\n    return a\n";
    let other = "class A:\n  @cached\n  def f( a ):\n    'Says something else.'\n    # why\n    return (a)\n";
    let third = "class A:\n  @cached\n  def f( a ):\n    'Says something else.'\n    # why\n    return a\n";
    assert_eq!(names(one), names(third));
    assert_ne!(names(one), names(other));
}

#[test]
fn candidates_are_captions_of_others_and_repeat_by_seed() {
    let captions: Vec<String> = ["Reads it.", "reads it", "Writes it.", "Closes it."].map(str::to_owned).to_vec();
    let drawn = |seed, id: &str| Candidates::new(seed, 1, id, "Reads it.", &captions, 50).collect::<Vec<_>>();
    assert_eq!(drawn(0, "a"), drawn(0, "a"));
    assert_ne!(drawn(0, "a"), drawn(0, "b"));
    assert_ne!(drawn(0, "a"), drawn(1, "a"));
    assert!(drawn(0, "a").iter().all(|&place| place >= 2));
    assert_eq!(Candidates::new(0, 0, "a", "x", &[], 5).next(), None);
    assert_eq!(Candidates::new(0, 0, "a", "Reads it.", &captions[..2], 100).next(), None);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn code_that_is_shown_has_no_docstring(body in prop::sample::select(vec!["return 1", "pass", "'x'", "x = 'y'; return x"]),
        docstring in prop::sample::select(vec!["'Says.'", "\"\"\"Says\n\n        more.\"\"\"", "r'''Says.'''"]),
        glue in prop::sample::select(vec!["\n        ", "; "])) {
        let source = format!("class A:\n    def f(self):\n        {docstring}{glue}{body}\n");
        let file = ParsedFile::new(&source, Language::Python);
        let span = functions(&file, &source)[0].span;
        let code = without_docstrings(&source, span, Language::Python);
        prop_assert!(!code.contains("Says"), "{code}");
        prop_assert!(ParsedFile::new(&code, Language::Python).diagnostics().is_empty(), "{code}");
        prop_assert!(code_key(&code, Language::Python).starts_with("def f"));
    }
}
