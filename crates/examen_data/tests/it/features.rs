//! Features come back layer by layer, whoever wrote them and however often.

use std::collections::BTreeMap;
use std::path::Path;

use examen_data::{DataError, FeatureReader, FeatureShape, TableReader, open_features, write_feature_table};
use safetensors::SafeTensors;

const SHAPE: FeatureShape = FeatureShape { layers: 12, rows: 5, width: 3 };

/// The number of a layer, row and column.
fn value(layer: usize, row: usize, column: usize) -> f32 {
    (layer * 100 + row * 10 + column) as f32
}

/// Some rows of all layers.
fn block(rows: std::ops::Range<usize>) -> Vec<Vec<f32>> {
    let layer = |layer: usize| {
        rows.clone().flat_map(move |row| (0..SHAPE.width).map(move |column| value(layer, row, column))).collect()
    };
    (0..SHAPE.layers).map(layer).collect()
}

fn counts(texts: u64) -> BTreeMap<String, u64> {
    BTreeMap::from([("texts".to_owned(), texts)])
}

/// Writes all rows in blocks that end where told.
fn write(path: &Path, ends: &[usize]) -> FeatureReader {
    let mut writer = open_features(path, SHAPE, "made of this").unwrap().unwrap_err();
    for &end in ends {
        let start = writer.rows();
        writer.add(&block(start..end), &counts((end - start) as u64)).unwrap();
    }
    assert_eq!(writer.counts(), &counts(5));
    writer.finish().unwrap()
}

#[test]
fn layers_come_back_and_other_tools_read_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/f.safetensors");
    let reader = write(&path, &[2, 5]);
    assert_eq!((reader.shape(), reader.fingerprint()), (SHAPE, Some("made of this")));
    assert_eq!(reader.layer(11).unwrap(), block(0..5)[11]);
    assert_eq!(reader.rows(10, 3..4).unwrap(), [1030.0, 1031.0, 1032.0]);
    assert!(matches!(reader.rows(12, 0..1), Err(DataError::Features { .. })));
    assert!(matches!(reader.rows(0, 4..6), Err(DataError::Features { .. })));
    let bytes = std::fs::read(&path).unwrap();
    let tensors = SafeTensors::deserialize(&bytes).unwrap();
    assert_eq!((tensors.len(), tensors.tensor("layer.3").unwrap().shape()), (12, &[5, 3][..]));
    assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no left-over beside it");
}

#[test]
fn a_stopped_writer_is_gone_on_with_and_the_bytes_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, resumed) = (folder.path().join("whole"), folder.path().join("resumed"));
    write(&whole, &[5]);
    let mut first = open_features(&resumed, SHAPE, "made of this").unwrap().unwrap_err();
    first.add(&block(0..3), &counts(3)).unwrap();
    drop(first);
    let second = open_features(&resumed, SHAPE, "made of this").unwrap().unwrap_err();
    assert_eq!(second.rows(), 3);
    drop(second);
    write(&resumed, &[4, 5]);
    assert_eq!(std::fs::read(&whole).unwrap(), std::fs::read(&resumed).unwrap());
    assert!(open_features(&whole, SHAPE, "made of this").unwrap().is_ok(), "what is complete is not written again");
    let other = open_features(&whole, SHAPE, "made of that").unwrap().unwrap_err();
    assert_eq!(other.rows(), 0);
}

#[test]
fn what_was_made_of_something_else_is_begun_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let mut first = open_features(&path, SHAPE, "made of that").unwrap().unwrap_err();
    first.add(&block(0..3), &counts(3)).unwrap();
    drop(first);
    assert_eq!(open_features(&path, SHAPE, "made of this").unwrap().unwrap_err().rows(), 0);
}

#[test]
fn rows_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = open_features(&folder.path().join("f"), SHAPE, "").unwrap().unwrap_err();
    assert!(matches!(writer.add(&block(0..2)[1..], &counts(2)), Err(DataError::Features { .. })));
    assert!(matches!(writer.add(&[block(0..5), block(0..5)].concat(), &counts(5)), Err(DataError::Features { .. })));
    writer.add(&block(0..4), &counts(4)).unwrap();
    assert!(matches!(writer.add(&block(0..2), &counts(2)), Err(DataError::Features { .. })));
    assert!(matches!(writer.finish(), Err(DataError::Features { .. })), "a row is missing");
}

#[test]
fn a_table_has_the_same_numbers_and_the_ids() {
    let folder = tempfile::tempdir().unwrap();
    let reader = write(&folder.path().join("f.safetensors"), &[5]);
    let path = folder.path().join("f.parquet");
    let ids = ["a", "b", "c", "d", "e"].map(|id| Ok(id.to_owned()));
    assert_eq!(write_feature_table(&path, &reader, ids).unwrap().rows, 5);
    let batches: Vec<_> = TableReader::open_any(&path).unwrap().map(Result::unwrap).collect();
    let lines = examen_data::rows_to_jsonl(&batches[0]).unwrap();
    let third = lines.lines().nth(2).unwrap();
    assert!(third.starts_with(r#"{"id":"c","layer.0":[20.0,21.0,22.0],"layer.1":[120.0,"#), "{third}");
}

#[test]
fn what_is_no_file_of_features_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    write(&path, &[5]);
    let whole = std::fs::read(&path).unwrap();
    let headless = [&u64::MAX.to_le_bytes(), &whole[8..]].concat();
    let renamed = String::from_utf8_lossy(&whole[..400]).replace("layer.0", "layer.x").into_bytes();
    for bytes in [&whole[..4], &whole[..100], &whole[..whole.len() - 1], &headless, &renamed, b"{}"] {
        std::fs::write(&path, bytes).unwrap();
        assert!(matches!(FeatureReader::open(&path), Err(DataError::Features { .. })), "{} bytes", bytes.len());
    }
}
