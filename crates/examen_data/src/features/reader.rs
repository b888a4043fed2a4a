//! Reading features, one layer at a time.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use safetensors::Dtype;
use safetensors::tensor::Metadata;

use super::{FEATURES_SCHEMA, FINGERPRINT_KEY, FeatureShape, layer_name};
use crate::error::{DataError, Result};
use crate::table_schema::{SCHEMA_KEY, check_schema_name};

/// The longest description of tensors that is read; that of a thousand layers has a tenth of it.
const MAX_HEADER_BYTES: u64 = 1 << 20;

/// Bytes that are turned into numbers at a time.
const PIECE: usize = 1 << 20;

/// A file of features, ours or anybody's with tensors of these names.
#[derive(Debug)]
pub struct FeatureReader {
    path: PathBuf,
    shape: FeatureShape,
    /// Where each layer begins.
    starts: Vec<u64>,
    fingerprint: Option<String>,
}

impl FeatureReader {
    /// Opens a file and looks at what it says of itself.
    pub fn open(path: &Path) -> Result<Self> {
        let mut file = File::open(path).map_err(DataError::io(path))?;
        let mut length = [0; 8];
        file.read_exact(&mut length).map_err(|_| wrong(path, "it is too short for a safetensors file"))?;
        let header_bytes = u64::from_le_bytes(length);
        if header_bytes > MAX_HEADER_BYTES {
            return Err(wrong(path, "its header is too long for a file of features"));
        }
        let mut header = Vec::new();
        file.by_ref().take(header_bytes).read_to_end(&mut header).map_err(DataError::io(path))?;
        let metadata: Metadata = serde_json::from_slice(&header).map_err(|error| wrong(path, error))?;
        let of_file = metadata.metadata().as_ref();
        let said = |key: &str| of_file.and_then(|map| map.get(key)).map(String::as_str);
        // A file of somebody else does not say what it is; its tensors do.
        if let Some(schema) = said(SCHEMA_KEY) {
            check_schema_name(path, Some(schema), FEATURES_SCHEMA)?;
        }
        let (mut shape, mut starts) = (None, Vec::new());
        while let Some(tensor) = metadata.info(&layer_name(starts.len())) {
            let of_layer = match tensor.shape.as_slice() {
                [rows, width] if tensor.dtype == Dtype::F32 => (*rows, *width),
                _ => return Err(wrong(path, format!("{} is no matrix of f32", layer_name(starts.len())))),
            };
            if *shape.get_or_insert(of_layer) != of_layer {
                return Err(wrong(path, format!("{} has another shape than layer.0", layer_name(starts.len()))));
            }
            starts.push(8 + header_bytes + tensor.data_offsets.0 as u64);
        }
        let Some((rows, width)) = shape else { return Err(wrong(path, "it has no tensor layer.0")) };
        let shape = FeatureShape { layers: starts.len(), rows, width };
        let end = starts.iter().max().map_or(0, |start| start + shape.layer_bytes());
        if file.metadata().map_err(DataError::io(path))?.len() < end {
            return Err(wrong(path, "it ends before its last layer does"));
        }
        Ok(Self { path: path.to_owned(), shape, starts, fingerprint: said(FINGERPRINT_KEY).map(str::to_owned) })
    }

    /// How many layers, rows and columns there are.
    pub fn shape(&self) -> FeatureShape {
        self.shape
    }

    /// What the features were made of, as their writer was told.
    pub fn fingerprint(&self) -> Option<&str> {
        self.fingerprint.as_deref()
    }

    /// All rows of a layer.
    pub fn layer(&self, layer: usize) -> Result<Vec<f32>> {
        self.rows(layer, 0..self.shape.rows)
    }

    /// Some rows of a layer, one after the other.
    pub fn rows(&self, layer: usize, rows: Range<usize>) -> Result<Vec<f32>> {
        let start = self.starts.get(layer).filter(|_| rows.start <= rows.end && rows.end <= self.shape.rows);
        let Some(start) = start else {
            let FeatureShape { layers, rows: all, .. } = self.shape;
            let message =
                format!("rows {rows:?} of layer {layer} were asked for; it has {all} rows of {layers} layers");
            return Err(wrong(&self.path, message));
        };
        let mut file = File::open(&self.path).map_err(DataError::io(&self.path))?;
        let at = start + rows.start as u64 * self.shape.row_bytes();
        file.seek(SeekFrom::Start(at)).map_err(DataError::io(&self.path))?;
        let mut left = rows.len() * self.shape.width * size_of::<f32>();
        let mut values = Vec::with_capacity(left / size_of::<f32>());
        let mut piece = vec![0; PIECE.min(left)];
        while left > 0 {
            let piece = &mut piece[..left.min(PIECE)];
            file.read_exact(piece).map_err(DataError::io(&self.path))?;
            let (numbers, _) = piece.as_chunks();
            values.extend(numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)));
            left -= piece.len();
        }
        Ok(values)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "callers hand over errors and texts that they need no more")]
fn wrong(path: &Path, message: impl ToString) -> DataError {
    DataError::Features { path: path.to_owned(), message: message.to_string() }
}
