//! The result log and the hash of inputs.

use std::collections::BTreeMap;

use examen_data::{DataError, InputHash, RESULT_SCHEMA, ResultHeader, ResultLog, ResultRow, Tool};

fn row(value: f64) -> ResultRow {
    ResultRow {
        suite: "probes".to_owned(),
        task: "CPX".to_owned(),
        model: Some("bag-of-tokens".to_owned()),
        metric: "accuracy".to_owned(),
        signature: "accuracy|v1".to_owned(),
        value,
        ci_low: Some(0.25),
        ci_high: None,
        n: 200,
        skipped: Some(3),
        layer: Some(4),
        ..ResultRow::default()
    }
}

fn log(rows: Vec<ResultRow>) -> ResultLog {
    let header = ResultHeader {
        tool: Tool { name: "examen".to_owned(), version: "0.1.0".to_owned() },
        recipe: Some("probes".to_owned()),
        configuration: serde_json::json!({ "seed": 1 }),
        seeds: vec![1, 2],
        data_versions: BTreeMap::from([("probes/CPX".to_owned(), "1".to_owned())]),
        hardware: BTreeMap::from([("cores".to_owned(), "2".to_owned())]),
        counts_by_status: BTreeMap::from([("ok".to_owned(), 200)]),
    };
    ResultLog::new(header, rows)
}

#[test]
fn a_result_log_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("result.json");
    let written = log(vec![row(0.5), row(0.1 + 0.2)]);
    written.write(&path).unwrap();
    assert_eq!(ResultLog::read(&path).unwrap(), written);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(!text.contains("group") && text.contains("\"layer\": 4"));
}

#[test]
fn another_version_of_the_log_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("result.json");
    log(vec![]).write(&path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap().replace(RESULT_SCHEMA, "result/3");
    std::fs::write(&path, text).unwrap();
    let message = ResultLog::read(&path).unwrap_err().to_string();
    assert!(message.ends_with("result.json: holds `result/3`, this reader wants `result/2`"), "{message}");
}

#[test]
fn facts_inside_signatures_of_the_first_version_become_fields() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("result.json");
    let mut old = row(0.5);
    old.signature = "estimate:unbiased|labels:true|examples:all|probe:standard".to_owned();
    log(vec![old]).write(&path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap().replace(RESULT_SCHEMA, "result/1");
    std::fs::write(&path, text).unwrap();
    let read = ResultLog::read(&path).unwrap();
    assert_eq!((read.schema.as_str(), read.rows[0].signature.as_str()), (RESULT_SCHEMA, "estimate:unbiased"));
    let fields = [&read.rows[0].labels, &read.rows[0].examples, &read.rows[0].protocol];
    assert_eq!(fields.map(|field| field.as_deref()), [Some("true"), Some("all"), Some("standard")]);
}

#[test]
fn values_that_are_not_finite_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("result.json");
    let error = log(vec![row(0.5), row(f64::NAN)]).write(&path).unwrap_err();
    assert!(matches!(error, DataError::NotFinite { row: 1, field: "value", .. }));
    assert!(!path.exists());
}

#[test]
fn the_hash_of_inputs_knows_what_but_not_when() {
    let hash = |inputs: &[&str]| {
        let mut hash = InputHash::default();
        for input in inputs {
            hash.add([input]);
        }
        hash
    };
    assert_eq!(hash(&["a", "b", "c"]), hash(&["c", "a", "b"]));
    assert_ne!(hash(&["a", "a"]), hash(&[]));
    assert_ne!(hash(&["a"]), hash(&["a", "a"]));
    let mut joined = hash(&["b"]);
    joined.merge(&hash(&["c", "a"]));
    assert_eq!(joined, hash(&["a", "b", "c"]));
    assert_eq!(joined.to_string().parse(), Ok(joined));
    assert!("xyz".parse::<InputHash>().is_err());
}
