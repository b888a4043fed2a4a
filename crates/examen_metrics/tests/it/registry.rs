//! What metrics tell about themselves.

use examen_metrics::{METRICS, SPAN_EXACT};

#[test]
fn names_are_sorted_and_used_once() {
    let names: Vec<&str> = METRICS.iter().map(|metric| metric.name).collect();
    assert!(names.is_sorted_by(|left, right| left < right), "{names:?}");
    assert!(METRICS.iter().all(|metric| !metric.about.is_empty() && !metric.source.is_empty()));
}

#[test]
fn signatures_name_every_fact() {
    let signature = SPAN_EXACT.signature_with(&[("examples", "positive"), ("truth", "uncut")]);
    assert_eq!(signature, "spans:both|examples:positive|truth:uncut");
    assert_eq!(examen_metrics::ACCURACY.signature_with(&[("examples", "all")]), "examples:all");
}
