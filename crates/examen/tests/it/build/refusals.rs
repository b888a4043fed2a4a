//! Input and flags that no exam can be made of.

use examen_data::TaskFolder;

use super::{build, code, files};
use crate::{fail, shown};

/// Has an unused import.
const USEFUL: &str = "import os\n\n\ndef f(x):\n    return x\n";

#[test]
fn nothing_to_ask_about_is_explained_and_leaves_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let [empty, other, bare, out] = ["empty", "other", "bare", "out"].map(|name| folder.path().join(name));
    for folder in [&empty, &other, &bare] {
        std::fs::create_dir(folder).unwrap();
    }
    std::fs::write(other.join("notes.txt"), "no code\n").unwrap();
    std::fs::write(bare.join("a.py"), "X = 1\n").unwrap();
    std::fs::write(bare.join("b.py"), "").unwrap();
    for (source, reason, counts) in [
        (&empty, "there is no Python file", "no input was read"),
        (&other, "there is no Python file", "no input was read"),
        (&bare, "no query has an answer", "2 files"),
    ] {
        let said = fail(&["build", "queries", "--from", shown(source), "--out", shown(&out), "--quiet"]);
        assert!(said.contains(reason) && said.contains(counts), "{said}");
        assert!(!out.exists(), "{said}");
    }
    // What is left out is counted by reason.
    std::fs::write(bare.join("c.py"), "X = 1\n").unwrap();
    let said = fail(&["build", "queries", "--from", shown(&bare), "--out", shown(&out)]);
    assert!(said.contains("3 files") && said.contains("1 exact-duplicate skipped"), "{said}");
}

#[test]
fn a_task_of_another_language_does_not_explain_an_empty_build() {
    let folder = tempfile::tempdir().unwrap();
    let source = code(folder.path(), USEFUL);
    let out = folder.path().join("out");
    let said = fail(&["build", "probes", "--from", shown(&source), "--out", shown(&out), "--task", "CPX"]);
    assert!(said.contains("CPX.python") && !said.contains("no input was read"), "{said}");
}

#[test]
fn flags_that_leave_nothing_are_refused_and_the_old_data_stays() {
    let folder = tempfile::tempdir().unwrap();
    let source = code(folder.path(), USEFUL);
    let out = folder.path().join("out");
    build(&out, &["--from", shown(&source)]);
    let before = files(&out);
    let with =
        |more: &[&str]| fail(&[&["build", "queries", "--from", shown(&source), "--out", shown(&out)], more].concat());
    for (flags, said) in [
        (&["--limit", "0"][..], "--limit 0 leaves no example"),
        (&["--task", "prefix", "--max-length", "3"], "--max-length 3 leaves no room for code"),
        (&["--task", "ideal,nonsense"], "there is no task `nonsense`"),
        (&["--native", "--shard", "1/2"], "then `examen merge … --native`"),
        (&["--native", "--task", "relevance"], "--native writes the rows of the tasks ideal, file-ideal, prefix, file"),
        (&["--query", "py/unguarded-next-in-generator"], "no query has an answer"),
        (&["--task", "limited-64", "--query", "Q52"], "no query has an answer"),
        (&["--from-native", shown(&out)], "cannot be used with"),
    ] {
        let found = with(flags);
        assert!(found.contains(said), "{flags:?}: {found}");
        assert_eq!(files(&out), before, "{flags:?}");
    }
    let said = fail(&["build", "queries", "--from-native", shown(&source), "--out", shown(&out)]);
    assert!(said.contains("there is no .jsonl or .json file"), "{said}");
    assert_eq!(files(&out), before);
}

#[test]
fn a_task_without_examples_is_listed_when_others_have_some() {
    let folder = tempfile::tempdir().unwrap();
    let source = code(folder.path(), USEFUL);
    let out = folder.path().join("out");
    // One project is in one split, and only one of the two tasks takes it.
    build(&out, &["--from", shown(&source), "--task", "ideal,limited-64,perturbed"]);
    let counts = |task: &str| {
        let folder = TaskFolder::open(&out.join("queries").join(task)).unwrap();
        folder.verify().unwrap();
        folder.manifest().counts.outputs.values().sum::<u64>()
    };
    assert!(counts("ideal") > 0);
    assert!(counts("limited-64") == 0 || counts("perturbed") == 0);
}

#[test]
fn shards_without_tokens_make_no_native_files() {
    let folder = tempfile::tempdir().unwrap();
    let [bare, python, other, out] = ["bare", "python", "other", "out"].map(|name| folder.path().join(name));
    let source = code(folder.path(), USEFUL);
    let bpe = concat!(env!("CARGO_MANIFEST_DIR"), "/../examen_tokenizers/fixtures/subwords/bpe.json");
    let shard = ["--from", shown(&source), "--shard", "1/1", "--task", "ideal,prefix"];
    build(&bare, &shard);
    build(&python, &[&shard[..], &["--tokenizer", "python"]].concat());
    build(&other, &[&shard[..], &["--tokenizer", bpe]].concat());
    let merge =
        |shard, more: &[&str]| fail(&[&["merge", shown(shard), "--out", shown(&out), "--native"], more].concat());
    let said = merge(&bare, &[]);
    assert!(said.contains("queries/ideal was built without") && said.contains("--tokenizer cubert"), "{said}");
    let said = merge(&other, &[]);
    assert!(said.contains("the tokenizer bpe.json: name its file with --tokenizer"), "{said}");
    let said = merge(&other, &["--tokenizer", "cubert"]);
    assert!(said.contains("was built with the tokenizer bpe.json, not cubert"), "{said}");
    assert!(!out.exists());
    for (shard, more) in [(&python, &[][..]), (&other, &["--tokenizer", bpe])] {
        let arguments = [&["merge", shown(shard), "--out", shown(&out), "--native"], more].concat();
        assert!(crate::examen(&arguments).status.success());
        let written = files(&out.join("queries/native"));
        assert_eq!(written.len(), 6);
        assert!(written.values().any(|bytes| !bytes.is_empty()));
    }
}
