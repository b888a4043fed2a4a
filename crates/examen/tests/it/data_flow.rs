//! `examen embed` and `examen probe` with `--data-flow`.

use std::path::{Path, PathBuf};

use examen_corpus::Split;
use examen_data::{FeatureReader, ResultLog};
use serde_json::{Value, json};

use crate::class_tasks::{Row, write_task};
use crate::probing::{checkpoint, embed};
use crate::{fail, shown, succeed};

/// More texts than are worked on together. They are short, since the tiny encoder has 20 positions.
const TEXTS: usize = 4_200;
const WINDOW: usize = 4_096;

fn texts(folder: &Path) -> PathBuf {
    let line = |at: usize| {
        let (language, code) = match at % 3 {
            0 => ("java", format!("a{} = b; // c", at % 7)),
            1 => ("python", format!("c = d # {at}\ne = c")),
            _ => ("Java", "f(g)".to_owned()),
        };
        json!({ "id": at, "code": code, "language": language }).to_string()
    };
    let path = folder.join("texts.jsonl");
    std::fs::write(&path, (0..TEXTS).map(line).collect::<Vec<_>>().join("\n")).unwrap();
    path
}

#[test]
fn data_flow_shows_and_interrupted_work_ends_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let (input, model) = (texts(folder.path()), checkpoint("roberta"));
    let out = |name: &str| folder.path().join(format!("{name}.safetensors"));
    embed(&model, &input, &out("plain"), &[]);
    let said = embed(&model, &input, &out("flow"), &["--data-flow"]);
    assert!(said.contains("4,200 texts") && said.contains(" variables,"), "{said}");
    let [plain, flow] = ["plain", "flow"].map(|name| FeatureReader::open(&out(name)).unwrap().layer(2).unwrap());
    let width = flow.len() / TEXTS;
    let row = |features: &[f32], at: usize| features[at * width..(at + 1) * width].to_vec();
    assert!(row(&plain, 0) != row(&flow, 0) && row(&plain, 1) != row(&flow, 1));
    let distance = |features: &[f32]| {
        let values = row(features, 1).into_iter().zip(row(features, 4));
        values.map(|(one, other)| (one - other).abs()).fold(0.0, f32::max)
    };
    assert!(distance(&plain) > 1e-3, "comments are part of a text");
    assert!(distance(&flow) < 2e-6, "comments are not shown with data flow");

    // Features of the text alone are not taken for those with data flow.
    let finished = std::fs::read(out("flow")).unwrap();
    std::fs::copy(out("plain"), out("other")).unwrap();
    assert!(!embed(&model, &input, &out("other"), &["--data-flow"]).contains("there already"));
    assert_eq!(std::fs::read(out("other")).unwrap(), finished);
    embed(&model, &input, &out("thread"), &["--data-flow", "--threads", "1"]);
    assert_eq!(std::fs::read(out("thread")).unwrap(), finished);

    // As if the work had ended after the first texts.
    let reader = FeatureReader::open(&out("flow")).unwrap();
    let (shape, fingerprint) = (reader.shape(), reader.fingerprint().unwrap().to_owned());
    let mut partial = finished.clone();
    let layer = shape.rows * shape.width * 4;
    let start = partial.len() - shape.layers * layer;
    for layer in partial[start..].chunks_mut(layer) {
        layer[WINDOW * shape.width * 4..].fill(0);
    }
    std::fs::write(folder.path().join(".resumed.safetensors.partial"), partial).unwrap();
    let progress = json!({ "fingerprint": fingerprint, "shape": shape, "rows": WINDOW, "counts": {} });
    std::fs::write(folder.path().join(".resumed.safetensors.progress"), progress.to_string()).unwrap();
    let said = embed(&model, &input, &out("resumed"), &["--data-flow"]);
    assert!(said.contains("resumed after 4,096 texts"), "{said}");
    assert_eq!(std::fs::read(out("resumed")).unwrap(), finished);
}

#[test]
fn only_roberta_is_shown_data_flow_and_languages_must_be_known() {
    let folder = tempfile::tempdir().unwrap();
    let (input, out) = (texts(folder.path()), folder.path().join("f.safetensors"));
    let bert = checkpoint("bert");
    for model in [shown(&bert), "random-encoder"] {
        let said = fail(&["embed", "--model", model, "--data", shown(&input), "--out", shown(&out), "--data-flow"]);
        assert!(said.contains("only RoBERTa checkpoints") && said.contains("`bert`"), "{said}");
    }
    let roberta = checkpoint("roberta");
    let unnamed = folder.path().join("unnamed.jsonl");
    for line in [json!({ "id": "x7", "code": "a = b" }), json!({ "id": "x7", "code": "a", "language": "go" })] {
        std::fs::write(&unnamed, line.to_string()).unwrap();
        let arguments = ["embed", "--model", shown(&roberta), "--data", shown(&unnamed), "--out", shown(&out)];
        let said = fail(&[&arguments[..], &["--data-flow"]].concat());
        assert!(said.contains("`x7` must say by `language`"), "{said}");
    }
    assert!(!out.exists());
    // The model that cannot be shown data flow comes second, and still nothing is done.
    let (data, probed) = (folder.path().join("data"), folder.path().join("probed"));
    exam(&data);
    let arguments =
        ["probe", "--model", shown(&roberta), shown(&bert), "--data", shown(&data), "--out", shown(&probed)];
    let said = fail(&[&arguments[..], &["--data-flow"]].concat());
    assert!(said.contains("bert: --data-flow"), "{said}");
    assert!(!probed.exists());
}

/// Whether the two names of a Java assignment are the same.
fn exam(out: &Path) {
    let row = |at: usize| -> Row {
        let split = [Split::Train, Split::Train, Split::Train, Split::Validation, Split::Test][at % 5];
        let (left, right) = (at % 8, if (at / 5).is_multiple_of(2) { at % 8 } else { (at + 3) % 8 });
        let label = if left == right { "SAME" } else { "OTHER" };
        let control = if (at / 10).is_multiple_of(2) { "SAME" } else { "OTHER" };
        (format!("{at}"), split, format!("a{left} = a{right};"), label.to_owned(), control.to_owned())
    };
    write_task(out, "SAM", &(0..200).map(row).collect::<Vec<_>>());
}

#[test]
fn probes_tell_whether_there_was_data_flow() {
    let folder = tempfile::tempdir().unwrap();
    let (data, out, model) = (folder.path().join("data"), folder.path().join("out"), checkpoint("roberta"));
    exam(&data);
    let run = |more: &[&str]| {
        let arguments =
            ["probe", "--model", shown(&model), "--data", shown(&data), "--out", shown(&out), "--no-control"];
        let (_, said) = succeed(&[&arguments[..], more].concat());
        let log = ResultLog::read(&out.join("result.json")).unwrap();
        let values: Vec<u64> = log.rows.iter().map(|row| row.value.to_bits()).collect();
        (log.header.configuration["data_flow"].clone(), values, said)
    };
    let (told, plain, _) = run(&["--keep-features"]);
    assert_eq!(told, Value::Bool(false));
    let (told, flow, said) = run(&["--keep-features", "--data-flow"]);
    assert_eq!(told, Value::Bool(true));
    assert!(!said.contains("there already"), "{said}");
    assert_ne!(plain, flow, "nothing was made of the data flow");
    let (_, again, said) = run(&["--data-flow"]);
    assert!(said.contains("1 probes of 1 are there already") && flow == again, "{said}");
}
