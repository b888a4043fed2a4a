//! One fixture for each transformation: code, and what becomes of it.
//!
//! A block `strict` or `paper` behind a block of code shows every place that is rewritten, as the lines that differ, then
//! all places at once where there are several, then what is refused. `EXAMEN_UPDATE=1` rewrites the blocks; read the
//! difference before you keep it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use examen_syntax::{Edits, Language, LineIndex};
use examen_transforms::{Found, Strength, TRANSFORMS, Transform, functions};

#[test]
fn fixtures_show_what_is_rewritten() {
    for transform in TRANSFORMS.iter() {
        check(transform);
    }
}

#[test]
fn no_file_of_a_transformation_is_without_its_line_in_the_list() {
    for language in [Language::Java, Language::Python] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(language.name()).join("transforms");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let sources = files.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
        let stems: BTreeSet<String> =
            sources.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
        let listed: BTreeSet<String> =
            TRANSFORMS.iter().filter(|it| it.language() == language).map(|it| file_stem(it)).collect();
        assert_eq!(stems, listed, "files in `{}/transforms`, and the names in its list", language.name());
    }
}

#[test]
fn no_fixture_is_without_its_transformation() {
    for language in [Language::Java, Language::Python] {
        for entry in std::fs::read_dir(folder(language)).unwrap() {
            let path = entry.unwrap().path();
            let is_of = |transform: &&&Transform| fixture(transform) == path;
            assert!(TRANSFORMS.iter().any(|it| is_of(&it)), "no transformation for {}", path.display());
        }
    }
}

fn folder(language: Language) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(language.name())
}

fn fixture(transform: &Transform) -> PathBuf {
    folder(transform.language()).join(format!("{}.md", file_stem(transform)))
}

/// The name of a transformation's source file, fixture and page: its own.
pub(crate) fn file_stem(transform: &Transform) -> String {
    transform.name.to_lowercase().replace([' ', '-'], "_")
}

fn check(transform: &Transform) {
    let mut source = String::new();
    examen_test::check_fixture(&fixture(transform), |block| match block.info {
        "java" | "py" => {
            block.text.clone_into(&mut source);
            Ok(None)
        }
        "strict" => Ok(Some(rewrites(&source, transform, Strength::Strict))),
        "paper" => Ok(Some(rewrites(&source, transform, Strength::Paper))),
        _ => Err(format!("no such kind of block: {}", block.info)),
    });
}

fn rewrites(source: &str, transform: &Transform, strength: Strength) -> String {
    let mut text = String::new();
    let shown = functions(source, transform.language(), 0, |function| {
        let Some(found) = function.find(transform, strength) else { return };
        show(source, transform, &found, &mut text);
    });
    assert_eq!(shown, Ok(()));
    text
}

fn show(source: &str, transform: &Transform, found: &Found, text: &mut String) {
    let index = LineIndex::new(source);
    let line_of = |offset| index.line_of(offset);
    for (number, site) in found.sites.iter().enumerate() {
        writeln!(text, "@@ {} line {}", number + 1, line_of(site.place.start)).unwrap();
        text.push_str(&difference(source, &Edits::new(site.edits.clone()).unwrap()));
    }
    if transform.has_all_places && found.sites.len() > 1 {
        text.push_str("@@ all\n");
        text.push_str(&difference(source, &Edits::new(found.all_places()).unwrap()));
    }
    for refusal in &found.refusals {
        let first = refusal.place.text(source).lines().next().unwrap_or_default();
        writeln!(text, "refused, line {}: {}: {first}", line_of(refusal.place.start), refusal.reason).unwrap();
    }
}

/// The lines from the first to the last that differ.
fn difference(source: &str, edits: &Edits) -> String {
    let edited = edits.apply(source).unwrap();
    assert_eq!(edits.inverse(source).apply(&edited).unwrap(), source, "the edits can be undone");
    let (old, new): (Vec<&str>, Vec<&str>) = (source.lines().collect(), edited.lines().collect());
    let same = |(old, new): &(&&str, &&str)| old == new;
    let before = old.iter().zip(&new).take_while(same).count();
    let (old, new) = (&old[before..], &new[before..]);
    let after = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
    let (old, new) = (&old[..old.len() - after], &new[..new.len() - after]);
    let lines = old.iter().map(|line| format!("-{line}\n")).chain(new.iter().map(|line| format!("+{line}\n")));
    lines.collect()
}
