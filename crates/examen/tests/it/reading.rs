//! The flags that say what code is read do the same in every command that reads code.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use examen_data::CorpusTableReader;
use serde_json::json;

use crate::{command, shown, text};

/// Names of functions, one a file, each also the name of a parameter that a query finds.
const NAMES: [&str; 9] = ["plain", "large", "hidden", "foreign", "ignored", "packed", "nested", "texted", "bodied"];

/// What every command reads without flags.
const USUAL: [&str; 5] = ["plain", "large", "packed", "nested", "texted"];

/// The flags, what they add to the usual files, and what they take away.
const CASES: &[(&[&str], &[&str], &[&str])] = &[
    (&[], &[], &[]),
    (&["--hidden"], &["hidden"], &[]),
    (&["--vendored"], &["foreign"], &[]),
    (&["--no-gitignore"], &["ignored"], &[]),
    (&["--max-file-bytes", "200"], &[], &["large"]),
    (&["--max-archive-depth", "1"], &[], &["nested"]),
    (&["--max-entries", "1"], &[], &["nested"]),
    (&["--max-unpacked-bytes", "2000"], &[], &["nested"]),
    (&["--content-column", "body"], &["bodied"], &["texted"]),
];

fn code(name: &str) -> String {
    format!("def {name}({name}):\n    if {name} == None:\n        return 1\n    return {name}\n")
}

/// A repository with hidden, foreign, ignored and large files, an archive in an archive, and a table.
fn sample(folder: &Path) {
    let write = |path: &str, content: &[u8]| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    };
    write(".git/HEAD", b"ref: refs/heads/main\n");
    write(".gitignore", b"a/ignored.py\n");
    for (path, name) in [
        ("a/plain.py", "plain"),
        (".b/hidden.py", "hidden"),
        ("vendor/foreign.py", "foreign"),
        ("a/ignored.py", "ignored"),
    ] {
        write(path, code(name).as_bytes());
    }
    write("a/large.py", (code("large") + "# " + &"x".repeat(300) + "\n").as_bytes());
    let inner = tar(&[("nested.py", code("nested").as_bytes())]);
    write("outer.tar", &tar(&[("packed.py", code("packed").as_bytes()), ("inner.tar", &inner)]));
    let row = json!({ "path": "row.py", "text": code("texted"), "body": code("bodied") });
    write("table.jsonl", format!("{row}\n").as_bytes());
}

/// An archive of the oldest kind.
fn tar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = Vec::new();
    for (name, content) in entries {
        let mut header = [0_u8; 512];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[100..108].copy_from_slice(b"0000644\0");
        header[124..136].copy_from_slice(format!("{:011o}\0", content.len()).as_bytes());
        header[136..148].copy_from_slice(b"00000000000\0");
        // The sum of a header takes its own field for spaces.
        header[148..156].copy_from_slice(b"        ");
        header[156] = b'0';
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        archive.extend(header);
        archive.extend(*content);
        archive.resize(archive.len().next_multiple_of(512), 0);
    }
    archive.resize(archive.len() + 1024, 0);
    archive
}

/// The names that a command has read.
fn names_read(folder: &Path, verb: &[&str], flags: &[&str]) -> BTreeSet<&'static str> {
    let arguments = [verb, &["."], flags].concat();
    let output = command(&arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    let mut said = text(&output.stdout);
    if verb[0] == "corpus" {
        let rows = CorpusTableReader::open(Path::new(verb[2])).unwrap();
        said = rows.filter_map(|row| row.unwrap().content).collect();
    }
    NAMES.into_iter().filter(|name| said.contains(name)).collect()
}

fn check(verb: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    for (flags, added, taken) in CASES {
        let mut wanted: BTreeSet<&str> = USUAL.into_iter().chain(added.iter().copied()).collect();
        wanted.retain(|name| !taken.contains(name));
        assert_eq!(names_read(folder.path(), verb, flags), wanted, "{verb:?} {flags:?}");
    }
}

#[test]
fn a_corpus_is_read_as_the_flags_say() {
    let folder = tempfile::tempdir().unwrap();
    check(&["corpus", "--out", shown(&folder.path().join("corpus.parquet"))]);
}

#[test]
fn functions_are_measured_as_the_flags_say() {
    check(&["measures", "--format", "csv"]);
}

#[test]
fn paths_are_read_as_the_flags_say() {
    check(&["paths", "--format", "code2seq"]);
}

#[test]
fn queries_are_asked_as_the_flags_say() {
    check(&["query", "--query", "Q20"]);
}

#[test]
fn functions_are_rewritten_as_the_flags_say() {
    check(&["transform", "--kind", "UN"]);
}
