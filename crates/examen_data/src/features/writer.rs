//! Writing features, a block of rows at a time; a killed writer's work is gone on with.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{FEATURES_SCHEMA, FINGERPRINT_KEY, FeatureReader, FeatureShape, layer_name};
use crate::atomic_file::{hidden_beside, open_locked, place_of, publish, write_atomically};
use crate::error::{DataError, Result};
use crate::table_schema::SCHEMA_KEY;

/// Takes rows in order and puts them where they belong in every layer's matrix.
///
/// The file is written under the hidden name `.NAME.partial`; `.NAME.progress` beside it says how many rows are on the disk.
#[derive(Debug)]
pub struct FeatureWriter {
    path: PathBuf,
    partial: PathBuf,
    file: File,
    progress_path: PathBuf,
    progress: Progress,
    start: u64,
}

/// How far a writer came.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Progress {
    fingerprint: String,
    shape: FeatureShape,
    rows: usize,
    counts: BTreeMap<String, u64>,
}

/// Features that are there already, or a writer for those that are not.
///
/// `fingerprint` stands for all that the features depend on: a file or an interrupted attempt with another one, or of another
/// size, is made anew.
pub fn open_features(
    path: &Path,
    shape: FeatureShape,
    fingerprint: &str,
) -> Result<std::result::Result<FeatureReader, FeatureWriter>> {
    if path.is_file()
        && let Ok(reader) = FeatureReader::open(path)
        && reader.shape() == shape
        && reader.fingerprint() == Some(fingerprint)
    {
        return Ok(Ok(reader));
    }
    FeatureWriter::open(path, shape, fingerprint).map(Err)
}

impl FeatureWriter {
    fn open(path: &Path, shape: FeatureShape, fingerprint: &str) -> Result<Self> {
        let path = &place_of(path)?;
        let (partial, progress_path) = (hidden_beside(path, "partial")?, hidden_beside(path, "progress")?);
        let mut file = open_locked(path, &partial)?;
        let header = header(shape, fingerprint);
        let start = header.len() as u64;
        let bytes = start + shape.layers as u64 * shape.layer_bytes();
        let known =
            std::fs::read(&progress_path).ok().and_then(|bytes| serde_json::from_slice::<Progress>(&bytes).ok());
        let known = known.filter(|known| known.shape == shape && known.fingerprint == fingerprint);
        let length = file.metadata().map_err(DataError::io(&partial))?.len();
        let progress = match known {
            Some(known) if length == bytes && known.rows <= shape.rows => known,
            _ => {
                let rewrite = |file: &mut File| {
                    file.set_len(0)?;
                    file.set_len(bytes)?;
                    file.write_all(&header)
                };
                rewrite(&mut file).map_err(DataError::io(&partial))?;
                Progress { fingerprint: fingerprint.to_owned(), shape, rows: 0, counts: BTreeMap::new() }
            }
        };
        Ok(Self { path: path.to_owned(), partial, file, progress_path, progress, start })
    }

    /// How many rows are written; the next block begins here.
    pub fn rows(&self) -> usize {
        self.progress.rows
    }

    /// What was counted over the rows so far.
    pub fn counts(&self) -> &BTreeMap<String, u64> {
        &self.progress.counts
    }

    /// Adds the next rows, given as one matrix for each layer, and what is counted in them. They are on the disk afterwards.
    pub fn add(&mut self, layers: &[Vec<f32>], counts: &BTreeMap<String, u64>) -> Result<()> {
        let FeatureShape { layers: wanted, rows, width } = self.progress.shape;
        let added = layers.first().map_or(0, |values| values.len() / width.max(1));
        let is_whole = |values: &Vec<f32>| values.len() == added * width;
        if layers.len() != wanted || !layers.iter().all(is_whole) || self.progress.rows + added > rows {
            let message = format!("{} layers of {added} rows do not go on with {wanted} of {rows} rows", layers.len());
            return Err(DataError::Features { path: self.path.clone(), message });
        }
        for (layer, values) in layers.iter().enumerate() {
            let at = self.start
                + layer as u64 * self.progress.shape.layer_bytes()
                + self.progress.rows as u64 * self.progress.shape.row_bytes();
            let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            let written = self.file.seek(SeekFrom::Start(at)).and_then(|_| self.file.write_all(&bytes));
            written.map_err(DataError::io(&self.partial))?;
        }
        // What the progress promises must be on the disk before it does.
        self.file.sync_data().map_err(DataError::io(&self.partial))?;
        self.progress.rows += added;
        for (name, count) in counts {
            *self.progress.counts.entry(name.clone()).or_default() += count;
        }
        let text = serde_json::to_vec(&self.progress).map_err(DataError::json(&self.progress_path))?;
        write_atomically(&self.progress_path, &text)?;
        Ok(())
    }

    /// Gives the file its name; all rows must be there.
    pub fn finish(self) -> Result<FeatureReader> {
        let Progress { rows, shape, .. } = &self.progress;
        if *rows < shape.rows {
            let message = format!("{rows} of {} rows were written", shape.rows);
            return Err(DataError::Features { path: self.path, message });
        }
        publish(&self.file, &self.partial, &self.path)?;
        // Without its features it says nothing; left behind, it does no harm.
        let _ = std::fs::remove_file(&self.progress_path);
        FeatureReader::open(&self.path)
    }
}

/// What a file begins with: the length of the description, and the description, filled up so that values are aligned.
fn header(shape: FeatureShape, fingerprint: &str) -> Vec<u8> {
    let mut tensors = Map::new();
    tensors.insert("__metadata__".to_owned(), json!({ SCHEMA_KEY: FEATURES_SCHEMA, FINGERPRINT_KEY: fingerprint }));
    for layer in 0..shape.layers {
        let start = layer as u64 * shape.layer_bytes();
        let tensor = json!({
            "dtype": "F32", "shape": [shape.rows, shape.width], "data_offsets": [start, start + shape.layer_bytes()],
        });
        tensors.insert(layer_name(layer), tensor);
    }
    let mut text = Value::Object(tensors).to_string();
    while !text.len().is_multiple_of(8) {
        text.push(' ');
    }
    [&(text.len() as u64).to_le_bytes(), text.as_bytes()].concat()
}
