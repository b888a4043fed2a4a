//! Probing tasks: fixtures with code, and what each task makes of it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use examen_corpus::Split;
use examen_suites::probes::{Edition, ProbeRow, Settings, TASKS, Task, drafts};
use examen_syntax::{Language, LazyParsedFile};

/// A fixture is named after a task. A block `java` or `python` is code; the block after it says which rows come out of it,
/// for each of some seeds where choices are random: a block `rows` by the paper's text, a block `published` as the published
/// files have it.
fn check(task: &'static Task) -> Result<(), String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/probes/{}.md", task.code));
    let mut code = (Language::Java, String::new());
    examen_test::compare_fixture(&path, |block| match block.info {
        "java" | "python" => {
            let language = Language::of_name(block.info).ok_or("no such language")?;
            code = (language, block.text.to_owned());
            Ok(None)
        }
        "rows" => Ok(Some(rows(task, code.0, &code.1, Edition::Paper))),
        "published" => Ok(Some(rows(task, code.0, &code.1, Edition::Published))),
        _ => Err("no such kind of block".to_owned()),
    })
}

/// Three seeds are enough to see the random choices.
fn rows(task: &'static Task, language: Language, code: &str, edition: Edition) -> String {
    let mut out = String::new();
    for seed in 0..3 {
        let mut of_seed = String::new();
        let code = LazyParsedFile::new(code, language);
        let found = drafts(&code, Split::Train, &[task], &Settings { seed, edition }, |_, _, _| true).unwrap();
        for (_, draft) in &found.drafts {
            write_row(&mut of_seed, &draft.row());
        }
        for (reason, count) in &found.skipped {
            writeln!(of_seed, "skipped: {reason} {count}").unwrap();
        }
        if seed > 0 && out == of_seed {
            continue;
        }
        out.push_str(&of_seed);
    }
    if out.is_empty() { "none\n".to_owned() } else { out }
}

fn write_row(out: &mut String, row: &ProbeRow) {
    let ProbeRow { function, label, text, value, mutations, .. } = row;
    let value = value.map(|value| format!(" ({value})")).unwrap_or_default();
    writeln!(out, "{function}: {label}{value}").unwrap();
    for mutation in mutations {
        writeln!(out, "  {}: {} → {}", mutation.position, mutation.original, mutation.mutant).unwrap();
    }
    if !mutations.is_empty() || row.token_count == 1 {
        let text = text.lines().fold(String::new(), |all, line| format!("{all}  | {line}\n"));
        out.push_str(&text);
    }
}

#[test]
fn every_task_does_what_its_fixture_says() {
    let problems: Vec<String> = TASKS.iter().filter_map(|task| check(task).err()).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
fn tasks_are_sorted_and_their_names_differ_in_ids() {
    assert!(TASKS.is_sorted_by(|left, right| left.code < right.code), "not sorted by code, or a code twice");
    let mut hashes: Vec<String> = [Language::Java, Language::Python]
        .iter()
        .flat_map(|&language| TASKS.iter().map(move |task| task.folder(language)))
        .map(|folder| blake3::hash(folder.as_bytes()).to_hex()[..4].to_owned())
        .collect();
    hashes.sort();
    let count = hashes.len();
    hashes.dedup();
    assert_eq!(hashes.len(), count);
}

#[test]
fn no_file_or_fixture_of_a_task_is_without_its_line_in_the_list() {
    let stems = |folder: &str| -> BTreeSet<String> {
        let entries = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap();
        entries.map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()).collect()
    };
    let codes: BTreeSet<String> = TASKS.iter().map(|task| task.code.to_owned()).collect();
    assert_eq!(stems("fixtures/probes"), codes);
    assert_eq!(stems("src/probes/tasks"), codes.iter().map(|code| code.to_lowercase()).collect());
}
