//! Files of artefacts, checkpoints and tokenizers: each takes the place of one in a folder whose others are sound.

use std::path::Path;

use super::shape::Shape::{self, Made, Nested, Repeated};
use super::shape::{noise, repeated};

/// A kind of hostile file in a folder of others.
pub struct Part {
    /// The name, which begins with what it is a part of: `tokenizer/merges`.
    pub name: &'static str,
    /// The name of the file.
    pub file: &'static str,
    /// The tiny checkpoint whose other files lie beside it, if any.
    pub beside: Option<&'static str>,
    shape: Shape,
}

impl Part {
    /// The bytes, about as many as asked for.
    pub fn bytes(&self, size: usize) -> Vec<u8> {
        self.shape.bytes(size)
    }

    /// Writes the file into the folder of the others.
    pub fn write(&self, folder: &Path, size: usize) -> std::io::Result<()> {
        std::fs::write(folder.join(self.file), self.bytes(size))
    }
}

/// All kinds, by table.
pub fn hostile_parts() -> Vec<Part> {
    let artefacts = ARTEFACTS.iter().map(|&(name, file, shape)| Part { name, file, beside: None, shape });
    let checkpoints = CHECKPOINTS.iter().map(|&(name, file, shape)| Part { name, file, beside: Some("bert"), shape });
    let tokenizers =
        TOKENIZERS.iter().map(|&(name, file, beside, shape)| Part { name, file, beside: Some(beside), shape });
    artefacts.chain(checkpoints).chain(tokenizers).collect()
}

const PREDICTION: &str = "{\"example_id\": \"0\", \"model\": \"m\", \"output\": ";

/// Predictions, results, texts to be embedded, comments, lines to be measured: name, file, bytes.
const ARTEFACTS: &[(&str, &str, Shape)] = &[
    ("comments/apostrophes", "comments.txt", Repeated("", "it's ", "\n")),
    ("comments/brackets", "comments.txt", Nested("(", "a", ")")),
    ("comments/code", "comments.txt", Repeated("", "{@code a.b{n}()} ", "\n")),
    ("comments/commas", "comments.txt", Repeated("Returns a", ", b{n}", ".\n")),
    ("comments/conjunctions", "comments.txt", Repeated("Returns a", " and gets b", ".\n")),
    ("comments/lines", "comments.txt", Repeated("", "Returns the value of the thing number {n}.\n", "")),
    ("comments/noise", "comments.txt", Made(noise)),
    ("comments/one-word", "comments.txt", Repeated("", "a", "\n")),
    ("comments/sentences-in-line", "comments.txt", Repeated("", "Returns the value. ", "\n")),
    ("comments/that-clauses", "comments.txt", Repeated("Returns a", " that gets a", ".\n")),
    ("features/empty-texts", "functions.jsonl", Repeated("", "{\"id\": \"{n}\", \"code\": \"\"}\n", "")),
    ("features/ids-equal", "functions.jsonl", Repeated("", "{\"id\": \"a\", \"code\": \"x\"}\n", "")),
    ("features/noise", "functions.jsonl", Made(noise)),
    ("features/one-text", "functions.jsonl", Repeated("{\"id\": \"a\", \"code\": \"", "a b ", "\"}\n")),
    ("features/one-word", "functions.jsonl", Repeated("{\"id\": \"a\", \"code\": \"", "a", "\"}\n")),
    ("lines/characters", "lines.txt", Repeated("", "a", "\n")),
    ("lines/empty", "lines.txt", Repeated("", "\n", "")),
    ("lines/equal-words", "lines.txt", Repeated("", "a ", "\n")),
    ("lines/short", "lines.txt", Repeated("", "a{n}\n", "")),
    ("lines/words", "lines.txt", Repeated("", "a{n} ", "\n")),
    ("predictions/brackets-nested", "predictions.jsonl", Repeated(PREDICTION, "[", "\n")),
    ("predictions/columns", "predictions.jsonl", Repeated("{\"example_id\": \"0\"", ", \"a{n}\": 1", "}\n")),
    ("predictions/ids-equal", "predictions.jsonl", Repeated("", "{\"example_id\": \"0\", \"model\": \"m\"}\n", "")),
    ("predictions/ids-unknown", "predictions.jsonl", Repeated("", "{\"example_id\": \"{n}\", \"model\": \"m\"}\n", "")),
    ("predictions/models", "predictions.jsonl", Repeated("", "{\"example_id\": \"0\", \"model\": \"m{n}\"}\n", "")),
    ("predictions/noise", "predictions.jsonl", Made(noise)),
    ("predictions/one-line", "predictions.jsonl", Repeated("", " ", "")),
    ("predictions/output-long", "predictions.jsonl", Repeated(PREDICTION, "1", "}\n")),
    (
        "predictions/spans",
        "predictions.jsonl",
        Repeated(PREDICTION_OF_LIST, ", {\"start\": {m}, \"end\": {n}}", "]}\n"),
    ),
    ("predictions/text", "predictions.jsonl", Repeated("{\"example_id\": \"0\", \"model\": \"", "m", "\"}\n")),
    ("result/brackets-nested", "result.json", Nested("[", "1", "]")),
    ("result/keys", "result.json", Repeated("{\"schema\": \"result/1\"", ", \"a{n}\": 1", "}")),
    ("result/noise", "result.json", Made(noise)),
    ("result/objects-nested", "result.json", Nested("{\"a\": ", "1", "}")),
    ("result/rows", "result.json", Repeated("{\"schema\": \"result/1\", \"rows\": [1", ", {}", "]}")),
    ("result/spaces", "result.json", Repeated("", " ", "{}")),
];

const PREDICTION_OF_LIST: &str = "{\"example_id\": \"0\", \"model\": \"m\", \"output\": [{\"start\": 0, \"end\": 1}";

/// Files of a tiny BERT.
const CHECKPOINTS: &[(&str, &str, Shape)] = &[
    ("checkpoint/config-brackets", "config.json", Nested("[", "", "]")),
    ("checkpoint/config-keys", "config.json", Repeated("{\"model_type\": \"bert\"", ", \"a{n}\": 1", "}")),
    ("checkpoint/config-large-sizes", "config.json", Made(large_configuration)),
    ("checkpoint/config-noise", "config.json", Made(noise)),
    ("checkpoint/config-spaces", "config.json", Repeated("", " ", "{\"model_type\": \"bert\"}")),
    (
        "checkpoint/index-names",
        "model.safetensors.index.json",
        Repeated("{\"weight_map\": {\"a\": \"b\"", ", \"a{n}\": \"a{n}\"", "}}"),
    ),
    ("checkpoint/index-of-itself", "model.safetensors.index.json", Made(index_of_itself)),
    ("checkpoint/pickle-openings", "pytorch_model.bin", Repeated("\u{2}", "(", ".")),
    ("checkpoint/pickle-noise", "pytorch_model.bin", Made(noise)),
    ("checkpoint/safetensors-header-long", "model.safetensors", Made(|size| safetensors(&repeated(" ", size)))),
    ("checkpoint/safetensors-header-nested", "model.safetensors", Made(|size| safetensors(&"[".repeat(size)))),
    ("checkpoint/safetensors-names", "model.safetensors", Made(safetensors_names)),
    ("checkpoint/safetensors-noise", "model.safetensors", Made(noise)),
    ("checkpoint/safetensors-shape-long", "model.safetensors", Made(safetensors_shape)),
    ("checkpoint/settings-keys", "tokenizer_config.json", Repeated("{\"a\": 1", ", \"a{n}\": 1", "}")),
    ("checkpoint/settings-nested", "tokenizer_config.json", Nested("{\"a\":", "1", "}")),
];

/// A configuration whose sizes multiply to more than any memory.
fn large_configuration(size: usize) -> Vec<u8> {
    let front = "{\"model_type\": \"bert\", \"hidden_size\": 1048576, \"num_attention_heads\": 16, \"num_hidden_layers\": 1048576, \
                 \"intermediate_size\": 1048576, \"max_position_embeddings\": 1048576, \"vocab_size\": 1048576, \
                 \"type_vocab_size\": 2, \"hidden_act\": \"gelu\", \"layer_norm_eps\": 1e-12";
    [front, &repeated(" ", size.saturating_sub(front.len() + 1)), "}"].concat().into_bytes()
}

fn index_of_itself(size: usize) -> Vec<u8> {
    let entries = repeated(", \"a{n}\": \"model.safetensors.index.json\"", size.saturating_sub(40));
    format!("{{\"weight_map\": {{\"a\": \"a\"{entries}}}}}").into_bytes()
}

fn safetensors(header: &str) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes()].concat()
}

fn safetensors_names(size: usize) -> Vec<u8> {
    let unit = ", \"a{n}\": {\"dtype\": \"F32\", \"shape\": [0], \"data_offsets\": [0, 0]}";
    safetensors(&format!("{{\"__metadata__\": {{}}{}}}", repeated(unit, size)))
}

fn safetensors_shape(size: usize) -> Vec<u8> {
    let shape = repeated(", 1", size);
    safetensors(&format!("{{\"a\": {{\"dtype\": \"F32\", \"shape\": [0{shape}], \"data_offsets\": [0, 0]}}}}"))
}

/// A `tokenizer.json` up to its normalizer, and from its model on.
macro_rules! described {
    ($parts:expr) => {
        concat!("{\"version\": \"1.0\", \"truncation\": null, \"padding\": null, \"added_tokens\": [], ", $parts)
    };
}
const MODEL: &str = "\"model\": {\"type\": \"WordLevel\", \"vocab\": {\"[UNK]\": 0}, \"unk_token\": \"[UNK]\"}}";

/// Files of tokenizers: name, file, the checkpoint beside them, bytes.
const TOKENIZERS: &[(&str, &str, &str, Shape)] = &[
    ("tokenizer/added-tokens", "tokenizer.json", "bert", Made(added_tokens)),
    ("tokenizer/byte-pairs", "merges.txt", "gpt2", Repeated("#version: 0.2\n", "a{m} a{n}\n", "")),
    ("tokenizer/byte-pairs-noise", "merges.txt", "gpt2", Made(noise)),
    ("tokenizer/byte-pairs-same", "merges.txt", "gpt2", Repeated("#version: 0.2\n", "a a\n", "")),
    ("tokenizer/charsmap-large-claim", "tokenizer.json", "bert", Made(|size| charsmap("AAAA", size))),
    ("tokenizer/charsmap-long-text", "tokenizer.json", "bert", Made(|size| charsmap("AAAAAGFh", size))),
    ("tokenizer/normalizers-growing", "tokenizer.json", "bert", Made(growing)),
    (
        "tokenizer/normalizers-many",
        "tokenizer.json",
        "bert",
        Made(|size| normalizers(&repeated(", {\"type\": \"Lowercase\"}", size))),
    ),
    ("tokenizer/normalizer-nested", "tokenizer.json", "bert", Made(nested_normalizer)),
    ("tokenizer/noise", "tokenizer.json", "bert", Made(noise)),
    ("tokenizer/pattern-alternatives", "tokenizer.json", "bert", Made(|size| pattern(&repeated("a{n}|", size)))),
    (
        "tokenizer/pattern-backtracking",
        "tokenizer.json",
        "bert",
        Made(|size| padded(pattern("(a|a)+$|(([a-z ])+.)+[A-Z]([a-z])+$"), size)),
    ),
    (
        "tokenizer/pattern-groups",
        "tokenizer.json",
        "bert",
        Made(|size| pattern(&["(".repeat(size / 2), ")".repeat(size / 2)].concat())),
    ),
    (
        "tokenizer/pattern-repeated",
        "tokenizer.json",
        "bert",
        Made(|size| padded(pattern("((a{1,1000}){1,1000}){1,1000}"), size)),
    ),
    ("tokenizer/pattern-spaces", "tokenizer.json", "bert", Made(|size| padded(pattern("(\\\\s*\\\\S*)*x$"), size))),
    ("tokenizer/pieces", "sentencepiece.bpe.model", "plbart", Made(pieces)),
    ("tokenizer/pieces-noise", "sentencepiece.bpe.model", "plbart", Made(noise)),
    ("tokenizer/template-ids", "tokenizer.json", "bert", Made(template_ids)),
    ("tokenizer/template-of-templates", "tokenizer.json", "bert", Made(template_of_templates)),
    ("tokenizer/vocabulary-long-word", "vocab.txt", "bert", Repeated("[CLS]\n[SEP]\n[UNK]\n", "a", "\n")),
    ("tokenizer/vocabulary-noise", "vocab.txt", "bert", Made(noise)),
    ("tokenizer/vocabulary-same-word", "vocab.txt", "bert", Repeated("[CLS]\n[SEP]\n[UNK]\n", "a\n", "")),
    ("tokenizer/vocabulary-words", "vocab.txt", "bert", Repeated("[CLS]\n[SEP]\n[UNK]\n", "##a{n}\n", "")),
    ("tokenizer/words", "vocab.json", "gpt2", Repeated("{\"a\": 0", ", \"a{n}\": {n}", "}")),
    ("tokenizer/words-same-id", "vocab.json", "gpt2", Repeated("{\"a\": 0", ", \"a{n}\": 0", "}")),
    ("tokenizer/word-characters", "tokenizer.json", "bert", Made(|size| padded(WORD_PIECES, size))),
];

const WORD_PIECES: &str = described!(
    "\"normalizer\": null, \"pre_tokenizer\": null, \"post_processor\": null, \"decoder\": null, \"model\": {\"type\": \"WordPiece\", \
     \"unk_token\": \"[UNK]\", \"continuing_subword_prefix\": \"##\", \"max_input_chars_per_word\": 1000000000, \
     \"vocab\": {\"[UNK]\": 0, \"a\": 1, \"##a\": 2}}}"
);

/// A description with spaces behind it.
fn padded(description: impl AsRef<[u8]>, size: usize) -> Vec<u8> {
    let mut bytes = description.as_ref().to_vec();
    bytes.resize(size.max(bytes.len()), b' ');
    bytes
}

fn normalizers(rest: &str) -> Vec<u8> {
    let front = described!("\"normalizer\": {\"type\": \"Sequence\", \"normalizers\": [{\"type\": \"Lowercase\"}");
    format!("{front}{rest}]}}, \"pre_tokenizer\": null, \"post_processor\": null, \"decoder\": null, {MODEL}")
        .into_bytes()
}

/// Each rule writes ten letters for one.
fn growing(size: usize) -> Vec<u8> {
    let unit = ", {\"type\": \"Replace\", \"pattern\": {\"String\": \"a\"}, \"content\": \"aaaaaaaaaa\"}";
    padded(normalizers(&unit.repeat(12)), size)
}

fn nested_normalizer(size: usize) -> Vec<u8> {
    let times = size / 50;
    let inner = ["{\"type\": \"Sequence\", \"normalizers\": [".repeat(times), "]}".repeat(times)].concat();
    normalizers(&format!(", {inner}"))
}

/// A table of characters: the size of its trie, and letters behind it.
fn charsmap(front: &str, size: usize) -> Vec<u8> {
    let text = format!("{front}{}", "YWFh".repeat(size / 4));
    normalizers(&format!(", {{\"type\": \"Precompiled\", \"precompiled_charsmap\": \"{text}\"}}"))
}

fn pattern(pattern: &str) -> Vec<u8> {
    let front =
        described!("\"normalizer\": null, \"pre_tokenizer\": {\"type\": \"Split\", \"pattern\": {\"Regex\": \"");
    let back = "\"}, \"behavior\": \"Isolated\", \"invert\": false}, \"post_processor\": null, \"decoder\": null, ";
    [front, pattern, back, MODEL].concat().into_bytes()
}

fn added_tokens(size: usize) -> Vec<u8> {
    let unit = ", {\"id\": {n}, \"content\": \"t{n}\", \"single_word\": false, \"lstrip\": false, \"rstrip\": false, \
                \"normalized\": true, \"special\": false}";
    let first = unit.replacen(", ", "", 1).replace("{n}", "0");
    let rest = "], \"normalizer\": null, \"pre_tokenizer\": null, \"post_processor\": null, \"decoder\": null, ";
    format!("{{\"version\": \"1.0\", \"added_tokens\": [{first}{}{rest}{MODEL}", repeated(unit, size)).into_bytes()
}

/// A template that puts one special token of very many ids before a text, many times.
fn template_ids(size: usize) -> Vec<u8> {
    let ids = repeated(", 1", size / 2);
    let names = repeated(", \"a\"", size / 2 * 5 / 3);
    let special = ", {\"SpecialToken\": {\"id\": \"a\", \"type_id\": 0}}".repeat(100);
    templated(&format!(
        "{{\"type\": \"TemplateProcessing\", \"single\": [{{\"Sequence\": {{\"id\": \"A\", \"type_id\": 0}}}}{special}], \"pair\": \
         [{{\"Sequence\": {{\"id\": \"A\", \"type_id\": 0}}}}], \"special_tokens\": {{\"a\": {{\"id\": \"a\", \"ids\": [1{ids}], \
         \"tokens\": [\"a\"{names}]}}}}}}"
    ))
}

/// Templates behind each other that each repeat what the one before made.
fn template_of_templates(size: usize) -> Vec<u8> {
    let sequence = "{\"Sequence\": {\"id\": \"A\", \"type_id\": 0}}";
    let one = format!(
        "{{\"type\": \"TemplateProcessing\", \"single\": [{sequence}{}], \"pair\": [{sequence}], \"special_tokens\": {{}}}}",
        format!(", {sequence}").repeat(9)
    );
    let all = vec![one; 12].join(", ");
    padded(templated(&format!("{{\"type\": \"Sequence\", \"processors\": [{all}]}}")), size)
}

fn templated(processor: &str) -> Vec<u8> {
    let front = described!("\"normalizer\": null, \"pre_tokenizer\": null, \"post_processor\": ");
    format!("{front}{processor}, \"decoder\": null, {MODEL}").into_bytes()
}

/// A sentencepiece model whose pieces are all pairs of others.
fn pieces(size: usize) -> Vec<u8> {
    // Three that stand for no text, then letters; each a message of a text and a score.
    let piece = |text: &str| {
        let inner = [&[0x0A, text.len() as u8], text.as_bytes(), &[0x15, 0, 0, 0, 0]].concat();
        [&[0x0A, inner.len() as u8], &inner[..]].concat()
    };
    // The trainer says that the model is one of byte pairs.
    let mut bytes = vec![0x12, 2, 0x18, 2];
    let mut length = 1;
    while bytes.len() + 200 < size {
        bytes.extend(piece(&"a".repeat(length)));
        length = length % 120 + 1;
    }
    bytes
}
