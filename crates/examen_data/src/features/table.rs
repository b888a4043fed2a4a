//! Features as a Parquet table, with the ids of their texts.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef, Float32Array, ListArray, RecordBatch, StringArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field};

use super::{FEATURES_SCHEMA, FeatureReader, FeatureShape, layer_name, open_features};
use crate::atomic_file::FileDigest;
use crate::error::{DataError, Result};
use crate::examples::column;
use crate::table_reader::TableReader;
use crate::table_schema::{TableSchema, text_column};
use crate::table_writer::TableWriter;

/// Bytes of features that are turned into columns at a time.
const BATCH_BYTES: usize = 16 << 20;

/// Writes a table with the column `id` and a column `layer.N` of lists for each layer; `ids` are those of the rows, in order.
pub fn write_feature_table(
    path: &Path,
    features: &FeatureReader,
    ids: impl IntoIterator<Item = Result<String>>,
) -> Result<FileDigest> {
    let shape = features.shape();
    let number = Arc::new(Field::new("item", DataType::Float32, false));
    let mut columns = vec![column("id", DataType::Utf8, "id of the text")];
    for layer in 0..shape.layers {
        let about = if layer == 0 { "the text in the embeddings" } else { "the text in this layer" };
        columns.push(column(&layer_name(layer), DataType::List(Arc::clone(&number)), about));
    }
    let schema = TableSchema::new(FEATURES_SCHEMA, columns)?;
    let mut table = TableWriter::create(path, &schema)?;
    let mut ids = ids.into_iter();
    let rows_at_once = (BATCH_BYTES / (shape.layers * shape.width * size_of::<f32>()).max(1)).max(1);
    for start in (0..shape.rows).step_by(rows_at_once) {
        let rows = start..shape.rows.min(start + rows_at_once);
        let names: Vec<String> = ids.by_ref().take(rows.len()).collect::<Result<_>>()?;
        let mut arrays: Vec<ArrayRef> = vec![Arc::new(StringArray::from(names))];
        for layer in 0..shape.layers {
            let values = Float32Array::from(features.rows(layer, rows.clone())?);
            let offsets = OffsetBuffer::from_repeated_length(shape.width, rows.len());
            let list = ListArray::try_new(Arc::clone(&number), offsets, Arc::new(values), None);
            arrays.push(Arc::new(list.map_err(DataError::arrow("features as a table"))?));
        }
        let batch = RecordBatch::try_new(Arc::clone(schema.arrow()), arrays);
        table.write(&batch.map_err(DataError::arrow("features as a table"))?)?;
    }
    table.finish()
}

/// Reads a table with the column `id` and a column `layer.N` of lists for each layer, ours or anybody's, into a file of features;
/// returns that and the ids of its rows. A file with this fingerprint is taken as it is.
pub fn read_feature_table(path: &Path, to: &Path, fingerprint: &str) -> Result<(FeatureReader, Vec<String>)> {
    let table = TableReader::open_any(path)?;
    let has_layer = |layer: &usize| table.schema().column_with_name(&layer_name(*layer)).is_some();
    let layers = (0..table.schema().fields().len()).take_while(has_layer).count();
    if layers == 0 {
        return Err(wrong(path, "it has no column layer.0"));
    }
    let rows = usize::try_from(table.rows()).unwrap_or(usize::MAX);
    let (mut ids, mut files) = (Vec::new(), None);
    for batch in table {
        let batch = batch?;
        let names = text_column(path, &batch, "id")?;
        ids.extend(names.iter().map(|name| name.unwrap_or_default().to_owned()));
        let mut matrices = Vec::with_capacity(layers);
        for layer in 0..layers {
            matrices.push(layer_values(path, &batch, &layer_name(layer))?);
        }
        let width = matrices[0].len() / batch.num_rows().max(1);
        let open = || open_features(to, FeatureShape { layers, rows, width }, fingerprint);
        // The width is known with the first rows.
        let file = match files.take() {
            None => open()?,
            Some(file) => file,
        };
        files = Some(match file {
            Err(mut writer) => {
                // An interrupted attempt may have had these rows already.
                if writer.rows() < ids.len() {
                    writer.add(&matrices, &BTreeMap::new())?;
                }
                Err(writer)
            }
            there => there,
        });
    }
    match files {
        Some(Ok(reader)) => Ok((reader, ids)),
        Some(Err(writer)) => Ok((writer.finish()?, ids)),
        None => Err(wrong(path, "it has no row")),
    }
}

/// The numbers of a column of lists, row after row; all lists must be of one length.
fn layer_values(path: &Path, batch: &RecordBatch, name: &str) -> Result<Vec<f32>> {
    let column = batch.column_by_name(name).filter(|column| column.null_count() == 0);
    let Some(lists) = column.and_then(|column| column.as_list_opt::<i32>()) else {
        return Err(wrong(path, format!("the column {name} does not hold lists of numbers")));
    };
    let lengths: Vec<usize> = lists.offsets().lengths().collect();
    if lengths.windows(2).any(|pair| pair[0] != pair[1]) {
        return Err(wrong(path, format!("the lists of {name} are of different lengths")));
    }
    let first = usize::try_from(lists.offsets()[0]).unwrap_or(0);
    let values = lists.values().slice(first, lengths.iter().sum());
    if let Some(values) = values.as_primitive_opt::<Float32Type>() {
        return Ok(values.values().to_vec());
    }
    match values.as_primitive_opt::<Float64Type>() {
        Some(values) => Ok(values.values().iter().map(|&value| value as f32).collect()),
        None => Err(wrong(path, format!("the column {name} does not hold lists of f32 or f64"))),
    }
}

fn wrong(path: &Path, message: impl Into<String>) -> DataError {
    DataError::Features { path: path.to_owned(), message: message.into() }
}
