//! `examen predict` and `examen score` on small tasks that ask for a class.

use std::path::Path;

use arrow_schema::DataType;
use examen_corpus::Split;
use examen_data::{ExampleId, ExampleKey, ResultLog, ResultRow, TaskSchema, column};
use serde_json::{Value, json};

use crate::score::{predictions, score, task_writer};
use crate::{examen, shown, text};

/// A row: its name, split, text, label and control label.
pub(crate) type Row = (String, Split, String, String, String);

/// Writes a task of the probes suite.
pub(crate) fn write_task(out: &Path, task: &str, rows: &[Row]) {
    let columns = [
        ("text", DataType::Utf8),
        ("label", DataType::Utf8),
        ("control_label", DataType::Utf8),
        ("token_count", DataType::UInt32),
    ];
    let columns = columns.map(|(name, data_type)| column(name, data_type, "")).to_vec();
    let schema = TaskSchema { suite: "probes".to_owned(), task: task.to_owned(), columns, answer: None };
    let mut writer = task_writer(out, schema);
    for (at, (name, split, text, label, control)) in rows.iter().enumerate() {
        let id = ExampleId::new([name]);
        let project = &format!("p{}", at % 12);
        let key = ExampleKey { id: &id, language: "java", project, path: "A.java", content_hash: "0", split: *split };
        let token_count = text.split_whitespace().count();
        let own = json!({ "text": text, "label": label, "control_label": control, "token_count": token_count });
        writer.push(&key, &own).unwrap();
    }
    writer.finish().unwrap();
}

/// Half of the texts have a misspelt type; the length says nothing. Control labels take turns of another length.
fn misspelt(task: &str) -> Vec<Row> {
    let row = |at: usize| {
        let split = [Split::Train, Split::Train, Split::Train, Split::Validation, Split::Test][at % 5];
        let is_fault = at % 2 == 1;
        let noise = format!("name{} = name{} ; ", at % 7, at % 11).repeat(1 + at % 3);
        let text = format!("{} x ; {noise}", if is_fault { "itn" } else { "int" });
        let label = if is_fault { "FAULT" } else { "ORIG" };
        let control = if (at / 2 + at / 13).is_multiple_of(2) { "ORIG" } else { "FAULT" };
        (format!("{task}{at}"), split, text, label.to_owned(), control.to_owned())
    };
    (0..400).map(row).collect()
}

/// The classes are those of length, which every token counts for.
fn by_length() -> Vec<Row> {
    let row = |at: usize| {
        let split = [Split::Train, Split::Validation, Split::Test][at % 3];
        let label = ["A", "B", "C"][at % 10 / 4];
        (format!("len{at}"), split, "x ".repeat(1 + at % 10), label.to_owned(), ["A", "B", "C"][at / 2 % 3].to_owned())
    };
    (0..300).map(row).collect()
}

fn predict(model: &str, data: &Path, out: &Path, more: &[&str]) -> String {
    let arguments = ["predict", "--model", model, "--data", shown(data), "--out", shown(out)];
    let output = examen(&[&arguments[..], more].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stderr)
}

fn row<'l>(log: &'l ResultLog, task: &str, model: Option<&str>, metric: &str, labels: &str) -> &'l ResultRow {
    let is_meant = |row: &&ResultRow| {
        let is_whole = row.group.is_none() && row.examples.as_deref() != Some("answered");
        let is_of_all = is_whole && row.labels.as_deref() == Some(labels);
        row.task == task && row.model.as_deref() == model && row.metric == metric && is_of_all
    };
    let found: Vec<&ResultRow> = log.rows.iter().filter(is_meant).collect();
    assert_eq!(found.len(), 1, "{task} {model:?} {metric} {labels}: {:#?}", log.rows);
    found[0]
}

fn value(log: &ResultLog, task: &str, model: &str, metric: &str, labels: &str) -> f64 {
    row(log, task, Some(model), metric, labels).value
}

#[test]
fn models_find_what_a_task_gives_away() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    write_task(&data, "TYP", &misspelt("typ"));
    write_task(&data, "LEN", &by_length());
    let models = ["bag-of-tokens", "length-only", "majority"];
    let files = models.map(|model| folder.path().join(format!("{model}.parquet")));
    for (model, file) in models.iter().zip(&files) {
        let said = predict(model, &data, file, &[]);
        assert!(said.contains("180 examples answered, 0 skipped, 0 failed"), "{said}");
    }
    let more: Vec<&str> = files[1..].iter().map(|file| shown(file)).collect();
    let (log, printed, _) = score(&data, &files[0], &[&["--predictions"][..], &more].concat());
    let accuracy = |task: &str, model: &str| value(&log, task, model, "accuracy", "true");
    assert!(accuracy("TYP", "bag-of-tokens") > 0.99);
    assert!((0.3..0.7).contains(&accuracy("TYP", "length-only")));
    assert!((accuracy("TYP", "majority") - 0.5).abs() < 1e-12);
    assert!(accuracy("LEN", "length-only") > 0.99);
    assert!(accuracy("LEN", "majority") < 0.5);

    // The control task cannot be told from the text, so most of what is right is known.
    let control = value(&log, "TYP", "bag-of-tokens", "accuracy", "control");
    let selectivity = row(&log, "TYP", Some("bag-of-tokens"), "selectivity", "true-control");
    assert!((selectivity.value - (accuracy("TYP", "bag-of-tokens") - control)).abs() < 1e-12);
    assert!(selectivity.value > 0.25 && selectivity.n == 80, "{selectivity:?}");
    assert!(selectivity.ci_low.unwrap() < selectivity.value && selectivity.value < selectivity.ci_high.unwrap());
    assert!((row(&log, "LEN", None, "random_baseline", "true").value - 1.0 / 3.0).abs() < 1e-12);
    assert!((row(&log, "LEN", None, "majority_baseline", "true").value - 0.4).abs() < 1e-12);
    for word in ["selectivity", "probes/TYP", "bag-of-tokens", "33.33", "40.00", "Newcombe"] {
        assert!(printed.contains(word), "{word}: {printed}");
    }
    // The paper's baseline and its best model at TYP and at LEN.
    for (model, value) in [("BERT", "89.90"), ("GraphCodeBERT", "95.90"), ("BERT", "81.30"), ("CodeReviewer", "88.50")]
    {
        let is_line = |line: &&str| line.contains(&format!("| {model} ")) && line.contains("INSPECT, Table 2");
        assert!(printed.lines().filter(is_line).any(|line| line.contains(value)), "{model}: {printed}");
    }
}

#[test]
fn threads_do_not_show_and_lines_hold_both_labels() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    for task in ["TYP", "TYP.python", "SRK"] {
        write_task(&data, task, &misspelt(task));
    }
    let out = folder.path().join("bag.jsonl");
    let bytes = |threads: &str, seed: &str| {
        let said = predict("bag-of-tokens", &data, &out, &["--threads", threads, "--seed", seed]);
        assert!(said.contains("probes/TYP.python: 80 examples"), "{said}");
        std::fs::read_to_string(&out).unwrap()
    };
    let lines = bytes("1", "5");
    assert_eq!(lines, bytes("3", "5"));
    assert_eq!(lines.lines().count(), 240);
    let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    for name in ["label", "control_label"] {
        assert!(["ORIG", "FAULT"].contains(&first["output"][name].as_str().unwrap()), "{first}");
    }
    assert_eq!(first["model"], "bag-of-tokens");
    let said = predict("majority", &data, &out, &["--split", "train"]);
    assert!(said.contains("720 examples answered"), "{said}");
}

/// Four examples in the test split, by name: label and control label.
fn four(out: &Path) {
    let rows = [("a", "7", "3"), ("b", "7", "7"), ("c", "3", "7"), ("d", "31-100", "31-100")];
    let row = |(name, label, control): (&str, &str, &str)| {
        (name.to_owned(), Split::Test, "x".to_owned(), label.to_owned(), control.to_owned())
    };
    write_task(out, "NPT", &rows.map(row));
}

#[test]
fn classes_are_scored_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    four(folder.path());
    let both = |label: &str, control: &str| json!({ "label": label, "control_label": control });
    let lines = [
        ("a", "both", both("7", "3")),
        ("b", "both", both("7", "3")),
        ("c", "both", both("7", "7")),
        ("a", "bare", json!("7")),
        ("b", "bare", json!(7)),
        ("c", "bare", json!({ "label": 3 })),
        ("d", "bare", json!({ "label": "31-100", "control_label": null })),
        ("a", "odd", both("7", "3")),
        ("a", "odd", both("3", "3")),
        ("b", "odd", json!({ "label": "3" })),
        ("c", "odd", json!({ "label": [3] })),
        ("d", "odd", json!({ "texts": ["31-100"] })),
    ];
    let (log, printed, said) = score(folder.path(), &predictions(folder.path(), &lines), &["--by", "class"]);
    let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-12, "{found}, wanted {wanted}");
    // The example without a prediction is wrong by both labels.
    near(value(&log, "NPT", "both", "accuracy", "true"), 0.5);
    near(value(&log, "NPT", "both", "accuracy", "control"), 0.5);
    near(value(&log, "NPT", "both", "selectivity", "true-control"), 0.0);
    near(value(&log, "NPT", "bare", "accuracy", "true"), 1.0);
    near(value(&log, "NPT", "odd", "accuracy", "true"), 0.25);
    // Without a control label for every answer there is no value of control.
    for model in ["bare", "odd"] {
        let is_of_control = |row: &ResultRow| row.labels.as_deref().is_some_and(|labels| labels.contains("control"));
        assert!(!log.rows.iter().any(|row| row.model.as_deref() == Some(model) && is_of_control(row)), "{model}");
    }
    let of_class = |class: &str| {
        let is_meant = |row: &&ResultRow| row.model.as_deref() == Some("both") && row.group.as_deref() == Some(class);
        log.rows.iter().find(is_meant).map(|row| (row.value, row.n))
    };
    assert_eq!(of_class("class:7"), Some((1.0, 2)));
    assert_eq!(of_class("class:31-100"), Some((0.0, 1)));
    for word in ["1 without prediction", "1 repeated", "2 unusable", "1 without control label", "class:31-100"] {
        assert!(printed.contains(word), "{word}: {printed}");
    }
    assert!(said.contains("`label` is neither a text nor a whole number"), "{said}");
}

#[test]
fn tasks_of_other_kinds_are_left_out_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    write_task(&data, "TYP", &misspelt("typ"));
    crate::score::three(&data);
    let out = folder.path().join("out.parquet");
    let said = predict("no-answer", &data, &out, &[]);
    assert!(said.contains("left out, asking for class: probes/TYP"), "{said}");
    assert!(said.contains("3 examples answered"), "{said}");
    let said = predict("majority", &data, &out, &[]);
    assert!(said.contains("left out, asking for spans: queries/ideal"), "{said}");
    assert!(said.contains("80 examples answered"), "{said}");

    let probes = data.join("probes");
    let nothing = folder.path().join("nothing.parquet");
    let output = examen(&["predict", "--model", "engine", "--data", shown(&probes), "--out", shown(&nothing)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("engine answers none of the tasks below"), "{}", text(&output.stderr));
    assert!(!nothing.exists());
}

#[test]
fn without_training_examples_nothing_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    four(folder.path());
    let out = folder.path().join("out.parquet");
    let data = shown(folder.path());
    let output = examen(&["predict", "--model", "bag-of-tokens", "--data", data, "--out", shown(&out)]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("there is no example to train on") && said.contains("answered none of the examples"),
        "{said}"
    );
    assert!(out.exists(), "the reasons are in the file");
}

#[test]
fn models_that_cannot_predict_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    four(folder.path());
    let (data, out) = (shown(folder.path()), folder.path().join("out.parquet"));
    let refused = |model: &str| {
        let output = examen(&["predict", "--model", model, "--data", data, "--out", shown(&out)]);
        assert_eq!(output.status.code(), Some(2), "{model}");
        text(&output.stderr)
    };
    assert!(refused("majorty").contains("did you mean `majority`?"));
    assert!(refused("random-encoder").contains("gives features and no answers"));
    assert!(refused("hub:owner/name").contains("cannot predict yet"));
    assert!(refused("http://user:word@localhost").contains("user or password"));
    assert!(!out.exists());
    let embed = ["embed", "--model", "engine", "--data", "texts.jsonl", "--out", shown(&out)];
    assert_eq!(examen(&embed).status.code(), Some(2));
}
