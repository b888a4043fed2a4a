//! `model.safetensors`: a header of JSON, then the tensors.

use std::io::Read;
use std::path::Path;

use examen_corpus::open_plain_file;
use safetensors::Dtype;
use safetensors::tensor::Metadata;

use super::element::Element;
use super::{Stored, contiguous_strides};
use crate::error::ModelError;

/// The header that the format allows at most, with its length in front.
const MAX_HEADER: u64 = 100_000_008;

/// The tensors of a file.
pub(super) fn tensors(path: &Path) -> Result<Vec<Stored>, ModelError> {
    let wrong = |error: &dyn ToString| ModelError::file(path, error.to_string());
    let mut file = open_plain_file(path).map_err(|error| wrong(&error))?;
    let whole = file.metadata().map_err(|error| wrong(&error))?.len();
    let mut length = [0; 8];
    file.read_exact(&mut length).map_err(|error| wrong(&error))?;
    let data = u64::from_le_bytes(length).checked_add(8).filter(|&data| data <= whole.min(MAX_HEADER));
    let data = data.ok_or_else(|| wrong(&"the header is longer than the file, or than the format allows"))?;
    let mut header = Vec::new();
    file.take(data - 8).read_to_end(&mut header).map_err(|error| wrong(&error))?;
    let metadata: Metadata = serde_json::from_slice(&header).map_err(|error| wrong(&error))?;
    let ends = metadata.tensors().into_values().map(|info| info.data_offsets.1 as u64);
    if ends.max().unwrap_or(0).checked_add(data) != Some(whole) {
        return Err(wrong(&"the tensors do not end where the file does"));
    }
    let mut found = Vec::new();
    for name in metadata.offset_keys() {
        let Some(info) = metadata.info(&name) else { continue };
        let (first, last) = info.data_offsets;
        let available = last.saturating_sub(first) as u64;
        let (shape, start) = (info.shape.clone(), data + first as u64);
        let strides = contiguous_strides(&shape);
        found.push(Stored {
            name,
            path: path.to_owned(),
            element: element(info.dtype),
            shape,
            strides,
            start,
            available,
        });
    }
    Ok(found)
}

fn element(stored: Dtype) -> Element {
    match stored {
        Dtype::F16 => Element::F16,
        Dtype::BF16 => Element::Bf16,
        Dtype::F32 => Element::F32,
        Dtype::F64 => Element::F64,
        Dtype::I64 => Element::I64,
        other => Element::Other((other.bitsize() / 8).max(1) as u8),
    }
}
