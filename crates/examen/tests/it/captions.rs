//! The suite `captions` from code to result rows: shards and threads change nothing, and every model answers.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use examen_data::ResultLog;

use crate::{examen, shown, succeed, text};

fn run(arguments: &[&str]) -> String {
    succeed(arguments).0
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
    let tasks = ["captions/choose.java", "captions/generate.java", "captions/match.java"];
    for name in tasks.into_iter().chain(["captions/choose ", "captions/match ", "code vocabulary", "round 1"]) {
        assert!(printed.contains(name), "{name}: {printed}");
    }
    let mut predictions = Vec::new();
    let models =
        ["pair-classifier", "lexical-overlap", "line-overlap", "text-neighbours", "n-gram", "copy-name", "majority"];
    for model in models {
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
    for (matching, choosing, generating) in
        [("match", "choose", "generate"), ("match.java", "choose.java", "generate.java")]
    {
        assert!((accuracy(matching, "majority") - 0.5).abs() < 1e-9);
        assert!(accuracy(choosing, "lexical-overlap") > 0.5, "{}", accuracy(choosing, "lexical-overlap"));
        assert!(accuracy(choosing, "pair-classifier") > 0.5 && accuracy(matching, "pair-classifier") > 0.5);
        let has_words = |model: &str| {
            rows.iter().any(|row| {
                let is_of_model = row.task == generating && row.model.as_deref() == Some(model);
                is_of_model && row.metric == "rougeL" && row.value > 0.0 && row.ci_low.is_some()
            })
        };
        assert!(["text-neighbours", "n-gram", "copy-name", "line-overlap"].into_iter().all(has_words));
    }
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
    build(&exams, &[]);
    let [java, python] = corpus();
    let from =
        ["build", "robustness", "--of", "captions", "--from", shown(&java), shown(&python), "--out", shown(&exams)];
    let more =
        ["--split-by", "function", "--rounds", "1", "--sampled", "30", "--caption-sentences", "2", "--kind", "VN"];
    let printed = run(&[&from[..], &more].concat());
    let data = exams.join("robustness");
    for task in ["generate", "match", "choose", "generate.java", "match.java", "choose.java"] {
        assert!(printed.contains(&format!("robustness/captions.{task} ")), "{printed}");
    }
    let predictions = ["copy-name", "pair-classifier"].map(|model| {
        let out = folder.path().join(format!("{model}.parquet"));
        run(&["predict", "--model", model, "--data", shown(&data), "--out", shown(&out)]);
        out
    });
    let result = folder.path().join("result.json");
    let [copied, judged] = &predictions;
    let given = ["--predictions", shown(copied), shown(judged)];
    run(&[&["score", "--data", shown(&data), "--out", shown(&result)], &given[..]].concat());
    let rows = ResultLog::read(&result).unwrap().rows;
    for task in ["captions.generate", "captions.match", "captions.choose.java"] {
        let is_change = |row: &examen_data::ResultRow| row.task == task && row.transform.as_deref() == Some("VN");
        assert!(rows.iter().any(|row| is_change(row) && row.metric == "prediction_change" && row.n > 0), "{task}");
        let originals = rows
            .iter()
            .find(|row| row.task == task && row.metric == "accuracy" && row.examples.as_deref() == Some("originals"));
        // A caption is hardly ever the name of the function; a pair is told right more often than not.
        assert!(originals.is_some_and(|row| row.value > 0.5 || task == "captions.generate"), "{task}");
    }
}

#[test]
fn only_named_tasks_are_made() {
    let folder = tempfile::tempdir().unwrap();
    let exams = folder.path().join("exams");
    build(&exams, &["--task", "generate"]);
    assert!(exams.join("captions/generate.java").exists() && !exams.join("captions/match").exists());
}

/// Documentation that is no English sentence, each with the reasons why captions and questions leave it out.
const HOSTILE: [(&str, &str, &str); 7] = [
    ("返回给定节点的名称。", "other-language", "other-language"),
    ("Devuelve el nombre de la tabla para el usuario.", "other-language", "other-language"),
    ("---- :: ~~~~", "no-words", "empty"),
    ("Returns the name 🎉 of the file.", "emoji", "emoji"),
    ("Returns the name \u{1} of the file.", "control-characters", "control-characters"),
    ("GIANT", "too-long", "too-long"),
    ("", "blank-documentation", "no-summary"),
];

#[test]
fn documentation_that_is_no_sentence_is_left_out_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let giant = "word ".repeat(20_000);
    let (mut python, mut java) = (String::new(), String::from("class A {\n"));
    for (number, (comment, ..)) in HOSTILE.iter().enumerate() {
        let comment = if *comment == "GIANT" { giant.as_str() } else { comment };
        let quotes = "\"\"\"";
        writeln!(python, "def f{number}(a):\n    {quotes}{comment}{quotes}\n    return a + {number}\n").unwrap();
        writeln!(java, "    /** {comment} */\n    int f{number}(int a) {{ return a + {number}; }}").unwrap();
    }
    python.push_str(
        "def count(rows):\n    \"\"\"Returns the number of rows in the given table.\"\"\"\n    return len(rows)\n\n\
         def close(link):\n    \"\"\"Closes the connection to the server.\"\"\"\n    link.end()\n",
    );
    java.push_str(
        "    /** Returns the number of rows in the given table. */\n    int count(Rows rows) { return rows.size(); }\n",
    );
    java.push_str("    /** Closes the connection to the server. */\n    void close(Link link) { link.end(); }\n}\n");
    let code = folder.path().join("code");
    std::fs::create_dir(&code).unwrap();
    std::fs::write(code.join("a.py"), python).unwrap();
    std::fs::write(code.join("A.java"), java).unwrap();
    let exams = folder.path().join("exams");
    let build = ["build", "captions", "questions", "--from", shown(&code), "--out", shown(&exams)];
    // The long comment makes the two files near duplicates.
    run(&[&build[..], &["--split-by", "none", "--near-duplicates", "1"]].concat());
    let skipped = |task: &str, reason: &str| {
        let manifest = std::fs::read_to_string(exams.join(task).join("manifest.json")).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
        manifest["counts"]["skipped"][reason].as_u64().unwrap_or_default()
    };
    for (comment, of_captions, of_questions) in HOSTILE {
        for task in ["captions/generate", "captions/generate.java"] {
            assert!(skipped(task, of_captions) > 0, "{task}: {comment}");
        }
        for task in ["questions/python", "questions/java"] {
            assert!(skipped(task, of_questions) > 0, "{task}: {comment}");
        }
    }
}

#[test]
fn code_without_documentation_gives_no_exam() {
    let folder = tempfile::tempdir().unwrap();
    let code = folder.path().join("a.py");
    std::fs::write(&code, "def f():\n    return 1\n").unwrap();
    let out = folder.path().join("exams");
    for (suite, reason) in [
        ("captions", "no function of the files has documentation"),
        ("questions", "no documentation of a function gives a question"),
    ] {
        let output = examen(&["build", suite, "--from", shown(&code), "--out", shown(&out)]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(reason), "{}", text(&output.stderr));
        assert!(!out.join(suite).exists());
    }
    for wrong in [&["--sampled", "0"][..], &["--native"]] {
        let build = ["build", "captions", "--from", shown(&code), "--out", shown(&out)];
        assert_eq!(examen(&[&build[..], wrong].concat()).status.code(), Some(2));
    }
}
