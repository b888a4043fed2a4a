//! Syntax errors put into code: what comes out of a small file, how they spread, and what holds for any text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use examen_suites::queries::perturbation::{Perturbation, PerturbationKind, apply, perturb};
use examen_suites::random::generator;
use examen_syntax::python::parse;
use examen_syntax::{LineIndex, Span};
use examen_tokenizers::code_tokens::code_tokens;
use examen_views::blocks::blocks;
use proptest::prelude::*;

use crate::texts;

fn perturbed(source: &str, kept: &[Span], seed: u64) -> Option<Vec<Perturbation>> {
    let lines = LineIndex::new(source);
    let shown: Vec<u32> = (1..=lines.line_count()).collect();
    perturb(source, &lines, &shown, kept, &mut generator(seed, "perturbation", "test"))
}

/// In a fixture a block `py` has markers around the spans that are kept, and the block `errors` after it lists what 400 seeds make of
/// its lines.
#[test]
fn the_errors_of_a_small_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/perturbation/errors.md");
    let mut errors = String::new();
    examen_test::check_fixture(&path, |block| {
        if block.info != "py" {
            return Ok(Some(errors.clone()));
        }
        errors = errors_of(block.text);
        Ok(None)
    });
}

fn errors_of(block: &str) -> String {
    let (source, spans) = examen_test::read_markers(block);
    let kept: Vec<Span> = spans.iter().map(|marked| Span::new(marked.bytes.start, marked.bytes.end)).collect();
    let found: BTreeSet<(u32, PerturbationKind, String)> = (0..400)
        .filter_map(|seed| perturbed(&source, &kept, seed))
        .flatten()
        .map(|it| (it.line, it.kind, it.text))
        .collect();
    let mut list = String::new();
    for (line, kind, text) in found {
        writeln!(list, "{line} {}: {text}", kind.name()).unwrap();
    }
    list
}

#[test]
fn all_kinds_occur_and_the_front_is_hit_more_often() {
    let source = "def f(a, b):\n    if a and not b:\n        g(a)\n    return a + b[1]\n\n".repeat(40);
    let count = LineIndex::new(&source).line_count();
    let mut kinds: BTreeMap<PerturbationKind, u32> = BTreeMap::new();
    let mut numbers: BTreeMap<usize, u32> = BTreeMap::new();
    let mut in_quarter = [0; 4];
    for seed in 0..1000 {
        let made = perturbed(&source, &[], seed).unwrap();
        *numbers.entry(made.len()).or_default() += 1;
        for change in made {
            *kinds.entry(change.kind).or_default() += 1;
            in_quarter[((change.line - 1) * 4 / count) as usize] += 1;
        }
    }
    assert_eq!(numbers.keys().copied().collect::<Vec<_>>(), [1, 2, 3]);
    assert!(numbers.values().all(|&number| number > 250), "{numbers:?}");
    assert_eq!(kinds.len(), 4);
    assert!(kinds.values().all(|&number| number > 200), "{kinds:?}");
    assert!(in_quarter.is_sorted_by(|one, next| one > next), "{in_quarter:?}");
    assert!(in_quarter[0] > in_quarter[1..].iter().sum::<u32>(), "{in_quarter:?}");
}

#[test]
fn code_without_a_line_to_change_is_given_up() {
    assert_eq!(perturbed("# note\n\n", &[], 1), None);
    assert_eq!(perturbed("x = (1\n", &[], 1), None);
    assert_eq!(perturbed("x = 1\n", &[Span::new(0, 1)], 1), None);
    let source = "'''\nx = 1\n'''\n";
    assert_eq!(perturb(source, &LineIndex::new(source), &[2, 3], &[], &mut generator(1, "", "")), None);
}

#[test]
fn only_shown_lines_are_changed() {
    let source = "a = 1\nb = f(2)\nc = 3\n";
    let lines = LineIndex::new(source);
    for seed in 0..50 {
        let made = perturb(source, &lines, &[2], &[], &mut generator(seed, "", "")).unwrap();
        assert_eq!(made.iter().map(|it| it.line).collect::<Vec<_>>(), [2]);
    }
}

#[test]
fn few_blocks_of_real_code_are_given_up() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/python");
    let (mut tried, mut given_up) = (0, 0);
    for path in python_files(&folder) {
        let Ok(source) = std::fs::read_to_string(&path) else { continue };
        let lines = LineIndex::new(&source);
        if code_tokens(&source, &lines).is_refused {
            continue;
        }
        let tree = parse(&source).tree;
        for (at, block) in blocks(&tree, &source, &lines).iter().enumerate() {
            let id = format!("{}:{at}", path.file_name().unwrap().display());
            let made = perturb(&source, &lines, &block.lines, &[], &mut generator(1, "perturbation", &id));
            tried += 1;
            given_up += u32::from(made.is_none());
        }
    }
    // The paper gave up 3.5 % of its examples.
    assert!(tried > 500 && given_up * 100 < tried * 4, "{given_up} of {tried}");
}

fn python_files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let (folders, mut files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
    files.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
    files.extend(folders.iter().flat_map(|folder| python_files(folder)));
    files
}

proptest! {
    #[test]
    fn what_comes_out_can_still_be_tokenized(text in texts::text(), kept in 0..80_u32, seed in any::<u64>()) {
        let kept = Span::new(kept, kept + 5);
        if let Some(made) = perturbed(&text, &[kept], seed) {
            let lines = LineIndex::new(&text);
            let changed = apply(&text, &lines, &made);
            let changed_lines = LineIndex::new(&changed);
            prop_assert!((1..=3).contains(&made.len()));
            prop_assert!(made.is_sorted_by(|one, next| one.line < next.line));
            prop_assert!(!code_tokens(&changed, &changed_lines).is_refused);
            prop_assert_eq!(lines.line_count(), changed_lines.line_count());
            for line in 1..=lines.line_count() {
                let (before, after) = (lines.line_span(line).text(&text), changed_lines.line_span(line).text(&changed));
                let is_changed = made.iter().any(|it| it.line == line);
                prop_assert_eq!(before != after, is_changed);
                prop_assert!(!is_changed || !lines.line_span(line).overlaps(kept));
            }
        }
    }
}
