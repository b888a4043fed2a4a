//! Stores the weights of a model that the program has trained in another way: in 16 bits, or in 8 for one that is embedded. Its other files
//! are copied.
//!
//! ```sh
//! cargo run --release -p examen_models --example store_model -- FROM TO f32|f16|i8
//! ```

use std::error::Error;
use std::path::PathBuf;

use examen_tensor::{Storage, TensorFile};

/// What makes a directory a model, beside its weights.
const FILES: [&str; 4] = ["config.json", "tokenizer.json", "vocabulary.json", "words.json"];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, to, storage] = arguments.as_slice() else { return Err("FROM TO f32|f16|i8".into()) };
    let storage = match storage.as_str() {
        "f32" => Storage::F32,
        "f16" => Storage::F16,
        "i8" => Storage::I8,
        other => return Err(format!("{other} is none of f32, f16, i8").into()),
    };
    let (from, to) = (PathBuf::from(from), PathBuf::from(to));
    let weights = TensorFile::from_bytes(&std::fs::read(from.join("model.safetensors"))?)?;
    std::fs::create_dir_all(&to)?;
    std::fs::write(to.join("model.safetensors"), weights.to_stored(storage)?)?;
    for name in FILES.into_iter().filter(|name| from.join(name).exists()) {
        std::fs::copy(from.join(name), to.join(name))?;
    }
    Ok(())
}
