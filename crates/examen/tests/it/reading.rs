//! The flags that say what code is read do the same in every command that reads code.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use examen_corpus::Split;
use examen_data::{CorpusTableReader, TaskFolder};
use serde_json::{Map, Value, json};

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

/// Runs a command in a folder; returns what it prints.
fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = command(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Checks that a command reads what the flags say; it prints what it reads.
fn check(verb: &[&str]) {
    check_read(verb, |printed| printed);
}

/// Checks that a command reads what the flags say, by the text that tells what it has read.
fn check_read(verb: &[&str], read: impl Fn(String) -> String) {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    for (flags, added, taken) in CASES {
        let mut wanted: BTreeSet<&str> = USUAL.into_iter().chain(added.iter().copied()).collect();
        wanted.retain(|name| !taken.contains(name));
        let said = read(run(folder.path(), &[verb, &["."], flags].concat()));
        let names: BTreeSet<&str> = NAMES.into_iter().filter(|name| said.contains(name)).collect();
        assert_eq!(names, wanted, "{verb:?} {flags:?}");
    }
}

#[test]
fn a_corpus_is_read_as_the_flags_say() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("corpus.parquet");
    check_read(&["corpus", "--out", shown(&table)], |_| contents(&table));
}

/// The code that a table of a corpus holds.
fn contents(table: &Path) -> String {
    CorpusTableReader::open(table).unwrap().filter_map(|row| row.unwrap().content).collect()
}

#[test]
fn the_main_job_reads_as_the_flags_say() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    // One small task, since it is about reading.
    let verb = ["run", "--quiet", "--task", "ideal", "--query", "Q20", "--out", shown(&out), "--from"];
    check_read(&verb, |_| contents(&out.join("corpus.parquet")));
}

/// Makes examples of files that are all alike but for a name.
const QUERIES: [&str; 8] = ["build", "queries", "--task", "ideal", "--query", "Q20", "--near-duplicates", "1"];

/// The rows of a task.
fn rows(task: &Path) -> Vec<Map<String, Value>> {
    let folder = TaskFolder::open(task).unwrap();
    Split::ALL.into_iter().flat_map(|split| folder.rows(split).unwrap()).map(Result::unwrap).collect()
}

#[test]
fn exams_are_made_as_the_flags_say() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let verb = [&QUERIES[..], &["--out", shown(&out), "--quiet", "--from"]].concat();
    check_read(&verb, |_| rows(&out.join("queries/ideal")).iter().map(|row| row["answer_spans"].to_string()).collect());
}

#[test]
fn the_engine_reads_as_the_flags_say() {
    let folder = tempfile::tempdir().unwrap();
    let [data, all, out] = ["data", "all", "out.jsonl"].map(|name| folder.path().join(name));
    // Exams of all files, whatever hides them; the engine answers where it finds the file of an example again.
    fs::create_dir(&all).unwrap();
    for name in NAMES {
        let long = if name == "large" { format!("# {}\n", "x".repeat(300)) } else { String::new() };
        fs::write(all.join(format!("{name}.py")), code(name) + &long).unwrap();
    }
    run(folder.path(), &[&QUERIES[..], &["--from", "all", "--out", "data"]].concat());
    let rows = rows(&data.join("queries/ideal"));
    let file = |id: &Value| {
        let row = rows.iter().find(|row| row["id"] == *id).unwrap();
        row["path"].to_string()
    };
    let verb = [
        "predict",
        "--model",
        "engine",
        "--split",
        "all",
        "--data",
        shown(&data),
        "--out",
        shown(&out),
        "--quiet",
        "--from",
    ];
    check_read(&verb, |_| {
        let predictions = fs::read_to_string(&out).unwrap();
        let predictions = predictions.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        predictions.filter(|row| row["status"] == "ok").map(|row| file(&row["example_id"])).collect()
    });
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
