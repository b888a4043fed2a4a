//! Rewrites of functions, and how they are shown.

use examen_analysis::rewrites::{EditableText, RewriteCounts, RewriteSettings, RewrittenFile, rewrites};
use examen_report::rewrite_text::RewriteFormat;
use examen_syntax::Language;
use examen_transforms::{Strength, TRANSFORMS};

use crate::{check_json_lines, check_span};

/// Rewrites Java.
pub fn java_rewrites(data: &[u8]) {
    check(data, Language::Java);
}

/// Rewrites Python.
pub fn python_rewrites(data: &[u8]) {
    check(data, Language::Python);
}

/// Edits lie on characters, change something, can be undone, and no two of one rewrite overlap; each format shows them.
fn check(data: &[u8], language: Language) {
    let source = String::from_utf8_lossy(data).into_owned();
    for (strength, is_all) in [(Strength::Strict, false), (Strength::Strict, true), (Strength::Paper, false)] {
        let settings = RewriteSettings { transforms: TRANSFORMS.to_vec(), strength, is_all, seed: 1 };
        let mut counts = RewriteCounts::new(&settings);
        let Ok(made) = rewrites(&source, language, &settings, &mut counts) else { return };
        let overlap = counts.kinds.iter().any(|kind| kind.refusals.contains_key("edits-overlap"));
        assert!(!overlap || strength == Strength::Paper, "edits overlap");
        for rewrite in &made {
            let code = settings.transforms[rewrite.transform].code;
            rewrite.edits.as_slice().iter().for_each(|edit| check_span(edit.span, &source));
            let rewritten = rewrite.edits.apply(&source).unwrap_or_else(|error| panic!("{code}: {error}"));
            let undone = rewrite.edits.inverse(&source).apply(&rewritten);
            assert_eq!(undone.ok().as_deref(), Some(source.as_str()), "{code} cannot be undone");
        }
        let count = made.len();
        let text = EditableText { source: source.clone(), shift: 0 };
        let file = RewrittenFile { path: "a".to_owned(), text, rewrites: made, verdicts: None, counts };
        for format in [RewriteFormat::Text, RewriteFormat::Jsonl] {
            let shown = format.render(&file, &settings).unwrap_or_else(|error| panic!("{error}"));
            if format == RewriteFormat::Jsonl {
                assert_eq!(check_json_lines(&shown), count);
            }
        }
    }
}
