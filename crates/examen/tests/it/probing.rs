//! `examen embed` and `examen probe` with small encoders.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use examen_corpus::Split;
use examen_data::{FeatureReader, ResultLog, ResultRow, TableReader, rows_to_jsonl};
use serde_json::{Value, json};

use crate::class_tasks::{Row, write_task};
use crate::{fail, shown, succeed};

/// A tiny checkpoint of a family.
pub(crate) fn checkpoint(family: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examen_models/fixtures/encoders").join(family)
}

/// Texts of many lengths, one of them empty and one beyond every limit.
fn texts(folder: &Path) -> PathBuf {
    let path = folder.join("texts.jsonl");
    let code = |at: usize| match at {
        3 => String::new(),
        7 => "x = y + 1 ; ".repeat(400),
        _ => format!("int name{at} = {} ; größe ( )", "f ( x ) + ".repeat(at)),
    };
    let lines: Vec<String> =
        (0..40).map(|at| json!({ "id": format!("t{at}"), "code": code(at) }).to_string()).collect();
    std::fs::write(&path, lines.join("\n")).unwrap();
    path
}

pub(crate) fn embed(model: &Path, input: &Path, out: &Path, more: &[&str]) -> String {
    let arguments = ["embed", "--model", shown(model), "--data", shown(input), "--out", shown(out)];
    succeed(&[&arguments[..], more].concat()).1
}

#[test]
fn features_do_not_depend_on_batches_or_threads() {
    let folder = tempfile::tempdir().unwrap();
    let (input, model) = (texts(folder.path()), Path::new("random-encoder"));
    let out = |name: &str| folder.path().join(format!("{name}.safetensors"));
    let said = embed(model, &input, &out("whole"), &[]);
    assert!(
        said.contains("40 texts") && said.contains("1 texts truncated") && said.contains("5 layers of 64"),
        "{said}"
    );
    embed(model, &input, &out("thread"), &["--threads", "1"]);
    assert_eq!(std::fs::read(out("whole")).unwrap(), std::fs::read(out("thread")).unwrap());
    embed(model, &input, &out("single"), &["--batch-size", "1"]);
    let [whole, single] = ["whole", "single"].map(|name| FeatureReader::open(&out(name)).unwrap());
    for layer in 0..5 {
        for (whole, single) in whole.layer(layer).unwrap().into_iter().zip(single.layer(layer).unwrap()) {
            assert!((whole - single).abs() < 2e-6, "layer {layer}: {whole} is not {single}");
        }
    }
    assert!(embed(model, &input, &out("whole"), &[]).contains("there already"));
}

#[test]
fn a_table_has_the_ids_and_the_same_features() {
    let folder = tempfile::tempdir().unwrap();
    let (input, model) = (texts(folder.path()), checkpoint("roberta"));
    let (tensors, table) = (folder.path().join("f.safetensors"), folder.path().join("f.parquet"));
    embed(&model, &input, &tensors, &["--pool", "mean"]);
    embed(&model, &input, &table, &["--pool", "mean"]);
    let reader = FeatureReader::open(&tensors).unwrap();
    let mut at = 0;
    for batch in TableReader::open_any(&table).unwrap() {
        for line in rows_to_jsonl(&batch.unwrap()).unwrap().lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            assert_eq!(row["id"], format!("t{at}"));
            let last = format!("layer.{}", reader.shape().layers - 1);
            let values: Vec<f32> = serde_json::from_value(row[last].clone()).unwrap();
            assert_eq!(values, reader.rows(reader.shape().layers - 1, at..at + 1).unwrap());
            at += 1;
        }
    }
    assert_eq!(at, 40);
    let names: BTreeSet<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert!(names.iter().map(String::as_str).eq(["f.parquet", "f.safetensors", "texts.jsonl"]), "{names:?}");
}

#[test]
fn the_token_asked_about_is_not_the_first_position() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("texts.jsonl");
    let line = |id: &str, byte: u32| json!({ "id": id, "code": "alpha beta", "byte": byte }).to_string();
    std::fs::write(&input, [line("a", 0), line("b", 6), line("c", 999)].join("\n")).unwrap();
    let rows = |pool: &str| {
        let out = folder.path().join(format!("{pool}.safetensors"));
        embed(Path::new("random-encoder"), &input, &out, &["--pool", pool]);
        FeatureReader::open(&out).unwrap().layer(2).unwrap().chunks(64).map(<[f32]>::to_vec).collect::<Vec<_>>()
    };
    let (first, token) = (rows("first"), rows("token"));
    assert_eq!(first[0], first[1]);
    assert!(token[0] != first[0] && token[0] != token[1] && token[2] != token[0]);
}

#[test]
fn what_cannot_be_embedded_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let input = texts(folder.path());
    let out = folder.path().join("f.safetensors");
    let told = |model: &str, input: &Path, out: &Path, more: &[&str]| {
        fail(&[&["embed", "--model", model, "--data", shown(input), "--out", shown(out)], more].concat())
    };
    assert!(told("random-encoder", &input, &folder.path().join("f.npy"), &[]).contains("must end in .safetensors"));
    assert!(told("random-encoder", &input, &out, &["--max-length", "2"]).contains("--max-length"));
    assert!(told("no/such/model", &input, &out, &[]).contains("no/such/model"));
    assert!(told(shown(folder.path()), &input, &out, &[]).contains("config.json"));
    let broken = folder.path().join("broken.jsonl");
    std::fs::write(&broken, "{\"id\": 1, \"code\": \"x\"}\n{\"id\": 2}\n").unwrap();
    let said = told("random-encoder", &broken, &out, &[]);
    assert!(said.contains("broken.jsonl, line 2") && said.contains("code"), "{said}");
    std::fs::write(&broken, "").unwrap();
    assert!(told("random-encoder", &broken, &out, &[]).contains("no line with a text"));
    assert!(!out.exists());
}

#[test]
fn devices_and_types_of_numbers_that_the_build_has_not_are_told() {
    let folder = tempfile::tempdir().unwrap();
    exams(folder.path());
    let [input, data, out] = [texts(folder.path()), folder.path().join("probes"), folder.path().join("f.parquet")];
    let embed = ["embed", "--model", "random-encoder", "--data", shown(&input), "--out", shown(&out)];
    let probe = ["probe", "--model", "random-encoder", "--data", shown(&data), "--out", shown(&out)];
    for verb in [embed, probe] {
        let said = |more: &[&str]| fail(&[&verb[..], more].concat());
        assert!(said(&["--device", "abacus"]).contains("abacus"));
        assert!(said(&["--precision", "f16"]).contains("f16"));
        if !cfg!(feature = "torch") {
            assert!(said(&["--device", "cuda"]).contains("torch"));
            assert!(said(&["--precision", "bf16"]).contains("torch"));
        }
    }
    let usual = folder.path().join("usual.parquet");
    succeed(&[&embed[..], &["--device", "cpu", "--precision", "f32"]].concat());
    succeed(&["embed", "--model", "random-encoder", "--data", shown(&input), "--out", shown(&usual)]);
    assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(&usual).unwrap());
}

/// Texts that begin with one of two words, and are of one of three lengths; control labels go round the classes.
fn exams(out: &Path) {
    let row = |at: usize, label: &str, text: String| -> Row {
        let split = [Split::Train, Split::Train, Split::Train, Split::Validation, Split::Test][at % 5];
        (format!("{label}{at}"), split, text, label.to_owned(), String::new())
    };
    let with_control = |rows: Vec<Row>| -> Vec<Row> {
        let labels: Vec<String> = rows.iter().map(|row| row.3.clone()).collect();
        let control = |at: usize| labels[(at + at / 7 * 3) % labels.len()].clone();
        rows.into_iter().enumerate().map(|(at, row)| (row.0, row.1, row.2, row.3, control(at))).collect()
    };
    let rest = |at: usize| format!("name{} ( x{} ) ;", at % 17, at % 13);
    let words = (0..300).map(|at| {
        let is_while = at / 5 % 2 == 1;
        row(
            at,
            if is_while { "LOOP" } else { "TYPE" },
            format!("{} {}", if is_while { "while" } else { "int" }, rest(at)),
        )
    });
    let lengths = (0..300).map(|at| row(at, ["A", "B", "C"][at / 5 % 3], rest(at).repeat(1 + at / 5 % 3)));
    write_task(out, "WRD", &with_control(words.collect()));
    write_task(out, "LEN", &with_control(lengths.collect()));
}

/// The rows of a metric at a task whose fields are as wanted: `labels:true`.
fn values<'l>(log: &'l ResultLog, task: &str, metric: &str, wanted: &[&str]) -> Vec<&'l ResultRow> {
    let has = |row: &ResultRow, wanted: &str| match wanted.split_once(':') {
        Some(("labels", labels)) => row.labels.as_deref() == Some(labels),
        Some(("examples", examples)) => row.examples.as_deref() == Some(examples),
        Some(("protocol", protocol)) => row.protocol.as_deref() == Some(protocol),
        _ => row.signature == wanted,
    };
    let is_of = |row: &&ResultRow| {
        let is_metric = row.task == task && row.metric == metric && row.group.is_none();
        is_metric && wanted.iter().all(|wanted| has(row, wanted))
    };
    log.rows.iter().filter(is_of).collect()
}

#[test]
fn every_layer_has_its_values_and_validation_chooses() {
    let folder = tempfile::tempdir().unwrap();
    exams(folder.path());
    let (data, out) = (folder.path().join("probes"), folder.path().join("out"));
    let arguments = [
        "probe",
        "--model",
        "random-encoder",
        "--data",
        shown(&data),
        "--out",
        shown(&out),
        "--protocol",
        "standard,mdl",
    ];
    let (printed, _) = succeed(&arguments);
    assert!(printed.contains("random-encoder, probe: mdl") && printed.contains("probes/WRD"), "{printed}");
    let log = ResultLog::read(&out.join("result.json")).unwrap();
    for task in ["WRD", "LEN"] {
        let layers = values(&log, task, "accuracy", &["labels:true", "examples:all", "protocol:standard"]);
        assert_eq!(layers.iter().map(|row| row.layer.unwrap()).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        let validation = values(&log, task, "accuracy", &["examples:validation", "protocol:standard"]);
        let chosen = values(&log, task, "chosen_layer_accuracy", &["chosen_on:validation", "protocol:standard"]);
        let best = values(&log, task, "best_layer_accuracy", &["chosen_on:test", "protocol:standard"]);
        let (chosen, best) = (chosen[0], best[0]);
        let most = validation.iter().map(|row| row.value).fold(0.0, f64::max);
        let first = validation.iter().find(|row| row.value >= most).unwrap();
        assert_eq!(chosen.layer, first.layer);
        assert_eq!(chosen.value.to_bits(), layers[chosen.layer.unwrap() as usize].value.to_bits());
        assert!(best.value >= chosen.value && best.ci_low.is_none() && chosen.ci_low.is_some());
        assert_eq!(values(&log, task, "selectivity", &["protocol:standard"]).len(), 5);
        assert_eq!(values(&log, task, "compression", &["protocol:mdl", "labels:control"]).len(), 5);
        // Position 0 of the embeddings is the same for all texts: the random baseline, and nothing is shortened.
        assert!(layers[0].value < 0.6 && best.value > layers[0].value);
    }
    let length = values(&log, "LEN", "chosen_layer_accuracy", &[]);
    assert!(length[0].value > 0.9, "the length of a text is known without learning: {}", length[0].value);
    check_files(&out, &log, &data);
}

/// What is beside the log says the same.
fn check_files(out: &Path, log: &ResultLog, data: &Path) {
    let scored = out.join("scored.json");
    let predictions = out.join("predictions.parquet");
    succeed(&["score", "--data", shown(data), "--predictions", shown(&predictions), "--out", shown(&scored)]);
    let scored = ResultLog::read(&scored).unwrap();
    for task in ["WRD", "LEN"] {
        let chosen = values(log, task, "chosen_layer_accuracy", &["protocol:standard"])[0];
        assert_eq!(values(&scored, task, "accuracy", &["labels:true"])[0].value.to_bits(), chosen.value.to_bits());
        let selectivity = values(log, task, "selectivity", &[])[chosen.layer.unwrap() as usize];
        assert_eq!(values(&scored, task, "selectivity", &[])[0].value.to_bits(), selectivity.value.to_bits());
    }
    let confusion = std::fs::read_to_string(out.join("confusion.jsonl")).unwrap();
    let matrices: Vec<Value> = confusion.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(matrices.len(), 10);
    for matrix in &matrices {
        let counts: Vec<Vec<u64>> = serde_json::from_value(matrix["counts"].clone()).unwrap();
        let right: u64 = (0..counts.len()).map(|class| counts[class][class]).sum();
        let task = matrix["task"].as_str().unwrap();
        let accuracy = values(log, task, "accuracy", &["labels:true", "examples:all"]);
        let row = accuracy[usize::try_from(matrix["layer"].as_u64().unwrap()).unwrap()];
        assert_eq!(counts.iter().flatten().sum::<u64>(), row.n);
        assert!((right as f64 / row.n as f64 - row.value).abs() < 1e-12);
    }
    let curves = std::fs::read_to_string(out.join("layers.csv")).unwrap();
    assert_eq!(curves.lines().count(), 11);
    assert!(curves.starts_with("model,probe,suite,task,layer,accuracy,"), "{curves}");
    assert!(!out.join("features").exists(), "features are removed");
    succeed(&["compare", shown(&out.join("result.json")), shown(&out.join("result.json"))]);
}

#[test]
fn a_second_run_finds_everything_and_one_thread_writes_the_same() {
    let folder = tempfile::tempdir().unwrap();
    exams(folder.path());
    let data = folder.path().join("probes");
    let files = |out: &Path| -> BTreeMap<String, Vec<u8>> {
        let names = ["result.json", "result.scores.parquet", "predictions.parquet", "layers.parquet", "layers.csv"];
        names.iter().map(|name| ((*name).to_owned(), std::fs::read(out.join(name)).unwrap())).collect()
    };
    let run = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let arguments = ["probe", "--model", "random-encoder", "--data", shown(&data), "--out", shown(&out)];
        let (_, said) = succeed(&[&arguments[..], more].concat());
        (files(&out), said)
    };
    let (first, _) = run("out", &[]);
    let (again, said) = run("out", &[]);
    assert!(said.contains("2 probes of 2 are there already"), "{said}");
    let (single, _) = run("single", &["--threads", "1"]);
    assert!(first == again && first == single);
    let (_, said) = run("out", &["--seed", "7", "--pool", "mean"]);
    assert!(!said.contains("there already"), "{said}");
}

#[test]
fn several_models_stand_in_the_papers_tables() {
    let folder = tempfile::tempdir().unwrap();
    exams(folder.path());
    let data = folder.path().join("probes");
    let (first, second, tables) =
        (folder.path().join("first"), folder.path().join("second"), folder.path().join("tables"));
    let gpt2 = checkpoint("gpt2");
    let bert = checkpoint("bert");
    let models =
        ["probe", "--model", shown(&gpt2), shown(&bert), "--no-control", "--pool", "mean", "--data", shown(&data)];
    let (printed, _) = succeed(&[&models[..], &["--out", shown(&first), "--baseline", "bert"]].concat());
    assert!(printed.contains("chosen_layer_accuracy, baseline bert"), "{printed}");
    succeed(&["probe", "--model", "random-encoder", "--data", shown(&data), "--out", shown(&second), "--task", "LEN"]);
    let results = [first.join("result.json"), second.join("result.json")];
    let with = ["probe", "--with", shown(&results[0]), shown(&results[1]), "published", "--out", shown(&tables)];
    let (printed, _) = succeed(&[&with[..], &["--baseline", "BERT"]].concat());
    assert!(printed.contains("best_layer_accuracy, baseline BERT") && printed.contains("GraphCodeBERT"), "{printed}");
    let json: Value = serde_json::from_slice(&std::fs::read(tables.join("tables.json")).unwrap()).unwrap();
    let table = json.as_array().unwrap().iter().find(|it| it["score"] == "best_layer_accuracy").unwrap();
    assert_eq!((table["tasks"].clone(), table["scores"][0][0].clone()), (json!(["LEN"]), json!(81.3)));
    assert_eq!(table["models"].as_array().unwrap().len(), 12);
    assert!(fail(&[&with[..], &["--baseline", "nobody"]].concat()).contains("no model `nobody`"));
}

#[test]
fn inspects_own_files_are_probed() {
    let folder = tempfile::tempdir().unwrap();
    let line = |at: usize| {
        let split = ["tr", "tr", "tr", "va", "te"][at % 5];
        let (label, word) = if (at / 5).is_multiple_of(2) { ("ORIG", "int") } else { ("FAULT", "itn") };
        format!("{split}\t{label}\t{word} name{at} = {at} ;\n")
    };
    let lines = |count: usize| (0..count).map(line).collect::<String>();
    std::fs::write(folder.path().join("TYP_100.txt"), lines(100)).unwrap();
    std::fs::write(folder.path().join("TYP_1k.txt"), lines(1000)).unwrap();
    let out = folder.path().join("out");
    let model = ["--model", "random-encoder", "--no-control", "--protocol", "paper,paper-text,standard"];
    let (printed, _) =
        succeed(&[&["probe", "--data", shown(folder.path()), "--out", shown(&out)], &model[..]].concat());
    assert!(printed.contains("probes/TYP.100") && printed.contains("probes/TYP.1k"), "{printed}");
    let log = ResultLog::read(&out.join("result.json")).unwrap();
    for protocol in ["protocol:paper", "protocol:paper-text", "protocol:standard"] {
        assert_eq!(values(&log, "TYP.1k", "accuracy", &["examples:all", protocol]).len(), 5, "{protocol}");
        assert!(values(&log, "TYP.1k", "selectivity", &[protocol]).is_empty());
    }
    let built = out.join("exams");
    let said =
        fail(&["probe", "--model", "random-encoder", "--data", shown(&built), "--task", "CPX", "--out", shown(&out)]);
    assert!(said.contains("no task to probe"), "{said}");
    let empty = tempfile::tempdir().unwrap();
    let said = fail(&["probe", "--model", "random-encoder", "--data", shown(empty.path()), "--out", shown(&out)]);
    assert!(said.contains("neither task folders nor files") && said.contains(shown(empty.path())), "{said}");
}
