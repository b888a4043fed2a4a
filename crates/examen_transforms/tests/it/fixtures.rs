//! One fixture for each transformation: code, and what becomes of it.
//!
//! A block `strict` or `paper` behind a block of code shows every place that is rewritten, as the lines that differ, then
//! all places at once where there are several, then what is refused.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use examen_syntax::{Edits, Language, LineIndex};
use examen_transforms::{Found, Strength, TRANSFORMS, Transform, functions};

#[test]
fn fixtures_show_what_is_rewritten() {
    let problems: Vec<String> = TRANSFORMS.iter().filter_map(|transform| check(transform).err()).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
fn no_fixture_is_without_its_transformation() {
    for language in [Language::Java, Language::Python] {
        for path in examen_test::files(&folder(language)) {
            let is_of = |transform: &&&Transform| fixture(transform) == path;
            assert!(TRANSFORMS.iter().any(|it| is_of(&it)), "no transformation for {}", path.display());
        }
    }
}

fn folder(language: Language) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(language.name())
}

fn fixture(transform: &Transform) -> PathBuf {
    folder(transform.language()).join(format!("{}.md", transform.code))
}

fn check(transform: &Transform) -> Result<(), String> {
    let mut source = String::new();
    examen_test::compare_fixture(&fixture(transform), |block| match block.info {
        "java" | "py" => {
            block.text.clone_into(&mut source);
            Ok(None)
        }
        "strict" => Ok(Some(rewrites(&source, transform, Strength::Strict))),
        "paper" => Ok(Some(rewrites(&source, transform, Strength::Paper))),
        _ => Err("no such kind of block".to_owned()),
    })
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
