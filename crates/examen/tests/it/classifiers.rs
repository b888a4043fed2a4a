//! Classifiers by the command line: pairs of captions and functions, relevance of blocks; their predictions.

use std::path::Path;

use crate::documents::fill;
use crate::training::assert_repeats;
use crate::{fail, shown, succeed};

const SMALL: [&str; 10] =
    ["--size", "tiny", "--vocabulary", "300", "--batch-tokens", "800", "--max-length", "160", "--evaluations", "2"];

/// What is said where a command is refused: one line.
fn refused(arguments: &[&str]) -> String {
    let said = fail(arguments);
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    said
}

fn training(folder: &Path) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(folder.join("training.json")).unwrap()).unwrap()
}

fn has_score(training: &serde_json::Value, name: &str) -> bool {
    training["curve"].as_array().unwrap().iter().any(|point| point["name"] == name)
}

#[test]
fn a_classifier_of_pairs_is_trained_and_answers_and_is_deceived() {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let at = |name: &str| folder.path().join(name);
    let (source, exams, encoder, pairs) = (at("src"), at("exams"), at("encoder"), at("pairs"));
    let build = ["build", "captions", "--from", shown(&source), "--split-by", "function", "--limit", "40", "--out"];
    succeed(&[&build[..], &[shown(&exams), "--rounds", "0"]].concat());
    let short = ["--steps", "3", "--seed", "1", "--device", "cpu", "--precision", "f32"];
    let rates = ["--learning-rate", "0.001", "--optimizer", "adamw", "--patience", "3", "--accumulate", "2"];
    let of_encoder = ["train", "encoder", "--from", shown(&source), "--out", shown(&encoder)];
    succeed(&[&of_encoder[..], &SMALL, &short].concat());
    let of_pairs = ["train", "pairs", "--data", shown(&exams), "--from", shown(&encoder), "--out", shown(&pairs)];
    let of_pairs = [&of_pairs[..], &SMALL, &short, &rates, &["--half"]].concat();
    let (_, said) = succeed(&of_pairs);
    assert!(said.contains("match.java: 80 training examples, of which 40 are true"), "{said}");
    for file in ["config.json", "model.safetensors", "tokenizer.json", "training.json"] {
        assert!(pairs.join(file).is_file(), "{file}");
    }
    assert!(has_score(&training(&pairs), "accuracy"));

    assert_repeats(&of_pairs, &pairs);
    let quick = at("quick");
    let by_the_clock = ["train", "pairs", "--data", shown(&exams), "--out", shown(&quick), "--seconds", "0.2"];
    succeed(&[&by_the_clock[..], &SMALL].concat());

    let (out, scores) = (at("pairs.parquet"), at("scores.json"));
    let (_, said) = succeed(&["predict", "--model", shown(&pairs), "--data", shown(&exams), "--out", shown(&out)]);
    assert!(said.contains("0 failed") && said.contains("captions/choose.java"), "{said}");
    assert!(said.contains("left out, asking for text: captions/generate"), "{said}");
    succeed(&["score", "--predictions", shown(&out), "--data", shown(&exams), "--out", shown(&scores)]);

    // Captions of other functions that the classifiers of two rounds take for a match.
    let hard = at("hard");
    let both = format!("{},{}", shown(&pairs), shown(&quick));
    succeed(&[&build[..], &[shown(&hard), "--sampled", "2", "--classifier", &both]].concat());
    let statistics = std::fs::read_to_string(hard.join("captions/statistics.json")).unwrap();
    assert!(statistics.contains("\"quick\"") && statistics.contains("round 1"), "{statistics}");
    let manifest = std::fs::read_to_string(hard.join("captions/match/manifest.json")).unwrap();
    assert!(manifest.contains("--classifier"), "{manifest}");

    // What is no model, no classifier, or no data of this kind is said in a sentence.
    let other = [&build[..], &[shown(&hard), "--classifier", shown(&encoder)]].concat();
    assert!(refused(&other).contains("trained for no task yet"));
    let of = |data: &Path, from: &Path| {
        refused(&["train", "pairs", "--data", shown(data), "--from", shown(from), "--out", shown(&at("none"))])
    };
    assert!(of(&exams, &at("bert")).contains("no encoder of our own"));
    assert!(of(&exams, &at("src")).contains("no encoder of our own"));
    assert!(of(&exams.join("captions/choose"), &encoder).contains("no task that asks whether a caption"));
    let tokenizer = std::fs::read_to_string(pairs.join("tokenizer.json")).unwrap();
    let mut tokenizer: serde_json::Value = serde_json::from_str(&tokenizer).unwrap();
    tokenizer["tokens"].as_array_mut().unwrap().push("another token".into());
    std::fs::write(pairs.join("tokenizer.json"), tokenizer.to_string()).unwrap();
    let changed = refused(&["predict", "--model", shown(&pairs), "--data", shown(&exams), "--out", shown(&out)]);
    assert!(changed.contains("tokens, where the configuration has"), "{changed}");
}

#[test]
fn a_classifier_of_blocks_is_trained_and_answers() {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let at = |name: &str| folder.path().join(name);
    let (source, exams, blocks, out) = (at("src"), at("exams"), at("relevance"), at("blocks.parquet"));
    let build = ["build", "queries", "--from", shown(&source), "--out", shown(&exams), "--split-by", "file"];
    succeed(&[&build[..], &["--task", "file,ideal,relevance"]].concat());
    let of_blocks = ["train", "relevance", "--data", shown(&exams), "--out", shown(&blocks)];
    let short = ["--steps", "3", "--seed", "1", "--device", "cpu", "--precision", "f32", "--half"];
    let rates = ["--learning-rate", "0.001", "--optimizer", "adamw", "--patience", "3", "--accumulate", "2"];
    succeed(&[&of_blocks[..], &SMALL, &short, &rates].concat());
    let curve = training(&blocks);
    assert!(has_score(&curve, "f1") && has_score(&curve, "accuracy"), "{curve}");
    let more = at("more");
    let of_more = ["train", "relevance", "--data", shown(&exams), "--from", shown(&blocks), "--out", shown(&more)];
    succeed(&[&of_more[..], &SMALL, &["--seconds", "0.2"]].concat());
    let device = ["--device", "cpu", "--precision", "f32"];
    let predict = ["predict", "--model", shown(&blocks), "--data", shown(&exams), "--out", shown(&out)];
    let (_, said) = succeed(&[&predict[..], &device].concat());
    assert!(said.contains("0 failed") && said.contains("left out, asking for spans"), "{said}");
    succeed(&["score", "--predictions", shown(&out), "--data", shown(&exams), "--out", shown(&at("scores.json"))]);

    // Two steps: the blocks that it finds relevant are what a span predictor is shown.
    let (spans, files, steps) = (at("spans"), exams.join("queries/file"), at("two-step.parquet"));
    let of_spans = ["train", "spans", "--data", shown(&exams), "--from", shown(&blocks), "--out", shown(&spans)];
    succeed(&[&of_spans[..], &SMALL, &["--steps", "2"]].concat());
    let predict = ["predict", "--data", shown(&files), "--out", shown(&steps), "--model", shown(&spans)];
    let (_, said) = succeed(&[&predict[..], &["--relevance", shown(&blocks)]].concat());
    assert!(said.contains("0 failed"), "{said}");
    succeed(&["score", "--predictions", shown(&steps), "--data", shown(&files), "--out", shown(&at("files.json"))]);
    let refusal = refused(&[&predict[..], &["--relevance", shown(&spans)]].concat());
    assert!(refusal.contains("does not decide about blocks"), "{refusal}");
}
