//! `examen metric` on small files.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{examen, shown, text};

const TRUTH: &str = "the given child\nreturns a new file\nan empty list\nsorts the words by length\n";
const GIVEN: &str = "the given child\nreturns the file\n\nsort words by their length\r\n";

fn write(folder: &Path, name: &str, content: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// Runs the verb on the two texts; the exit code, what was printed and what was said.
fn metric(given: &[u8], truth: &[u8], names: &[&str], more: &[&str]) -> (i32, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let (given, truth) = (write(folder.path(), "given.txt", given), write(folder.path(), "truth.txt", truth));
    let files = ["--hypotheses", shown(&given), "--references", shown(&truth)];
    let output = examen(&[&["metric"], names, &files[..], more].concat());
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn rows(printed: &str) -> Vec<Value> {
    printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_metric_of_lines_has_a_value_within_its_range() {
    let output = examen(&["list", "metrics", "--format", "jsonl"]);
    let listed = rows(&text(&output.stdout));
    let of_lines: Vec<&Value> = listed.iter().filter(|metric| metric["is_of_lines"] == true).collect();
    assert!(of_lines.len() > 30, "{}", of_lines.len());
    let (spans, classes): (Vec<&Value>, Vec<&Value>) = of_lines.into_iter().partition(|metric| {
        let name = metric["name"].as_str().unwrap();
        name.starts_with("span_") || ["answer_match", "fact_match"].contains(&name)
    });
    assert_eq!(spans.len(), 4);
    let names: Vec<&str> = classes.iter().map(|metric| metric["name"].as_str().unwrap()).collect();
    let (code, printed, said) = metric(GIVEN.as_bytes(), TRUTH.as_bytes(), &names, &[]);
    assert_eq!(code, 0, "{said}");
    for (row, metric) in rows(&printed).iter().zip(&classes) {
        assert_eq!(row["name"], metric["name"]);
        let value = row["value"].as_f64().unwrap();
        let [low, high] = [0, 1].map(|end| metric["range"][end].as_f64().unwrap());
        assert!((low..=high).contains(&value), "{row}");
        assert_eq!(row["n"], 4);
    }
    insta::assert_snapshot!("metric", printed);
}

#[test]
fn spans_are_read_from_json() {
    let span = |line: u32| format!(r#"{{"start_line":{line},"start_column":0,"end_line":{line},"end_column":4}}"#);
    let line = |spans: &[u32]| {
        let spans: Vec<String> = spans.iter().map(|line| span(*line)).collect();
        format!("{{\"answer_spans\": [{}]}}\n", spans.join(","))
    };
    let given = [line(&[1]), line(&[1, 2]), "\n".to_owned()].concat();
    let truth = [line(&[1]), line(&[1, 3]), line(&[])].concat();
    let (_, printed, said) = metric(given.as_bytes(), truth.as_bytes(), &["span_exact", "span_f1"], &[]);
    let values: Vec<f64> = rows(&printed).iter().map(|it| it["value"].as_f64().unwrap()).collect();
    assert_eq!(values, [2.0 / 3.0, 2.0 / 3.0], "{said}");
    let (code, _, said) = metric(b"{}\n[3", b"{\"answer_spans\": []}\n\n", &["span_exact"], &[]);
    assert_eq!(code, 2);
    assert!(said.contains("line 1 of the hypotheses"), "{said}");
}

#[test]
fn files_that_do_not_fit_are_told_with_the_line() {
    let (code, _, said) = metric(b"a\nb\n", b"a\nb\nc\n", &["rougeL"], &[]);
    assert_eq!(code, 2);
    assert!(said.contains("line 3 of ") && said.contains("has 2 lines"), "{said}");
    let (code, _, said) = metric(b"a\nb\xff\n", b"a\nb\n", &["rougeL"], &[]);
    assert_eq!(code, 2);
    assert!(said.contains("given.txt, line 2: the text is not UTF-8"), "{said}");
    let (code, _, said) = metric(b"", b"", &["rougeL"], &[]);
    assert_eq!((code, said.contains("has no line")), (2, true), "{said}");
    let (code, _, said) = metric(b"a", b"a", &["bleu"], &[]);
    assert_eq!((code, said.contains("bleu_codeqa, ")), (2, true), "{said}");
    let (code, _, said) = metric(b"a", b"a", &["pass_at_k"], &[]);
    assert_eq!((code, said.contains("no metric of two files of lines")), (2, true), "{said}");
}

#[test]
fn lines_that_are_too_long_are_told_unless_they_are_alike() {
    let (given, truth) = ("a b ".repeat(140_000), "c d ".repeat(140_000));
    let (code, _, said) = metric(given.as_bytes(), truth.as_bytes(), &["rougeL"], &[]);
    assert_eq!(code, 2);
    assert!(said.contains("line 1 is too long for rougeL"), "{said}");
    let (code, printed, said) = metric(given.as_bytes(), given.as_bytes(), &["rougeL"], &[]);
    assert_eq!((code, rows(&printed)[0]["value"].as_f64()), (0, Some(1.0)), "{said}");
}

#[test]
fn threads_change_nothing() {
    let words = ["read", "the", "file", "and", "sort", "all", "lines", "of", "it"];
    let line = |at: usize| -> String {
        (0..3 + at % 5).map(|word| words[(at * 7 + word * word) % 9]).collect::<Vec<_>>().join(" ")
    };
    let given: String = (0..5000).map(|at| line(at) + "\n").collect();
    let truth: String = (0..5000).map(|at| line(at + at % 3) + "\n").collect();
    let names = ["bleu_sacre", "meteor", "rougeL", "token_f1"];
    let one = metric(given.as_bytes(), truth.as_bytes(), &names, &["--threads", "1"]);
    let two = metric(given.as_bytes(), truth.as_bytes(), &names, &["--threads", "2"]);
    assert_eq!(one, two);
    assert_eq!(one.0, 0, "{}", one.2);
}

#[test]
fn earlier_values_and_single_ones() {
    let folder = tempfile::tempdir().unwrap();
    let (_, earlier, _) = metric(b"a b\nc d\n", b"a b\nc d\n", &["token_f1"], &[]);
    let baseline = write(folder.path(), "before.jsonl", earlier.as_bytes());
    let each = folder.path().join("each.jsonl");
    let more = ["--baseline", shown(&baseline), "--fail-below", "-0.3", "--each", shown(&each)];
    let (code, _, said) = metric(b"a b\nc\n", b"a b\nc d\n", &["token_f1"], &more);
    assert_eq!(code, 0, "{said}");
    let each = rows(&std::fs::read_to_string(&each).unwrap());
    let values: Vec<f64> = each.iter().map(|it| it["value"].as_f64().unwrap()).collect();
    assert_eq!(values, [1.0, 2.0 / 3.0]);
    let more = ["--baseline", shown(&baseline), "--fail-below", "-0.1"];
    assert_eq!(metric(b"a b\nc\n", b"a b\nc d\n", &["token_f1"], &more).0, 1);
    assert_eq!(metric(b"a b\nc\n", b"a b\nc d\n", &["token_f1"], &["--fail-below", "0.9"]).0, 1);
    assert_eq!(metric(b"a b\nc\n", b"a b\nc d\n", &["rougeL"], &["--baseline", shown(&baseline)]).0, 2);
}

#[test]
fn intervals_follow_groups_seed_and_replicates() {
    let folder = tempfile::tempdir().unwrap();
    let given: String = (0..60).map(|at| if at < 30 { "a b\n" } else { "a c\n" }).collect();
    let truth = "a b\n".repeat(60);
    let groups: Vec<String> = (0..60).map(|at| format!("project {}", at / 10)).collect();
    let groups = write(folder.path(), "groups.txt", groups.join("\n").as_bytes());
    let interval = |more: &[&str]| {
        let (code, printed, said) = metric(given.as_bytes(), truth.as_bytes(), &["token_f1"], more);
        assert_eq!(code, 0, "{said}");
        let row = rows(&printed).remove(0);
        assert_eq!(row["value"], 0.75);
        [&row["ci_low"], &row["ci_high"]].map(Value::as_f64)
    };
    assert_eq!(interval(&["--replicates", "0"]), [None, None]);
    let width = |[low, high]: [Option<f64>; 2]| high.unwrap() - low.unwrap();
    let usual = width(interval(&[]));
    assert!(width(interval(&["--groups", shown(&groups)])) > 1.5 * usual);
    let few = |seed: &str| interval(&["--replicates", "20", "--seed", seed]);
    assert_eq!(few("1"), few("1"));
    assert!((2..9).any(|seed| few(&seed.to_string()) != few("1")));
}

#[test]
fn paraphrases_count_where_their_table_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let table = write(folder.path(), "paraphrases", b"0.1\na child\nchildren\n");
    let value = |more: &[&str]| {
        let (code, printed, said) = metric(b"a child runs\n", b"children runs\n", &["meteor"], more);
        assert_eq!(code, 0, "{said}");
        let row = rows(&printed).remove(0);
        (row["value"].as_f64().unwrap(), row["signature"].as_str().unwrap().ends_with("paraphrase"))
    };
    let (without, with) = (value(&[]), value(&["--paraphrases", shown(&table)]));
    assert!(with.0 > without.0 && with.1 && !without.1, "{without:?} {with:?}");
}
