//! Trains the tokeniser of the built-in encoder: `train_tokeniser CORPUS OUT.json`.
//!
//! CORPUS is a folder with Python and Java files, `corpus` of this repository; OUT is `builtin/tokenizer.json` of this crate.
//! Byte pairs over single bytes: no text is unknown. The same files give the same bytes.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use tokenizers::models::bpe::{BPE, BpeTrainer};
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::{AddedToken, NormalizerWrapper, TokenizerBuilder};

/// Few enough that the table of embeddings is small; of the corpus's words most are two or three tokens.
const VOCABULARY: usize = 2_000;

/// Ids 0, 1 and 2.
const FRAME: [&str; 3] = ["[PAD]", "[CLS]", "[SEP]"];

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [corpus, out] = arguments.as_slice() else { return Err("train_tokeniser CORPUS OUT.json".into()) };
    let mut paths = Vec::new();
    sources(Path::new(corpus), &mut paths)?;
    paths.sort();
    // One file is in Latin-1 on purpose.
    let text = |path: &PathBuf| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let texts: Vec<String> = paths.iter().map(text).collect::<Result<_, _>>()?;
    let bytes = ByteLevel::default().add_prefix_space(false);
    let mut tokenizer = TokenizerBuilder::<BPE, NormalizerWrapper, ByteLevel, ByteLevel, ByteLevel>::new()
        .with_model(BPE::default())
        .with_pre_tokenizer(Some(bytes))
        .build()?;
    let mut trainer = BpeTrainer::builder()
        .vocab_size(VOCABULARY)
        .initial_alphabet(ByteLevel::alphabet().into_iter().collect())
        .special_tokens(FRAME.map(|token| AddedToken::from(token, true)).to_vec())
        .show_progress(false)
        .build();
    tokenizer.train(&mut trainer, texts.iter())?;
    let mut description: serde_json::Value = serde_json::from_str(&tokenizer.to_string(false)?)?;
    // Only the frame has these tokens. Were they listed as added, `parts[SEP]` in a text would be read as one.
    description["added_tokens"] = serde_json::json!([]);
    description["post_processor"] = serde_json::json!({
        "type": "Sequence",
        "processors": [description["pre_tokenizer"], {
            "type": "TemplateProcessing",
            "single": [special("[CLS]"), { "Sequence": { "id": "A", "type_id": 0 } }, special("[SEP]")],
            "pair": [
                special("[CLS]"), { "Sequence": { "id": "A", "type_id": 0 } }, special("[SEP]"),
                { "Sequence": { "id": "B", "type_id": 0 } }, special("[SEP]"),
            ],
            "special_tokens": {
                "[CLS]": { "id": "[CLS]", "ids": [1], "tokens": ["[CLS]"] },
                "[SEP]": { "id": "[SEP]", "ids": [2], "tokens": ["[SEP]"] },
            },
        }],
    });
    Ok(fs::write(out, format!("{description}\n"))?)
}

fn special(name: &str) -> serde_json::Value {
    serde_json::json!({ "SpecialToken": { "id": name, "type_id": 0 } })
}

/// The Python and Java files in a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error + Send + Sync>> {
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
