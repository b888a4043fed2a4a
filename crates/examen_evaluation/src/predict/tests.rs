//! Prediction with models made for the test, on a small task.

use std::num::NonZeroUsize;
use std::path::Path;

use arrow_schema::DataType;
use examen_corpus::Split;
use examen_data::{
    Answer, AnswerKind, AnswerSpec, CardInfo, ExampleId, ExampleKey, Prediction, PredictionReader, PredictionStatus,
    Provenance, TaskFolder, TaskSchema, TaskWriter, Tool, column, find_task_folders,
};
use serde_json::{Value, json};

use super::*;
use crate::context::{Context, Silent};

const ROWS: usize = 2_500;

/// Writes a task that asks for the class of a number in a text.
pub(super) fn write_task(out: &Path, task: &str, rows: usize, answer: Option<AnswerSpec>) {
    let columns = ["text", "label", "control_label"].map(|name| column(name, DataType::Utf8, ""));
    let mut columns = columns.to_vec();
    columns.push(column("token_count", DataType::UInt32, ""));
    let schema = TaskSchema { suite: "toy".to_owned(), task: task.to_owned(), columns, answer };
    let provenance = Provenance {
        tool: Tool { name: "examen".to_owned(), version: "0".to_owned() },
        data_version: "1".to_owned(),
        seed: 0,
        configuration: json!({}),
        command: String::new(),
        card: CardInfo::default(),
    };
    let mut writer = TaskWriter::create(out, schema, provenance, None).unwrap();
    for at in 0..rows {
        let split = if at % 5 == 4 { Split::Train } else { Split::Test };
        let id = ExampleId::new([task, &at.to_string()]);
        let key = ExampleKey { id: &id, language: "java", project: "p", path: "A.java", content_hash: "0", split };
        let label = if at % 2 == 0 { "even" } else { "odd" };
        let own = json!({ "text": at.to_string(), "label": label, "control_label": "odd", "token_count": 1 });
        writer.push(&key, &own).unwrap();
    }
    writer.finish().unwrap();
}

/// Tells even from odd, panics at multiples of 100, gives an answer of another kind at multiples of 70 and skips those of 30.
struct Parity;

/// Any string is a name.
const PARITY: &str = "owner/parity v1";

impl Predictor for Parity {
    fn predict(&self, _: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        let answer = |row: &ExampleRow| {
            let number: u64 = row.text("text").unwrap().parse().unwrap();
            assert!(!number.is_multiple_of(100), "{number} is too round");
            match number {
                number if number.is_multiple_of(70) => Ok(Answer::Text(number.to_string())),
                number if number.is_multiple_of(30) => Err(NoReply::Skipped("no wish".to_owned())),
                number => {
                    let label = if number.is_multiple_of(2) { "even" } else { "odd" };
                    Ok(Answer::Class { label: label.to_owned(), control_label: None })
                }
            }
        };
        batch.iter().map(answer).collect()
    }
}

fn parity() -> LoadedModel {
    LoadedModel::predictor(PARITY, &[AnswerKind::Class], Parity)
}

/// Gives one reply to any number of rows.
struct Terse;

impl Predictor for Terse {
    fn predict(&self, _: &TaskInfo, _: &[ExampleRow]) -> Vec<Reply> {
        vec![Ok(Answer::Class { label: "odd".to_owned(), control_label: None })]
    }
}

pub(super) fn run(model: LoadedModel, data: &Path, out: &Path, threads: usize) -> PredictSummary {
    let context = Context { threads: NonZeroUsize::new(threads), observer: &Silent };
    predict_with(model, data, &[Split::Test], out.into(), &context).unwrap()
}

pub(super) fn read(path: &Path) -> Vec<Prediction> {
    PredictionReader::open(path).unwrap().map(Result::unwrap).collect()
}

#[test]
fn every_row_has_a_prediction_in_order_whatever_the_model_does() {
    let folder = tempfile::tempdir().unwrap();
    write_task(folder.path(), "parity", ROWS, None);
    let out = folder.path().join("out.jsonl");
    let summary = run(parity(), folder.path(), &out, 1);
    let bytes = std::fs::read(&out).unwrap();
    assert_eq!(summary, run(parity(), folder.path(), &out, 5));
    assert_eq!(bytes, std::fs::read(&out).unwrap(), "threads show in the predictions");

    let tasks = find_task_folders(&folder.path().join("toy")).unwrap();
    let rows: Vec<Value> = tasks[0].rows(Split::Test).unwrap().map(Result::unwrap).collect();
    let predictions = read(&out);
    assert_eq!(predictions.len(), rows.len());
    let mut counts = PredictionCounts::default();
    for (row, prediction) in rows.iter().zip(&predictions) {
        assert_eq!(row["id"], prediction.example_id);
        assert_eq!(prediction.model, PARITY);
        let number: u64 = row["text"].as_str().unwrap().parse().unwrap();
        let reason = prediction.reason.as_deref().unwrap_or_default();
        match prediction.status {
            PredictionStatus::Ok => {
                assert_eq!(prediction.output, json!({ "label": row["label"] }).into());
                counts.answered += 1;
            }
            PredictionStatus::Skipped => {
                assert!(number.is_multiple_of(30) && reason == "no wish", "{number}: {reason}");
                counts.skipped += 1;
            }
            PredictionStatus::Error if number.is_multiple_of(100) => {
                assert!(reason.contains("too round"), "{reason}");
                counts.failed += 1;
            }
            PredictionStatus::Error => {
                assert!(number.is_multiple_of(70) && reason.contains("`class`"), "{number}: {reason}");
                counts.failed += 1;
            }
        }
    }
    assert_eq!(counts, summary.counts);
    assert!(counts.skipped > 0 && counts.failed > 0 && counts.answered > 1_800, "{counts:?}");
}

#[test]
fn too_few_replies_are_failed_rows() {
    let folder = tempfile::tempdir().unwrap();
    write_task(folder.path(), "parity", 10, None);
    let terse = LoadedModel::predictor(PARITY, &AnswerKind::ALL, Terse);
    let summary = run(terse, folder.path(), &folder.path().join("out.parquet"), 2);
    assert_eq!(summary.counts, PredictionCounts { failed: 8, ..PredictionCounts::default() });
}

#[test]
fn rows_show_inputs_and_no_truth() {
    let folder = tempfile::tempdir().unwrap();
    // A manifest that lists a truth column among the inputs does not show it either.
    let careless = AnswerSpec::new(AnswerKind::Class, &["text", "label"], &["label", "control_label"]);
    write_task(folder.path(), "parity", 10, None);
    write_task(folder.path(), "careless", 10, Some(careless));
    for task in ["careless", "parity"] {
        let opened = TaskFolder::open(&folder.path().join("toy").join(task)).unwrap();
        let examples = TaskExamples::new(opened, &[Split::Test]).unwrap().unwrap();
        for hidden in ["label", "control_label", "split", "no_such_column"] {
            let refusal = examples.rows(&["text", hidden]).err().unwrap().to_string();
            assert!(refusal.contains(&format!("`{hidden}`")), "{refusal}");
        }
        let rows: Vec<ExampleRow> = examples.rows(&["text"]).unwrap().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 8);
        for row in rows {
            assert!(row.input().keys().eq(["text"]), "{row:?}");
            assert_eq!(row.language, "java");
            assert!(row.text("label").is_err() && row.read::<u32>("text").is_err());
        }
    }
}

#[test]
fn shared_examples_are_answered_once_and_other_tasks_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    write_task(&folder.path().join("a"), "parity", 10, None);
    write_task(&folder.path().join("b"), "parity", 15, None);
    write_task(&folder.path().join("c"), "text", 15, Some(AnswerSpec::new(AnswerKind::Text, &["text"], &["label"])));
    // Two levels above the tasks.
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    for (name, task) in [("a", "parity"), ("b", "parity"), ("c", "text")] {
        let to = data.join(name);
        std::fs::create_dir(&to).unwrap();
        std::fs::rename(folder.path().join(name).join("toy").join(task), to.join(task)).unwrap();
    }
    let out = folder.path().join("out.parquet");
    let context = Context { threads: NonZeroUsize::new(2), observer: &Silent };
    let settings = PredictSettings {
        model: ModelSpec::parse("length-only"),
        options: ModelOptions::default(),
        data,
        splits: vec![Split::Test],
        out: out.clone(),
    };
    let summary = predict(&settings, &context).unwrap();
    assert_eq!(summary.tasks, ["toy/parity", "toy/parity"]);
    assert_eq!(summary.left_out["asking for text"], ["toy/text"]);
    assert_eq!(summary.counts, PredictionCounts { answered: 12, ..PredictionCounts::default() });
    let predictions = read(&out);
    assert!(predictions.iter().all(|prediction| prediction.model == "length-only"));

    let nothing = PredictSettings { model: ModelSpec::parse("path-neighbours"), ..settings };
    let refusal = predict(&PredictSettings { out: folder.path().join("no.parquet"), ..nothing }, &context);
    assert!(refusal.unwrap_err().to_string().contains("path-neighbours answers none of the tasks"));
    assert!(!folder.path().join("no.parquet").exists());
}
