//! Features as a Parquet table, with the ids of their texts.

use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, Float32Array, ListArray, RecordBatch, StringArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field};

use super::{FEATURES_SCHEMA, FeatureReader, layer_name};
use crate::atomic_file::FileDigest;
use crate::error::{DataError, Result};
use crate::examples::column;
use crate::table_schema::TableSchema;
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
