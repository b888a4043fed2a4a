//! Damaged and foreign files end as typed errors.

use std::path::Path;

use examen_corpus::Split;
use examen_data::{CorpusTableReader, DataError, Manifest, PredictionReader, ResultLog, TableReader, TaskFolder};

use crate::sample::{build, many};

/// Reads everything there is to read and gives back the first error.
fn read_all(path: &Path) -> Result<u64, DataError> {
    let mut rows = 0;
    for batch in TableReader::open_any(path)? {
        rows += batch?.num_rows() as u64;
    }
    Ok(rows)
}

fn table_bytes(folder: &Path) -> Vec<u8> {
    build(folder, &many(300), None).unwrap();
    std::fs::read(folder.join("probes/CPX/train.parquet")).unwrap()
}

#[test]
fn a_truncated_table_is_an_error_at_every_length() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = table_bytes(folder.path());
    let path = folder.path().join("cut.parquet");
    for length in (0..bytes.len()).step_by(bytes.len() / 200 + 1) {
        std::fs::write(&path, &bytes[..length]).unwrap();
        assert!(matches!(read_all(&path), Err(DataError::Parquet { .. })), "{length} of {}", bytes.len());
    }
}

#[test]
fn flipped_bytes_never_panic() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = table_bytes(folder.path());
    let path = folder.path().join("flipped.parquet");
    let mut errors = 0;
    // From the end: the footer steers the decoder.
    for position in (0..bytes.len()).rev().step_by(bytes.len() / 1500 + 1) {
        let mut damaged = bytes.clone();
        damaged[position] ^= 0x55;
        std::fs::write(&path, &damaged).unwrap();
        errors += u32::from(read_all(&path).is_err());
    }
    assert!(errors > 0);
}

#[test]
fn what_is_not_parquet_says_so() {
    let folder = tempfile::tempdir().unwrap();
    for content in [&b""[..], b"PAR1", b"hello, world, this is text", b"PAR1\0\0\0\0\xff\xff\xff\x7fPAR1"] {
        let path = folder.path().join("text.parquet");
        std::fs::write(&path, content).unwrap();
        assert!(matches!(read_all(&path), Err(DataError::Parquet { .. })));
        assert!(matches!(CorpusTableReader::open(&path), Err(DataError::Parquet { .. })));
    }
    assert!(matches!(read_all(folder.path()), Err(DataError::Io { .. } | DataError::Parquet { .. })));
    assert!(matches!(read_all(&folder.path().join("absent")), Err(DataError::Io { .. })));
}

#[test]
fn groups_in_groups_end_no_reader() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("predictions.parquet");
    std::fs::write(&path, examen_test::hostile_file("parquet/groups-nested").bytes(300_000)).unwrap();
    for error in [PredictionReader::open(&path).err(), CorpusTableReader::open(&path).err()] {
        let Some(DataError::Parquet { message, .. }) = error else { panic!("{error:?}") };
        assert_eq!(message, "groups lie too deep in each other");
    }
}

#[test]
fn a_table_of_another_kind_is_refused_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), &many(30), None).unwrap();
    let path = folder.path().join("probes/CPX/train.parquet");
    for error in [PredictionReader::open(&path).err(), CorpusTableReader::open(&path).err()] {
        let Some(DataError::WrongSchema { found, .. }) = error else { panic!("{error:?}") };
        assert_eq!(found.as_deref(), Some("examples/1"));
    }
}

#[test]
fn damaged_documents_name_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("manifest.json");
    let cases: [(&[u8], &str); 4] = [
        (b"{", "EOF while parsing"),
        (b"[]", "holds no examen.schema, this reader wants `manifest/1`"),
        (br#"{"schema": "manifest/9"}"#, "holds `manifest/9`, this reader wants `manifest/1`"),
        (br#"{"schema": "manifest/1"}"#, "missing field"),
    ];
    for (content, wanted) in cases {
        std::fs::write(&path, content).unwrap();
        let message = Manifest::read(&path).unwrap_err().to_string();
        assert!(message.contains("manifest.json") && message.contains(wanted), "{message}");
        assert!(ResultLog::read(&path).is_err());
        assert!(TaskFolder::open(folder.path()).is_err());
    }
}

#[test]
fn a_split_that_is_gone_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), &many(30), None).unwrap();
    let task = TaskFolder::open(&folder.path().join("probes/CPX")).unwrap();
    std::fs::remove_file(task.split_path(Split::Test)).unwrap();
    assert!(matches!(task.read(Split::Test), Err(DataError::Io { .. })));
    assert!(matches!(task.verify(), Err(DataError::Io { .. })));
}
