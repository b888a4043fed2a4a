//! Pieces of tokens: reference values, special tokens, and what holds for any token.

use std::path::PathBuf;
use std::sync::LazyLock;

use examen_tokenizers::{PieceCounter, Subwords, TokenizerError};
use proptest::prelude::*;
use serde_json::{Value, json};
use tokenizers::models::bpe::{BPE, BpeTrainerBuilder};
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::processors::roberta::RobertaProcessing;
use tokenizers::{AddedToken, NormalizerWrapper, PostProcessorWrapper, TokenizerBuilder};

use crate::texts;

static CUBERT: LazyLock<Subwords> = LazyLock::new(Subwords::cubert);
static BPE_TOKENIZER: LazyLock<Subwords> =
    LazyLock::new(|| Subwords::from_tokenizer_json("bpe", &std::fs::read(fixture("bpe.json")).unwrap()).unwrap());

/// `CuBERT`'s vocabulary.
pub(crate) fn cubert() -> &'static Subwords {
    &CUBERT
}

/// A small byte-level vocabulary in the manner of `RoBERTa`'s.
pub(crate) fn bpe() -> &'static Subwords {
    &BPE_TOKENIZER
}

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/subwords").join(name)
}

fn pieces(subwords: &Subwords, spelling: &str, is_first: bool) -> Vec<String> {
    let mut pieces = Vec::new();
    subwords.pieces(spelling, is_first, &mut pieces);
    pieces
}

#[test]
fn cubert_pieces_are_those_of_tensor2tensor() {
    let text = std::fs::read_to_string(fixture("cubert.jsonl")).unwrap();
    let mut rows = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    assert!(rows.next().unwrap()["reference"].as_str().unwrap().starts_with("tensor2tensor 1.15.7"));
    let mut count = 0;
    for row in rows {
        let made = pieces(cubert(), row["token"].as_str().unwrap(), false);
        let ids: Vec<u32> = made.iter().map(|piece| cubert().id(piece).unwrap()).collect();
        assert_eq!((&json!(made), &json!(ids)), (&row["pieces"], &row["ids"]), "{}", row["token"]);
        count += 1;
    }
    assert!(count > 150);
}

#[test]
fn a_piece_that_is_not_in_the_vocabulary_is_unknown() {
    assert_eq!(cubert().id("[UNK]_"), Some(5));
    assert_eq!(cubert().id("no such piece"), Some(5));
    assert_eq!(cubert().id(""), Some(5));
    assert_eq!(cubert().id("[CLS]_"), Some(2));
    assert_eq!(Subwords::python().id("x"), None);
}

#[test]
fn a_vocabulary_must_spell_what_it_uses() {
    let characters = |text: &str| text.chars().flat_map(|character| ['\'', character, '\'', '\n']).collect::<String>();
    let escapes = characters("\\_u;0123456789");
    let vocabulary = Subwords::from_cubert_text(&format!("{escapes}'ab'\n{}'ab_'\n", characters("ab"))).unwrap();
    assert_eq!(pieces(&vocabulary, "abab", true), ["ab", "ab_"]);
    assert_eq!(pieces(&vocabulary, "aba_z", true), ["ab", "a", "\\", "u", "\\", "1", "2", "2", ";", "_"]);
    assert_eq!(vocabulary.id("z"), None);
    let missing = Subwords::from_cubert_text(&format!("{escapes}'ab'\n'a'\n"));
    assert!(matches!(missing, Err(TokenizerError::MissingCharacter('b'))));
    assert!(Subwords::from_cubert_text("").is_err());
}

#[test]
fn the_embedded_vocabulary_spells_everything() {
    let text = include_str!("../../vocabularies/cubert/vocab.txt");
    assert_eq!(text.lines().count(), 49_558);
    assert!(Subwords::from_cubert_text(text).is_ok());
}

#[test]
fn all_but_the_first_token_have_a_space_before_them() {
    assert_eq!(pieces(bpe(), "self", true).concat(), "self");
    assert_eq!(pieces(bpe(), "self", false).concat(), "Ġself");
    assert_eq!(pieces(bpe(), "é", false).concat(), "ĠÃ©");
    assert!(pieces(bpe(), "___INDENT___    ", false).is_empty());
    assert!(!bpe().shows_layout() && cubert().shows_layout() && Subwords::python().shows_layout());
}

#[test]
fn special_tokens_are_those_of_the_vocabulary() {
    assert_eq!((bpe().name(), bpe().class_token(), bpe().separator()), ("bpe", "<s>", "</s>"));
    assert_eq!((cubert().name(), cubert().class_token(), cubert().separator()), ("cubert", "[CLS]_", "[SEP]_"));
    let python = Subwords::python();
    assert_eq!((python.name(), python.class_token(), python.separator()), ("python", "[CLS]", "[SEP]"));

    let special = |id: &str| json!({"SpecialToken": {"id": id, "type_id": 0}});
    let code = json!({"Sequence": {"id": "A", "type_id": 0}});
    let template = |single: Vec<Value>| {
        let names = ["[CLS]", "[SEP]", "<|begin_of_text|>"];
        let tokens: serde_json::Map<String, Value> =
            names.iter().map(|name| ((*name).to_owned(), json!({"id": name, "ids": [0], "tokens": [name]}))).collect();
        json!({"type": "TemplateProcessing", "single": single, "pair": [code], "special_tokens": tokens})
    };
    let bert = template(vec![special("[CLS]"), code.clone(), special("[SEP]")]);
    assert_eq!(special_tokens(bert, &[]), ("[CLS]".to_owned(), "[SEP]".to_owned()));
    let llama = template(vec![special("<|begin_of_text|>"), code.clone()]);
    let wanted = ("<|begin_of_text|>".to_owned(), "<|end_of_text|>".to_owned());
    assert_eq!(special_tokens(llama.clone(), &["<|begin_of_text|>", "<|end_of_text|>"]), wanted);
    let both = json!({"type": "Sequence", "processors": [byte_level(), llama]});
    assert_eq!(special_tokens(both, &[]), ("<|begin_of_text|>".to_owned(), "<|begin_of_text|>".to_owned()));
    assert_eq!(
        special_tokens(byte_level(), &["<|endoftext|>"]),
        ("<|endoftext|>".to_owned(), "<|endoftext|>".to_owned())
    );
    assert_eq!(special_tokens(Value::Null, &[]), ("[CLS]".to_owned(), "[SEP]".to_owned()));
}

fn byte_level() -> Value {
    json!({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": true})
}

/// Returns the special tokens of a tokenizer with this post-processor and these added tokens.
fn special_tokens(processor: Value, added: &[&str]) -> (String, String) {
    let mut tokenizer: Value = serde_json::from_slice(&std::fs::read(fixture("bpe.json")).unwrap()).unwrap();
    tokenizer["post_processor"] = processor;
    let token = |(id, content): (usize, &&str)| json!({"id": id, "content": content, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true});
    tokenizer["added_tokens"] = added.iter().enumerate().map(token).collect();
    let subwords = Subwords::from_tokenizer_json("made", tokenizer.to_string().as_bytes()).unwrap();
    (subwords.class_token().to_owned(), subwords.separator().to_owned())
}

#[test]
fn truncation_and_padding_of_a_tokenizer_do_not_apply() {
    let mut tokenizer: Value = serde_json::from_slice(&std::fs::read(fixture("bpe.json")).unwrap()).unwrap();
    tokenizer["truncation"] = json!({"direction": "Right", "max_length": 2, "strategy": "LongestFirst", "stride": 0});
    tokenizer["padding"] = json!({"strategy": {"Fixed": 9}, "direction": "Right", "pad_to_multiple_of": null, "pad_id": 1, "pad_type_id": 0, "pad_token": "<pad>"});
    let limited = Subwords::from_tokenizer_json("limited", tokenizer.to_string().as_bytes()).unwrap();
    for token in ["x", "a_rather_long_name_for_a_variable"] {
        assert_eq!(pieces(&limited, token, false), pieces(bpe(), token, false));
    }
}

#[test]
fn what_is_no_tokenizer_is_refused() {
    for json in ["", "{}", "[1]", "{\"model\": 3}"] {
        let error = Subwords::from_tokenizer_json("made", json.as_bytes()).err().unwrap();
        assert!(error.to_string().starts_with("made: "), "{error}");
    }
}

proptest! {
    #[test]
    fn pieces_spell_the_token(token in prop_oneof![texts::text(), any::<String>()]) {
        let escaped = pieces(cubert(), &token, false).concat();
        prop_assert_eq!(unescape(&escaped), Some(token.clone()));
        prop_assert_eq!(pieces(&Subwords::python(), &token, false), [token]);
    }

    #[test]
    fn counts_are_numbers_of_pieces(tokens in proptest::collection::vec(texts::text(), 0..6)) {
        for subwords in [cubert(), bpe(), &Subwords::python()] {
            let mut counter = PieceCounter::new(subwords);
            for token in tokens.iter().chain(&tokens) {
                let count = pieces(subwords, token, false).len();
                prop_assert_eq!(subwords.count(token), count);
                prop_assert_eq!(counter.count(token) as usize, count);
            }
        }
    }
}

/// Undoes the escapes of a whole token.
fn unescape(escaped: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = escaped.strip_suffix('_')?;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('\\') {
            text.push('\\');
            rest = after;
        } else if let Some(after) = rest.strip_prefix('u') {
            text.push('_');
            rest = after;
        } else {
            let (number, after) = rest.split_once(';')?;
            text.push(char::from_u32(number.parse().ok()?)?);
            rest = after;
        }
    }
    text.push_str(rest);
    Some(text)
}

const TRAINING_TEXT: &str = "\
import os, sys
from collections import namedtuple
class Reader(object):
    def __init__(self, path, name=None):
        self.path = path
        self.name = name or os.path.basename(path)
    def read(self, size=1024):
        with open(self.path) as handle:
            return handle.read(size)
    def lines(self):
        for line in self.read().split('\\n'):
            if not line or line.startswith('#'):
                continue
            yield line.strip()
def main(arguments):
    if len(arguments) < 2:
        raise ValueError('no file name was given')
    try:
        print(Reader(arguments[1]).read())
    except (IOError, OSError) as error:
        return error
if __name__ == '__main__':
    sys.exit(main(sys.argv))
";

/// With `EXAMEN_UPDATE=1` in the environment the vocabulary is written anew.
#[test]
fn the_small_vocabulary_is_what_training_gives() {
    let mut tokenizer = TokenizerBuilder::<BPE, NormalizerWrapper, ByteLevel, PostProcessorWrapper, ByteLevel>::new()
        .with_model(BPE::default())
        .with_normalizer(None)
        .with_pre_tokenizer(Some(ByteLevel::new(false, true, true)))
        .with_post_processor(None)
        .with_decoder(Some(ByteLevel::new(false, true, true)))
        .build()
        .unwrap();
    let special = |content: &str| AddedToken::from(content.to_owned(), true);
    let mut trainer = BpeTrainerBuilder::new()
        .vocab_size(600)
        .show_progress(false)
        .initial_alphabet(ByteLevel::alphabet().into_iter().collect())
        .special_tokens(["<s>", "<pad>", "</s>", "<unk>"].into_iter().map(special).collect())
        .build();
    tokenizer.train(&mut trainer, TRAINING_TEXT.lines()).unwrap();
    let roberta = RobertaProcessing::new(("</s>".to_owned(), 2), ("<s>".to_owned(), 0))
        .trim_offsets(true)
        .add_prefix_space(false);
    tokenizer.with_post_processor(Some(roberta));
    let vocabulary = tokenizer.to_string(false).unwrap();
    if std::env::var_os("EXAMEN_UPDATE").is_some() {
        std::fs::write(fixture("bpe.json"), &vocabulary).unwrap();
    }
    assert!(std::fs::read_to_string(fixture("bpe.json")).unwrap() == vocabulary, "training gives another vocabulary");
}
