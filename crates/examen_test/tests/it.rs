//! The checks that other tests rely on: what they accept, what they refuse and when they write.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may end where it fails, and print")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use examen_test::{can_run, check_pages, check_text, compare_fixture, is_update, read_console, remade, skips};

/// Runs one of the ignored tests below in a process of its own, with its output captured as that of any test.
fn child(test: &str, update: Option<&str>) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "--ignored", test]).env_remove("EXAMEN_UPDATE");
    if let Some(value) = update {
        command.env("EXAMEN_UPDATE", value);
    }
    command.output().unwrap()
}

#[test]
fn only_one_means_update() {
    assert!(child("child_is_told_to_update", Some("1")).status.success());
    for value in [None, Some(""), Some("0"), Some("no"), Some("true"), Some("11")] {
        assert!(!child("child_is_told_to_update", value).status.success(), "{value:?}");
    }
}

#[test]
#[ignore = "needs EXAMEN_UPDATE=1: only_one_means_update runs it in a child process, with that and with other values"]
fn child_is_told_to_update() {
    assert!(is_update());
}

#[test]
fn an_update_writes_what_differs() {
    assert!(child("child_checks_what_is_not_there", Some("1")).status.success());
    let output = child("child_checks_what_is_not_there", Some("0"));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success());
    assert!(said.contains("line 2\n- out\n+ OUT") && said.contains("EXAMEN_UPDATE=1"), "{said}");
}

#[test]
#[ignore = "fails without EXAMEN_UPDATE=1: an_update_writes_what_differs runs it in a child process, with and without"]
fn child_checks_what_is_not_there() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examen_test");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("page.md");
    std::fs::write(&path, "in\nout\n").unwrap();
    check_text(&path, "in\nOUT\n");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "in\nOUT\n");
}

/// The harness shows nothing of what a test prints when it passes; a skip has to be seen all the same.
#[test]
fn a_skip_is_seen_in_the_output_and_in_the_list() {
    let output = child("child_cannot_run", None);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success());
    assert!(said.contains("skipped: child_cannot_run: needs the moon\n"), "{said}");
    let line = "skipped: child_cannot_run: needs the moon".to_owned();
    assert!(skips().contains(&line));
    assert!(can_run("child_cannot_run", Ok(())));
    assert!(!skips().contains(&line));
}

#[test]
#[ignore = "is a skip to be looked at: a_skip_is_seen_in_the_output_and_in_the_list runs it in a child process"]
fn child_cannot_run() {
    println!("captured");
    assert!(!can_run("child_cannot_run", Err("needs the moon".to_owned())));
}

const FIXTURE: &str =
    "# A file\n\n## First\n\n```in\na\n```\n\n```out\nb\n```\n\n```\nprose\n```\n\n## Second\n\n```out\n```\n";

#[test]
fn blocks_come_with_their_headings_and_are_made_anew() {
    let mut seen = Vec::new();
    let made = remade(FIXTURE, |block| {
        seen.push((block.title.to_owned(), block.info.to_owned(), block.text.to_owned()));
        Ok((block.info == "out").then(|| "new\n".to_owned()))
    });
    let wanted = [("First", "in", "a\n"), ("First", "out", "b\n"), ("Second", "out", "")];
    assert_eq!(seen, wanted.map(|(title, info, text)| (title.to_owned(), info.to_owned(), text.to_owned())));
    assert_eq!(made.unwrap(), FIXTURE.replace("b\n", "new\n").replace("```out\n```", "```out\nnew\n```"));
    assert_eq!(remade(FIXTURE, |_| Ok(None)).unwrap(), FIXTURE);
}

#[test]
fn what_is_wrong_with_a_block_is_said_with_its_place() {
    let problem = remade(FIXTURE, |_| Err("bad".to_owned())).unwrap_err();
    assert_eq!(problem, "`in` under `First`: bad");
    let problem = remade("## A\n```py\nx = 1\n", |_| Ok(None)).unwrap_err();
    assert_eq!(problem, "the block `py` under `A` has no end");
    assert!(compare_fixture(Path::new("no/such/fixture.md"), |_| Ok(None)).unwrap_err().contains("no/such/fixture.md"));
}

#[test]
#[should_panic(expected = "belongs to nothing")]
fn a_page_of_nothing_is_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let text = std::fs::read_to_string(folder.join("lib.rs")).unwrap();
    check_pages(&folder, &BTreeMap::from([("lib.rs".to_owned(), text)]));
}

const CONSOLE: &str = "$ list --all \\\n  --long     # all\none\ntwo\n…\nten\n\n$ quiet\n$ count\n10\n";

#[test]
fn the_output_of_commands_is_compared_but_for_what_is_not_shown() {
    let steps = read_console(CONSOLE).unwrap();
    let commands: Vec<&str> = steps.iter().map(|step| step.command.as_str()).collect();
    assert_eq!(commands, ["list --all   --long     # all", "quiet", "count"]);
    assert_eq!(steps[0].check("one\ntwo  \nthree\nfour\nten\n\n"), Ok(()));
    assert_eq!(steps[0].check("one\ntwo\n…\nten\n"), Ok(()));
    assert_eq!(steps[1].check("anything\n"), Ok(()));
    let problem = steps[0].check("one\n2\nthree\nten\n").unwrap_err();
    assert_eq!(problem, "`list --all   --long     # all` prints something else:\nline 2\n- two\n+ 2");
    assert!(steps[2].check("9\n10\n").unwrap_err().ends_with("line 1\n+ 9"));
    let updated: Vec<String> = steps.iter().map(|step| step.updated("1\n2\n3\n4\n5\n")).collect();
    assert_eq!(updated[0], "$ list --all \\\n  --long     # all\n1\n2\n…\n5\n\n");
    assert_eq!(updated[1..], ["$ quiet\n", "$ count\n1\n2\n3\n4\n5\n"]);
    assert_eq!(steps.iter().map(examen_test::Step::unchanged).collect::<String>(), CONSOLE);
    assert!(read_console("no command\n").is_err() && read_console("$ a\n…\nb\n…\n").is_err());
}
