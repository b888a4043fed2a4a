//! Exact and near duplicates.

use examen_corpus::lsh::Bands;
use examen_corpus::{CorpusError, Deduplicator, Fingerprint, Verdict, near_pairs};

/// A text of the words `w<from>` up to `w<to>`.
fn words(from: u32, to: u32) -> String {
    (from..to).map(|number| format!("w{number} = call({number})")).collect::<Vec<_>>().join("\n")
}

fn verdicts(texts: &[&str]) -> Vec<Verdict> {
    let mut deduplicator = Deduplicator::new(Deduplicator::THRESHOLD).unwrap();
    texts.iter().map(|text| deduplicator.admit(&Fingerprint::of(text.as_bytes()))).collect()
}

#[test]
fn the_cut_is_that_of_datasketch() {
    // `_optimal_param(threshold, 128, 0.5, 0.5)` of datasketch 2.0.0.
    for (threshold, bands, rows) in
        [(0.5, 25, 5), (0.6, 18, 7), (0.7, 14, 9), (0.8, 9, 13), (0.9, 5, 25), (0.95, 3, 42)]
    {
        assert_eq!(Bands::optimal(threshold), Bands { bands, rows }, "{threshold}");
    }
}

#[test]
fn copies_are_found_and_others_are_not() {
    let (base, near, far) = (words(0, 300), words(9, 300), words(150, 450));
    let found = verdicts(&[&base, &far, &base, &near, &near]);
    assert_eq!(found[..3], [Verdict::Unique, Verdict::Unique, Verdict::Exact { of: 0 }]);
    assert!(matches!(found[3], Verdict::Near { of: 0, similarity } if similarity > 0.85), "{:?}", found[3]);
    assert_eq!(found[4], Verdict::Exact { of: 3 });
}

#[test]
fn layout_and_order_do_not_matter_to_near_duplicates() {
    let base = words(0, 100);
    let mut lines: Vec<_> = base.lines().collect();
    lines.reverse();
    let found = verdicts(&[&base, &lines.join("\r\n    ")]);
    assert_eq!(found[1], Verdict::Near { of: 0, similarity: 1.0 });
}

#[test]
fn tiny_files_are_only_exact_duplicates() {
    let found = verdicts(&["import os, sys", "import sys, os", "import os, sys", "", ""]);
    assert_eq!(found[1..], [Verdict::Unique, Verdict::Exact { of: 0 }, Verdict::Unique, Verdict::Exact { of: 3 }]);
}

#[test]
fn near_duplicates_are_not_chained() {
    // Exact similarities: 0.90 for the first two, 0.74 for the last two, but 0.67 for the first and the third.
    let texts = [words(0, 1000), words(50, 1050), words(200, 1200)];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let found = verdicts(&texts);
    assert!(matches!(found[1], Verdict::Near { of: 0, .. }), "{found:?}");
    assert_eq!(found[2], Verdict::Unique);
}

#[test]
fn all_pairs_are_those_of_a_search_without_index() {
    let texts: Vec<_> = (0..200).map(|number| words(number % 50 * 13, number % 50 * 13 + 150)).collect();
    let prints: Vec<_> = texts.iter().map(|text| Fingerprint::of(text.as_bytes())).collect();
    let mut expected = Vec::new();
    for right in 0..prints.len() {
        for left in 0..right {
            if prints[left].similarity(&prints[right]) >= 0.8 {
                expected.push((left as u32, right as u32));
            }
        }
    }
    expected.sort_unstable();
    let found: Vec<_> = near_pairs(&prints, 0.8).into_iter().map(|(left, right, _)| (left, right)).collect();
    assert!(found.iter().all(|pair| expected.binary_search(pair).is_ok()));
    // 300 pairs are equal; of those just past the threshold the index is meant to miss some.
    let equal = near_pairs(&prints, 0.8).into_iter().filter(|&(.., similarity)| similarity >= 1.0);
    assert_eq!(equal.count(), 300);
    assert!(found.len() * 2 >= expected.len(), "{} of {}", found.len(), expected.len());
}

#[test]
fn a_threshold_outside_of_its_range_is_an_error() {
    for threshold in [-0.1, 1.1, f64::NAN] {
        assert!(matches!(Deduplicator::new(threshold), Err(CorpusError::Threshold { .. })));
    }
}
