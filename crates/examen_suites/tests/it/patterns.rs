//! Patterns of spans: fixtures with span markers, and what holds for any text.

use std::collections::BTreeSet;
use std::path::Path;

use examen_suites::queries::pattern::{FURTHER, PUBLISHED, Patterns, pattern};
use examen_syntax::Span;
use examen_syntax::python::parse;
use examen_test::read_markers;
use proptest::prelude::*;

use crate::texts;

/// In a fixture a block `py` has span markers, and the block `patterns` after it says what each of them is.
fn check(name: &str) -> BTreeSet<&'static str> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/patterns").join(name);
    let mut found = BTreeSet::new();
    let mut patterns = String::new();
    examen_test::check_fixture(&path, |block| {
        if block.info != "py" {
            return Ok(Some(patterns.clone()));
        }
        let (source, spans) = read_markers(block.text);
        let parsed = parse(&source);
        let of = Patterns::new(&parsed.tree, &source);
        patterns.clear();
        for span in spans.into_iter().map(|marked| Span::new(marked.bytes.start, marked.bytes.end)) {
            let name = of.of(span);
            assert_eq!(pattern(&parsed.tree, &source, span), name);
            found.insert(name);
            let text = span.text(&source).replace('\n', "\\n");
            patterns.extend([&text, " → ", name, "\n"]);
        }
        Ok(None)
    });
    found
}

#[test]
fn all_published_names_are_given() {
    let found = check("published.md");
    let missing: Vec<_> = PUBLISHED.iter().filter(|name| !found.contains(*name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn further_names_are_given() {
    check("further.md");
}

proptest! {
    #[test]
    fn any_span_of_any_text_has_a_known_name(text in texts::text(), start in 0..200_u32, length in 0..40_u32) {
        let parsed = parse(&text);
        let name = Patterns::new(&parsed.tree, &text).of(Span::new(start, start + length));
        prop_assert!(PUBLISHED.contains(&name) || FURTHER.contains(&name), "{name}");
    }
}
