//! Dependencies between our crates are those that `architecture.md` lists, and no others.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

#[test]
fn dependencies_are_those_of_the_architecture() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let listed = listed_edges(&std::fs::read_to_string(root.join("architecture.md")).unwrap());
    let found = found_edges(&root);
    assert!(!found.is_empty());
    let unlisted: Vec<_> = found.difference(&listed).collect();
    let missing: Vec<_> = listed.difference(&found).collect();
    assert!(unlisted.is_empty(), "edges that architecture.md does not list: {unlisted:?}");
    assert!(missing.is_empty(), "edges that architecture.md lists and nobody has: {missing:?}");
}

#[test]
fn crates_are_listed_in_the_order_data_flows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let document = std::fs::read_to_string(root.join("architecture.md")).unwrap();
    let order: Vec<String> = rows(&document).map(|(name, _)| name).collect();
    for (name, depends_on) in rows(&document) {
        let place = order.iter().position(|it| *it == name);
        for other in depends_on {
            assert!(order.iter().position(|it| *it == other) < place, "{name} depends on {other}, which comes later");
        }
    }
}

/// Edges from the table: the first cell names the crate, the last what it may depend on.
fn listed_edges(document: &str) -> BTreeSet<(String, String)> {
    rows(document).flat_map(|(name, others)| others.into_iter().map(move |other| (name.clone(), other))).collect()
}

fn rows(document: &str) -> impl Iterator<Item = (String, Vec<String>)> {
    document.lines().filter(|line| line.starts_with("| `examen")).map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let name = cells[0].trim_matches('`').to_owned();
        let last = cells.last().unwrap();
        let others = last.split(',').map(|other| other.trim().trim_matches('`').to_owned());
        (name, others.filter(|other| other.starts_with("examen")).collect())
    })
}

fn found_edges(root: &Path) -> BTreeSet<(String, String)> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root)
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut edges = BTreeSet::new();
    for package in metadata["packages"].as_array().unwrap() {
        for dependency in package["dependencies"].as_array().unwrap() {
            let other = dependency["name"].as_str().unwrap();
            if other.starts_with("examen") {
                edges.insert((package["name"].as_str().unwrap().to_owned(), other.to_owned()));
            }
        }
    }
    edges
}
