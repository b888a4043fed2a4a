//! The query engine and the baseline that answers nothing.

use std::path::Path;

use examen_corpus::Fingerprint;
use serde_json::{Value, json};

use super::{assert_value, predictions, score, span, span_row, three, value, write_task};
use crate::{examen, shown, text};

const SOURCE: &str = "import os\nimport sys\n\n\ndef f():\n    x = sys.path\n    pass\n    return x\n";

/// Exams about one file: its unused import and its `pass` are asked for in blocks that show them and in those that do not.
fn engine_exams(out: &Path) {
    let hash = Fingerprint::of(SOURCE.as_bytes()).content_hash_hex();
    let block = |content: &str, start: u32, end: u32| json!({ "content": content.strip_suffix('\n'), "line_ranges": [{ "start": start, "end": end }] });
    let (top, function) = SOURCE.split_at(SOURCE.find("def").unwrap());
    let (top, function) = (block(top, 0, 4), block(function, 4, 8));
    let row = |query: &str, blocks: &[&Value], answers: &[Value]| {
        let mut row = span_row(query, answers, &[], &[]);
        row["blocks"] = json!(blocks);
        row
    };
    let (import, pass) = (span(0, (0, 9), "import os"), span(6, (4, 8), "pass"));
    let rows = [
        ("top", row("py/unused-import", &[&top], std::slice::from_ref(&import))),
        ("function", row("py/unused-import", &[&function], &[])),
        ("pass", row("py/unnecessary-pass", &[&function], &[pass])),
        ("other", row("py/repeated-import", &[&top], &[])),
    ];
    write_task(out, "ideal", "spans", &hash, &rows);
    let rows = [("all", row("py/unused-import", &[&top, &function], &[import]))];
    write_task(out, "file", "spans", &hash, &rows);
}

#[test]
fn the_engine_answers_from_the_code_and_not_from_the_labels() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    engine_exams(&data);
    let block =
        json!({ "query": "py/unused-import", "hops": "multi", "example_type": "positive", "is_relevant": true });
    write_task(&data, "relevance", "relevance", "0", &[("block", block)]);
    let code = folder.path().join("code");
    std::fs::create_dir(&code).unwrap();
    std::fs::write(code.join("other_name.py"), SOURCE).unwrap();
    std::fs::write(code.join("noise.py"), "import os\n").unwrap();
    let out = folder.path().join("engine.parquet");
    let ask = |threads: &str| {
        let from = ["--from", shown(&code), "--out", shown(&out), "--threads", threads];
        let output = examen(&[&["predict", "--model", "engine", "--data", shown(&data)][..], &from].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        (std::fs::read(&out).unwrap(), text(&output.stderr))
    };
    let (bytes, said) = ask("1");
    assert!(ask("2").0 == bytes, "threads show in the predictions");
    assert!(said.contains("5 examples answered, 1 skipped, 0 failed"), "{said}");
    let (log, printed, said) = score(&data, &out, &[]);
    assert_value(value(&log, ("ideal", "engine"), "span_exact", "all", None), 4.0, 4);
    assert_value(value(&log, ("file", "engine"), "span_exact", "all", None), 1.0, 1);
    assert!(printed.contains("1 skipped") && said.contains("does not say which blocks are relevant"), "{said}");
}

#[test]
fn the_engine_puts_whole_files_together() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    engine_exams(&data);
    let out = folder.path().join("engine.jsonl");
    let output = examen(&["predict", "--model", "engine", "--data", shown(&data), "--out", shown(&out)]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let (log, _, _) = score(&data, &out, &[]);
    assert_value(value(&log, ("file", "engine"), "span_exact", "all", None), 1.0, 1);
    // What the whole file tells is told to the other examples about it.
    assert_value(value(&log, ("ideal", "engine"), "span_exact", "all", None), 4.0, 4);
}

#[test]
fn the_baseline_is_the_same_predicted_or_computed() {
    let folder = tempfile::tempdir().unwrap();
    three(folder.path());
    let out = folder.path().join("baseline.parquet");
    let output = examen(&["predict", "--model", "no-answer", "--data", shown(folder.path()), "--out", shown(&out)]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let (predicted, _, _) = score(folder.path(), &out, &[]);
    let other = predictions(folder.path(), &[("one", "other", json!([]))]);
    let (mut computed, _, _) = score(folder.path(), &other, &[]);
    computed.rows.retain(|row| row.model.as_deref() == Some("no-answer"));
    assert_eq!(predicted.rows, computed.rows);
}
