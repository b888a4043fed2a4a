//! Training by the command line: an encoder, a span predictor on it, its predictions.

use std::path::Path;

use crate::documents::fill;
use crate::{examen, shown, succeed, text};

/// Trains once more: the same command finds its checkpoint and makes the same bytes, and so does another directory.
pub(crate) fn assert_repeats(train: &[&str], model: &Path) {
    let weights = |folder: &Path| std::fs::read(folder.join("model.safetensors")).unwrap();
    let before = weights(model);
    succeed(train);
    let again = tempfile::tempdir().unwrap();
    let elsewhere: Vec<&str> =
        train.iter().map(|&word| if word == shown(model) { shown(again.path()) } else { word }).collect();
    succeed(&elsewhere);
    assert!(before == weights(model) && before == weights(again.path()));
}

#[test]
fn a_span_predictor_is_trained_and_answers() {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let at = |name: &str| folder.path().join(name);
    let (source, exams, encoder, spans) = (at("src"), at("exams"), at("encoder"), at("spans"));
    succeed(&[
        "build",
        "queries",
        "--from",
        shown(&source),
        "--out",
        shown(&exams),
        "--task",
        "ideal",
        "--split-by",
        "file",
    ]);
    let small = ["--size", "tiny", "--vocabulary", "400", "--batch-tokens", "600", "--max-length", "300"];
    let short = ["--steps", "4", "--evaluations", "2", "--seed", "1", "--device", "cpu", "--precision", "f32"];
    let reading = [
        "--no-gitignore",
        "--hidden",
        "--vendored",
        "--content-column",
        "code",
        "--max-file-bytes",
        "100000",
        "--max-archive-depth",
        "1",
        "--max-entries",
        "1000",
        "--max-unpacked-bytes",
        "10000000",
    ];
    let of_encoder = ["train", "encoder", "--from", shown(&source), "--out", shown(&encoder)];
    let rates = ["--learning-rate", "0.001", "--optimizer", "adamw", "--patience", "3", "--accumulate", "2"];
    succeed(&[&of_encoder[..], &small, &short, &reading, &rates].concat());
    for file in ["config.json", "model.safetensors", "tokenizer.json", "training.json", "files.tsv"] {
        assert!(encoder.join(file).is_file(), "{file}");
    }
    let untrained =
        examen(&["predict", "--model", shown(&encoder), "--data", shown(&exams), "--out", shown(&at("no.jsonl"))]);
    assert!(text(&untrained.stderr).contains("trained for no task yet"), "{}", text(&untrained.stderr));

    let of_spans = ["train", "spans", "--data", shown(&exams), "--from", shown(&encoder), "--out", shown(&spans)];
    let more = ["--extra", shown(&exams), "--occurrences", "--half"];
    let of_spans = [&of_spans[..], &small, &short, &more, &rates].concat();
    let (_, said) = succeed(&of_spans);
    assert!(said.contains("0 have a span that begins or ends inside a token"), "{said}");
    let training: serde_json::Value =
        serde_json::from_slice(&std::fs::read(spans.join("training.json")).unwrap()).unwrap();
    assert_eq!((&training["steps"], &training["ended"]), (&4.into(), &"done".into()));
    let has = |name: &str| training["curve"].as_array().unwrap().iter().any(|point| point["name"] == name);
    assert!(has("loss") && has("exact_match"), "{training}");

    assert_repeats(&of_spans, &spans);
    // Another vocabulary is refused.
    let by_the_clock = ["train", "spans", "--data", shown(&exams), "--out", shown(&spans), "--seconds", "1"];
    let other = examen(&[&by_the_clock[..], &small].concat());
    assert!(text(&other.stderr).contains("a checkpoint of another training"), "{}", text(&other.stderr));
    let (scratch, quick) = (at("scratch"), at("quick"));
    let by_the_clock = ["train", "spans", "--data", shown(&exams), "--out", shown(&scratch), "--seconds", "0.2"];
    succeed(&[&by_the_clock[..], &small, &["--one-pass"]].concat());
    // A network that does not see the query answers too.
    let (_, said) =
        succeed(&["predict", "--model", shown(&scratch), "--data", shown(&exams), "--out", shown(&at("one.jsonl"))]);
    assert!(said.contains("0 failed"), "{said}");
    let encoder_by_the_clock =
        ["train", "encoder", "--from", shown(&source), "--out", shown(&quick), "--seconds", "0.2", "--half"];
    succeed(&[&encoder_by_the_clock[..], &small].concat());

    let (out, scores) = (at("spans.parquet"), at("scores.json"));
    let predicted = ["predict", "--model", shown(&spans), "--data", shown(&exams), "--out", shown(&out)];
    let (_, said) = succeed(&predicted);
    assert!(said.contains("0 failed"), "{said}");
    // In windows code is read to its end; most is short enough to be one window.
    let windows = at("windows.parquet");
    let in_windows = ["predict", "--model", shown(&spans), "--data", shown(&exams), "--out", shown(&windows)];
    let (_, said) =
        succeed(&[&in_windows[..], &["--procedure", "window", "--max-length", "64", "--stride", "40"]].concat());
    assert!(said.contains("0 failed"), "{said}");
    let [whole, prefix] = ["window", "prefix"].map(|procedure| {
        let out = at(&format!("{procedure}.jsonl"));
        let flags = ["predict", "--model", shown(&spans), "--data", shown(&exams), "--out", shown(&out)];
        succeed(&[&flags[..], &["--procedure", procedure, "--max-length", "100000"]].concat());
        std::fs::read_to_string(out).unwrap()
    });
    let alike = whole.lines().zip(prefix.lines()).filter(|(one, other)| one == other).count();
    let (whole, prefix) = (whole.lines().count(), prefix.lines().count());
    assert!(whole == prefix && alike * 2 > whole, "{alike} of {whole} and {prefix}");
    succeed(&["score", "--predictions", shown(&out), "--data", shown(&exams), "--out", shown(&scores)]);
}
