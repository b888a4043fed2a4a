//! Checkpoints: parameters, the state of the optimizer and of the training in one file, which appears complete or not at all.

use std::collections::BTreeMap;
use std::path::Path;

use examen_data::write_atomically;
use examen_tensor::{NamedValues, TensorFile};
use serde::{Deserialize, Serialize};

use crate::error::TrainingError;
use crate::state::State;

/// The key of all metadata: with several, their order in the file would differ from run to run.
const KEY: &str = "examen_training";

/// What a checkpoint has beside tensors.
#[derive(Serialize, Deserialize)]
struct Metadata {
    state: State,
    identity: BTreeMap<String, String>,
    /// Of the tensors.
    digest: String,
}

/// Writes a checkpoint. What was there stays where that fails.
pub(crate) fn write(
    path: &Path,
    tensors: Vec<NamedValues>,
    state: &State,
    identity: &BTreeMap<String, String>,
) -> Result<(), TrainingError> {
    let metadata = Metadata { state: state.clone(), identity: identity.clone(), digest: digest(&tensors) };
    let metadata = serde_json::to_string(&metadata).map_err(|error| wrong(path, error))?;
    let bytes = TensorFile { tensors, metadata: [(KEY.to_owned(), metadata)].into() }.to_bytes()?;
    write_atomically(path, &bytes)?;
    Ok(())
}

/// Reads a checkpoint of the same training.
pub(crate) fn read(
    path: &Path,
    identity: &BTreeMap<String, String>,
) -> Result<(Vec<NamedValues>, State), TrainingError> {
    let bytes = std::fs::read(path).map_err(|error| wrong(path, error))?;
    let TensorFile { tensors, metadata } = TensorFile::from_bytes(&bytes).map_err(|error| wrong(path, error))?;
    let metadata = metadata.get(KEY).ok_or_else(|| wrong(path, "it says nothing of a training"))?;
    let metadata: Metadata = serde_json::from_str(metadata).map_err(|error| wrong(path, error))?;
    if metadata.digest != digest(&tensors) {
        return Err(wrong(path, "its tensors are not those that were written"));
    }
    for (field, expected) in identity {
        let found = metadata.identity.get(field).map_or("missing", String::as_str);
        if found != expected {
            let (field, found, expected) = (field.clone(), found.to_owned(), expected.clone());
            return Err(TrainingError::OtherTraining { path: path.to_owned(), field, found, expected });
        }
    }
    Ok((tensors, metadata.state))
}

/// A hash of names, shapes and values.
fn digest(tensors: &[NamedValues]) -> String {
    let mut order: Vec<&NamedValues> = tensors.iter().collect();
    order.sort_by(|one, other| one.name.cmp(&other.name));
    let mut hasher = blake3::Hasher::new();
    for tensor in order {
        hasher.update(tensor.name.as_bytes());
        for &size in &tensor.shape {
            hasher.update(&(size as u64).to_le_bytes());
        }
        let bytes: Vec<u8> = tensor.values.iter().flat_map(|value| value.to_le_bytes()).collect();
        hasher.update(&bytes);
    }
    hasher.finalize().to_hex().to_string()
}

#[expect(clippy::needless_pass_by_value, reason = "callers hand over errors and texts that they need no more")]
fn wrong(path: &Path, reason: impl ToString) -> TrainingError {
    TrainingError::Checkpoint { path: path.to_owned(), reason: reason.to_string() }
}
