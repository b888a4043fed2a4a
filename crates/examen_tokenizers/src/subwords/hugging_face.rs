//! Tokenizers of Hugging Face, from their `tokenizer.json`.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;
use serde_json::Value;
use tokenizers::Tokenizer;

use crate::error::TokenizerError;
use crate::tokenizer_json::{guarded, load};

/// Class tokens and separators of tokenizers that name none: the names in use, the more specific first. Models that only
/// continue text have one token for the end of a text, which then serves for both.
const CLASS_TOKENS: [&str; 7] =
    ["[CLS]", "<s>", "<cls>", "<bos>", "<|begin_of_text|>", "<|startoftext|>", "<|endoftext|>"];
const SEPARATORS: [&str; 6] = ["[SEP]", "</s>", "<sep>", "<eos>", "<|end_of_text|>", "<|endoftext|>"];

/// Pieces of short tokens that a thread remembers: cutting one costs a microsecond or more, and code repeats its tokens.
const REMEMBERED: usize = 1 << 16;
const REMEMBERED_BYTES: usize = 48;

thread_local! {
    static PIECES: RefCell<Remembered> = RefCell::default();
}

/// Tokenizers of this process so far.
static COUNT: AtomicU64 = AtomicU64::new(0);

#[derive(Default)]
struct Remembered {
    /// The number of the tokenizer that cut the pieces.
    tokenizer: u64,
    pieces: FxHashMap<Box<str>, Box<[String]>>,
}

/// A tokenizer.
pub(super) struct HuggingFace {
    /// Tells it from others of this process; from 1.
    number: u64,
    name: String,
    tokenizer: Tokenizer,
    class_token: String,
    separator: String,
}

impl HuggingFace {
    pub(super) fn new(name: &str, json: &[u8]) -> Result<Self, TokenizerError> {
        let refuse = |reason: String| TokenizerError::TokenizerJson { name: name.to_owned(), reason };
        let mut tokenizer = load(json).map_err(refuse)?;
        // Each token is cut alone, so neither may apply.
        tokenizer.with_truncation(None).map_err(|error| refuse(error.to_string()))?;
        tokenizer.with_padding(None);
        let value: Value = serde_json::from_slice(json).map_err(|error| refuse(error.to_string()))?;
        let (class_token, separator) = special_tokens(&value);
        let number = COUNT.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(Self { number, name: name.to_owned(), tokenizer, class_token, separator })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn class_token(&self) -> &str {
        &self.class_token
    }

    pub(super) fn separator(&self) -> &str {
        &self.separator
    }

    pub(super) fn pieces(&self, spelling: &str, is_first: bool, out: &mut Vec<String>) {
        if is_first || spelling.len() > REMEMBERED_BYTES {
            return self.cut(spelling, is_first, out);
        }
        PIECES.with_borrow_mut(|Remembered { tokenizer, pieces }| {
            if *tokenizer != self.number || pieces.len() == REMEMBERED {
                pieces.clear();
                *tokenizer = self.number;
            }
            if let Some(known) = pieces.get(spelling) {
                return out.extend_from_slice(known);
            }
            let start = out.len();
            self.cut(spelling, false, out);
            pieces.insert(spelling.into(), out[start..].into());
        });
    }

    fn cut(&self, spelling: &str, is_first: bool, out: &mut Vec<String>) {
        let encoded = guarded(|| {
            if is_first {
                self.tokenizer.encode(spelling, false)
            } else {
                self.tokenizer.encode(format!(" {spelling}"), false)
            }
        });
        match encoded {
            Ok(encoding) => out.extend_from_slice(encoding.get_tokens()),
            // A model without a piece for unknown text may refuse it. The token stays visible as one piece.
            Err(_) => out.push(spelling.to_owned()),
        }
    }

    pub(super) fn count(&self, spelling: &str) -> usize {
        // The fast way gives no texts of pieces, only their number.
        let encoded = guarded(|| self.tokenizer.encode_fast(format!(" {spelling}"), false));
        encoded.map_or(1, |encoding| encoding.len())
    }

    pub(super) fn id(&self, piece: &str) -> Option<u32> {
        let unknown = || ["[UNK]", "<unk>"].iter().find_map(|piece| self.tokenizer.token_to_id(piece));
        self.tokenizer.token_to_id(piece).or_else(unknown)
    }
}

/// Returns the class token and the separator.
///
/// The post-processor says what it puts before and after a text. Where it says only one of them, or nothing, the added tokens
/// are searched for names in use; where there is none, one token serves for both, and the last resort are BERT's names.
fn special_tokens(tokenizer: &Value) -> (String, String) {
    let (mut class_token, mut separator) = processor_tokens(&tokenizer["post_processor"]);
    let added: Vec<&str> =
        list(&tokenizer["added_tokens"]).iter().filter_map(|token| token["content"].as_str()).collect();
    let named = |names: &[&str]| names.iter().find(|name| added.contains(name)).map(|&name| name.to_owned());
    class_token = class_token.or_else(|| named(&CLASS_TOKENS));
    separator = separator.or_else(|| named(&SEPARATORS));
    let either = class_token.clone().or_else(|| separator.clone());
    (
        class_token.or_else(|| either.clone()).unwrap_or_else(|| CLASS_TOKENS[0].to_owned()),
        separator.or(either).unwrap_or_else(|| SEPARATORS[0].to_owned()),
    )
}

fn processor_tokens(processor: &Value) -> (Option<String>, Option<String>) {
    match processor["type"].as_str() {
        Some("BertProcessing" | "RobertaProcessing") => (text(&processor["cls"][0]), text(&processor["sep"][0])),
        Some("TemplateProcessing") => {
            let pieces = list(&processor["single"]);
            let special = |piece: &Value| text(&piece["SpecialToken"]["id"]);
            let code = pieces.iter().position(|piece| piece.get("Sequence").is_some()).unwrap_or(pieces.len());
            let (before, after) = pieces.split_at(code);
            (before.iter().find_map(special), after.iter().find_map(special))
        }
        Some("Sequence") => list(&processor["processors"])
            .iter()
            .map(processor_tokens)
            .fold((None, None), |found, next| (found.0.or(next.0), found.1.or(next.1))),
        _ => (None, None),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}
