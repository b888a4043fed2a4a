//! PLBART's tokenizer: a sentencepiece model of byte pairs, its ids moved to those of fairseq.
//!
//! The file is a protocol buffer; of its fields those are read that decide about tokens. Byte pairs in sentencepiece have
//! scores in place of merges: two neighbours may merge into any piece, the one with the highest score first.

use std::collections::BTreeMap;
use std::path::Path;

use examen_corpus::read_plain_file;
use serde_json::{Value, json};

use super::{TokenizerFiles, added, with_special_tokens};
use crate::error::TokenizerError;

/// The ids that fairseq puts in front of the pieces. The pieces' own first three have no others.
const FRONT: [(&str, u64); 4] = [("<s>", 0), ("<pad>", 1), ("</s>", 2), ("<unk>", 3)];

/// The languages behind the pieces, in the `base` checkpoint and in those of several tasks.
const BASE: [&str; 3] = ["__java__", "__python__", "__en_XX__"];
const MULTI: [&str; 7] = ["__java__", "__python__", "__en_XX__", "__javascript__", "__php__", "__ruby__", "__go__"];

/// The `model_type` of a model of byte pairs.
const BYTE_PAIRS: u64 = 2;

/// No piece is longer: 16 characters are usual. A piece of n bytes takes n² as merges.
const MAX_PIECE: usize = 128;

/// The parts of a model that decide about tokens.
#[derive(Default)]
struct Model<'b> {
    /// Text and score, by id.
    pieces: Vec<(&'b str, f32)>,
    kind: u64,
    charsmap: &'b [u8],
    keeps_whitespace: bool,
    no_prefix: bool,
}

/// The `tokenizer.json` that a sentencepiece model stands for.
pub(super) fn description(files: &TokenizerFiles, path: &Path) -> Result<Value, TokenizerError> {
    let wrong = |reason: &str| TokenizerError::file(path, reason);
    let bytes = read_plain_file(path).map_err(|error| TokenizerError::file(path, error))?;
    let model = Model::read(&bytes).ok_or_else(|| wrong("not a sentencepiece model"))?;
    if files.model_type != "plbart" || model.kind != BYTE_PAIRS {
        return Err(wrong("only PLBART's byte pairs are read in this form; a tokenizer.json would do"));
    }
    let count = model.pieces.len() as u64;
    let languages = if files.token("language_codes") == Some("multi") { &MULTI[..] } else { &BASE[..] };
    let mut special = FRONT.to_vec();
    special.extend(languages.iter().zip(count + 1..).map(|(&language, id)| (language, id)));
    if languages.len() == BASE.len() {
        special.push(("<mask>", count + 1 + languages.len() as u64));
    }
    let mut words: serde_json::Map<String, Value> =
        special.iter().map(|&(name, id)| (name.to_owned(), id.into())).collect();
    for (&(piece, _), id) in model.pieces.iter().zip(1u64..).skip(3) {
        words.insert(piece.to_owned(), id.into());
    }
    // `java` and `__java__` are both in use.
    let language = files.token("src_lang").map(|name| format!("__{}__", name.trim_matches('_')));
    let language = language.and_then(|name| special.iter().copied().find(|&(known, _)| known == name));
    let after: Vec<(&str, u64)> = [FRONT[2]].into_iter().chain(language).collect();
    Ok(json!({
        "version": "1.0",
        "added_tokens": added(&special),
        "normalizer": model.normalizer(),
        "pre_tokenizer": {
            "type": "Metaspace", "replacement": "▁", "prepend_scheme": if model.no_prefix { "never" } else { "always" },
            "split": false,
        },
        "post_processor": with_special_tokens(&[], &after),
        "model": {
            "type": "BPE", "unk_token": "<unk>", "fuse_unk": true, "byte_fallback": false, "vocab": words,
            "merges": model.merges(),
        },
    }))
}

impl<'b> Model<'b> {
    fn read(bytes: &'b [u8]) -> Option<Self> {
        let mut model = Self::default();
        for field in fields(bytes) {
            match field? {
                (1, Field::Bytes(piece)) => model.pieces.push(Self::piece(piece)?),
                (2, Field::Bytes(trainer)) => {
                    for field in fields(trainer) {
                        if let (3, Field::Number(kind)) = field? {
                            model.kind = kind;
                        }
                    }
                }
                (3, Field::Bytes(normalizer)) => {
                    for field in fields(normalizer) {
                        match field? {
                            (2, Field::Bytes(charsmap)) => model.charsmap = charsmap,
                            (3, Field::Number(prefix)) => model.no_prefix = prefix == 0,
                            (4, Field::Number(removes)) => model.keeps_whitespace = removes == 0,
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        (model.pieces.len() > 3).then_some(model)
    }

    fn piece(bytes: &'b [u8]) -> Option<(&'b str, f32)> {
        let mut piece = ("", 0.0);
        for field in fields(bytes) {
            match field? {
                (1, Field::Bytes(text)) if text.len() > MAX_PIECE => return None,
                (1, Field::Bytes(text)) => piece.0 = std::str::from_utf8(text).ok()?,
                (2, Field::Word(score)) => piece.1 = f32::from_le_bytes(score),
                _ => {}
            }
        }
        Some(piece)
    }

    fn normalizer(&self) -> Value {
        let mut steps = Vec::new();
        if !self.charsmap.is_empty() {
            steps.push(json!({ "type": "Precompiled", "precompiled_charsmap": base64(self.charsmap) }));
        }
        if !self.keeps_whitespace {
            steps.push(json!({ "type": "Strip", "strip_left": true, "strip_right": true }));
            steps.push(json!({ "type": "Replace", "pattern": { "Regex": " {2,}" }, "content": " " }));
        }
        json!({ "type": "Sequence", "normalizers": steps })
    }

    /// All pairs of pieces that make up a third, those with the highest score first.
    fn merges(&self) -> Vec<[&'b str; 2]> {
        let ids: BTreeMap<&str, usize> =
            self.pieces.iter().enumerate().skip(3).map(|(id, &(piece, _))| (piece, id)).collect();
        let mut merges = Vec::new();
        for &(piece, score) in self.pieces.iter().skip(3) {
            for (at, _) in piece.char_indices().skip(1) {
                let (left, right) = piece.split_at(at);
                if let (Some(first), Some(second)) = (ids.get(left), ids.get(right)) {
                    merges.push((score, *first, *second, [left, right]));
                }
            }
        }
        merges.sort_by(|one, other| other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
        merges.into_iter().map(|(.., pair)| pair).collect()
    }
}

/// A field of a protocol buffer.
enum Field<'b> {
    Number(u64),
    Word([u8; 4]),
    Bytes(&'b [u8]),
    /// A number of eight bytes, of which none decides anything here.
    Other,
}

/// The fields of a message with their numbers; none in place of one that cannot be read, which is the last.
fn fields(bytes: &[u8]) -> impl Iterator<Item = Option<(u64, Field<'_>)>> {
    let mut rest = Some(bytes);
    std::iter::from_fn(move || {
        let bytes = rest.filter(|rest| !rest.is_empty())?;
        let read = field(bytes);
        rest = read.as_ref().map(|&(_, _, rest)| rest);
        Some(read.map(|(number, field, _)| (number, field)))
    })
}

fn field(bytes: &[u8]) -> Option<(u64, Field<'_>, &[u8])> {
    let (key, rest) = variable(bytes)?;
    let (field, rest) = match key & 7 {
        0 => variable(rest).map(|(number, rest)| (Field::Number(number), rest))?,
        1 => (Field::Other, rest.get(8..)?),
        2 => {
            let (length, rest) = variable(rest)?;
            let (inner, rest) = rest.split_at_checked(usize::try_from(length).ok()?)?;
            (Field::Bytes(inner), rest)
        }
        5 => rest.split_first_chunk().map(|(word, rest)| (Field::Word(*word), rest))?,
        _ => return None,
    };
    Some((key >> 3, field, rest))
}

/// A number in groups of seven bits, the lowest first.
fn variable(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut number = 0u64;
    for (at, &byte) in bytes.iter().enumerate().take(10) {
        number |= u64::from(byte & 0x7f).checked_shl(7 * at as u32)?;
        if byte < 0x80 {
            return Some((number, &bytes[at + 1..]));
        }
    }
    None
}

/// Bytes as `tokenizer.json` writes them.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().chain([0, 0].iter()).take(3).fold(0u32, |bits, &byte| bits << 8 | u32::from(byte));
        for at in 0..4 {
            let sextet = (bits >> (18 - 6 * at)) & 0x3f;
            text.push(if at > group.len() { '=' } else { char::from(ALPHABET[sextet as usize]) });
        }
    }
    text
}
