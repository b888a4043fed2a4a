//! The suite `captions` from code to result rows: shards and threads change nothing, and every model answers.

use std::path::{Path, PathBuf};

use examen_data::ResultLog;

use crate::{examen, shown, text};

fn run(arguments: &[&str]) -> String {
    let output = examen(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn corpus() -> [PathBuf; 2] {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    [corpus.join("java"), corpus.join("python")]
}

/// Builds the suite with settings that are small enough for a test.
fn build(out: &Path, more: &[&str]) -> String {
    let [java, python] = corpus();
    let from = ["build", "captions", "--from", shown(&java), shown(&python), "--out", shown(out)];
    let settings = ["--split-by", "function", "--rounds", "1", "--sampled", "30", "--caption-sentences", "2"];
    run(&[&from[..], &settings, more].concat())
}

/// All files of the suite with their bytes.
fn files(exams: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let paths = examen_test::files_below(&exams.join("captions"));
    paths
        .into_iter()
        .map(|path| (path.strip_prefix(exams).unwrap().to_owned(), std::fs::read(&path).unwrap()))
        .collect()
}

#[test]
fn captions_are_built_answered_and_scored() {
    let folder = tempfile::tempdir().unwrap();
    let exams = folder.path().join("exams");
    let printed = build(&exams, &["--threads", "1"]);
    for name in ["captions/choose", "captions/generate", "captions/match", "code vocabulary", "round 1"] {
        assert!(printed.contains(name), "{name}: {printed}");
    }
    let mut predictions = Vec::new();
    for model in ["pair-classifier", "lexical-overlap", "text-neighbours", "copy-name", "majority"] {
        let out = folder.path().join(format!("{model}.parquet"));
        run(&["predict", "--model", model, "--data", shown(&exams), "--out", shown(&out)]);
        predictions.push(out);
    }
    let result = folder.path().join("result.json");
    let given: Vec<&str> = predictions.iter().map(|path| shown(path)).collect();
    run(&[&["score", "--data", shown(&exams), "--out", shown(&result), "--predictions"], &given[..]].concat());
    let rows = ResultLog::read(&result).unwrap().rows;
    let accuracy = |task: &str, model: &str| {
        let is_meant = |row: &&examen_data::ResultRow| {
            row.task == task && row.model.as_deref() == Some(model) && row.metric == "accuracy" && row.group.is_none()
        };
        rows.iter().find(is_meant).map(|row| row.value).unwrap()
    };
    // Two captions, one of which is right: what knows nothing is right in half of the cases.
    assert!((accuracy("match", "majority") - 0.5).abs() < 1e-9);
    assert!(accuracy("choose", "lexical-overlap") > 0.5);
    assert!(rows.iter().any(|row| row.task == "generate" && row.metric == "rougeL" && row.value > 0.0));
}

#[test]
fn shards_and_threads_change_no_byte() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    build(&path("whole"), &["--threads", "1"]);
    build(&path("threads"), &["--threads", "3"]);
    assert_eq!(files(&path("whole")), files(&path("threads")));
    for shard in ["1/3", "2/3", "3/3"] {
        build(&path(&shard.replace('/', "-")), &["--shard", shard]);
    }
    let [one, two, three, merged] = ["1-3", "2-3", "3-3", "merged"].map(path);
    let printed = run(&["merge", shown(&one), shown(&two), shown(&three), "--out", shown(&merged)]);
    assert!(printed.contains("captions/match"), "{printed}");
    assert_eq!(files(&path("whole")), files(&merged));
}

#[test]
fn captions_of_rewritten_functions_are_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let exams = folder.path().join("exams");
    build(&exams, &["--task", "generate"]);
    assert!(!exams.join("captions/match").exists());
    let [java, python] = corpus();
    let from =
        ["build", "robustness", "--of", "captions", "--from", shown(&java), shown(&python), "--out", shown(&exams)];
    let more = [
        "--split-by",
        "function",
        "--rounds",
        "1",
        "--sampled",
        "30",
        "--caption-sentences",
        "2",
        "--kind",
        "VN",
        "--task",
        "generate",
    ];
    let printed = run(&[&from[..], &more].concat());
    assert!(printed.contains("robustness/captions.generate"), "{printed}");
    let (data, out) = (exams.join("robustness"), folder.path().join("copied.parquet"));
    run(&["predict", "--model", "copy-name", "--data", shown(&data), "--out", shown(&out)]);
    let scored = run(&["score", "--data", shown(&data), "--predictions", shown(&out)]);
    assert!(scored.contains("copy-name"), "{scored}");
}

#[test]
fn code_without_documentation_gives_no_exam() {
    let folder = tempfile::tempdir().unwrap();
    let code = folder.path().join("a.py");
    std::fs::write(&code, "def f():\n    return 1\n").unwrap();
    let out = folder.path().join("exams");
    let output = examen(&["build", "captions", "--from", shown(&code), "--out", shown(&out)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no function of the files has documentation"), "{}", text(&output.stderr));
    for wrong in [&["--sampled", "0"][..], &["--native"]] {
        let build = ["build", "captions", "--from", shown(&code), "--out", shown(&out)];
        assert_eq!(examen(&[&build[..], wrong].concat()).status.code(), Some(2));
    }
}
