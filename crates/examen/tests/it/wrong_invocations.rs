//! Wrong invocations: `wrong_invocations.txt` has the arguments, the exit code and the first line of the message.
//!
//! `EXAMEN_UPDATE=1` rewrites codes and messages; read the difference. Nothing here may end with 0: a command that did nothing of
//! what was asked has failed.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Stdio;

use crate::{command, text};

/// The files that the invocations name.
fn sample(folder: &Path) {
    let write = |name: &str, content: &str| std::fs::write(folder.join(name), content).unwrap();
    write("a.py", "import os\n\n\ndef first(x):\n    if x == None:\n        return 1\n    return x\n");
    write("A.java", "class A { int f(int a) { int b = a; return b; } }\n");
    write("notes.txt", "no code\n");
    write("t.csv", "content\nx = 1\n");
    write("empty.jsonl", "");
    write("texts.jsonl", "{\"id\": 1, \"code\": \"return x\"}\n");
    write("unknown.jsonl", "{\"example_id\": \"x\", \"model\": \"m\", \"output\": {\"name\": \"f\"}}\n");
    write("README.md", "# Notes\n\nNo predictions.\n");
    write("broken.json", "{");
    write("lines.txt", "one\n");
    write("two.txt", "one\ntwo\n");
    for name in ["empty", "prose", "folder"] {
        std::fs::create_dir(folder.join(name)).unwrap();
    }
    write("prose/notes.txt", "no code\n");
    // A task folder in `exams`.
    let arguments = ["build", "names", "--from", "a.py", "--out", "exams", "--split-by", "file", "--quiet"];
    assert!(command(&arguments).current_dir(folder).output().unwrap().status.success());
}

#[test]
fn wrong_invocations_fail_with_a_sentence() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/wrong_invocations.txt");
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path());
    let kept = std::fs::read_to_string(&path).unwrap();
    let (mut made, mut count) = (String::new(), 0);
    for line in kept.lines() {
        let Some(words) = line.strip_prefix("$ examen") else {
            // What stands below an invocation is made anew.
            if line.is_empty() || line.starts_with('#') {
                writeln!(made, "{line}").unwrap();
            }
            continue;
        };
        let words: Vec<&str> = words.split_whitespace().collect();
        let output = command(&words).current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
        let said = text(&output.stderr);
        // A line that ends in a colon is about what stands below it.
        let mut lines = said.lines().skip_while(|line| said.contains("error:") && !line.starts_with("error:"));
        let mut message = lines.next().unwrap_or_default().to_owned();
        if message.ends_with(':') {
            message = format!("{message} {}", lines.next().unwrap_or_default().trim());
        }
        let code = output.status.code().unwrap_or(-1);
        assert!(code != 0, "{line} ends with 0 and says {said}");
        assert!(code == 2 && !message.is_empty(), "{line} ends with {code} and says {said}");
        writeln!(made, "{line}\n{code} {message}").unwrap();
        count += 1;
    }
    assert!(count >= 220, "{count} invocations");
    examen_test::check_text(&path, &made);
}
