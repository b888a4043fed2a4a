//! `examen run` on the built-in corpus.

use examen_data::CorpusTableReader;

use crate::{examen, shown, text};

#[test]
fn the_main_job_describes_the_built_in_corpus() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let output = examen(&["run", "--out", shown(&out)]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let printed = text(&output.stdout).replace(shown(folder.path()), "FOLDER");
    insta::assert_snapshot!("run", without_encoder_scores(&printed));

    let findings = std::fs::read_to_string(out.join("queries.jsonl")).unwrap();
    insta::assert_snapshot!("findings", findings.lines().map(finding).collect::<Vec<_>>().join("\n"));

    let rows: Vec<_> = CorpusTableReader::open(&out.join("corpus.parquet")).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 60);
    let documented =
        |language: &str| -> u64 { rows.iter().filter(|row| row.language == language).map(|row| row.documented).sum() };
    assert!(documented("python") >= 200 && documented("java") >= 200);
    assert!(rows.iter().all(|row| row.status == "ok" && row.content.is_some()));
    let places: Vec<_> = rows.iter().map(|row| (row.project.clone(), row.path.clone())).collect();
    assert!(places.is_sorted(), "rows are in the order of projects and paths");
}

/// What is printed without the answers of the encoder: kinds of processors round its features in different ways, and a probe may
/// answer otherwise. Of a table with such answers the whitespace goes as well, since they depend on the longest of them.
fn without_encoder_scores(printed: &str) -> String {
    let (before, rest) = printed.split_once("random-encoder, probe: standard").unwrap();
    let (of_encoder, after) = rest.split_once("from the embeddings (0) upwards.\n").unwrap();
    let tasks = of_encoder.lines().filter(|line| line.starts_with("| probes/")).count();
    let mut lines = Vec::new();
    for line in after.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        match cells.as_slice() {
            ["", task, "random-encoder", n, ..] => lines.push(format!("| {task} | random-encoder | {n} | …")),
            ["", first, ..] if first.starts_with("--") => lines.push("|-|".to_owned()),
            ["", inner @ ..] if line.starts_with("| probes/") || inner.first() == Some(&"task") => {
                lines.push(format!("| {}", inner.join(" | ").trim_end()));
            }
            _ => lines.push(line.to_owned()),
        }
    }
    format!("{before}random-encoder, probe: standard: {tasks} tasks\n{}\n", lines.join("\n"))
}

/// A finding in one line: where, which query, the first line of its text, where the facts are.
fn finding(line: &str) -> String {
    let row: serde_json::Value = serde_json::from_str(line).unwrap();
    let word = |key: &str| row[key].as_str().unwrap().to_owned();
    let place = |row: &serde_json::Value| format!("{}:{}", row["start_line"], row["start_col"]);
    let facts: Vec<String> = row["related"].as_array().unwrap().iter().map(place).collect();
    let text = word("text").lines().next().unwrap_or_default().to_owned();
    format!("{}:{} {} `{text}` {}", word("file"), place(&row), word("query"), facts.join(" ")).trim_end().to_owned()
}

#[test]
fn nothing_to_work_on_is_an_error_that_shows_the_counts() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("notes.txt"), "no code").unwrap();
    let output = examen(&["run", "--from", shown(folder.path()), "--out", shown(&folder.path().join("out"))]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stdout).contains("1 other files"), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("no file to work on"), "{}", text(&output.stderr));
}

#[test]
fn an_error_names_its_place_and_its_cause_once() {
    let output = examen(&["merge", "no/such/shard", "--out", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert_eq!(said.matches("no/such/shard").count(), 1, "{said}");
    assert_eq!(said.matches("os error").count(), 1, "{said}");
}

#[test]
fn help_has_examples() {
    for verb in [
        "build",
        "completions",
        "corpus",
        "embed",
        "explain",
        "list",
        "merge",
        "predict",
        "probe",
        "query",
        "run",
        "score",
    ] {
        let output = examen(&[verb, "--help"]);
        assert!(output.status.success());
        assert!(text(&output.stdout).contains("Examples:"), "{verb}");
    }
}
