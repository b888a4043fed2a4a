//! Every flag of every command is used by a test.
//!
//! The list of flags is what `--help` shows. A flag counts as used when a file of these tests has both the names of its
//! command and the flag among its strings.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::{examen, text};

/// Flags that clap adds.
const OF_CLAP: [&str; 2] = ["--help", "--version"];

#[test]
fn every_flag_is_used_by_a_test() {
    let sources = sources();
    let mut untested = BTreeSet::new();
    let global = flags(&[]);
    for command in commands(&[]) {
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        for flag in flags(&command) {
            let is_inherited = !command.is_empty() && global.contains(&flag);
            if !is_inherited && !sources.iter().any(|source| uses(source, &command, &flag)) {
                untested.insert((command.join(" "), flag));
            }
        }
    }
    assert!(untested.is_empty(), "no test uses {untested:?}");
}

/// Whether the strings of a test have a command and one of its flags.
fn uses(source: &str, command: &[&str], flag: &str) -> bool {
    let has_word = |word: &&str| source.contains(&format!("\"{word}\""));
    let has_flag = ["\"", "=", " "].iter().any(|end| source.contains(&format!("\"{flag}{end}")));
    has_flag && command.iter().all(has_word)
}

/// The texts of these tests, but for this file.
fn sources() -> Vec<String> {
    let paths = examen_test::files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it"));
    let is_test = |path: &&PathBuf| path.extension().is_some_and(|it| it == "rs") && !path.ends_with("flags.rs");
    paths.iter().filter(is_test).map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// The help of a command; that of `build` shows the flags of a suite only when it is named.
fn help(command: &[&str]) -> String {
    let suites: Vec<&str> = examen_suites::SUITES.iter().map(|suite| suite.name).collect();
    let command = if command == ["build"] { &[command, &suites].concat() } else { command };
    let output = examen(&[command, &["--help"]].concat());
    assert!(output.status.success(), "{command:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// A command and those below it, as the words that name them.
fn commands(command: &[&str]) -> Vec<Vec<String>> {
    let mut all = vec![command.iter().map(|word| (*word).to_owned()).collect()];
    let help = help(command);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    for line in lines {
        // Lines that go on are further to the right.
        let name =
            line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')).and_then(|rest| rest.split(' ').next());
        if let Some(name) = name.filter(|name| *name != "help") {
            all.extend(commands(&[command, &[name]].concat()));
        }
    }
    all
}

/// The flags that the help of a command shows.
fn flags(command: &[&str]) -> Vec<String> {
    let help = help(command);
    let flags = help.lines().filter_map(|line| {
        let line = line.trim_start();
        // `-q, --quiet`
        let line = line
            .split_once(", ")
            .filter(|(short, _)| short.len() == 2 && short.starts_with('-'))
            .map_or(line, |it| it.1);
        let end = line.find(|it: char| it != '-' && !it.is_ascii_alphanumeric()).unwrap_or(line.len());
        line.starts_with("--").then(|| line[..end].to_owned())
    });
    flags.filter(|flag| !OF_CLAP.contains(&flag.as_str())).collect()
}

#[test]
fn flags_are_read_from_the_help() {
    assert_eq!(flags(&[]), ["--threads", "--quiet", "--no-progress", "--color"]);
    let names: Vec<String> = commands(&[]).iter().map(|command| command.join(" ")).collect();
    for name in ["", "corpus", "ratings", "ratings read", "transform"] {
        assert!(names.iter().any(|it| it == name), "{name:?} is not among {names:?}");
    }
}
