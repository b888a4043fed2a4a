//! `examen corpus --fingerprints`: what an engine joins tells the same copies as a pass over all files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use examen_corpus::minhash::similarity_of_hex;
use examen_data::{CorpusTableReader, TableReader, batch_to_rows, fingerprints_schema};
use serde_json::Value;

use crate::{examen, text};

/// A text of words, some of them others from one copy to the next.
fn copy(number: usize, changed: usize) -> String {
    let word = |place: usize| {
        if place < changed {
            format!("changed_{number}_{place} = {place}\n")
        } else {
            format!("word_{place} = {place}\n")
        }
    };
    (0..60).map(word).collect()
}

#[test]
fn a_join_by_bands_finds_the_copies_of_one_pass() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("src");
    fs::create_dir(&source).unwrap();
    for (name, content) in [
        ("a.py", copy(0, 0)),
        ("b.py", copy(0, 0)),
        ("c.py", copy(1, 2)),
        ("d.py", copy(2, 50)),
        ("e.py", copy(3, 55)),
        ("f.py", "x = 1\n".to_owned()),
    ] {
        fs::write(source.join(name), content).unwrap();
    }
    let (files, fingerprints) = (folder.path().join("files.parquet"), folder.path().join("fingerprints.parquet"));
    let source = source.to_str().unwrap();
    let output =
        examen(&["corpus", source, "--out", files.to_str().unwrap(), "--fingerprints", fingerprints.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let one_pass: Vec<String> = CorpusTableReader::open(&files).unwrap().map(|row| row.unwrap().duplicate).collect();
    let reader = TableReader::open(&fingerprints, &fingerprints_schema().unwrap()).unwrap();
    let rows: Vec<_> = reader.flat_map(|batch| batch_to_rows(&batch.unwrap()).unwrap()).collect();
    // The rule of a pass over all files, by the keys alone.
    let (mut by_content, mut by_band) = (BTreeSet::new(), BTreeMap::<i64, Vec<usize>>::new());
    let mut joined = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let signature = |row: &serde_json::Map<String, Value>| row["signature"].as_str().unwrap().to_owned();
        let bands: Vec<i64> = row["bands"].as_array().unwrap().iter().map(|band| band.as_i64().unwrap()).collect();
        let similar = |other: &usize| similarity_of_hex(&signature(row), &signature(&rows[*other])).unwrap() >= 0.7;
        joined.push(if !by_content.insert(row["content_hash"].as_str().unwrap()) {
            "exact"
        } else if bands.iter().filter_map(|band| by_band.get(band)).flatten().any(similar) {
            "near"
        } else {
            for band in &bands {
                by_band.entry(*band).or_default().push(number);
            }
            "unique"
        });
    }
    assert_eq!(joined, one_pass);
    assert_eq!(joined, ["unique", "exact", "near", "unique", "unique", "unique"]);
    assert_eq!(rows[5]["is_tiny"], true);
}
