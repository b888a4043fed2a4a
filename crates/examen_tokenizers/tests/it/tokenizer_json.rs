//! Descriptions of tokenizers by strangers: what asks for too much is refused, what backtracks fails for its text alone.

use examen_tokenizers::Subwords;
use serde_json::{Value, json};

/// A description with these parts in place of its own.
fn description(parts: &Value) -> String {
    let mut all = json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null, "pre_tokenizer": null,
        "post_processor": null, "decoder": null,
        "model": { "type": "WordLevel", "vocab": { "[UNK]": 0 }, "unk_token": "[UNK]" },
    });
    for (name, part) in parts.as_object().into_iter().flatten() {
        all[name] = part.clone();
    }
    all.to_string()
}

fn load(parts: &Value) -> Result<Subwords, String> {
    Subwords::from_tokenizer_json("made", description(parts).as_bytes()).map_err(|error| error.to_string())
}

/// Rules that each write ten letters for one.
fn growing(rules: usize) -> Value {
    let rule = json!({ "type": "Replace", "pattern": { "String": "a" }, "content": "aaaaaaaaaa" });
    json!({ "normalizer": { "type": "Sequence", "normalizers": vec![rule; rules] } })
}

#[test]
fn what_grows_without_end_is_refused() {
    let sequence = json!({ "Sequence": { "id": "A", "type_id": 0 } });
    let template = |texts: usize| {
        let single = vec![sequence.clone(); texts];
        json!({ "type": "TemplateProcessing", "single": single, "pair": [sequence.clone()], "special_tokens": {} })
    };
    // No trie, then a text of letters for whatever leads to it; and a trie of a gigabyte that is not there.
    let charsmap = |front: &str| {
        let table = format!("{front}{}", "YWFh".repeat(33));
        json!({ "normalizer": { "type": "Precompiled", "precompiled_charsmap": table } })
    };
    let lower = json!({ "type": "Lowercase" });
    let long = json!({ "type": "Split", "pattern": { "Regex": "ab|".repeat(10_000) }, "behavior": "Isolated", "invert": false });
    let cases = [
        (json!({ "pre_tokenizer": long }), "patterns have 30000 bytes"),
        (json!({ "normalizer": { "type": "Sequence", "normalizers": vec![lower; 100] } }), "101 steps"),
        (growing(2), "more than 16 times as long"),
        (json!({ "post_processor": template(5) }), "repeats a text 5 times"),
        (
            json!({ "post_processor": { "type": "Sequence", "processors": [template(3), template(3)] } }),
            "repeats a text 9 times",
        ),
        (charsmap("AAAAAGFh"), "writes 101 bytes for one"),
        (charsmap("AAAA"), "claims to be longer than it is"),
        (
            json!({ "model": { "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                "max_input_chars_per_word": 1_000_000, "vocab": { "[UNK]": 0 } } }),
            "max_input_chars_per_word",
        ),
    ];
    for (parts, reason) in cases {
        let error = load(&parts).err().unwrap();
        assert!(error.starts_with("made: ") && error.contains(reason), "{error}");
    }
    assert!(load(&growing(1)).is_ok());
}

#[test]
fn a_pattern_that_backtracks_leaves_its_token_whole() {
    let split = json!({ "type": "Split", "pattern": { "Regex": "(a|aa)+$" }, "behavior": "Isolated", "invert": false });
    let subwords = load(&json!({ "pre_tokenizer": split })).unwrap();
    let token = format!("{}b", "a".repeat(60));
    let mut pieces = Vec::new();
    subwords.pieces(&token, false, &mut pieces);
    assert_eq!(pieces, [token]);
    let mut pieces = Vec::new();
    subwords.pieces("b", false, &mut pieces);
    assert_eq!(pieces, ["[UNK]"]);
}
