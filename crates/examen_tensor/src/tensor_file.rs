//! Tensors in the format safetensors.

use std::collections::BTreeMap;

use half::f16;
use safetensors::SafeTensorError;
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};

use crate::error::TensorError;
use crate::parameters::NamedValues;

/// The ending of the name under which the factors of the rows of a matrix are stored.
const SCALE: &str = ".scale";

/// How the values of a file are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// As they are, in 32 bits.
    #[default]
    F32,
    /// Rounded to 16 bits: half the size.
    F16,
    /// Matrices rounded to 8 bits, with a factor for each row, and everything else to 16: a quarter of the size.
    I8,
}

/// The contents of a file in the format safetensors, in f32.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TensorFile {
    /// Tensors, in the order of their names when they were read.
    pub tensors: Vec<NamedValues>,
    /// The metadata of the header.
    pub metadata: BTreeMap<String, String>,
}

impl TensorFile {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Result<Vec<u8>, TensorError> {
        self.to_stored(Storage::F32)
    }

    /// The bytes of a file whose values are stored in this way: a model that is not trained on needs no 32 bits.
    pub fn to_stored(&self, storage: Storage) -> Result<Vec<u8>, TensorError> {
        let mut parts = Vec::with_capacity(self.tensors.len());
        for tensor in &self.tensors {
            let NamedValues { name, shape, values } = tensor;
            match (storage, shape.as_slice()) {
                (Storage::F32, _) => parts.push(Part {
                    name: name.clone(),
                    dtype: Dtype::F32,
                    shape: shape.clone(),
                    bytes: values.iter().flat_map(|value| value.to_le_bytes()).collect(),
                }),
                (Storage::I8, &[rows, columns]) if columns > 0 => {
                    let (scales, bytes) = quantized(values, columns);
                    parts.push(Part { name: name.clone(), dtype: Dtype::I8, shape: shape.clone(), bytes });
                    parts.push(Part { name: format!("{name}{SCALE}"), ..Part::half(vec![rows], &scales) });
                }
                (Storage::F16 | Storage::I8, _) => {
                    parts.push(Part { name: name.clone(), ..Part::half(shape.clone(), values) });
                }
            }
        }
        let mut views = Vec::with_capacity(parts.len());
        for Part { name, dtype, shape, bytes } in &parts {
            views.push((name.as_str(), TensorView::new(*dtype, shape.clone(), bytes)?));
        }
        let metadata = self.metadata.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        Ok(serialize(views, Some(metadata))?)
    }

    /// The contents of a file, however its values are stored.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TensorError> {
        let (_, header) = SafeTensors::read_metadata(bytes)?;
        let metadata = header.metadata().iter().flatten().map(|(key, value)| (key.clone(), value.clone())).collect();
        let mut tensors = BTreeMap::new();
        let mut in_bytes = Vec::new();
        for (name, view) in SafeTensors::deserialize(bytes)?.tensors() {
            let (data, shape) = (view.data(), view.shape().to_vec());
            let values: Vec<f32> = match view.dtype() {
                Dtype::F32 => data.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect(),
                Dtype::F16 => data.as_chunks::<2>().0.iter().map(|bytes| f16::from_le_bytes(*bytes).to_f32()).collect(),
                Dtype::I8 => {
                    in_bytes.push(name.clone());
                    data.iter().map(|byte| f32::from(byte.cast_signed())).collect()
                }
                other => return Err(TensorError::File(format!("`{name}` is of the type {other}, not F32, F16 or I8"))),
            };
            tensors.insert(name.clone(), NamedValues { name, shape, values });
        }
        for name in in_bytes {
            let wrong = || TensorError::File(format!("`{name}` is of the type I8 and has no factor for each row"));
            let scales = tensors.remove(&format!("{name}{SCALE}")).ok_or_else(wrong)?;
            let matrix = tensors.get_mut(&name).ok_or_else(wrong)?;
            let &[rows, columns] = matrix.shape.as_slice() else { return Err(wrong()) };
            if scales.values.len() != rows {
                return Err(wrong());
            }
            for (row, scale) in matrix.values.chunks_exact_mut(columns.max(1)).zip(&scales.values) {
                for value in row {
                    *value *= scale;
                }
            }
        }
        Ok(Self { tensors: tensors.into_values().collect(), metadata })
    }
}

/// A tensor as it is stored.
struct Part {
    name: String,
    dtype: Dtype,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

impl Part {
    /// Values in 16 bits, without a name.
    fn half(shape: Vec<usize>, values: &[f32]) -> Self {
        let bytes = values.iter().flat_map(|&value| f16::from_f32(value).to_le_bytes()).collect();
        Self { name: String::new(), dtype: Dtype::F16, shape, bytes }
    }
}

/// The factors of rows, and their values as multiples of them. A factor is what it is when it was stored.
fn quantized(values: &[f32], columns: usize) -> (Vec<f32>, Vec<u8>) {
    let (mut scales, mut bytes) = (Vec::with_capacity(values.len() / columns), Vec::with_capacity(values.len()));
    for row in values.chunks_exact(columns) {
        let greatest = row.iter().fold(0.0f32, |greatest, value| greatest.max(value.abs()));
        let scale = f16::from_f32(greatest / 127.0).to_f32();
        let multiple = |value: &f32| if scale > 0.0 { (value / scale).round().clamp(-127.0, 127.0) } else { 0.0 };
        bytes.extend(row.iter().map(|value| (multiple(value) as i8).cast_unsigned()));
        scales.push(scale);
    }
    (scales, bytes)
}

impl From<SafeTensorError> for TensorError {
    fn from(error: SafeTensorError) -> Self {
        Self::File(error.to_string())
    }
}
