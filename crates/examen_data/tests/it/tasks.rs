//! Task folders: what is written, sorted, counted and refused.

use arrow_array::cast::AsArray;
use examen_corpus::Split;
use examen_data::{
    DataError, ExampleId, ExampleKey, SORT_BUFFER_BYTES, TaskFolder, TaskWriter, batch_to_rows, find_task_folders,
    rows_to_batch,
};

use crate::sample::{build, files_of, many, provenance, split_of, task_schema};

#[test]
fn folder_holds_sorted_splits_card_and_manifest() {
    let out = tempfile::tempdir().unwrap();
    let manifest = build(out.path(), &many(500), None).unwrap();
    let names: Vec<String> = files_of(out.path()).into_keys().collect();
    assert_eq!(names, ["README.md", "manifest.json", "test.parquet", "train.parquet", "validation.parquet"]);
    let folders = find_task_folders(out.path()).unwrap();
    assert_eq!(folders.len(), 1);
    assert_eq!(folders[0].manifest(), &manifest);
    folders[0].verify().unwrap();
    let mut total = 0;
    for split in Split::ALL {
        let batches: Vec<_> = folders[0].read(split).unwrap().map(Result::unwrap).collect();
        let ids: Vec<String> = batches
            .iter()
            .flat_map(|batch| batch.column(0).as_string::<i32>().iter().map(|id| id.unwrap().to_owned()))
            .collect();
        assert!(ids.is_sorted() && ids.iter().all(|id| id.len() == 32));
        assert_eq!(manifest.counts.outputs[split.name()], ids.len() as u64);
        total += ids.len();
    }
    assert_eq!(total, 500);
    assert_eq!(manifest.counts.inputs["functions"], 500);
}

#[test]
fn empty_splits_are_files_without_rows() {
    let out = tempfile::tempdir().unwrap();
    let rows: Vec<_> = many(50).into_iter().filter(|row| split_of(row.project) == Split::Test).collect();
    build(out.path(), &rows, None).unwrap();
    let folder = TaskFolder::open(&out.path().join("probes/CPX")).unwrap();
    assert_eq!(folder.read(Split::Train).unwrap().count(), 0);
    assert_eq!(folder.read(Split::Test).unwrap().rows(), rows.len() as u64);
}

#[test]
fn an_empty_task_is_an_explained_error_and_changes_nothing() {
    let out = tempfile::tempdir().unwrap();
    build(out.path(), &many(20), None).unwrap();
    let before = files_of(out.path());
    let rows: Vec<_> = many(3).into_iter().map(|row| crate::sample::Own { code: String::new(), ..row }).collect();
    let error = build(out.path(), &rows, None).unwrap_err();
    assert!(matches!(error, DataError::EmptyTask { .. }));
    assert_eq!(error.to_string(), "no example of probes/CPX could be made: 3 functions; 3 empty skipped");
    assert_eq!(files_of(out.path()), before);
}

#[test]
fn a_dropped_writer_leaves_nothing() {
    let out = tempfile::tempdir().unwrap();
    let mut writer = TaskWriter::create(out.path(), task_schema(), provenance(), None).unwrap();
    push(&mut writer, &serde_json::json!({ "code": "x", "score": 1, "is_mutated": true, "spans": [] })).unwrap();
    drop(writer);
    assert!(files_of(out.path()).is_empty());
}

#[test]
fn a_second_writer_of_the_same_task_is_told_so() {
    let out = tempfile::tempdir().unwrap();
    let first = TaskWriter::create(out.path(), task_schema(), provenance(), None).unwrap();
    let second = TaskWriter::create(out.path(), task_schema(), provenance(), None);
    assert!(matches!(second, Err(DataError::Busy { .. })));
    drop(first);
    assert!(TaskWriter::create(out.path(), task_schema(), provenance(), None).is_ok());
}

#[test]
fn batches_and_pushed_rows_write_the_same() {
    let (pushed, batched) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    build(pushed.path(), &many(100), None).unwrap();
    let folder = TaskFolder::open(&pushed.path().join("probes/CPX")).unwrap();
    let mut writer = TaskWriter::create(batched.path(), task_schema(), provenance(), None).unwrap();
    for split in Split::ALL {
        for batch in folder.read(split).unwrap() {
            writer.write(&batch.unwrap()).unwrap();
        }
    }
    writer.finish().unwrap();
    for split in Split::ALL {
        let name = format!("{split}.parquet");
        assert_eq!(files_of(pushed.path())[&name], files_of(batched.path())[&name]);
    }
}

#[test]
fn splits_larger_than_memory_are_sorted_through_spilled_runs() {
    let (forwards, backwards) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let megabyte = 1 << 20;
    let count = 3 * SORT_BUFFER_BYTES / megabyte + 5;
    let mut rows = many(count as u16);
    for row in &mut rows {
        row.code = row.code.repeat(megabyte / row.code.len());
        row.project = 0;
    }
    // One row twice, in two runs.
    rows.push(rows[0].clone());
    let manifest = build(forwards.path(), &rows, None).unwrap();
    assert_eq!(manifest.counts.outputs["train"], count as u64);
    assert_eq!(manifest.counts.skipped["duplicate-id"], 1);
    // What a killed build left behind is cleared away.
    let folder = backwards.path().join("probes/CPX");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(".train.run-99"), b"left over").unwrap();
    rows.reverse();
    build(backwards.path(), &rows, None).unwrap();
    assert!(files_of(forwards.path()) == files_of(backwards.path()));
}

#[test]
fn rows_that_do_not_fit_are_named() {
    let out = tempfile::tempdir().unwrap();
    let mut writer = TaskWriter::create(out.path(), task_schema(), provenance(), None).unwrap();
    let mut own = serde_json::json!({ "code": "x", "score": 1, "is_mutated": true, "spans": [] });
    for _ in 0..280 {
        push(&mut writer, &own).unwrap();
    }
    own["score"] = "much".into();
    let message = push(&mut writer, &own).unwrap_err().to_string();
    assert!(message.starts_with("probes/CPX, row 280: "), "{message}");

    let table = task_schema().table().unwrap();
    let schema = table.arrow();
    let row = serde_json::json!({ "nonsense": 1 });
    let rows = [row.as_object().unwrap().clone()];
    let message = rows_to_batch(schema, "here", &rows).unwrap_err().to_string();
    assert_eq!(message, "here, row 0: `nonsense` is not a column");
}

#[test]
fn cells_are_read_as_the_json_of_their_rows_is() {
    use serde_json::{Value, from_value};
    type Spans = Vec<std::collections::BTreeMap<String, Option<Value>>>;
    let out = tempfile::tempdir().unwrap();
    build(out.path(), &many(60), None).unwrap();
    let folder = TaskFolder::open(&out.path().join("probes/CPX")).unwrap();
    let columns = ["id", "code", "label", "score", "is_mutated", "spans"];
    let objects = folder.objects_with(Split::Test, &columns).unwrap().map(Result::unwrap);
    let rows: Vec<_> = folder.cells_with(Split::Test, &columns).unwrap().map(Result::unwrap).collect();
    assert!(rows.len() > 9);
    for (row, object) in rows.iter().zip(objects) {
        assert_eq!(row.object().unwrap(), object);
        for column in columns.into_iter().chain(["missing"]) {
            let json = || object.get(column).cloned().unwrap_or_default();
            assert_eq!(row.value::<Value>(column).unwrap(), json());
            assert_eq!(row.text(column), json().as_str());
            // Values of the wrong type are refused in the same words.
            let words = |error: serde_json::Error| error.to_string();
            assert_eq!(row.value::<Option<String>>(column).map_err(words), from_value(json()).map_err(words));
            assert_eq!(row.value::<u8>(column).map_err(words), from_value(json()).map_err(words));
            assert_eq!(row.value::<Option<f64>>(column).map_err(words), from_value(json()).map_err(words));
            assert_eq!(row.value::<Spans>(column).map_err(words), from_value(json()).map_err(words));
            assert_eq!(row.value::<(Value,)>(column).map_err(words), from_value(json()).map_err(words));
            assert_eq!(row.value::<Split>(column).map_err(words), from_value(json()).map_err(words));
        }
    }
}

#[test]
fn foreign_splits_and_tasks_are_refused() {
    let out = tempfile::tempdir().unwrap();
    build(out.path(), &many(5), None).unwrap();
    let folder = TaskFolder::open(&out.path().join("probes/CPX")).unwrap();
    let batch = folder.read(Split::Train).unwrap().next().unwrap().unwrap();
    for (column, message) in [("split", "`dev` is not a split"), ("task", "`task` is `dev`, wanted `CPX`")] {
        let mut rows = batch_to_rows(&batch).unwrap();
        rows[0].insert(column.to_owned(), "dev".into());
        let changed = rows_to_batch(&batch.schema(), "rows", &rows).unwrap();
        let other = tempfile::tempdir().unwrap();
        let mut writer = TaskWriter::create(other.path(), task_schema(), provenance(), None).unwrap();
        assert!(writer.write(&changed).unwrap_err().to_string().ends_with(message));
    }
}

#[test]
fn names_that_are_no_folders_are_refused() {
    for name in ["", "..", "a/b", ".hidden", "a b"] {
        let schema = examen_data::TaskSchema { task: name.to_owned(), ..task_schema() };
        assert!(matches!(schema.table(), Err(DataError::BadName { .. })), "{name}");
    }
}

#[test]
fn ids_depend_on_the_bounds_of_parts() {
    assert_eq!(ExampleId::new(["a", "b"]).as_str(), ExampleId::new(["a", "b"]).as_str());
    assert_ne!(ExampleId::new(["ab", "c"]), ExampleId::new(["a", "bc"]));
    assert_ne!(ExampleId::new(["a"]), ExampleId::new(["a", ""]));
    assert_eq!(ExampleId::new(["a"]).as_str().len(), 32);
}

#[test]
fn rows_come_as_values_with_the_columns_wanted() {
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Row {
        id: String,
        spans: Vec<Span>,
    }
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Span {
        start: u32,
    }
    let out = tempfile::tempdir().unwrap();
    build(out.path(), &many(100), None).unwrap();
    let folder = find_task_folders(&out.path().join("probes")).unwrap().remove(0);
    let all: Vec<Row> = folder.rows(Split::Test).unwrap().map(Result::unwrap).collect();
    let some: Vec<Row> = folder.rows_with(Split::Test, &["spans", "id"]).unwrap().map(Result::unwrap).collect();
    assert!(all.len() > 10 && all == some && all.iter().any(|row| row.spans.len() == 2));
    let map = folder.rows_with::<serde_json::Map<_, _>>(Split::Test, &["id"]).unwrap().next().unwrap().unwrap();
    assert_eq!(map.keys().collect::<Vec<_>>(), ["id"]);
    assert!(matches!(folder.rows_with::<Row>(Split::Test, &["nothing"]), Err(DataError::WrongColumn { .. })));
    // Rows that lack what the type wants are named.
    let error = folder.rows_with::<Row>(Split::Test, &["id"]).unwrap().next().unwrap().unwrap_err();
    assert!(error.to_string().ends_with("test.parquet, row 0: missing field `spans`"), "{error}");
}

/// Pushes a row with these columns of its own.
fn push(writer: &mut TaskWriter, own: &serde_json::Value) -> examen_data::Result<()> {
    let id = ExampleId::new(["x"]);
    let key =
        ExampleKey { id: &id, language: "python", project: "p", path: "a.py", content_hash: "0", split: Split::Train };
    writer.push(&key, own)
}
