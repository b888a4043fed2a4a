//! Edited copies of files: what each kind of edit makes of a small file, and what holds for all copies.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use examen_suites::queries::augmentation::{Original, edit_kinds};
use examen_syntax::python::parse;

/// Copies of each fixture that are shown.
const SHOWN: u32 = 3;

/// In the fixture the block `py` is a file, a heading the name of a kind of edit, and the block `edited` below it lists what becomes of its
/// lines in the first few copies in which the edit finds a place.
#[test]
fn the_edits_of_small_files() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/augmentation/edits.md");
    let mut source = String::new();
    let mut named = BTreeSet::new();
    examen_test::check_fixture(&path, |block| {
        if block.info == "py" {
            block.text.clone_into(&mut source);
            return Ok(None);
        }
        let kind = block.title;
        named.insert(kind.to_owned());
        Ok(Some(copies_of(&source, kind)))
    });
    let missing: Vec<&str> = edit_kinds().filter(|kind| !named.contains(*kind)).collect();
    assert!(missing.is_empty(), "no section in {}: {missing:?}", path.display());
}

fn copies_of(source: &str, kind: &str) -> String {
    let original = Original::new(source, "fixture", 0);
    let mut seen = BTreeSet::new();
    let mut list = String::new();
    for number in 0..200 {
        let Some(copy) = original.with_edit(kind, number) else { continue };
        if (seen.len() as u32) < SHOWN && seen.insert(copy.text.clone()) {
            let _ = writeln!(list, "{}", changed_lines(source, &copy.text));
        }
    }
    list.trim_end().to_owned() + "\n"
}

/// The lines between the common beginning and the common end of two texts.
fn changed_lines(before: &str, after: &str) -> String {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| pairs.take_while(|(one, other)| one == other).count();
    let front = same(&mut before.iter().zip(&after));
    let back = same(&mut before[front..].iter().rev().zip(after[front..].iter().rev()));
    let mut list = String::new();
    for line in &before[front..before.len() - back] {
        let _ = writeln!(list, "-{line}");
    }
    for line in &after[front..after.len() - back] {
        let _ = writeln!(list, "+{line}");
    }
    list
}

#[test]
fn kinds_are_sorted_and_each_is_there_once() {
    let kinds: Vec<&str> = edit_kinds().collect();
    assert!(kinds.is_sorted_by(|one, next| one < next), "{kinds:?}");
}

#[test]
fn copies_depend_on_seed_hash_and_number_alone_and_nearly_all_are_python() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/python");
    let (mut made, mut broken, mut kinds) = (0, Vec::new(), BTreeSet::new());
    for path in python_files(&folder) {
        let Ok(source) = std::fs::read_to_string(&path) else { continue };
        if !parse(&source).diagnostics.is_empty() {
            continue;
        }
        // Wherever the repository lies, so that the same copies are made everywhere.
        let name = path.strip_prefix(&folder).unwrap().to_string_lossy().into_owned();
        let original = Original::new(&source, &name, 0);
        for number in 1..=40 {
            let Some(copy) = original.copy(number) else { continue };
            assert_eq!(Original::new(&source, &name, 0).copy(number).as_ref(), Some(&copy));
            assert_ne!(copy.text, source);
            made += 1;
            kinds.extend(copy.kinds.iter().copied());
            if let Some(diagnostic) = parse(&copy.text).diagnostics.first() {
                broken.push(format!("{name} {number}: {diagnostic:?} {:?}", copy.kinds));
            }
        }
        assert_ne!(original.copy(1), Original::new(&source, &name, 1).copy(1));
    }
    assert!(made > 800, "{made}");
    assert!(broken.len() * 50 < made, "{} of {made}: {broken:#?}", broken.len());
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), edit_kinds().collect::<Vec<_>>());
}

fn python_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let (folders, mut files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
    files.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
    files.extend(folders.iter().flat_map(|folder| python_files(folder)));
    files
}
