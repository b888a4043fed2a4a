//! Stores the weights of a model of our own in another way: in 16 bits, or in 8 for one that is embedded.
//!
//! ```sh
//! cargo run --release -p examen_models --example store_model -- FROM TO f32|f16|i8
//! ```

use std::error::Error;
use std::path::PathBuf;

use examen_models::{CodeModel, Placement, write_code_model};
use examen_tensor::{NamedValues, Storage};

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
    let CodeModel { config, tokenizer, parameters, .. } = CodeModel::load(&from, Placement::default())?;
    let values: Vec<NamedValues> = parameters.values().collect::<Result<_, _>>()?;
    std::fs::create_dir_all(&to)?;
    for (name, bytes) in write_code_model(&config, &tokenizer, values, storage)? {
        std::fs::write(to.join(name), bytes)?;
    }
    Ok(())
}
