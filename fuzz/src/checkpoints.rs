//! Checkpoints and tokenizers: files that are downloaded from strangers.
//!
//! The bytes take the place of one file of a tiny checkpoint, each file in turn that they could be; the rest of it is sound.

use std::fs;
use std::path::Path;

use examen_models::{Encoder, Sequence};
use tempfile::TempDir;

use crate::spare_panics_of_libraries;

/// The files of a checkpoint in the fixtures.
macro_rules! fixture {
    ($($file:literal),*) => {
        [$(($file, include_bytes!(concat!("../../crates/examen_models/fixtures/encoders/", $file)).as_slice())),*]
    };
}

/// Texts that are tokenized by whatever was loaded.
const TEXTS: [&str; 4] =
    ["", "def f(x):\n    return x + 1", "größe = '日本 🐍'\r\n\t\0", "  <s> [CLS] \u{fb01}\u{e000} Ａ"];

thread_local! {
    // Files are written over and over; the folder is the same, since its making would take longer than the loading.
    static FOLDER: Option<TempDir> = tempfile::tempdir().ok();
}

/// Weights: as a file of PyTorch, as one of safetensors, as the index of several.
pub fn checkpoint(data: &[u8]) {
    let beside = fixture!("bert/config.json", "bert/tokenizer_config.json", "bert/vocab.txt");
    for file in ["model.safetensors", "pytorch_model.bin", "model.safetensors.index.json"] {
        let sound = fixture!("bert/model.safetensors");
        let parts: &[_] = if file.contains("index") { &sound } else { &[] };
        // The part of an index has another name than the file without one.
        let parts = parts.iter().map(|&(_, bytes)| ("part.safetensors", bytes));
        check(beside.into_iter().map(named).chain(parts).chain([(file, data)]));
    }
}

/// Tables of tokenizers: byte pairs, word pieces, sentence pieces, and the form that all are turned into.
pub fn tokenizer(data: &[u8]) {
    spare_panics_of_libraries();
    let bert = fixture!("bert/config.json", "bert/tokenizer_config.json", "bert/model.safetensors");
    for file in ["vocab.txt", "tokenizer.json"] {
        check(bert.into_iter().map(named).chain([(file, data)]));
    }
    let gpt = fixture!("gpt2/config.json", "gpt2/model.safetensors", "gpt2/vocab.json", "gpt2/merges.txt");
    for file in ["vocab.json", "merges.txt"] {
        check(gpt.into_iter().map(named).filter(|other| other.0 != file).chain([(file, data)]));
    }
    let plbart = fixture!("plbart/config.json", "plbart/tokenizer_config.json", "plbart/model.safetensors");
    check(plbart.into_iter().map(named).chain([("sentencepiece.bpe.model", data)]));
}

/// A fixture by the name that it has in its folder.
fn named<'d>((path, bytes): (&'d str, &'d [u8])) -> (&'d str, &'d [u8]) {
    (path.rsplit('/').next().unwrap_or(path), bytes)
}

/// A checkpoint of these files is an error, or an encoder whose tokens lie on characters and whose layers have their sizes.
fn check<'d>(files: impl Iterator<Item = (&'d str, &'d [u8])>) {
    FOLDER.with(|folder| {
        let folder = folder.as_ref().unwrap_or_else(|| panic!("no temporary folder"));
        let written: Vec<_> = files.map(|(name, bytes)| (folder.path().join(name), bytes)).collect();
        for (path, bytes) in &written {
            fs::write(path, bytes).unwrap_or_else(|error| panic!("{error}"));
        }
        check_folder(folder.path());
        for (path, _) in &written {
            fs::remove_file(path).unwrap_or_else(|error| panic!("{error}"));
        }
    });
}

fn check_folder(folder: &Path) {
    let encoder = match Encoder::load(folder) {
        Ok(encoder) => encoder,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut sequences = Vec::new();
    for text in TEXTS {
        let Ok(tokens) = encoder.tokenize(text) else { continue };
        assert_eq!(tokens.ids.len(), tokens.offsets.len());
        assert!(tokens.offsets.iter().all(|offsets| text.get(offsets.clone()).is_some()), "{tokens:?}");
        sequences.push(Sequence::from(&tokens));
    }
    // Ids may be too large, special tokens too many for the network: an error as well.
    if let Ok(states) = encoder.hidden_states(&sequences) {
        assert!(sequences.is_empty() || states.layers() == encoder.layers());
        for (row, sequence) in sequences.iter().enumerate() {
            let states = states.text(encoder.layers() - 1, row).map(<[f32]>::len);
            assert_eq!(states, Some(sequence.length() * encoder.width()));
        }
    }
}
