//! `examen run` on the built-in corpus.

use std::path::Path;

use examen_data::{CorpusTableReader, ResultLog};

use crate::{examen, shown, text};

#[test]
fn the_main_job_prints_one_screen_and_keeps_the_rest_in_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let output = examen(&["run", "--out", shown(&out)]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let printed = text(&output.stdout).replace(shown(folder.path()), "FOLDER");
    assert!(printed.lines().count() <= 20, "more than a screen: {printed}");
    assert_eq!(printed.lines().last(), Some("report: FOLDER/out/report/index.html"));
    let overview = std::fs::read_to_string(out.join("report/index.html")).unwrap();
    for (suite, _) in RESULTS {
        assert!(overview.contains(&format!("suite-{suite}.html")), "{suite} is not in the report");
    }
    assert!(std::fs::read_to_string(out.join("report/suite-probes.html")).unwrap().contains("heat-8"));
    insta::assert_snapshot!("screen", printed);

    let tables = std::fs::read_to_string(out.join("tables.txt")).unwrap();
    for start in [
        "60 files in, 60 read, 0 skipped",
        "143 findings of 49 queries in 28 files",
        "Statistics of the data",
        "| queries/ideal      | engine    | spans  | 161 | 100.00 [97.7, 100.0] |",
        "random-encoder, probe: standard",
        "| probes/CPX.python | length-only    |",
        "| names/python | path-neighbours |",
        "| robustness/names.python | path-neighbours | UN      | single |",
    ] {
        assert!(tables.lines().any(|line| line.starts_with(start)), "{start} is not in {tables}");
    }
    for source in ["CodeCaption, Table 1", "CodeQueries, Table 1 ", "CodeQA, Table 4"] {
        assert!(tables.contains(source), "{source} is not in {tables}");
    }
    let names = ResultLog::read(&out.join("names.json")).unwrap();
    assert!(names.rows.iter().any(|row| row.model.as_deref() == Some("majority") && row.n == 152));

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

#[test]
fn one_repository_has_scores_of_every_suite() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/python/graphkit");
    let output = examen(&["run", "--from", shown(&python), "--out", shown(&out), "--verbose"]);
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let split =
        "1 project only: queries all test; probes, names, captions and questions split by function (--split-by)";
    assert!(printed.lines().any(|line| line == split), "{printed}");
    assert!(printed.contains("| names/python |"), "all tables are printed: {printed}");
    for (suite, result) in RESULTS {
        let log = ResultLog::read(&out.join(result)).unwrap();
        assert!(log.rows.iter().any(|row| row.suite == suite && row.metric == "answered" && row.n > 0), "{suite}");
    }
    let engine = ResultLog::read(&out.join("result.json")).unwrap();
    let exact = engine.rows.iter().find(|row| row.model.as_deref() == Some("engine") && row.metric == "span_exact");
    assert_eq!(exact.map(|row| row.value), Some(1.0), "the engine looks files up in the code that was named");
}

#[test]
fn a_suite_without_examples_says_why_and_ends_nothing() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.py"), "x = 1\n").unwrap();
    let out = folder.path().join("out");
    let output = examen(&["run", "--from", shown(folder.path()), "--out", shown(&out), "--split-by", "file"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    for (suite, _) in RESULTS {
        assert!(printed.lines().any(|line| line.starts_with(&format!("{suite} "))), "{printed}");
    }
    assert_eq!(printed.matches("nothing to score").count(), RESULTS.len(), "{printed}");
}

/// The files of the scores.
const RESULTS: [(&str, &str); 6] = [
    ("queries", "result.json"),
    ("probes", "probes.json"),
    ("names", "names.json"),
    ("captions", "captions.json"),
    ("questions", "questions.json"),
    ("robustness", "robustness.json"),
];

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
