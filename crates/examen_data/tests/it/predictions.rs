//! Predictions, ours and those that others bring.

use std::path::Path;
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Int64Array, LargeStringArray, NullArray, RecordBatch, StringArray, StringViewArray,
    StructArray,
};
use arrow_schema::{DataType, Field};
use examen_data::{Answer, AnswerKind, DataError, Prediction, PredictionReader, PredictionStatus, PredictionWriter};
use parquet::arrow::ArrowWriter;
use proptest::prelude::*;
use serde_json::{Value, json};

fn read(path: &Path) -> Result<Vec<Prediction>, DataError> {
    PredictionReader::open(path)?.collect()
}

fn prediction() -> impl Strategy<Value = Prediction> {
    let output = prop_oneof![
        Just(Value::Null),
        any::<i64>().prop_map(Value::from),
        "\\PC{0,20}".prop_map(Value::from),
        proptest::collection::vec("[a-z]{0,3}", 0..4).prop_map(Value::from),
        "[a-z]{0,3}".prop_map(|text| json!({ "answer": text, "spans": [[1, 2], []] })),
    ];
    let status =
        prop_oneof![Just(PredictionStatus::Ok), Just(PredictionStatus::Skipped), Just(PredictionStatus::Error)];
    let parts = ("[0-9a-f]{32}", "\\PC{1,8}", output, any::<bool>(), status, proptest::option::of("\\PC{0,9}"));
    parts.prop_map(|(example_id, model, output, truncated, status, reason)| Prediction {
        example_id,
        model,
        output: output.into(),
        truncated,
        status,
        reason,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn predictions_come_back_from_both_forms(predictions in proptest::collection::vec(prediction(), 0..600)) {
        let folder = tempfile::tempdir().unwrap();
        let (table, lines) = (folder.path().join("p.parquet"), folder.path().join("p.jsonl"));
        let mut writer = PredictionWriter::create(&table).unwrap();
        let mut text = String::new();
        for prediction in &predictions {
            writer.push(prediction.clone()).unwrap();
            text.push_str(&serde_json::to_string(prediction).unwrap());
            text.push('\n');
        }
        writer.finish().unwrap();
        std::fs::write(&lines, text).unwrap();
        prop_assert_eq!(&read(&table).unwrap(), &predictions);
        prop_assert_eq!(&read(&lines).unwrap(), &predictions);
    }
}

#[test]
fn short_lines_suffice_and_bad_ones_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.jsonl");
    std::fs::write(&path, "{\"example_id\": \"a\", \"model\": \"m\", \"output\": 3, \"seconds\": 0.1}\n").unwrap();
    let predictions = read(&path).unwrap();
    assert_eq!(predictions[0].status, PredictionStatus::Ok);
    assert_eq!(predictions[0].output, json!(3).into());
    std::fs::write(&path, "\n{\"example_id\": \"a\", \"model\": \"m\", \"status\": \"fine\"}\n").unwrap();
    let message = read(&path).unwrap_err().to_string();
    assert!(message.contains("p.jsonl, line 2: unknown variant `fine`"), "{message}");
}

#[test]
fn foreign_tables_are_taken_by_their_columns() {
    let folder = tempfile::tempdir().unwrap();
    let ids: ArrayRef = Arc::new(LargeStringArray::from(vec!["a", "b"]));
    // What a data frame with a category column writes.
    let models: ArrayRef = Arc::new(DictionaryArray::<Int32Type>::from_iter(["m", "m"]));
    let status: ArrayRef = Arc::new(StringArray::from(vec![None, Some("error")]));
    let output: ArrayRef = Arc::new(StringArray::from(vec!["42", "[1"]));
    let labels: ArrayRef = Arc::new(Int64Array::from(vec![4, 2]));
    let common = [("example_id", ids), ("model", models), ("status", status)];
    let write = |name: &str, own: Vec<(&str, ArrayRef)>| {
        let batch = RecordBatch::try_from_iter_with_nullable(
            common.iter().cloned().chain(own).map(|(name, column)| (name, column, true)),
        )
        .unwrap();
        let path = folder.path().join(name);
        let file = std::fs::File::create(&path).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
        path
    };
    let texts = read(&write("texts.parquet", vec![("output", output)])).unwrap();
    assert_eq!((texts[0].output.clone(), texts[1].output.clone()), (json!("42").into(), json!("[1").into()));
    assert_eq!((texts[0].status, texts[1].status), (PredictionStatus::Ok, PredictionStatus::Error));
    let extras = read(&write("extras.parquet", vec![("label", labels.clone()), ("rank", labels)])).unwrap();
    assert_eq!(extras[1].output, json!({ "label": 2, "rank": 2 }).into());
}

/// What pandas, pyarrow and polars write: texts of three widths, categories, structures with fields that are always null.
#[test]
fn outputs_of_data_frames_are_taken_whatever_their_type() {
    let folder = tempfile::tempdir().unwrap();
    let label = json!({ "label": "7" });
    let text = label.to_string();
    let field = |name: &str, data_type| Arc::new(Field::new(name, data_type, true));
    let structure = StructArray::from(vec![
        (field("label", DataType::Utf8View), Arc::new(StringViewArray::from(vec!["7"])) as ArrayRef),
        (field("name", DataType::Utf8), Arc::new(StringArray::from(vec![None::<&str>])) as ArrayRef),
        (field("nothing", DataType::Null), Arc::new(NullArray::new(1)) as ArrayRef),
    ]);
    let outputs: [(&str, &str, ArrayRef); 6] = [
        ("text", "output", Arc::new(StringArray::from(vec![text.as_str()]))),
        ("large", "output", Arc::new(LargeStringArray::from(vec![text.as_str()]))),
        ("view", "output", Arc::new(StringViewArray::from(vec![text.as_str()]))),
        ("category", "output", Arc::new(DictionaryArray::<Int32Type>::from_iter([text.as_str()]))),
        ("structure", "output", Arc::new(structure)),
        ("column", "label", Arc::new(DictionaryArray::<Int32Type>::from_iter(["7"]))),
    ];
    for (name, column, array) in outputs {
        let path = folder.path().join(name).with_extension("parquet");
        let ids: ArrayRef = Arc::new(StringViewArray::from(vec!["a"]));
        let models: ArrayRef = Arc::new(LargeStringArray::from(vec!["m"]));
        let columns = [("example_id", ids), ("model", models), (column, array)];
        let batch =
            RecordBatch::try_from_iter_with_nullable(columns.map(|(name, column)| (name, column, true))).unwrap();
        let mut writer = ArrowWriter::try_new(std::fs::File::create(&path).unwrap(), batch.schema(), None).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
        let predictions = read(&path).unwrap();
        let answer = Answer::parse(AnswerKind::Class, &predictions[0].output.value().unwrap());
        assert_eq!(answer.unwrap().to_output(), label, "{name}");
    }
}

#[test]
fn a_foreign_table_without_ids_names_the_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.parquet");
    let column: ArrayRef = Arc::new(Int64Array::from(vec![1]));
    let batch = RecordBatch::try_from_iter([("example_id", column)]).unwrap();
    let mut writer = ArrowWriter::try_new(std::fs::File::create(&path).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let message = read(&path).unwrap_err().to_string();
    assert!(message.contains("p.parquet, row 0: invalid type"), "{message}");
}
