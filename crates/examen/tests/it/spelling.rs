//! One thing has one name and one default on the command line; what it was called before still works, unseen.

use crate::{command, text};

/// A folder with a file of Python, texts for an encoder, and answers in INSPECT's form.
fn sample() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &str| std::fs::write(folder.path().join(name), content).unwrap();
    write("a.py", "import os\n\n\ndef first(x):\n    if x == None:\n        return 1\n    return x\n");
    write("A.java", "class A { int f(int a) { int b = a; return b; } }\n");
    write("texts.jsonl", "{\"id\": 1, \"code\": \"return x\"}\n");
    folder
}

/// Runs both spellings in the same folder; what is printed must be the same, and the old one in no help.
fn check(old: &str, new: &str, hidden: &str) {
    let folder = sample();
    let run = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let output = command(&words).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    assert_eq!(run(old), run(new), "{old}");
    let verb = new.split(' ').next().unwrap();
    let help = text(&command(&[verb, "--help"]).output().unwrap().stdout);
    assert!(!help.contains(hidden), "{verb} --help shows {hidden}");
}

#[test]
fn old_spellings_mean_the_same() {
    check("corpus --from a.py", "corpus a.py", "--from");
    check("query --from a.py", "query a.py", "--from");
    check("measures --from a.py", "measures a.py", "--from");
    check("paths --from a.py --format code2seq", "paths a.py --format code2seq", "--from");
    check("transform --from a.py", "transform a.py", "--from");
    check("corpus . --languages java", "corpus . --language java", "--languages");
    check("paths . --format code2seq --languages java", "paths . --format code2seq --language java", "--languages");
    check(
        "build names --from a.py A.java --out old --languages python --split-by file",
        "build names --from a.py A.java --out old --language python --split-by file",
        "--languages",
    );
    check("metrics a.py", "measures a.py", "examen metrics");
    check("measures a.py --format table", "measures a.py --format text", "- table");
    check("list transforms --format table", "list transforms --format text", "values: table");
    check("corpus a.py --format table", "corpus a.py --format text", "values: table");
    check(
        "embed --model random-encoder --in texts.jsonl --out old.parquet",
        "embed --model random-encoder --data texts.jsonl --out new.parquet",
        "--in ",
    );
}

/// The default that a help shows for a flag.
fn default(words: &[&str], flag: &str) -> String {
    let help = text(&command(&[words, &["--help"]].concat()).output().unwrap().stdout);
    let (_, rest) = help.split_once(&format!("{flag} <")).unwrap_or_else(|| panic!("{words:?} has no {flag}"));
    let (_, rest) = rest.split_once("[default: ").unwrap();
    rest.split(']').next().unwrap().to_owned()
}

#[test]
fn a_flag_has_the_same_default_everywhere() {
    for words in [&["corpus"][..], &["build", "queries"], &["run"]] {
        assert_eq!(default(words, "--near-duplicates"), "0.7", "{words:?}");
    }
    let seeded = ["build", "compare", "corpus", "metric", "predict", "probe", "run", "transform"];
    for verb in seeded {
        assert_eq!(default(&[verb], "--seed"), "0", "{verb}");
    }
    for words in ["ratings sheets", "ratings read"] {
        let words: Vec<&str> = words.split(' ').collect();
        assert_eq!(default(&words, "--seed"), "0", "{words:?}");
    }
}
