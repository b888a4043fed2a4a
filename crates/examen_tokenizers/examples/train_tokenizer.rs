//! Trains the tokenizer of the built-in encoder: `train_tokenizer CORPUS OUT.json`.
//!
//! CORPUS is a folder with Python and Java files, `corpus` of this repository; OUT is `builtin/tokenizer.json` of
//! `examen_models`. The same files give the same bytes.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use examen_tokenizers::train_byte_pairs;

/// Few enough that the table of embeddings is small; of the corpus's words most are two or three tokens.
const VOCABULARY: usize = 2_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [corpus, out] = arguments.as_slice() else { return Err("train_tokenizer CORPUS OUT.json".into()) };
    let mut paths = Vec::new();
    sources(Path::new(corpus), &mut paths)?;
    paths.sort();
    // One file is in Latin-1 on purpose.
    let text = |path: &PathBuf| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let texts: Vec<String> = paths.iter().map(text).collect::<Result<_, _>>()?;
    let description = train_byte_pairs(&texts, VOCABULARY)?;
    Ok(fs::write(out, format!("{description}\n"))?)
}

/// Collects the Python and Java files in a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sources(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "py" || extension == "java") {
            found.push(path);
        }
    }
    Ok(())
}
