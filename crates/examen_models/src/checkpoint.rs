//! Checkpoints: the weights of a network by name, from the files that are found on the hub.
//!
//! Opening a checkpoint reads what its tensors are called, of what type and shape they are, and where their bytes lie; the
//! bytes are read when a network asks for them, straight from the file. Nothing that a file says is believed before it
//! is held against the length of the file, and nothing in it is executed.

mod element;
mod pickle;
mod safetensors;
mod torch;

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use examen_corpus::{open_plain_file, read_plain_text};
use serde_json::Value;

use crate::error::ModelError;
use element::Element;

/// Where a tensor lies.
#[derive(Clone, Debug)]
struct Stored {
    /// As the file calls it.
    name: String,
    path: PathBuf,
    element: Element,
    shape: Vec<usize>,
    /// By how many elements a step along each axis moves on.
    strides: Vec<usize>,
    /// Bytes from the start of the file to the first element.
    start: u64,
    /// Bytes from there that belong to the tensor's storage.
    available: u64,
}

/// The weights of a checkpoint that a network has not taken yet.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    folder: PathBuf,
    tensors: BTreeMap<String, Stored>,
}

impl Checkpoint {
    /// The weights in a folder: one file, or several and their index.
    pub(crate) fn open(folder: &Path) -> Result<Self, ModelError> {
        let single = [("model.safetensors", Format::SafeTensors), ("pytorch_model.bin", Format::Torch)];
        let mut parts = Vec::new();
        for (name, format) in single {
            let (path, index) = (folder.join(name), folder.join(format!("{name}.index.json")));
            if path.is_file() {
                parts.push(path);
            } else if index.is_file() {
                parts = shards(&index)?;
            }
            if !parts.is_empty() {
                return Self::read(folder, &parts, format);
            }
        }
        Err(ModelError::NoWeights { path: folder.to_owned() })
    }

    fn read(folder: &Path, parts: &[PathBuf], format: Format) -> Result<Self, ModelError> {
        let mut tensors = BTreeMap::new();
        for path in parts {
            let found = match format {
                Format::SafeTensors => safetensors::tensors(path)?,
                Format::Torch => torch::tensors(path)?,
            };
            tensors.extend(found.into_iter().map(|stored| (stored.name.clone(), stored)));
        }
        Ok(Self { folder: folder.to_owned(), tensors })
    }

    /// Renames every weight, and leaves those out for which there is no name.
    pub(crate) fn rename(&mut self, rename: impl Fn(&str) -> Option<String>) {
        let tensors = std::mem::take(&mut self.tensors).into_values();
        self.tensors = tensors.filter_map(|stored| Some((rename(&stored.name)?, stored))).collect();
    }

    /// Whether a weight is there.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.tensors.contains_key(name)
    }

    /// Leaves a weight out, if it is there.
    pub(crate) fn ignore(&mut self, name: &str) {
        self.tensors.remove(name);
    }

    /// Takes the values of a weight of this shape.
    pub(crate) fn take(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, ModelError> {
        let missing = || ModelError::MissingWeight { path: self.folder.clone(), name: name.to_owned() };
        let stored = self.tensors.remove(name).ok_or_else(missing)?;
        if stored.shape != shape {
            let (found, expected) = (stored.shape, shape.to_vec());
            return Err(ModelError::WeightShape { path: stored.path, name: stored.name, found, expected });
        }
        stored.values()
    }

    /// Checks that everything was taken.
    pub(crate) fn finish(&self) -> Result<(), ModelError> {
        match self.tensors.values().next() {
            Some(Stored { path, name, .. }) => {
                Err(ModelError::SurplusWeight { path: path.clone(), name: name.clone() })
            }
            None => Ok(()),
        }
    }
}

#[derive(Clone, Copy)]
enum Format {
    SafeTensors,
    Torch,
}

impl Stored {
    fn values(&self) -> Result<Vec<f32>, ModelError> {
        let wrong = |reason: &str| ModelError::file(&self.path, format!("the weight `{}` {reason}", self.name));
        let size = self.element.size() as u64;
        let span = self.span().ok_or_else(|| wrong("is too large"))?;
        // One number may stand for many, but then the file does not tell how much memory it takes.
        let count = self.shape.iter().try_fold(1u64, |product, &size| product.checked_mul(size as u64));
        if count.is_none_or(|count| count > self.available / size) {
            return Err(wrong("has more elements than its storage"));
        }
        let length = span.checked_mul(size).filter(|&length| length <= self.available);
        let length = length.ok_or_else(|| wrong("is larger than its storage"))?;
        let mut file = open_plain_file(&self.path).map_err(|error| ModelError::file(&self.path, error))?;
        let whole = file.metadata().map_err(|error| ModelError::file(&self.path, error))?.len();
        if self.start.checked_add(length).is_none_or(|end| end > whole) {
            return Err(wrong("lies beyond the end of the file"));
        }
        let mut bytes = vec![0; usize::try_from(length).map_err(|_| wrong("is too large"))?];
        file.seek(SeekFrom::Start(self.start))
            .and_then(|_| file.read_exact(&mut bytes))
            .map_err(|error| ModelError::file(&self.path, error))?;
        let values = self.element.decode(&bytes).ok_or_else(|| wrong("is not of floating-point numbers"))?;
        Ok(if self.is_contiguous() { values } else { self.gathered(&values) })
    }

    /// How many elements of the storage the tensor reaches over.
    fn span(&self) -> Option<u64> {
        // A tensor of no elements reaches over none, and one whose size overflows cannot be in a file.
        self.shape.iter().try_fold(1usize, |product, &size| product.checked_mul(size))?;
        if self.shape.contains(&0) {
            return Some(0);
        }
        let mut last = 0u64;
        for (&size, &stride) in self.shape.iter().zip(&self.strides) {
            last = last.checked_add((size as u64 - 1).checked_mul(stride as u64)?)?;
        }
        last.checked_add(1)
    }

    fn is_contiguous(&self) -> bool {
        let axes = self.shape.iter().zip(&self.strides).filter(|&(&size, _)| size != 1);
        axes.rev().try_fold(1, |step, (&size, &stride)| (stride == step).then_some(step * size)).is_some()
    }

    /// The elements in order of the axes, picked from a storage that has another order.
    fn gathered(&self, storage: &[f32]) -> Vec<f32> {
        let mut places = vec![0];
        for (&size, &stride) in self.shape.iter().zip(&self.strides) {
            places = places.iter().flat_map(|place| (0..size).map(move |at| place + at * stride)).collect();
        }
        places.into_iter().filter_map(|place| storage.get(place).copied()).collect()
    }
}

/// The strides of a tensor whose last axis runs fastest.
fn contiguous_strides(shape: &[usize]) -> Vec<usize> {
    let mut strides: Vec<usize> = Vec::with_capacity(shape.len());
    let mut step = 1usize;
    for &size in shape.iter().rev() {
        strides.push(step);
        step = step.saturating_mul(size);
    }
    strides.reverse();
    strides
}

/// The files that an index names, each once, in order.
fn shards(index: &Path) -> Result<Vec<PathBuf>, ModelError> {
    let text = read_plain_text(index).map_err(|error| ModelError::file(index, error))?;
    let value: Value = serde_json::from_str(&text).map_err(|error| ModelError::file(index, error))?;
    let map = value.get("weight_map").and_then(Value::as_object);
    let map = map.ok_or_else(|| ModelError::file(index, "no `weight_map`"))?;
    let mut names: Vec<&str> = map.values().filter_map(Value::as_str).collect();
    names.sort_unstable();
    names.dedup();
    // A part lies beside its index: a name that leads elsewhere is none.
    let is_plain = |name: &&str| Path::new(name).file_name().is_some_and(|file| file == Path::new(name).as_os_str());
    if names.is_empty() || !names.iter().all(is_plain) {
        return Err(ModelError::file(index, "its `weight_map` does not name files beside it"));
    }
    Ok(names.into_iter().map(|name| index.with_file_name(name)).collect())
}
