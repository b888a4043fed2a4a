//! Tables: same rows, same bytes; what goes in comes out.

use std::path::Path;

use arrow_array::RecordBatch;
use arrow_schema::{DataType, Field};
use arrow_select::concat::concat_batches;
use examen_data::{
    DataError, ROW_GROUP_BYTES, TableReader, TableSchema, TableWriter, batch_to_rows, column, rows_to_batch,
    rows_to_jsonl,
};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::sample::{Own, own, task_schema};

fn table() -> TableSchema {
    TableSchema::new("sample/1", task_schema().columns).unwrap()
}

fn objects(rows: &[Own]) -> Vec<Map<String, Value>> {
    rows.iter().map(|row| serde_json::to_value(row).unwrap().as_object().unwrap().clone()).collect()
}

fn write(path: &Path, schema: &TableSchema, batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = TableWriter::create(path, schema).unwrap();
    for batch in batches {
        writer.write(batch).unwrap();
    }
    let digest = writer.finish().unwrap();
    let bytes = std::fs::read(path).unwrap();
    assert_eq!(digest.bytes, bytes.len() as u64);
    assert_eq!(digest.blake3, blake3::hash(&bytes).to_hex().to_string());
    bytes
}

fn cut(batch: &RecordBatch, sizes: &[usize]) -> Vec<RecordBatch> {
    let mut batches = Vec::new();
    let mut start = 0;
    for size in sizes.iter().cycle() {
        let length = (*size).min(batch.num_rows() - start);
        batches.push(batch.slice(start, length));
        start += length;
        if start == batch.num_rows() {
            return batches;
        }
    }
    batches
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn rows_survive_json_and_parquet(rows in proptest::collection::vec(own(), 0..60)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.parquet");
        let objects = objects(&rows);
        let batch = rows_to_batch(table().arrow(), "rows", &objects).unwrap();
        prop_assert_eq!(&batch_to_rows(&batch).unwrap(), &objects);
        write(&path, &table(), std::slice::from_ref(&batch));
        let read: Vec<RecordBatch> = TableReader::open(&path, &table()).unwrap().map(Result::unwrap).collect();
        prop_assert_eq!(&concat_batches(table().arrow(), &read).unwrap(), &batch);
        let lines = rows_to_jsonl(&batch).unwrap();
        let parsed: Vec<Map<String, Value>> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        prop_assert_eq!(parsed, objects);
    }

    #[test]
    fn batch_boundaries_change_no_byte(
        rows in proptest::collection::vec(own(), 1..60),
        repeats in 1..300usize,
        sizes in proptest::collection::vec(1..900usize, 1..5),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let schema = table();
        let small = rows_to_batch(schema.arrow(), "rows", &objects(&rows)).unwrap();
        // Enough rows for several row groups in some of the cases.
        let batch = concat_batches(schema.arrow(), &vec![small; repeats]).unwrap();
        let whole = write(&folder.path().join("a"), &schema, std::slice::from_ref(&batch));
        let in_pieces = write(&folder.path().join("b"), &schema, &cut(&batch, &sizes));
        prop_assert!(whole == in_pieces);
    }
}

#[test]
fn large_rows_close_row_groups_early_and_the_same_way() {
    let folder = tempfile::tempdir().unwrap();
    let schema = TableSchema::new("large/1", vec![column("text", DataType::Utf8, "large")]).unwrap();
    let sizes = [10, ROW_GROUP_BYTES / 2, ROW_GROUP_BYTES / 2, 3, ROW_GROUP_BYTES * 2, 1, 1];
    let rows: Vec<_> =
        sizes.iter().map(|&size| json!({ "text": "x".repeat(size) }).as_object().unwrap().clone()).collect();
    let batch = rows_to_batch(schema.arrow(), "rows", &rows).unwrap();
    let whole = write(&folder.path().join("a"), &schema, std::slice::from_ref(&batch));
    let singly = write(&folder.path().join("b"), &schema, &cut(&batch, &[1]));
    assert!(whole == singly);
    let lengths: Vec<usize> = TableReader::open(&folder.path().join("a"), &schema)
        .unwrap()
        .flat_map(|batch| batch_to_rows(&batch.unwrap()).unwrap())
        .map(|row| row["text"].as_str().unwrap().len())
        .collect();
    assert_eq!(lengths, sizes);
}

#[test]
fn a_dropped_table_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = TableWriter::create(&folder.path().join("t.parquet"), &table()).unwrap();
    writer.write(&RecordBatch::new_empty(table().arrow().clone())).unwrap();
    drop(writer);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn another_version_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.parquet");
    write(&path, &table(), &[]);
    let newer = TableSchema::new("sample/2", task_schema().columns).unwrap();
    let error = TableReader::open(&path, &newer).err().unwrap();
    let message = error.to_string();
    assert!(message.ends_with("t.parquet: holds `sample/1`, this reader wants `sample/2`"), "{message}");
}

#[test]
fn other_columns_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.parquet");
    let schema = |columns| TableSchema::new("sample/1", columns).unwrap();
    let text = |name| Field::new(name, DataType::Utf8, false);
    write(&path, &schema(vec![text("a"), text("b")]), &[]);
    let cases = [
        (vec![text("a"), Field::new("b", DataType::Int64, false)], "column `b` is Utf8, wanted Int64"),
        (vec![text("a"), text("b"), text("c")], "column `c` is missing, wanted Utf8 as column 2"),
        (vec![text("b"), text("a")], "column `b` is column 1, wanted Utf8 as column 0"),
        (vec![text("a")], "column `b` is Utf8, wanted no such column"),
    ];
    for (columns, wanted) in cases {
        let message = TableReader::open(&path, &schema(columns)).err().unwrap().to_string();
        assert!(message.ends_with(wanted), "{message}");
    }
}

#[test]
fn types_outside_the_list_are_refused() {
    let schema = TableSchema::new("sample/1", vec![Field::new("day", DataType::Date32, false)]);
    assert!(matches!(schema, Err(DataError::UnsupportedType { .. })));
}
