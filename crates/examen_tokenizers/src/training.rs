//! Training of byte-pair encodings.

use serde_json::{Value, json};
use tokenizers::models::bpe::{BPE, BpeTrainer};
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::{AddedToken, NormalizerWrapper, TokenizerBuilder};

use crate::error::TokenizerError;

/// Ids 0, 1 and 2.
const SPECIAL_TOKENS: [&str; 3] = ["[PAD]", "[CLS]", "[SEP]"];

/// Trains byte pairs over single bytes, so that no text is unknown, and returns the `tokenizer.json`.
///
/// Every text stands between `[CLS]` and `[SEP]`. The same texts in the same order give the same bytes.
pub fn train_byte_pairs(texts: &[String], vocabulary: usize) -> Result<Value, TokenizerError> {
    train(texts, vocabulary).map_err(|error| TokenizerError::Failed(error.to_string()))
}

fn train(texts: &[String], vocabulary: usize) -> tokenizers::Result<Value> {
    let bytes = ByteLevel::default().add_prefix_space(false);
    let mut tokenizer = TokenizerBuilder::<BPE, NormalizerWrapper, ByteLevel, ByteLevel, ByteLevel>::new()
        .with_model(BPE::default())
        .with_pre_tokenizer(Some(bytes))
        .build()?;
    let mut trainer = BpeTrainer::builder()
        .vocab_size(vocabulary)
        .initial_alphabet(ByteLevel::alphabet().into_iter().collect())
        .special_tokens(SPECIAL_TOKENS.map(|token| AddedToken::from(token, true)).to_vec())
        .show_progress(false)
        .build();
    tokenizer.train(&mut trainer, texts.iter())?;
    let mut description: Value = serde_json::from_str(&tokenizer.to_string(false)?)?;
    // Only the post-processor may add these tokens. Were they listed as added, `parts[SEP]` in a text would be read as one.
    description["added_tokens"] = json!([]);
    description["post_processor"] = json!({
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
    Ok(description)
}

fn special(name: &str) -> Value {
    json!({ "SpecialToken": { "id": name, "type_id": 0 } })
}
