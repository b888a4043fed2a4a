//! The `tokenizer.json` of strangers: what it may ask for, and what becomes of the library's panics.
//!
//! The library does what the file says, whatever it costs: a few rules that each write a long text in place of a letter fill any
//! memory. So the parts that make texts longer are added up before anything is loaded. Patterns that backtrack without end are
//! given up by the engine of regular expressions after ten million steps, and the library panics then.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Deserialize;
use serde_json::Value;
use tokenizers::Tokenizer;

/// How many times as long the rules of a normalizer together may make a text; the usual ones write `▁`, three bytes, for a space.
const MAX_GROWTH: usize = 16;

/// The longest text that a table of characters may write for one; for the longest ligature of Unicode it is 33 bytes.
const MAX_REPLACEMENT: usize = 64;

/// How often a template may repeat a text, and how many ids it may put around it; the usual ones have one text and two ids.
const MAX_REPEATED: usize = 4;
const MAX_SPECIAL_IDS: usize = 1_000;

/// The most steps before and after the model, each of which passes over every text; the usual ones are fewer than ten.
const MAX_STEPS: usize = 100;

/// The most bytes of all patterns together, each of which is tried at every character; those of GPT-4 have some 300.
const MAX_PATTERN_BYTES: usize = 16 << 10;

/// The longest word that pieces are searched for in; the work is quadratic in it. BERT's is 100.
const MAX_WORD_CHARACTERS: u64 = 1_000;

/// The parts of a description that can make work without end.
#[derive(Deserialize)]
struct Parts {
    #[serde(default)]
    normalizer: Value,
    #[serde(default)]
    pre_tokenizer: Value,
    #[serde(default)]
    post_processor: Value,
    #[serde(default)]
    model: ModelParts,
}

#[derive(Default, Deserialize)]
struct ModelParts {
    max_input_chars_per_word: Option<u64>,
}

/// Loads a description, or says why that is not done.
pub(crate) fn load(description: &[u8]) -> Result<Tokenizer, String> {
    let parts: Parts = serde_json::from_slice(description).map_err(|error| error.to_string())?;
    let steps: usize = [&parts.normalizer, &parts.pre_tokenizer, &parts.post_processor].into_iter().map(steps).sum();
    if steps > MAX_STEPS {
        return Err(format!("it has {steps} steps beside its model"));
    }
    let patterns = pattern_bytes(&parts.normalizer) + pattern_bytes(&parts.pre_tokenizer);
    if patterns > MAX_PATTERN_BYTES {
        return Err(format!("its patterns have {patterns} bytes"));
    }
    if growth(&parts.normalizer)? > MAX_GROWTH {
        return Err(format!("its normalizer makes texts more than {MAX_GROWTH} times as long"));
    }
    let (repeated, ids) = template(&parts.post_processor);
    if repeated > MAX_REPEATED || ids > MAX_SPECIAL_IDS {
        return Err(format!("its template repeats a text {repeated} times and adds {ids} ids"));
    }
    if parts.model.max_input_chars_per_word.is_some_and(|most| most > MAX_WORD_CHARACTERS) {
        return Err(format!("max_input_chars_per_word is more than {MAX_WORD_CHARACTERS}"));
    }
    guarded(|| Tokenizer::from_bytes(description))
}

/// The library panics on some tables that make no sense, at once or when they are used, and on patterns that backtrack. That is no
/// reason to end the program.
pub(crate) fn guarded<T>(work: impl FnOnce() -> tokenizers::Result<T>) -> Result<T, String> {
    let done = catch_unwind(AssertUnwindSafe(work));
    let of_panic = |payload: Box<dyn std::any::Any + Send>| {
        let said = payload.downcast_ref::<String>().map_or("", String::as_str);
        let is_pattern = said.contains("retry-limit-in-match");
        let reason =
            if is_pattern { "one of its patterns backtracks too often" } else { "the tables contradict themselves" };
        reason.to_owned()
    };
    done.map_err(of_panic)?.map_err(|error| error.to_string())
}

/// How many steps a component has, with those inside sequences.
fn steps(component: &Value) -> usize {
    let inside =
        ["normalizers", "pretokenizers", "processors"].into_iter().filter_map(|list| component[list].as_array());
    usize::from(component.is_object()) + inside.flatten().map(steps).sum::<usize>()
}

/// The bytes of the patterns of a component.
fn pattern_bytes(component: &Value) -> usize {
    match component {
        Value::Object(fields) => {
            let own = fields.get("Regex").and_then(Value::as_str).map_or(0, str::len);
            own + fields.values().map(pattern_bytes).sum::<usize>()
        }
        Value::Array(parts) => parts.iter().map(pattern_bytes).sum(),
        _ => 0,
    }
}

/// How many times as long a normalizer can make a text by the texts that it holds.
fn growth(normalizer: &Value) -> Result<usize, String> {
    let length = |value: &Value| value.as_str().map_or(0, str::len);
    Ok(match normalizer["type"].as_str() {
        Some("Sequence") => {
            let parts = normalizer["normalizers"].as_array().map_or(&[][..], Vec::as_slice);
            let mut product = 1_usize;
            for part in parts {
                product = product.saturating_mul(growth(part)?);
            }
            product
        }
        // A pattern may match a single byte.
        Some("Replace") => {
            length(&normalizer["content"]).div_ceil(length(&normalizer["pattern"]["String"]).max(1)).max(1)
        }
        // Once a text, whatever its length.
        Some("Prepend") => 1 + length(&normalizer["prepend"]) / 256,
        Some("Precompiled") => {
            let table = normalizer["precompiled_charsmap"].as_str().unwrap_or_default();
            let longest = longest_replacement(table).ok_or("its table of characters claims to be longer than it is")?;
            if longest > MAX_REPLACEMENT {
                return Err(format!("its table of characters writes {longest} bytes for one"));
            }
            1
        }
        _ => 1,
    })
}

/// The longest text in a table of characters: behind a trie, whose size stands in front, texts end with a zero. None where the trie
/// would be longer than the table: the library takes memory for it before it looks.
fn longest_replacement(base64: &str) -> Option<usize> {
    let bytes = decoded(base64);
    let Some((size, rest)) = bytes.split_first_chunk() else { return Some(0) };
    let texts = rest.get(u32::from_le_bytes(*size) as usize..)?;
    texts.split(|&byte| byte == 0).map(<[u8]>::len).max()
}

/// The bytes of base64; what is no letter of it is left out, since the library refuses it.
fn decoded(base64: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let sextets: Vec<u8> = base64.bytes().filter_map(value).collect();
    let group = |group: &[u8]| {
        let bits = group.iter().chain([0; 3].iter()).take(4).fold(0_u32, |bits, &sextet| bits << 6 | u32::from(sextet));
        let bytes = bits.to_be_bytes();
        bytes[1..group.len()].to_vec()
    };
    sextets.chunks(4).flat_map(group).collect()
}

/// How often the text stands in the result of a post-processor, and how many ids are put around it.
fn template(processor: &Value) -> (usize, usize) {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    match processor["type"].as_str() {
        Some("Sequence") => list(&processor["processors"])
            .iter()
            .map(template)
            .fold((1, 0), |all, one| (all.0.saturating_mul(one.0), all.1.saturating_mul(one.0).saturating_add(one.1))),
        Some("TemplateProcessing") => {
            let single = list(&processor["single"]);
            let ids = |piece: &Value| {
                let name = piece["SpecialToken"]["id"].as_str().unwrap_or_default();
                processor["special_tokens"][name]["ids"].as_array().map_or(0, Vec::len)
            };
            let repeated = single.iter().filter(|piece| piece.get("Sequence").is_some()).count();
            (repeated.max(1), single.iter().map(ids).sum())
        }
        _ => (1, 0),
    }
}
