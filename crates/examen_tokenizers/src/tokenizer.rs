//! Tokenizers of checkpoints: texts in, ids and the bytes that they stand for out.
//!
//! A `tokenizer.json` is read as it is. Older checkpoints have the tables only; the `tokenizer.json` that these stand for
//! is put together here (`tables.rs`, `sentence_pieces.rs`), so that one library does the work for all.

mod sentence_pieces;
mod tables;

use std::ops::Range;
use std::path::{Path, PathBuf};

use examen_corpus::{read_plain_file, read_plain_text};
use serde_json::Value;
use tokenizers::Tokenizer as LibraryTokenizer;

use crate::error::TokenizerError;
use crate::layout::{LayoutTokenizer, SpecialToken};
use crate::tokenizer_json::{guarded, load};

/// A text as a network sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// The ids, those of special tokens included.
    pub ids: Vec<u32>,
    /// The bytes of the text that each id stands for; none where it stands for no part of the text.
    pub offsets: Vec<Range<usize>>,
    /// How many tokens at the end of the text had no room.
    pub dropped: usize,
    /// How many ids stand for something that the vocabulary does not have.
    pub unknown: usize,
}

impl Tokens {
    /// Whether the text had more tokens than there is room for.
    pub fn is_truncated(&self) -> bool {
        self.dropped > 0
    }

    /// The first token that stands for a byte of the text; none if the byte was cut off or lies between tokens.
    pub fn at_byte(&self, byte: usize) -> Option<usize> {
        self.offsets.iter().position(|offsets| offsets.contains(&byte))
    }
}

/// The tokenizer of a checkpoint.
#[derive(Debug)]
pub struct Tokenizer {
    method: Method,
    limit: usize,
    unknown: Option<u32>,
    /// The token of an empty text for models without special tokens.
    end: Option<u32>,
}

#[derive(Debug)]
enum Method {
    Library(Box<LibraryTokenizer>),
    /// Of our own encoders, between the tokens for the begin and the end of a text, as in their pre-training.
    Layout(LayoutTokenizer),
}

/// A token of a text as a network sees it.
struct Token {
    id: u32,
    bytes: Range<usize>,
    is_special: bool,
}

/// The files of a tokenizer, and the settings that they give.
#[derive(Debug)]
pub struct TokenizerFiles {
    folder: PathBuf,
    /// A `tokenizer.json` that is part of the program and in no folder.
    built_in: Option<&'static str>,
    settings: Value,
    /// The `model_type` of the checkpoint.
    model_type: String,
}

impl TokenizerFiles {
    /// Takes a `tokenizer.json` that is part of the program.
    pub fn built_in(description: &'static str) -> Self {
        let folder = PathBuf::from("built-in");
        Self { folder, built_in: Some(description), settings: Value::Null, model_type: String::new() }
    }

    /// Looks into the directory of a checkpoint and reads its `tokenizer_config.json`, if there is one.
    pub fn read(folder: &Path, model_type: &str) -> Result<Self, TokenizerError> {
        let path = folder.join("tokenizer_config.json");
        let settings = if path.is_file() { json(&path)? } else { Value::Null };
        Ok(Self { folder: folder.to_owned(), built_in: None, settings, model_type: model_type.to_owned() })
    }

    /// The length that the tokenizer's settings allow; transformers writes a huge number where there is no limit.
    pub fn max_length(&self) -> Option<usize> {
        self.settings.get("model_max_length")?.as_u64().and_then(|length| usize::try_from(length).ok())
    }

    /// A special token, given as text or as an object with its content.
    fn token(&self, key: &str) -> Option<&str> {
        let value = self.settings.get(key)?;
        value.as_str().or_else(|| value.get("content")?.as_str())
    }
}

impl Tokenizer {
    /// Loads a tokenizer; texts are cut to `limit` tokens. `end` is the id of the end of a text, where no file names it.
    pub fn open(files: &TokenizerFiles, limit: usize, end: Option<u32>) -> Result<Self, TokenizerError> {
        let path = files.folder.join("tokenizer.json");
        let (path, description) = if let Some(description) = files.built_in {
            (path, description.as_bytes().to_vec())
        } else if path.is_file() {
            let bytes = read_plain_file(&path).map_err(|error| TokenizerError::file(&path, error))?;
            (path, bytes)
        } else {
            let (path, description) = described(files)?;
            (path, description.to_string().into_bytes())
        };
        let mut tokenizer = load(&description).map_err(|error| TokenizerError::file(&path, error))?;
        tokenizer.with_padding(None);
        // The library cuts as well, but does not say how much.
        tokenizer.with_truncation(None).map_err(|error| TokenizerError::file(&path, error))?;
        let names = [files.token("unk_token"), Some("<unk>"), Some("[UNK]")];
        let unknown = names.into_iter().flatten().find_map(|name| tokenizer.token_to_id(name));
        let end = files.token("eos_token").and_then(|name| tokenizer.token_to_id(name)).or(end);
        Ok(Self { method: Method::Library(Box::new(tokenizer)), limit, unknown, end })
    }

    /// The tokenizer of an encoder of our own; texts are cut to `limit` tokens.
    pub fn of_layout(tokenizer: LayoutTokenizer, limit: usize) -> Self {
        let unknown = Some(tokenizer.special(SpecialToken::Unknown));
        Self { method: Method::Layout(tokenizer), limit, unknown, end: None }
    }

    /// Cuts texts to so many tokens from now on.
    pub fn limit_length(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// The tokens of a text. There is at least one, also of an empty text.
    pub fn tokenize(&self, text: &str) -> Result<Tokens, TokenizerError> {
        let tokens = self.with_special_tokens(text)?;
        let special = tokens.iter().filter(|token| token.is_special).count();
        let room = self.limit.saturating_sub(special);
        let dropped = (tokens.len() - special).saturating_sub(room);
        let (mut ids, mut offsets, mut own) = (Vec::new(), Vec::new(), 0);
        for Token { id, bytes, is_special } in tokens {
            own += usize::from(!is_special);
            if is_special || own <= room {
                ids.push(id);
                offsets.push(bytes);
            }
        }
        if ids.is_empty() {
            ids.push(self.end.ok_or_else(|| TokenizerError::Failed("no token for an empty text".to_owned()))?);
            offsets.push(0..0);
        }
        let unknown = self.unknown_among(&ids);
        Ok(Tokens { ids, offsets, dropped, unknown })
    }

    /// Returns the ids of a whole text without special tokens, with the bytes that each stands for.
    pub fn pieces(&self, text: &str) -> Result<Vec<(u32, Range<usize>)>, TokenizerError> {
        match &self.method {
            Method::Library(library) => {
                let encoding = guarded(|| library.encode(text, false)).map_err(TokenizerError::Failed)?;
                let pieces = encoding.get_ids().iter().zip(encoding.get_offsets());
                Ok(pieces.map(|(&id, &(start, end))| (id, start..end)).collect())
            }
            Method::Layout(layout) => {
                Ok(layout.tokenize(text).into_iter().map(|it| (it.id, it.start as usize..it.end as usize)).collect())
            }
        }
    }

    /// The tokens of a whole text, those that stand for no part of it among them.
    fn with_special_tokens(&self, text: &str) -> Result<Vec<Token>, TokenizerError> {
        let layout = match &self.method {
            Method::Library(library) => {
                let encoding = guarded(|| library.encode(text, true)).map_err(TokenizerError::Failed)?;
                let places = encoding.get_offsets().iter().zip(encoding.get_special_tokens_mask());
                let token = |(&id, (&(start, end), &mask))| Token { id, bytes: start..end, is_special: mask != 0 };
                return Ok(encoding.get_ids().iter().zip(places).map(token).collect());
            }
            Method::Layout(layout) => layout,
        };
        let special = |token| Token { id: layout.special(token), bytes: 0..0, is_special: true };
        let own = self.pieces(text)?.into_iter().map(|(id, bytes)| Token { id, bytes, is_special: false });
        let tokens = std::iter::once(special(SpecialToken::Class)).chain(own);
        Ok(tokens.chain(std::iter::once(special(SpecialToken::End))).collect())
    }

    /// How many ids stand for something that the vocabulary does not have.
    pub fn unknown_among(&self, ids: &[u32]) -> usize {
        ids.iter().filter(|&&id| Some(id) == self.unknown).count()
    }

    /// How many tokens texts are cut to.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The id of a token by its text.
    pub fn id(&self, token: &str) -> Option<u32> {
        match &self.method {
            Method::Library(library) => library.token_to_id(token),
            Method::Layout(layout) => layout.id(token),
        }
    }
}

/// The `tokenizer.json` that the tables in a folder stand for, and the first of them.
fn described(files: &TokenizerFiles) -> Result<(PathBuf, Value), TokenizerError> {
    let file = |name: &str| Some(files.folder.join(name)).filter(|path| path.is_file());
    if let (Some(vocabulary), Some(merges)) = (file("vocab.json"), file("merges.txt")) {
        return Ok((vocabulary.clone(), tables::byte_pairs(files, &vocabulary, &merges)?));
    }
    if let Some(path) = file("vocab.txt") {
        return Ok((path.clone(), tables::word_pieces(files, &path)?));
    }
    if let Some(path) = file("sentencepiece.bpe.model") {
        return Ok((path.clone(), sentence_pieces::description(files, &path)?));
    }
    Err(TokenizerError::NoTokenizer { path: files.folder.clone() })
}

/// Added tokens as a `tokenizer.json` lists them.
fn added(tokens: &[(&str, u64)]) -> Value {
    let one = |&(content, id): &(&str, u64)| {
        // A mask stands for a word with the space in front of it.
        let lstrip = content == "<mask>";
        serde_json::json!({
            "id": id, "content": content, "single_word": false, "lstrip": lstrip, "rstrip": false, "normalized": false,
            "special": true,
        })
    };
    tokens.iter().map(one).collect()
}

/// Returns a post-processor that puts special tokens in front of a text and behind it.
fn with_special_tokens(before: &[(&str, u64)], after: &[(&str, u64)]) -> Value {
    let special = |&(name, _): &(&str, u64)| serde_json::json!({ "SpecialToken": { "id": name, "type_id": 0 } });
    let text = |id: &str| serde_json::json!({ "Sequence": { "id": id, "type_id": 0 } });
    let around = |inner: Vec<Value>| -> Vec<Value> {
        before.iter().map(special).chain(inner).chain(after.iter().map(special)).collect()
    };
    let tokens: serde_json::Map<String, Value> = before
        .iter()
        .chain(after)
        .map(|&(name, id)| (name.to_owned(), serde_json::json!({ "id": name, "ids": [id], "tokens": [name] })))
        .collect();
    serde_json::json!({
        "type": "TemplateProcessing", "single": around(vec![text("A")]), "pair": around(vec![text("A"), text("B")]),
        "special_tokens": tokens,
    })
}

fn json(path: &Path) -> Result<Value, TokenizerError> {
    let text = read_plain_text(path).map_err(|error| TokenizerError::file(path, error))?;
    serde_json::from_str(&text).map_err(|error| TokenizerError::file(path, error))
}
