//! The layout control changes no token and no tree, and leaves alone what it made.

use std::path::{Path, PathBuf};

use examen_syntax::python::{self, dump};
use examen_syntax::{Edits, Language, java};
use examen_transforms::{Strength, TRANSFORMS, Transform, functions};

#[test]
fn java_keeps_its_tokens() {
    let count = check(Language::Java, |old, new| {
        let (old_tokens, new_tokens) = (java::tokenize(old), java::tokenize(new));
        let old = old_tokens.tokens.iter().map(|token| (token.kind, token.text(old)));
        old.eq(new_tokens.tokens.iter().map(|token| (token.kind, token.text(new))))
    });
    assert!(count > 50, "only {count} methods");
}

#[test]
fn python_keeps_its_tree() {
    let count = check(Language::Python, |old, new| tree(old) == tree(new));
    assert!(count > 50, "only {count} functions");
}

/// The tree without places.
fn tree(source: &str) -> String {
    let file = python::parse(source);
    assert!(file.diagnostics.is_empty());
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_place = |word: &str| word.split_once("..").is_some_and(|(start, end)| is_number(start) && is_number(end));
    let dumped = dump(&file.tree, source);
    let words = dumped.split(['\n', ' ', ':', '+', '-', '=']).filter(|word| !is_place(word));
    words.collect::<Vec<_>>().join(" ")
}

/// Lays out every function of the fixtures and the built-in corpus; returns how many there are.
fn check(language: Language, is_same: impl Fn(&str, &str) -> bool) -> usize {
    let transform = TRANSFORMS.iter().find(|it| it.code == "LY" && it.language() == language).unwrap();
    let mut count = 0;
    for (path, source) in sources(language) {
        let (edits, changed) = edits(&source, transform);
        let edited = Edits::new(edits).unwrap().apply(&source).unwrap();
        assert!(is_same(&source, &edited), "{}: {edited}", path.display());
        let (again, _) = self::edits(&edited, transform);
        let twice = Edits::new(again).unwrap().apply(&edited).unwrap();
        assert_eq!(twice, edited, "{}", path.display());
        count += changed;
    }
    count
}

/// The edits of all functions, and how many change.
fn edits(source: &str, transform: &Transform) -> (Vec<examen_syntax::Edit>, usize) {
    let mut edits = Vec::new();
    let mut changed = 0;
    functions(source, transform.language(), 0, |function| {
        let found = function.find(transform, Strength::Strict).unwrap();
        changed += found.sites.len();
        edits.extend(found.sites.into_iter().flat_map(|site| site.edits));
    })
    .unwrap();
    (edits, changed)
}

/// Whole files without faults, and the code of all fixtures.
fn sources(language: Language) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders = vec![root.join("../../corpus"), root.join("fixtures")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let extension = path.extension().and_then(|it| it.to_str());
            let Ok(text) = std::fs::read_to_string(&path) else {
                folders.extend(path.is_dir().then_some(path));
                continue;
            };
            let fence = if language == Language::Java { "java" } else { "py" };
            if extension == Some("md") {
                found.extend(
                    text.split(&format!("```{fence}\n"))
                        .skip(1)
                        .filter_map(|rest| Some((path.clone(), rest.split("```").next()?.to_owned()))),
                );
            } else if extension == Some(fence) {
                found.push((path, text));
            }
        }
    }
    found.retain(|(_, text)| match language {
        Language::Java => java::tokenize(text).diagnostics.is_empty(),
        Language::Python => python::parse(text).diagnostics.is_empty(),
    });
    found.sort();
    found
}
