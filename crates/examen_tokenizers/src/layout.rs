//! Layout-aware tokens of code: the tokens of our own encoders.
//!
//! Whitespace inside a line has no token. A line end, with the blank lines and the indentation behind it, is one token, which
//! one by the width of the indentation. Operators are whole. Names, numbers and words are cut into byte-pair pieces behind a
//! prefix, so that a name has the same pieces wherever it stands. No token reaches over the edge of a token of Python or Java, so
//! spans begin and end with tokens without a lexer of the language.

mod lexemes;
mod train;

use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use crate::error::TokenizerError;
use lexemes::{Kind, Lexeme, lexemes};

/// The `type` of a `tokenizer.json` of this kind.
const TYPE: &str = "examen-layout";

/// The prefix of the first piece of a word.
const PREFIX: char = '\u{2581}';

/// Tokens for line ends: one for each width of the indentation, the last for all greater ones.
const LINE_ENDS: usize = 41;

/// Further characters of a word belong to its last piece.
const LONGEST_WORD: usize = 60;

/// A token that stands for no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialToken {
    /// A piece that the vocabulary does not have.
    Unknown,
    /// In place of a token that is to be predicted.
    Mask,
    /// The begin of an input.
    Class,
    /// The query, where there is one.
    Query,
    /// Before a block.
    Separator,
    /// Behind the header of a block, and behind a text.
    End,
}

const SPECIAL: [&str; 6] = ["<unk>", "<mask>", "<cls>", "<query>", "<sep>", "<eot>"];

/// A token of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutToken {
    /// Its id.
    pub id: u32,
    /// Its first byte.
    pub start: u32,
    /// The byte behind its last.
    pub end: u32,
    /// The bytes of the word that it is a piece of, if it is of a word.
    pub word: Option<(u32, u32)>,
}

/// A tokenizer that knows layout.
#[derive(Clone, Debug)]
pub struct LayoutTokenizer {
    /// By id.
    tokens: Vec<String>,
    ids: FxHashMap<String, u32>,
    characters: FxHashMap<char, u32>,
    /// By two pieces that follow each other: how early they are joined, and to what.
    merges: FxHashMap<(u32, u32), (u32, u32)>,
    /// The merges as they are written.
    written_merges: Vec<(String, String)>,
}

impl LayoutTokenizer {
    /// Trains a tokenizer of at most so many tokens. The same texts give the same tokens.
    pub fn train(texts: &[String], vocabulary: usize) -> Result<Self, TokenizerError> {
        let fixed: Vec<String> = SPECIAL
            .iter()
            .map(|&token| token.to_owned())
            .chain((0..LINE_ENDS).map(|width| format!("<nl{width}>")))
            .chain(lexemes::operators())
            .collect();
        let (pieces, merges) = train::byte_pairs(texts, vocabulary.saturating_sub(fixed.len()))?;
        let mut tokens = fixed;
        for piece in pieces {
            if !tokens.contains(&piece) {
                tokens.push(piece);
            }
        }
        Self::new(tokens, merges)
    }

    /// Reads what [`Self::to_json`] wrote.
    pub fn from_json(name: &str, text: &str) -> Result<Self, TokenizerError> {
        let wrong = |reason: String| TokenizerError::TokenizerJson { name: name.to_owned(), reason };
        let value: Value = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        if value["type"] != TYPE {
            return Err(wrong(format!("its `type` is {}, not \"{TYPE}\"", value["type"])));
        }
        let read = |key: &str| value[key].clone();
        let tokens: Vec<String> = serde_json::from_value(read("tokens")).map_err(|error| wrong(error.to_string()))?;
        let merges: Vec<(String, String)> =
            serde_json::from_value(read("merges")).map_err(|error| wrong(error.to_string()))?;
        let tokenizer = Self::new(tokens, merges).map_err(|error| wrong(error.to_string()))?;
        let has_all =
            SPECIAL.iter().enumerate().all(|(id, &token)| tokenizer.tokens.get(id).is_some_and(|own| own == token));
        if has_all && tokenizer.ids.contains_key("<nl40>") {
            Ok(tokenizer)
        } else {
            Err(wrong("special tokens or line ends are missing".to_owned()))
        }
    }

    fn new(tokens: Vec<String>, written_merges: Vec<(String, String)>) -> Result<Self, TokenizerError> {
        let ids: FxHashMap<String, u32> = tokens.iter().cloned().zip(0..).collect();
        let mut merges = FxHashMap::default();
        for ((left, right), rank) in written_merges.iter().zip(0..) {
            let id = |piece: &str| {
                let missing = || TokenizerError::Failed(format!("a merge makes {piece:?}, which is no token"));
                ids.get(piece).copied().ok_or_else(missing)
            };
            merges.entry((id(left)?, id(right)?)).or_insert((rank, id(&format!("{left}{right}"))?));
        }
        let single = |token: &String| {
            let mut characters = token.chars();
            characters.next().filter(|_| characters.next().is_none())
        };
        let characters = tokens.iter().zip(0..).filter_map(|(token, id)| Some((single(token)?, id))).collect();
        Ok(Self { tokens, ids, characters, merges, written_merges })
    }

    /// The text of a `tokenizer.json`.
    pub fn to_json(&self) -> String {
        json!({ "type": TYPE, "tokens": self.tokens, "merges": self.written_merges }).to_string()
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether there is no token, which is never so.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The id of a token by its text.
    pub fn id(&self, token: &str) -> Option<u32> {
        self.ids.get(token).copied()
    }

    /// The id of a special token.
    pub const fn special(&self, token: SpecialToken) -> u32 {
        token as u32
    }

    /// The number of special tokens, which have the first ids.
    pub const fn special_tokens(&self) -> u32 {
        SPECIAL.len() as u32
    }

    /// The tokens of a text.
    pub fn tokenize(&self, text: &str) -> Vec<LayoutToken> {
        let first_line_end = self.ids.get("<nl0>").copied().unwrap_or_default();
        let unknown = self.special(SpecialToken::Unknown);
        let mut known: FxHashMap<&str, Vec<(u32, u32)>> = FxHashMap::default();
        let mut tokens = Vec::with_capacity(text.len() / 3);
        for Lexeme { kind, start, end } in lexemes(text) {
            let (id, word) = match kind {
                Kind::LineEnd { width } => (first_line_end + width.min(LINE_ENDS - 1) as u32, None),
                Kind::Operator => (self.ids.get(&text[start..end]).copied().unwrap_or(unknown), None),
                Kind::Word => {
                    let word = &text[start..end];
                    let pieces = known.entry(word).or_insert_with(|| self.pieces(word));
                    let mut at = start as u32;
                    for &(id, bytes) in &*pieces {
                        tokens.push(LayoutToken {
                            id,
                            start: at,
                            end: at + bytes,
                            word: Some((start as u32, end as u32)),
                        });
                        at += bytes;
                    }
                    continue;
                }
            };
            tokens.push(LayoutToken { id, start: start as u32, end: end as u32, word });
        }
        tokens
    }

    /// The pieces of a word with their bytes.
    fn pieces(&self, word: &str) -> Vec<(u32, u32)> {
        let id = |character: char| self.characters.get(&character).copied().unwrap_or(SpecialToken::Unknown as u32);
        let prefix = std::iter::once((id(PREFIX), 0));
        let own = word.chars().map(|character| (id(character), character.len_utf8() as u32));
        let mut pieces: Vec<(u32, u32)> = prefix.chain(own).take(LONGEST_WORD).collect();
        while let Some((rank, _)) = pieces.windows(2).filter_map(|pair| self.merge(pair)).min() {
            let mut joined = Vec::with_capacity(pieces.len());
            let mut at = 0;
            while at < pieces.len() {
                match pieces.get(at..at + 2).and_then(|pair| Some((self.merge(pair)?, pair))) {
                    Some(((found, id), pair)) if found == rank => {
                        joined.push((id, pair[0].1 + pair[1].1));
                        at += 2;
                    }
                    _ => {
                        joined.push(pieces[at]);
                        at += 1;
                    }
                }
            }
            pieces = joined;
        }
        let covered: u32 = pieces.iter().map(|(_, bytes)| bytes).sum();
        if let Some((_, bytes)) = pieces.last_mut() {
            *bytes += word.len() as u32 - covered;
        }
        // The prefix alone is a piece where the vocabulary joins it to nothing; it stands at the first byte.
        pieces
    }

    fn merge(&self, pair: &[(u32, u32)]) -> Option<(u32, u32)> {
        self.merges.get(&(pair[0].0, pair[1].0)).copied()
    }
}

#[cfg(test)]
mod tests;
