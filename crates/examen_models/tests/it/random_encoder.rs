//! The built-in, untrained encoder: its tokens and its features, which must not change.

use std::path::Path;

use examen_models::{Encoder, Pooling, Sequence};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

/// How far a feature may be from the kept one: machines sum in different orders.
const TOLERANCE: f32 = 1e-5;

/// How many numbers of a vector are kept.
const KEPT: usize = 4;

const TEXTS: [&str; 4] = [
    "",
    "def area(radius):\n    return 3.14159 * radius ** 2\n",
    "int größe = parts[SEP].length() + \"[CLS] 日本\".length();",
    "for (int i = 0; i < n; i++) { if (a[i] > max) { max = a[i]; } }",
];

/// A text with what comes out of it: a line of the fixture.
#[derive(Deserialize, Serialize)]
struct Row {
    seed: u64,
    text: String,
    ids: Vec<u32>,
    /// The first numbers of the mean over all positions, for each layer.
    features: Vec<Vec<f32>>,
}

fn row(encoder: &Encoder, seed: u64, text: &str) -> Row {
    let tokens = encoder.tokenize(text).unwrap();
    let features = features(encoder, text, &Pooling::Mean).into_iter().map(|layer| layer[..KEPT].to_vec()).collect();
    Row { seed, text: text.to_owned(), ids: tokens.ids, features }
}

fn features(encoder: &Encoder, text: &str, pooling: &Pooling) -> Vec<Vec<f32>> {
    encoder.features(&[Sequence::from(&encoder.tokenize(text).unwrap())], pooling).unwrap()
}

#[test]
fn the_random_encoder_stays_as_it_is() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/random_encoder.jsonl");
    let given: Vec<Row> = [0, 1]
        .into_iter()
        .flat_map(|seed| {
            let encoder = Encoder::random(seed).unwrap();
            TEXTS.map(|text| row(&encoder, seed, text))
        })
        .collect();
    if examen_test::is_update() {
        let lines = given.iter().map(|row| serde_json::to_string(row).unwrap() + "\n");
        std::fs::write(&path, lines.collect::<String>()).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap();
    let kept: Vec<Row> = kept.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(given.len(), kept.len());
    for (given, kept) in given.iter().zip(&kept) {
        assert_eq!((given.seed, &given.text, &given.ids), (kept.seed, &kept.text, &kept.ids));
        assert_eq!(given.features.len(), kept.features.len());
        for (layer, (given, kept)) in given.features.iter().zip(&kept.features).enumerate() {
            let far = given.iter().zip(kept).map(|(given, kept)| (given - kept).abs()).fold(0.0, f32::max);
            assert!(far <= TOLERANCE && given.len() == kept.len(), "layer {layer}: {given:?}, not {kept:?}");
        }
    }
}

#[test]
fn the_seed_decides() {
    let (one, again, other) = (Encoder::random(3).unwrap(), Encoder::random(3).unwrap(), Encoder::random(4).unwrap());
    for text in TEXTS {
        let features = |encoder: &Encoder| features(encoder, text, &Pooling::Mean);
        assert_eq!(features(&one), features(&again));
        for (layer, (one, other)) in features(&one).iter().zip(features(&other)).enumerate() {
            assert!(one.iter().zip(&other).all(|(one, other)| one.to_bits() != other.to_bits()), "layer {layer}");
        }
    }
}

#[test]
fn the_first_position_knows_the_text_behind_the_embeddings_only() {
    let encoder = Encoder::random(0).unwrap();
    let first = TEXTS.map(|text| features(&encoder, text, &Pooling::First));
    for other in &first[1..] {
        assert_eq!(first[0][0], other[0]);
        for layer in 1..encoder.layers() {
            assert_ne!(first[0][layer], other[layer], "layer {layer}");
        }
    }
}

#[test]
fn sizes_are_those_of_a_small_bert() {
    let encoder = Encoder::random(0).unwrap();
    assert_eq!((encoder.architecture(), encoder.layers(), encoder.width()), ("bert", 5, 64));
    assert_eq!((encoder.vocabulary(), encoder.max_length()), (2_000, 256));
    let long = encoder.tokenize(&"value = other_value + 1\n".repeat(1_000)).unwrap();
    assert_eq!((long.ids.len(), long.ids[0], long.ids[255]), (256, 1, 2));
    assert!(long.is_truncated());
}

#[test]
fn every_byte_can_be_written() {
    let encoder = Encoder::random(0).unwrap();
    for character in (0..=u32::from(char::MAX)).step_by(37).chain(0..0x800).filter_map(char::from_u32) {
        check_tokens(&encoder, &character.to_string());
    }
    // Special tokens in a text are text.
    let tokens = encoder.tokenize("[CLS][SEP][PAD]").unwrap();
    assert!(tokens.ids[1..tokens.ids.len() - 1].iter().all(|&id| id > 2));
    proptest!(|(text in any::<String>())| check_tokens(&encoder, &text));
}

/// Tokens cover all of a text but its whitespace, in order.
fn check_tokens(encoder: &Encoder, text: &str) {
    let tokens = encoder.tokenize(text).unwrap();
    assert_eq!((tokens.unknown, tokens.ids.first(), tokens.ids.last()), (0, Some(&1), Some(&2)), "{text:?}");
    if tokens.is_truncated() {
        return;
    }
    let mut end = 0;
    for offsets in &tokens.offsets[1..tokens.ids.len() - 1] {
        assert!(text.get(offsets.clone()).is_some(), "{text:?}: {offsets:?}");
        let between = text.get(end..offsets.start).unwrap_or_default();
        assert!(between.chars().all(char::is_whitespace), "{text:?}: {between:?} is lost");
        end = end.max(offsets.end);
    }
    assert!(text[end..].chars().all(char::is_whitespace), "{text:?}: {:?} is lost", &text[end..]);
}
