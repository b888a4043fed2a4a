//! Our parser and ruff's make the same tree of every file that both accept.

use std::path::{Path, PathBuf};

use examen_syntax::python::{Dialect, FrontEnd, dump, parse_with};
use examen_syntax::{Language, SourceText};

#[test]
fn both_front_ends_make_the_same_tree_of_the_built_in_corpus() {
    let mut compared = 0;
    for path in python_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/python")) {
        let source = SourceText::decode(std::fs::read(&path).unwrap(), Language::Python).text;
        compared += u32::from(agree(&source, &path.display().to_string()));
    }
    assert!(compared >= 20, "only {compared} files were accepted by both");
}

#[test]
fn both_front_ends_make_the_same_tree_of_the_fixtures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut compared = 0;
    for name in ["python/tree", "functions", "../../examen_views/fixtures/blocks"] {
        for entry in std::fs::read_dir(folder.join(name)).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            for block in text.split("```py\n").skip(1) {
                let source = block.split("```\n").next().unwrap();
                compared += u32::from(agree(source, &path.display().to_string()));
            }
        }
    }
    assert!(compared >= 8, "only {compared} fixtures were accepted by both");
}

/// Whether both accept the text, having checked that they then agree. Text that is good in both versions but means
/// another thing in Python 2, such as `print >>f, x`, is not compared.
fn agree(source: &str, place: &str) -> bool {
    let ruff = parse_with(source, FrontEnd::Ruff);
    let own = parse_with(source, FrontEnd::Descent);
    let is_clean = ruff.diagnostics.is_empty() && own.diagnostics.is_empty();
    if !is_clean || own.dialect == Dialect::Python2 {
        return false;
    }
    let (one, two) = (dump(&ruff.tree, source), dump(&own.tree, source));
    let difference = one.lines().zip(two.lines()).find(|(one, two)| one != two);
    assert!(one == two, "{place}: ruff and ours differ: {difference:?}\n{source}");
    true
}

fn python_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(python_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "py") {
            files.push(path);
        }
    }
    files.sort();
    files
}
