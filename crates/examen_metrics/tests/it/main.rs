//! Metrics against values made by hand or by exact arithmetic, and properties that hold for all values.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod coverage;
mod meteor;
mod probe_tables;
mod registry;
mod spans;
mod statistics;
mod statistics_properties;
mod texts;
mod values;

use serde::de::DeserializeOwned;

/// The cases of a fixture, one a line.
fn cases<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = format!("{}/fixtures/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let cases: Vec<T> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!cases.is_empty());
    cases
}

/// The cases of a fixture that `scripts/statistics_references.py` wrote: the first line says what tools gave the values.
fn reference_cases<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let mut lines = cases::<serde_json::Value>(&format!("statistics/{name}")).into_iter();
    let tools = lines.next().unwrap();
    assert!(tools["tools"][0].as_str().unwrap().contains(' '), "a tool and its version");
    let cases: Vec<T> = lines.map(|case| serde_json::from_value(case).unwrap()).collect();
    assert!(!cases.is_empty());
    cases
}

/// Equal but for rounding.
fn assert_near(left: f64, right: f64, what: &str) {
    assert!((left - right).abs() < 1e-12, "{what}: {left} and {right}");
}
