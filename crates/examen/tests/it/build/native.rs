//! The released schema, written and read.

use std::path::Path;

use examen_data::TaskFolder;
use examen_suites::queries::row::ShownSpan;
use serde_json::{Value, json};

use super::{Sourced, build, files, rows};
use crate::{examen, fail, shown, text};

/// What the released schema keeps of the rows of a task.
fn kept(out: &Path, task: &str) -> Vec<String> {
    let span = |it: &ShownSpan| json!([it.start_line, it.start_column, it.end_line, it.end_column, it.text]);
    let kept = |Sourced { project, path, split, row }: Sourced| {
        let spans = |spans: &[ShownSpan]| spans.iter().map(span).collect::<Vec<Value>>();
        // `prefix` is written without its code.
        let code: Vec<&str> =
            if task == "prefix" { vec![] } else { row.blocks.iter().map(|it| &*it.content).collect() };
        json!({
            "file": format!("{project}/{path}"),
            "split": split,
            "query": [row.query, row.query_name, row.hops],
            "type": row.example_type.name(),
            "code": code,
            "spans": [spans(&row.answer_spans), spans(&row.supporting_fact_spans)],
            "tokens": row.tokens,
            "labels": row.labels,
        })
        .to_string()
    };
    let mut rows: Vec<String> = rows(out, task).into_iter().map(kept).collect();
    rows.sort();
    rows
}

#[test]
fn what_is_written_can_be_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let [ours, theirs, baseline] = ["ours", "theirs", "baseline.jsonl"].map(|name| folder.path().join(name));
    build(&ours, &["--native"]);
    let native = ours.join("queries/native");
    let printed = build(&theirs, &["--from-native", shown(&native)]);
    assert!(printed.contains("| queries/relevance "), "{printed}");
    for task in ["ideal", "file-ideal", "prefix", "file"] {
        let (before, after) = (kept(&ours, task), kept(&theirs, task));
        assert_eq!(before.len(), after.len(), "{task}");
        let differing = before.iter().zip(&after).find(|(before, after)| before != after);
        assert!(differing.is_none(), "{task}: {differing:#?}");
    }
    let card = std::fs::read_to_string(theirs.join("queries/prefix/README.md")).unwrap();
    assert!(card.contains("hash of the code that a row shows"), "{card}");
    assert!(theirs.join("queries/statistics.json").exists());

    // Models can answer them.
    let predict = ["predict", "--model", "no-answer", "--data", shown(&theirs), "--out", shown(&baseline)];
    assert!(examen(&predict).status.success());
    let scored = examen(&["score", "--data", shown(&theirs), "--predictions", shown(&baseline)]);
    assert!(scored.status.success() && text(&scored.stdout).contains("relevance"), "{}", text(&scored.stderr));
}

#[test]
fn rows_have_the_released_fields() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), &["--native", "--query", "py/unused-import,py/unused-local-variable"]);
    let native = folder.path().join("queries/native");
    let rows = |setting: &str| -> Vec<Value> {
        let text = std::fs::read_to_string(native.join(setting).join("train.jsonl")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let length = |row: &Value, field: &str| row[field].as_array().unwrap().len();
    for setting in ["ideal", "file_ideal", "prefix", "twostep"] {
        let rows = rows(setting);
        assert!(!rows.is_empty(), "{setting}");
        for row in &rows {
            assert_eq!(row.get("context_blocks").is_some(), setting.contains("ideal"), "{setting}");
            assert_eq!(row.get("context_block").is_some(), setting == "twostep");
            assert_eq!(row.get("relevance_label").is_some(), setting == "twostep");
            assert_eq!(row["subtokenized_input_sequence"][0].is_u64(), setting == "prefix");
            assert_eq!(length(row, "subtokenized_input_sequence"), length(row, "label_sequence"), "{setting}");
        }
    }
    // Nothing is cut: readers do that themselves.
    assert!(rows("prefix").iter().any(|row| length(row, "label_sequence") > 1024));
    // Every file has its labels in the rows of its blocks.
    let begins = |rows: &[Value]| {
        let labels = rows.iter().flat_map(|row| row["label_sequence"].as_array().unwrap());
        labels.filter(|label| **label == 0).count()
    };
    assert_eq!(begins(&rows("twostep")), begins(&rows("prefix")));
}

#[test]
fn bad_rows_are_named_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let [ours, mixed, out] = ["ours", "mixed_dev.jsonl", "out"].map(|name| folder.path().join(name));
    build(&ours, &["--native", "--task", "ideal"]);
    let good = std::fs::read_to_string(ours.join("queries/native/ideal/train.jsonl")).unwrap();
    let good = good.lines().next().unwrap();
    let other = |field: &str, value: Value| {
        let mut row: Value = serde_json::from_str(good).unwrap();
        row[field] = value;
        row.to_string()
    };
    let lines = [
        "{".to_owned(),
        good.to_owned(),
        other("query_name", "No such query".into()),
        other("label_sequence", json!([4, 2])),
        good.to_owned(),
    ];
    std::fs::write(&mixed, lines.join("\n")).unwrap();
    let output = examen(&["build", "queries", "--from-native", shown(&mixed), "--out", shown(&out)]);
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("mixed_dev.jsonl:1: ") && said.contains("mixed_dev.jsonl:3: no query is called"), "{said}");
    let manifest = TaskFolder::open(&out.join("queries/ideal")).unwrap().manifest().clone();
    assert_eq!((manifest.counts.inputs["rows"], manifest.counts.outputs["validation"]), (5, 1));
    let skipped: Vec<(&str, u64)> = manifest.counts.skipped.iter().map(|(reason, &count)| (&**reason, count)).collect();
    let wanted = [("duplicate-id", 1), ("labels-do-not-fit", 1), ("not-readable", 1), ("unknown-query", 1)];
    assert_eq!(skipped, wanted);

    // With no row left there is an error, and what was there stays.
    let before = files(&out);
    std::fs::write(&mixed, "{\n[]\n").unwrap();
    let said = fail(&["build", "queries", "--from-native", shown(&mixed), "--out", shown(&out)]);
    assert!(said.contains("no example of queries/ideal") && said.contains("2 not-readable skipped"), "{said}");
    assert_eq!(files(&out), before);
}

#[test]
fn names_tell_what_files_hold() {
    let folder = tempfile::tempdir().unwrap();
    let [ours, released, out] = ["ours", "released", "out"].map(|name| folder.path().join(name));
    build(&ours, &["--native", "--query", "py/unused-import"]);
    std::fs::create_dir_all(released.join("twostep_relevance")).unwrap();
    let native = ours.join("queries/native");
    // As the released data set has them; the last two tell the setting by their fields only.
    for (from, to) in [
        ("ideal/validation.jsonl", "ideal_val.json"),
        ("file_ideal/test.jsonl", "file_ideal_test.json"),
        ("twostep/train.jsonl", "twostep_relevance/twostep_train.json"),
        ("prefix/train.jsonl", "whole_train.json"),
        ("twostep/validation.jsonl", "blocks_valid.json"),
    ] {
        std::fs::copy(native.join(from), released.join(to)).unwrap();
    }
    build(&out, &["--from-native", shown(&released)]);
    let rows_of = |out: &Path, task: &str, split: &str| {
        TaskFolder::open(&out.join("queries").join(task)).unwrap().manifest().counts.outputs[split]
    };
    for (task, split) in [
        ("ideal", "validation"),
        ("file-ideal", "test"),
        ("file", "train"),
        ("prefix", "train"),
        ("file", "validation"),
    ] {
        assert_eq!(rows_of(&out, task, split), rows_of(&ours, task, split), "{task} {split}");
    }
    assert_eq!(rows_of(&out, "ideal", "train"), 0);
    // Of other files in a folder it is said that they are left out; a file that is named is wanted.
    let nameless = released.join("ideal.json");
    std::fs::rename(released.join("ideal_val.json"), &nameless).unwrap();
    let output = examen(&["build", "queries", "--from-native", shown(&released), "--out", shown(&out)]);
    assert!(output.status.success() && text(&output.stderr).contains("ideal.json: left out"));
    let said = fail(&["build", "queries", "--from-native", shown(&nameless), "--out", shown(&out)]);
    assert!(said.contains("ideal.json has no name that tells its split"), "{said}");
}
