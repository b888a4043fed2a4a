//! Features: what every layer of an encoder makes of texts, one matrix of f32 for each layer and one row for each text.
//!
//! A file is safetensors with a tensor `layer.N` of shape [rows, width] for each layer, so that any tool of the field reads it.
//! It is written a block of rows at a time and read a layer at a time; neither needs memory for all of it.

mod reader;
mod table;
mod writer;

use serde::{Deserialize, Serialize};

pub use reader::FeatureReader;
pub use table::{read_feature_table, write_feature_table};
pub use writer::{FeatureWriter, open_features};

/// What the metadata of a file call its schema, and the version of it.
const FEATURES_SCHEMA: &str = "features/1";

/// The key of the metadata under which a file says what it was made of.
const FINGERPRINT_KEY: &str = "examen.fingerprint";

/// The size of all matrices of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeatureShape {
    /// Layers, that of the embeddings among them.
    pub layers: usize,
    /// Texts.
    pub rows: usize,
    /// Numbers for each layer and text.
    pub width: usize,
}

impl FeatureShape {
    /// The bytes of one layer.
    const fn layer_bytes(self) -> u64 {
        self.rows as u64 * self.row_bytes()
    }

    /// The bytes of one row of a layer.
    const fn row_bytes(self) -> u64 {
        self.width as u64 * size_of::<f32>() as u64
    }
}

/// The tensor of a layer.
fn layer_name(layer: usize) -> String {
    format!("layer.{layer}")
}
