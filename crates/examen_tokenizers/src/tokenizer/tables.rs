//! Tokenizers from tables of words: byte pairs (`vocab.json`, `merges.txt`) and word pieces (`vocab.txt`).

use std::path::Path;

use examen_corpus::read_plain_text;
use serde_json::{Value, json};

use super::{TokenizerFiles, added, json as read_json, with_special_tokens};
use crate::error::TokenizerError;

/// UniXcoder's token for being used as an encoder: where the vocabulary has it, every text begins with it.
const ENCODER_MODE: &str = "<encoder-only>";

/// Returns the byte pairs of RoBERTa, which put texts between `<s>` and `</s>`, or of GPT-2, which do not.
pub(super) fn byte_pairs(files: &TokenizerFiles, vocabulary: &Path, merges: &Path) -> Result<Value, TokenizerError> {
    let words = read_json(vocabulary)?;
    let text = read_plain_text(merges).map_err(|error| TokenizerError::file(merges, error))?;
    let pairs: Vec<&str> = text.lines().filter(|line| !line.starts_with("#version") && !line.is_empty()).collect();
    let id = |word: &str| words.get(word).and_then(Value::as_u64);
    let has_special_tokens = !matches!(files.model_type.as_str(), "gpt2" | "codegen" | "llama" | "qwen2");
    let begin_end = ("<s>", "</s>");
    let special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", ENCODER_MODE, "<|endoftext|>"];
    let mut special: Vec<(&str, u64)> = special.into_iter().filter_map(|word| Some((word, id(word)?))).collect();
    // Tokens that were added later, as CodeReviewer's are, lie in a file of their own.
    let path = files.folder.join("added_tokens.json");
    let later = if path.is_file() { read_json(&path)? } else { Value::Null };
    let later = later.as_object().into_iter().flatten().filter(|(word, _)| id(word).is_none());
    special.extend(later.filter_map(|(word, id)| Some((word.as_str(), id.as_u64()?))));
    special.sort_by_key(|&(_, id)| id);
    let space = files.settings.get("add_prefix_space").and_then(Value::as_bool).unwrap_or(false);
    let bytes = json!({ "type": "ByteLevel", "add_prefix_space": space, "trim_offsets": true, "use_regex": true });
    let after = match (id(begin_end.0), id(begin_end.1), has_special_tokens) {
        (Some(begin), Some(end), true) => {
            let (begin, end) = ((begin_end.0, begin), (begin_end.1, end));
            let mut before = vec![begin];
            if let Some(mode) = id(ENCODER_MODE) {
                before.extend([(ENCODER_MODE, mode), end]);
            }
            json!({ "type": "Sequence", "processors": [bytes, with_special_tokens(&before, &[end])] })
        }
        (_, _, true) => return Err(TokenizerError::file(vocabulary, "no `<s>` and `</s>` in the vocabulary")),
        _ => Value::Null,
    };
    Ok(json!({
        "version": "1.0",
        "added_tokens": added(&special),
        "pre_tokenizer": bytes,
        "post_processor": after,
        "model": { "type": "BPE", "vocab": words, "merges": pairs, "fuse_unk": false, "byte_fallback": false },
    }))
}

/// BERT's word pieces, one a line.
pub(super) fn word_pieces(files: &TokenizerFiles, path: &Path) -> Result<Value, TokenizerError> {
    let text = read_plain_text(path).map_err(|error| TokenizerError::file(path, error))?;
    let words: serde_json::Map<String, Value> =
        text.lines().enumerate().map(|(id, word)| (word.to_owned(), Value::from(id))).collect();
    let token = |name: &'static str| -> Result<(&'static str, u64), TokenizerError> {
        let id = words.get(name).and_then(Value::as_u64);
        Ok((name, id.ok_or_else(|| TokenizerError::file(path, format!("no `{name}` in the vocabulary")))?))
    };
    let (first, last, unknown) = (token("[CLS]")?, token("[SEP]")?, token("[UNK]")?);
    let others = ["[PAD]", "[MASK]"].into_iter().filter_map(|name| token(name).ok());
    let special: Vec<(&str, u64)> = [first, last, unknown].into_iter().chain(others).collect();
    let setting = |key: &str| files.settings.get(key).and_then(Value::as_bool);
    Ok(json!({
        "version": "1.0",
        "added_tokens": added(&special),
        "normalizer": {
            "type": "BertNormalizer", "clean_text": true,
            "handle_chinese_chars": setting("tokenize_chinese_chars").unwrap_or(true),
            "strip_accents": setting("strip_accents"), "lowercase": setting("do_lower_case").unwrap_or(true),
        },
        "pre_tokenizer": { "type": "BertPreTokenizer" },
        "post_processor": with_special_tokens(&[first], &[last]),
        "model": {
            "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
            "vocab": words,
        },
    }))
}
