//! Dependencies between our crates are those that `architecture.md` lists, and no others; the modules of a crate have no cycle.

use std::collections::{BTreeMap, BTreeSet};
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

/// Otherwise a build of the program and one of the whole workspace would compile that crate differently, each for itself.
#[test]
fn the_program_turns_on_the_defaults_of_every_crate() {
    let packages = packages(&root());
    let features = |name: &str| packages.iter().find(|it| it["name"] == name).map(|it| &it["features"]);
    let mut on = BTreeSet::new();
    let mut waiting = vec![("examen".to_owned(), "default".to_owned())];
    while let Some((name, feature)) = waiting.pop() {
        let Some(turned_on) = features(&name).and_then(|it| it[&feature].as_array()) else { continue };
        waiting.extend(turned_on.iter().filter_map(Value::as_str).map(|other| match other.split_once('/') {
            Some((below, feature)) => (below.to_owned(), feature.to_owned()),
            None => (name.clone(), other.to_owned()),
        }));
        if feature == "default" {
            on.insert(name);
        }
    }
    let with_defaults = packages.iter().filter(|it| it["features"]["default"].is_array());
    let missing: Vec<_> = with_defaults.filter_map(|it| it["name"].as_str()).filter(|it| !on.contains(*it)).collect();
    assert!(missing.is_empty(), "`default` of crates/examen does not lead to that of {missing:?}");
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

#[test]
fn modules_of_a_crate_do_not_depend_on_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let crates = std::fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let mut seen = 0;
    for folder in crates.chain([root.join("fuzz")]).filter(|folder| folder.join("src").is_dir()) {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let graph = module_graph(&folder.join("src"));
        seen += graph.values().map(BTreeSet::len).sum::<usize>();
        if let Some(cycle) = cycle(&graph) {
            panic!("{name}: {}", cycle.join(" -> "));
        }
    }
    assert!(seen > 100, "{seen} edges");
}

/// Modules with those that they use.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// The name of what a crate's root file defines itself.
const ROOT: &str = "(root)";

/// The modules at the top of a crate and which of them their files name; children count as the module above them.
fn module_graph(src: &Path) -> Graph {
    let files = source_files(src);
    // A crate with both is its library.
    let root = ["lib", "main"].iter().find_map(|name| files.iter().find(|(path, _)| path[..] == [*name]));
    let root = root.map(|(_, text)| text.as_str()).unwrap_or_default();
    let is_root_file = |path: &[String]| path.len() == 1 && matches!(&*path[0], "lib" | "main");
    let modules: BTreeSet<String> =
        files.iter().filter(|(path, _)| !is_root_file(path)).map(|(path, _)| path[0].clone()).collect();
    let exported = exports(root, &modules);
    let owner = |name: &str| match exported.get(name) {
        _ if modules.contains(name) => name.to_owned(),
        Some(module) => module.clone(),
        None => ROOT.to_owned(),
    };
    let mut graph = Graph::new();
    for (path, text) in files.iter().filter(|(path, _)| !is_root_file(path)) {
        let used = graph.entry(path[0].clone()).or_default();
        let supers = "super::".repeat(path.len());
        used.extend(names_after(text, "crate::").chain(names_after(text, &supers)).map(|name| owner(&name)));
        used.remove(&path[0]);
    }
    // What a root only hands on is no use of a module.
    let is_handed_on = |item: &str| ["pub use ", "pub mod "].iter().any(|start| item.trim_start().starts_with(start));
    let own: String = root.split(';').filter(|item| !is_handed_on(item)).collect();
    let used = modules.iter().filter(|module| own.contains(&format!("{module}::")));
    graph.insert(ROOT.to_owned(), used.cloned().collect());
    graph
}

/// Files by their module path, without comments and tests.
fn source_files(src: &Path) -> Vec<(Vec<String>, String)> {
    let mut files = Vec::new();
    let mut folders = vec![(Vec::new(), src.to_owned())];
    while let Some((path, folder)) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = entry.file_stem().unwrap().to_string_lossy().into_owned();
            let inner: Vec<String> = path.iter().cloned().chain([name]).collect();
            if entry.is_dir() {
                folders.push((inner, entry));
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&entry).unwrap();
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                let code = code.lines().flat_map(|line| [line.split("//").next().unwrap_or_default(), "\n"]).collect();
                let is_mod = inner.len() > 1 && inner.last().is_some_and(|name| name == "mod");
                files.push((if is_mod { path.clone() } else { inner }, code));
            }
        }
    }
    files
}

/// The names that a root hands on, with the modules that they are from.
fn exports(root: &str, modules: &BTreeSet<String>) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for module in modules {
        for item in root.split(';').filter(|item| item.contains(&format!("use {module}::"))) {
            let words = item.split(|character: char| !character.is_alphanumeric() && character != '_');
            exports.extend(words.map(|word| (word.to_owned(), module.clone())));
        }
    }
    exports
}

/// The names directly behind a prefix, those of `{…}` one by one.
fn names_after<'t>(text: &'t str, prefix: &'t str) -> impl Iterator<Item = String> + 't {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    text.match_indices(prefix).flat_map(move |(at, _)| {
        let before = &text[..at];
        // One `super` more leads further up, one less does not lead here.
        if before.ends_with("super::") || before.ends_with(is_word) {
            return Vec::new();
        }
        let rest = &text[at + prefix.len()..];
        let group = rest.strip_prefix('{').map(|rest| {
            let mut depth = 1;
            let end = rest.find(|character| {
                depth += i32::from(character == '{') - i32::from(character == '}');
                depth == 0
            });
            &rest[..end.unwrap_or(rest.len())]
        });
        let word =
            |text: &str| text.trim_start().chars().take_while(|&character| is_word(character)).collect::<String>();
        let mut depth = 0;
        let parts = group.unwrap_or(rest.split(|character| !is_word(character)).next().unwrap_or_default());
        let names = parts.split(|character| {
            depth += i32::from(character == '{') - i32::from(character == '}');
            depth == 0 && character == ','
        });
        names.map(word).filter(|name| !name.is_empty() && name != "super" && name != "self").collect()
    })
}

/// A circle of modules, its first one again at the end.
fn cycle(graph: &Graph) -> Option<Vec<String>> {
    let mut finished = BTreeSet::new();
    graph.keys().find_map(|start| walk(graph, start, &mut Vec::new(), &mut finished))
}

fn walk<'g>(
    graph: &'g Graph,
    module: &'g str,
    path: &mut Vec<&'g str>,
    finished: &mut BTreeSet<&'g str>,
) -> Option<Vec<String>> {
    if let Some(at) = path.iter().position(|above| *above == module) {
        return Some(path[at..].iter().chain([&module]).map(|module| (*module).to_owned()).collect());
    }
    if finished.contains(module) {
        return None;
    }
    path.push(module);
    let found = graph.get(module).into_iter().flatten().find_map(|used| walk(graph, used, path, finished));
    path.pop();
    finished.insert(module);
    found
}
