//! The list of metrics.

use std::path::Path;

use examen_metrics::{METRICS, SPAN_EXACT};

#[test]
fn names_are_sorted_and_used_once() {
    let names: Vec<&str> = METRICS.iter().map(|metric| metric.name).collect();
    assert!(names.is_sorted_by(|left, right| left < right), "{names:?}");
    assert!(METRICS.iter().all(|metric| !metric.about.is_empty() && !metric.source.is_empty()));
}

#[test]
fn no_metric_of_the_sources_is_without_its_line_in_the_list() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut statics = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let definitions = text.lines().filter_map(|line| line.split_once(" static ")?.1.split_once(": Metric ="));
            statics.extend(definitions.map(|(name, _)| name.to_owned()));
        }
    }
    let list = include_str!("../../src/list.rs");
    let missing: Vec<&String> = statics.iter().filter(|name| !list.contains(&format!("    &{name},\n"))).collect();
    assert!(missing.is_empty(), "not in METRICS: {missing:?}");
    assert_eq!(statics.len(), METRICS.len());
}

#[test]
fn signatures_name_every_fact() {
    let signature = SPAN_EXACT.signature_with(&[("examples", "positive"), ("truth", "uncut")]);
    assert_eq!(signature, "spans:both|examples:positive|truth:uncut");
    assert_eq!(examen_metrics::ACCURACY.signature_with(&[("examples", "all")]), "examples:all");
}
