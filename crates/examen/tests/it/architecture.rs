//! Dependencies between our crates are those that `architecture.md` lists, and no others.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

#[test]
fn dependencies_are_those_of_the_architecture() {
    let listed = listed_edges(&document());
    let found = found_edges(&root());
    assert!(!found.is_empty());
    let unlisted: Vec<_> = found.difference(&listed).collect();
    let missing: Vec<_> = listed.difference(&found).collect();
    assert!(unlisted.is_empty(), "edges that architecture.md does not list: {unlisted:?}");
    assert!(missing.is_empty(), "edges that architecture.md lists and nobody has: {missing:?}");
}

#[test]
fn crates_are_listed_in_the_order_data_flows() {
    let document = document();
    let order: Vec<String> = rows(&document).map(|(name, _)| name).collect();
    for (name, depends_on) in rows(&document) {
        let place = order.iter().position(|it| *it == name);
        for other in depends_on {
            assert!(order.iter().position(|it| *it == other) < place, "{name} depends on {other}, which comes later");
        }
    }
}

/// A library that is not built for tests of its own, to save time, must have none that would never run.
#[test]
fn no_unit_test_is_left_out() {
    for package in packages(&root()) {
        for target in package["targets"].as_array().unwrap() {
            let is_own = target["kind"][0] == "lib" || target["kind"][0] == "bin";
            if !is_own || target["test"] == true {
                continue;
            }
            let source = Path::new(target["src_path"].as_str().unwrap());
            for path in examen_test::files_below(source.parent().unwrap()) {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                assert!(!text.contains("#[test]"), "{}: {} is not built for tests", path.display(), package["name"]);
            }
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

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn document() -> String {
    std::fs::read_to_string(root().join("architecture.md")).unwrap()
}

/// What cargo knows of the packages of the workspace.
fn packages(root: &Path) -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root)
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

fn found_edges(root: &Path) -> BTreeSet<(String, String)> {
    let mut edges = BTreeSet::new();
    for package in packages(root) {
        for dependency in package["dependencies"].as_array().unwrap() {
            let other = dependency["name"].as_str().unwrap();
            if other == "examen_test" {
                // What tests share has no place in the flow; nothing else may use it.
                assert!(
                    dependency["kind"] == "dev" || package["name"] == "xtask",
                    "{} depends on {other}",
                    package["name"]
                );
            } else if other.starts_with("examen") {
                edges.insert((package["name"].as_str().unwrap().to_owned(), other.to_owned()));
            }
        }
    }
    edges
}
