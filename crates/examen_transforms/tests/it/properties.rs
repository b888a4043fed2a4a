//! What holds of every rewrite of real code: edits can be applied and undone, and what comes out is code again.

use std::path::{Path, PathBuf};

use examen_syntax::{Edit, Edits, Language, java, python};
use examen_transforms::{Function, Strength, TRANSFORMS, functions};

#[test]
fn rewrites_of_the_built_in_corpus_are_code() {
    let mut rewrites = 0;
    for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")) {
        let Some(language) = language(&path) else { continue };
        let Ok(source) = std::fs::read_to_string(&path) else { continue };
        let faults = faults(&source, language);
        functions(&source, language, 7, |function| {
            rewrites += check(&source, language, faults, function, &path.display().to_string());
        })
        .unwrap();
    }
    assert!(rewrites > 500, "only {rewrites} rewrites");
}

/// Checks all rewrites of a function; returns how many there are.
fn check(source: &str, language: Language, faults: usize, function: &Function<'_>, place: &str) -> usize {
    let mut rewrites = 0;
    for transform in TRANSFORMS.iter().filter(|it| it.language() == language) {
        for strength in [Strength::Strict, Strength::Paper] {
            let Some(found) = function.find(transform, strength) else { continue };
            assert_eq!(function.find(transform, strength).as_ref(), Some(&found), "asked twice");
            let all = (transform.has_all_places && found.sites.len() > 1).then(|| found.all_places());
            for edits in found.sites.iter().map(|site| site.edits.clone()).chain(all) {
                let what = format!("{} of {} in {place}", transform.code, function.name);
                let edited = applied(source, edits, &what);
                assert_eq!(self::faults(&edited, language), faults, "{what}: {edited}");
                rewrites += 1;
            }
        }
    }
    rewrites
}

fn applied(source: &str, edits: Vec<Edit>, what: &str) -> String {
    let edits = Edits::new(edits).unwrap_or_else(|error| panic!("{what}: {error}"));
    let edited = edits.apply(source).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_ne!(edited, source, "{what}");
    assert_eq!(edits.inverse(source).apply(&edited).as_deref(), Ok(source), "{what}");
    edited
}

/// Returns how many places of a text do not fit its language.
fn faults(source: &str, language: Language) -> usize {
    match language {
        Language::Java => java::parse(source).diagnostics().len(),
        Language::Python => python::parse(source).diagnostics.len(),
    }
}

fn language(path: &Path) -> Option<Language> {
    match path.extension()?.to_str()? {
        "java" => Some(Language::Java),
        "py" => Some(Language::Python),
        _ => None,
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
