//! Models and encoders of somebody else: the script of `docs/your-model.md`, and predictions in tables of other tools.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use examen_data::ResultLog;
use examen_test::{can_run, needs_python, needs_python_module, remade};

use crate::documents::{fill, in_path, root};
use crate::probing::embed;
use crate::{examen, fail, shown, succeed, text};

/// The `python` blocks of the page, in order.
fn scripts() -> Vec<String> {
    let page = std::fs::read_to_string(root().join("docs/your-model.md")).unwrap();
    let mut scripts = Vec::new();
    let collected = remade(&page, |block| {
        scripts.extend((block.info == "python").then(|| block.text.to_owned()));
        Ok(None)
    });
    collected.unwrap();
    scripts
}

fn python(script: &str, folder: &Path) -> String {
    std::fs::write(folder.join("script.py"), script).unwrap();
    let output = in_path(Command::new("python3").arg("script.py").current_dir(folder)).output().unwrap();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn the_script_of_the_page_works_as_printed() {
    let script = &scripts()[0];
    assert!(script.lines().count() <= 25, "the script has {} lines", script.lines().count());
    if !can_run("the_script_of_the_page_works_as_printed", needs_python(8)) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let printed = python(script, folder.path());
    let rows = |model: &str| printed.lines().filter(|line| line.contains(&format!("| {model}"))).count();
    assert!(rows("mine") > 0 && rows("bag-of-tokens") > 0, "{printed}");
    assert!(!printed.contains("unusable") && !printed.contains("missing"), "{printed}");
    let log: serde_json::Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("mine.json")).unwrap()).unwrap();
    assert!(log["rows"].as_array().unwrap().iter().any(|row| row["metric"] == "accuracy" && row["model"] == "mine"));
}

#[test]
fn the_program_of_the_page_answers() {
    if !can_run("the_program_of_the_page_answers", needs_python(8)) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    std::fs::write(folder.path().join("program.py"), &scripts()[1]).unwrap();
    let (source, exams) = (folder.path().join("src"), folder.path().join("exams"));
    let built = examen(&["build", "queries", "--from", shown(&source), "--out", shown(&exams), "--task", "ideal"]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    let command = format!("python3 {}", shown(&folder.path().join("program.py")));
    let out = folder.path().join("mine.parquet");
    let flags = ["--line-numbers", "--batch-size", "4", "--time-limit", "300", "--model-name", "mine"];
    let arguments = ["predict", "--model-command", &command, "--data", shown(&exams), "--out", shown(&out)];
    let predicted = examen(&[&arguments[..], &flags].concat());
    let said = text(&predicted.stderr);
    assert!(predicted.status.success() && said.contains("0 skipped, 0 failed"), "{said}");
    let refused = examen(&[&arguments[..], &["--time-limit=-1"]].concat());
    assert!(text(&refused.stderr).contains("wanted a number of seconds"), "{}", text(&refused.stderr));
}

/// Answers with the first two classes in turn.
const PREDICTIONS: &str = r#"
import json
rows = [json.loads(line) for line in open("prompts.jsonl", encoding="utf-8")]
ids = [row["example_id"] for row in rows]
labels = [row["classes"][at % 2] for at, row in enumerate(rows)]
outputs = [{"label": label} for label in labels]
texts = [json.dumps(output) for output in outputs]
models = ["mine"] * len(ids)
"#;

/// Writes tables by a module, and expects the score that the same predictions have as JSON lines.
fn tables_of(test: &str, module: &str, write: &str) {
    if !can_run(test, needs_python(8).and_then(|()| needs_python_module(module))) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let (source, exams) = (folder.path().join("src"), folder.path().join("exams"));
    let built = examen(&["build", "probes", "--from", shown(&source), "--out", shown(&exams), "--task", "CPX"]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    let prompts = examen(&["prompts", "--data", shown(&exams)]);
    std::fs::write(folder.path().join("prompts.jsonl"), &prompts.stdout).unwrap();
    let lines = r#"
with open("lines.jsonl", "w") as out:
    for id, output in zip(ids, outputs):
        out.write(json.dumps({"example_id": id, "model": "mine", "output": output}) + "\n")
"#;
    python(&format!("{PREDICTIONS}{lines}{write}"), folder.path());
    let score = |name: &str| {
        let path = folder.path().join(name);
        let output = examen(&["score", "--data", shown(&exams), "--predictions", shown(&path)]);
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    let wanted = score("lines.jsonl");
    assert!(wanted.contains("| mine") && !wanted.contains("unusable"), "{wanted}");
    for name in ["text.parquet", "structure.parquet", "columns.parquet"] {
        assert_eq!(score(name), wanted, "{module}: {name}");
    }
}

#[test]
fn predictions_may_be_tables_of_pandas() {
    tables_of(
        "predictions_may_be_tables_of_pandas",
        "pandas",
        r#"
import pandas
columns = {"example_id": ids, "model": models}
pandas.DataFrame({**columns, "output": texts}).to_parquet("text.parquet")
pandas.DataFrame({**columns, "output": outputs}).to_parquet("structure.parquet")
pandas.DataFrame({**columns, "label": labels}).to_parquet("columns.parquet")
"#,
    );
}

#[test]
fn predictions_may_be_tables_of_pyarrow() {
    tables_of(
        "predictions_may_be_tables_of_pyarrow",
        "pyarrow",
        r#"
import pyarrow
from pyarrow import parquet
columns = {"example_id": pyarrow.array(ids, pyarrow.large_string()), "model": models}
parquet.write_table(pyarrow.table({**columns, "output": pyarrow.array(texts, pyarrow.string_view())}), "text.parquet")
# A field that is always null, as unions of answers have it.
structure = pyarrow.struct([("label", pyarrow.string()), ("name", pyarrow.string())])
parquet.write_table(pyarrow.table({**columns, "output": pyarrow.array(outputs, structure)}), "structure.parquet")
parquet.write_table(pyarrow.table({**columns, "label": pyarrow.array(labels).dictionary_encode()}), "columns.parquet")
"#,
    );
}

#[test]
fn predictions_may_be_tables_of_polars() {
    tables_of(
        "predictions_may_be_tables_of_polars",
        "polars",
        r#"
import polars
columns = {"example_id": ids, "model": models}
polars.DataFrame({**columns, "output": texts}).write_parquet("text.parquet")
polars.DataFrame({**columns, "output": outputs}).write_parquet("structure.parquet")
polars.DataFrame({**columns, "label": labels}).with_columns(polars.col("label").cast(polars.Categorical)).write_parquet("columns.parquet")
"#,
    );
}

/// A folder with the texts of a probing exam, and their features by the built-in encoder as table and as tensors.
fn embedded(folder: &Path) {
    fill(folder);
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    succeed(&["build", "probes", "--from", &at("src"), "--out", &at("exams"), "--task", "CPX,JBL", "--limit", "20"]);
    let (lines, _) = succeed(&["functions", "--data", &at("exams")]);
    std::fs::write(folder.join("functions.jsonl"), lines).unwrap();
    for name in ["table.parquet", "tensors.safetensors"] {
        embed(Path::new("random-encoder"), &folder.join("functions.jsonl"), &folder.join(name), &[]);
    }
}

#[test]
fn features_of_any_encoder_are_probed_as_those_of_ours_are() {
    let folder = tempfile::tempdir().unwrap();
    embedded(folder.path());
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    succeed(&["probe", "--model", "random-encoder", "--data", &at("exams"), "--out", &at("ours")]);
    let given = ["probe", "--features", &at("table.parquet"), &at("tensors.safetensors"), "--data", &at("exams")];
    succeed(&[&given[..], &["--out", &at("given")]].concat());
    let scores = |out: &str, model: &str| {
        let log = ResultLog::read(&folder.path().join(out).join("result.json")).unwrap();
        let rows = log.rows.into_iter().filter(|row| row.model.as_deref() == Some(model) && row.metric != "truncated");
        rows.map(|row| (row.task, row.metric, row.labels, row.layer, row.value.to_bits())).collect::<Vec<_>>()
    };
    let ours = scores("ours", "random-encoder");
    assert!(ours.len() > 20, "{ours:?}");
    assert_eq!(scores("given", "table"), ours);
    assert_eq!(scores("given", "tensors"), ours);
}

#[test]
fn features_that_do_not_fit_the_examples_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    embedded(folder.path());
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let lines = std::fs::read_to_string(folder.path().join("functions.jsonl")).unwrap();
    let (_, fewer) = lines.split_once('\n').unwrap();
    std::fs::write(folder.path().join("fewer.jsonl"), fewer).unwrap();
    for (name, words) in [("fewer.parquet", "no features of the example"), ("fewer.safetensors", "in the order of")] {
        embed(Path::new("random-encoder"), &folder.path().join("fewer.jsonl"), &folder.path().join(name), &[]);
        let said = fail(&["probe", "--features", &at(name), "--data", &at("exams"), "--out", &at("out")]);
        assert!(said.contains(words), "{said}");
    }
    let said = fail(&[
        "probe",
        "--features",
        &at("exams/probes/CPX/test.parquet"),
        "--data",
        &at("exams"),
        "--out",
        &at("out"),
    ]);
    assert!(said.contains("no column layer.0"), "{said}");
}

#[test]
fn prompts_of_all_splits_have_each_example_once() {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    succeed(&[
        "build",
        "queries",
        "--from",
        &at("src"),
        "--out",
        &at("exams"),
        "--task",
        "ideal,answers-only,relevance",
    ]);
    let ids = |flags: &[&str]| {
        let (lines, _) = succeed(&[&["prompts", "--data", &at("exams")][..], flags].concat());
        let id = |line: &str| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            assert!(row["prompt"].as_str().unwrap().contains(row["code"].as_str().unwrap().trim_end()));
            row["example_id"].as_str().unwrap().to_owned()
        };
        lines.lines().map(id).collect::<Vec<String>>()
    };
    let all = ids(&["--split", "all", "--line-numbers", "--format", "jsonl"]);
    let test = ids(&[]);
    assert!(!test.is_empty() && test.len() < all.len());
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
}
