//! The pages in `docs/transforms` are those of the list of transformations; `EXAMEN_UPDATE=1` rewrites them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use examen_syntax::Language;
use examen_transforms::{TRANSFORMS, Transform};

use crate::fixtures::file_stem;

#[test]
fn committed_pages_are_up_to_date() {
    let is_update = std::env::var_os("EXAMEN_UPDATE").is_some_and(|value| value == "1");
    std::fs::create_dir_all(folder()).unwrap();
    for (name, text) in pages() {
        let path = folder().join(&name);
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        if committed != text && is_update {
            std::fs::write(&path, text).unwrap();
        } else {
            assert!(committed == text, "docs/transforms/{name} is out of date; run the tests with EXAMEN_UPDATE=1");
        }
    }
}

#[test]
fn no_page_is_without_its_transformation() {
    let pages = pages();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(pages.contains_key(&name), "no transformation for docs/transforms/{name}");
    }
}

#[test]
fn the_list_is_sorted_and_one_code_has_one_name() {
    let keys: Vec<_> = TRANSFORMS.iter().map(|it| (it.code, it.language().name())).collect();
    assert!(keys.is_sorted_by(|left, right| left < right), "not sorted by code, or one twice: {keys:?}");
    for (code, transforms) in by_code() {
        assert!(transforms.iter().all(|it| it.name == transforms[0].name), "{code} has several names");
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/transforms")
}

fn by_code() -> BTreeMap<&'static str, Vec<&'static Transform>> {
    let mut codes: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for transform in TRANSFORMS.iter() {
        codes.entry(transform.code).or_default().push(*transform);
    }
    codes
}

/// All pages by the names of their files.
fn pages() -> BTreeMap<String, String> {
    let of_codes = by_code().into_iter().map(|(code, transforms)| (file_name(transforms[0]), page(code, &transforms)));
    of_codes.chain([("README.md".to_owned(), index())]).collect()
}

/// The page of a transformation is named as its fixture is.
fn file_name(transform: &Transform) -> String {
    format!("{}.md", file_stem(transform))
}

const fn title(language: Language) -> &'static str {
    match language {
        Language::Java => "Java",
        Language::Python => "Python",
    }
}

fn page(code: &str, transforms: &[&Transform]) -> String {
    let mut text = format!("# {code}: {}\n\n", transforms[0].name);
    for transform in transforms {
        let Transform { description, reason, refuses, paper, has_all_places, .. } = transform;
        let language = transform.language();
        let places = if *has_all_places { "Single places, or all at once." } else { "One place at a time." };
        let paper = if paper.is_empty() { String::new() } else { format!("\n\n`--strength paper`: {paper}") };
        write!(
            text,
            "\
## {}

{description} {places}

Why the meaning stays: {reason}

Refused: {refuses}{paper}

Cases: [its fixture](../../crates/examen_transforms/fixtures/{}/{}).

",
            title(language),
            language.name(),
            file_name(transform)
        )
        .unwrap();
    }
    writeln!(text, "```sh\nexamen transform src/ --kind {code}\n```").unwrap();
    text
}

fn index() -> String {
    let mut text = "\
# Transformations

Rewrites of functions that keep their meaning: does a model's answer survive them? Each is made as edits of the text; what is outside them stays as it is.
`strict` rules are the default: results, exceptions, output and definite assignment stay. `paper` rules are those of the authors of the paper, for
comparison: their outputs may not compile or mean something else.

| code | rewrites | languages |
|---|---|---|
"
    .to_owned();
    for (code, transforms) in by_code() {
        let languages: Vec<&str> = transforms.iter().map(|it| title(it.language())).collect();
        writeln!(
            text,
            "| [{code}]({}) | {} | {} |",
            file_name(transforms[0]),
            transforms[0].name,
            languages.join(", ")
        )
        .unwrap();
    }
    text
}
