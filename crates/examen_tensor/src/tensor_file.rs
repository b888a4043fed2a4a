//! Tensors in the format safetensors.

use std::collections::BTreeMap;

use half::f16;
use safetensors::SafeTensorError;
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};

use crate::error::TensorError;
use crate::parameters::NamedValues;

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
        let bytes = |tensor: &NamedValues| tensor.values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.serialized(Dtype::F32, &self.tensors.iter().map(bytes).collect::<Vec<_>>())
    }

    /// The bytes of a file of half the size, with values rounded to 16 bits: a model that is not trained on.
    pub fn to_half_bytes(&self) -> Result<Vec<u8>, TensorError> {
        let bytes =
            |tensor: &NamedValues| tensor.values.iter().flat_map(|&value| f16::from_f32(value).to_le_bytes()).collect();
        self.serialized(Dtype::F16, &self.tensors.iter().map(bytes).collect::<Vec<_>>())
    }

    /// A file of tensors whose values are these bytes.
    fn serialized(&self, dtype: Dtype, bytes: &[Vec<u8>]) -> Result<Vec<u8>, TensorError> {
        let mut views = Vec::with_capacity(bytes.len());
        for (tensor, bytes) in self.tensors.iter().zip(bytes) {
            views.push((tensor.name.as_str(), TensorView::new(dtype, tensor.shape.clone(), bytes)?));
        }
        let metadata = self.metadata.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        Ok(serialize(views, Some(metadata))?)
    }

    /// The contents of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TensorError> {
        let (_, header) = SafeTensors::read_metadata(bytes)?;
        let metadata = header.metadata().iter().flatten().map(|(key, value)| (key.clone(), value.clone())).collect();
        let mut tensors = Vec::new();
        for (name, view) in SafeTensors::deserialize(bytes)?.tensors() {
            if view.dtype() != Dtype::F32 {
                return Err(TensorError::File(format!("`{name}` is of the type {}, not F32", view.dtype())));
            }
            let (numbers, _) = view.data().as_chunks::<4>();
            let values = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
            tensors.push(NamedValues { name, shape: view.shape().to_vec(), values });
        }
        tensors.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Self { tensors, metadata })
    }
}

impl From<SafeTensorError> for TensorError {
    fn from(error: SafeTensorError) -> Self {
        Self::File(error.to_string())
    }
}
