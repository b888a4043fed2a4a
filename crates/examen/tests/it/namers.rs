//! Namers and generators by the command line: trained on small exams, they answer, and say why.

use std::path::Path;

use serde_json::Value;

use crate::documents::fill;
use crate::training::assert_repeats;
use crate::{fail, shown, succeed};

const SHORT: [&str; 10] =
    ["--evaluations", "2", "--seed", "1", "--device", "cpu", "--precision", "f32", "--batch-tokens", "400"];
const RATES: [&str; 8] = ["--learning-rate", "0.001", "--optimizer", "adamw", "--patience", "3", "--accumulate", "2"];
const SIZES: [&str; 14] = [
    "--width",
    "8",
    "--words",
    "500",
    "--paths",
    "500",
    "--names",
    "300",
    "--min-count",
    "1",
    "--beam",
    "3",
    "--max-length",
    "40",
];

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn namers_are_trained_and_answer_and_show_the_paths_that_made_them_say_so() {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let at = |name: &str| folder.path().join(name);
    let (source, exams) = (at("src"), at("exams"));
    let build = ["build", "names", "--from", shown(&source), "--split-by", "file", "--limit", "150", "--out"];
    succeed(&[&build[..], &[shown(&exams)]].concat());
    for kind in ["code2vec", "code2seq"] {
        let (model, out, details) = (at(kind), at("names.jsonl"), at("details.jsonl"));
        let train = ["train", kind, "--data", shown(&exams), "--out", shown(&model), "--steps", "4"];
        let train = [&train[..], &SHORT, &RATES, &SIZES].concat();
        let (_, said) = succeed(&train);
        assert!(said.contains("without path contexts and 0 with a name outside the vocabulary"), "{said}");
        for file in ["config.json", "model.safetensors", "vocabulary.json", "training.json"] {
            assert!(model.join(file).is_file(), "{file}");
        }
        let training: Value = serde_json::from_slice(&std::fs::read(model.join("training.json")).unwrap()).unwrap();
        let has = |name: &str| training["curve"].as_array().unwrap().iter().any(|point| point["name"] == name);
        assert!(has("loss") && has("subtoken_f1"), "{training}");

        assert_repeats(&train, &model);

        let predict = ["predict", "--model", shown(&model), "--data", shown(&exams), "--out", shown(&out)];
        let (_, said) = succeed(&[&predict[..], &["--details", shown(&details)]].concat());
        assert!(said.contains("0 failed"), "{said}");
        let (answers, details) = (lines(&out), lines(&details));
        assert_eq!(answers.len(), details.len());
        for (answer, details) in answers.iter().zip(&details).filter(|(answer, _)| answer["status"] == "ok") {
            assert_eq!(answer["example_id"], details["example_id"]);
            assert_eq!(answer["output"]["name"], details["names"][0]["name"]);
            assert!(details["names"][0]["probability"].as_f64().unwrap() > 0.0);
            let paths = details["paths"].as_array().unwrap();
            assert!(!paths.is_empty() && paths.len() <= 10 && !details["vector"].as_array().unwrap().is_empty());
            assert!(paths.iter().any(|path| path["start"]["place"]["end_line"].is_u64()), "{details}");
            let attention = |path: &Value| path["attention"].as_f64().unwrap();
            assert!(paths.is_sorted_by(|one, other| attention(one) >= attention(other)));
        }
        let scores = at("scores.json");
        succeed(&["score", "--predictions", shown(&out), "--data", shown(&exams), "--out", shown(&scores)]);
        assert!(std::fs::read_to_string(&scores).unwrap().contains("subtoken_f1"));
    }
    // What is no name has no namer, and what has nothing to say says so.
    let (data, out, details) = (at("exams"), at("no.jsonl"), at("no-details.jsonl"));
    let majority = ["predict", "--model", "majority", "--data", shown(&data), "--out", shown(&out)];
    let said = fail(&[&majority[..], &["--details", shown(&details)]].concat());
    assert!(said.contains("says nothing beside its answers") || said.contains("answers none"), "{said}");
}

#[test]
fn files_of_the_original_extractors_are_learnt_from() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    // Preprocessed lines are padded with spaces; one has no context.
    let lines = "get|name a,1,b b,2,c   \nset|name c,3,a  \nempty  \n";
    let (training, validation) = (write("toy.train.c2v", &lines.repeat(4)), write("toy.val.c2v", lines));
    let out = folder.path().join("model");
    let train = ["train", "code2vec", "--out", shown(&out), "--steps", "3", "--width", "4", "--data"];
    let (_, said) = succeed(&[&train[..], &[shown(&training), shown(&validation)]].concat());
    assert!(said.contains("12 training functions") && said.contains("3 of validation"), "{said}");
    assert!(said.contains("left out are 4 without path contexts"), "{said}");
    let quick = folder.path().join("quick");
    let by_the_clock =
        ["train", "code2seq", "--out", shown(&quick), "--seconds", "0.1", "--width", "4", "--half", "--data"];
    succeed(&[&by_the_clock[..], &[shown(&training)]].concat());
    let other = folder.path().join("other");
    let train = ["train", "code2seq", "--out", shown(&other), "--steps", "1", "--data"];
    let of = |path: &Path| fail(&[&train[..], &[shown(path)]].concat());
    assert!(of(&write("toy.test.c2v", lines)).contains("nothing is learnt from a test split"));
    assert!(of(&write("toy.csv", lines)).contains("end in .c2v"));
    assert!(of(&write("bare.c2s", "a,1,b b,2,c\n")).contains("line 1 begins with a context"));
    assert!(of(&write("empty.c2s", "\n")).contains("no function"));
    assert!(of(&write("pathless.c2s", "name\n")).contains("no training function with path contexts"));
    assert!(of(folder.path()).contains("no task that asks for names"));
    let odd = [&train[..], &[shown(&training), "--width", "3"]].concat();
    assert!(fail(&odd).contains("an even --width"));
}

#[test]
fn a_generator_writes_names_captions_and_answers() {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let at = |name: &str| folder.path().join(name);
    let (source, exams, encoder, model) = (at("src"), at("exams"), at("encoder"), at("generator"));
    for (suite, split) in [("names", "file"), ("captions", "function"), ("questions", "file")] {
        let out = exams.join(suite);
        let build = ["build", suite, "--from", shown(&source), "--split-by", split, "--limit", "40", "--out"];
        let rounds: &[&str] = if suite == "captions" { &["--rounds", "0"] } else { &[] };
        succeed(&[&build[..], &[shown(&out)], rounds].concat());
    }
    let data = ["names", "captions", "questions"].map(|suite| exams.join(suite));
    let data: Vec<&str> = data.iter().map(|path| shown(path)).collect();
    let small = ["--size", "tiny", "--vocabulary", "300", "--max-length", "80"];
    let of_encoder = ["train", "encoder", "--from", shown(&source), "--out", shown(&encoder), "--steps", "2"];
    succeed(&[&of_encoder[..], &small, &SHORT].concat());
    let of_generator = ["train", "generator", "--from", shown(&encoder), "--out", shown(&model), "--steps", "3"];
    let own = ["--decoder-layers", "1", "--words", "200", "--min-count", "2", "--beam", "2", "--half", "--data"];
    let (_, said) = succeed(&[&of_generator[..], &small, &SHORT, &RATES, &own, &data[..]].concat());
    for suite in ["names", "captions", "questions"] {
        assert!(said.contains(&format!("{suite}/")), "{said}");
    }
    let curve = std::fs::read_to_string(model.join("training.json")).unwrap();
    assert!(curve.contains("\"name_log_probability\"") && curve.contains("\"answer_log_probability\""), "{curve}");
    for data in data {
        let (out, details, scores) = (at("written.jsonl"), at("details.jsonl"), at("scores.json"));
        let predict = ["predict", "--model", shown(&model), "--data", data, "--out", shown(&out)];
        let (_, said) = succeed(&[&predict[..], &["--details", shown(&details)]].concat());
        assert!(said.contains("0 skipped, 0 failed"), "{said}");
        for (answer, details) in lines(&out).iter().zip(lines(&details)) {
            let text = answer["output"].get("name").or(answer["output"].get("text"));
            assert_eq!(text, details["texts"][0].get("text"), "{answer} {details}");
        }
        succeed(&["score", "--predictions", shown(&out), "--data", data, "--out", shown(&scores)]);
        let (_, said) = succeed(&["predict", "--model", "n-gram", "--data", data, "--out", shown(&out)]);
        assert!(said.contains("0 skipped, 0 failed"), "{said}");
    }
    let questions = exams.join("questions");
    for (kind, more) in [("seq2seq", &["--no-copy"][..]), ("dual-encoder", &[]), ("sns", &[]), ("transformer", &[])] {
        let (model, out) = (at(kind), at("written.jsonl"));
        let train = ["train", kind, "--out", shown(&model), "--data", shown(&questions), "--steps", "2"];
        succeed(&[&train[..], &small, &SHORT, more, &own[..6]].concat());
        let predict = ["predict", "--model", shown(&model), "--data", shown(&questions), "--out", shown(&out)];
        assert!(succeed(&predict).1.contains("0 skipped, 0 failed"));
        assert!(
            lines(&out).iter().all(|answer| answer["output"]["text"].as_str().is_some_and(|text| !text.is_empty()))
        );
        let started = [&train[..], &["--from", shown(&encoder)]].concat();
        assert!(fail(&started).contains("only a generator starts from an encoder"));
    }
    let (none, quick) = (at("none"), at("quick"));
    let names = exams.join("names");
    let by_the_clock = ["train", "generator", "--data", shown(&names), "--out", shown(&quick), "--seconds", "0.2"];
    succeed(&[&by_the_clock[..], &small].concat());
    let train = ["train", "generator", "--out", shown(&none), "--data"];
    assert!(fail(&[&train[..], &[shown(&source)]].concat()).contains("no task that asks for a name or a text"));
    let short = [&train[..], &[shown(&names), "--max-length", "4"]].concat();
    assert!(fail(&short).contains("--max-length of 16"));
}
