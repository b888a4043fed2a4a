//! Files appear complete or not at all.

use std::io::Write;

use examen_data::{AtomicFile, DataError, FolderLock, JsonlReader, JsonlWriter, write_atomically, write_renamed};
use serde_json::{Value, json};

fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[cfg(unix)]
#[test]
fn links_are_written_through_and_devices_and_pipes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("inner")).unwrap();
    for (link, target) in [("link", "inner/file"), ("second", "link"), ("circle", "circle"), ("null", "/dev/null")] {
        std::os::unix::fs::symlink(target, at(link)).unwrap();
    }
    // The target is made where there is none, and replaced where there is one.
    for (link, text) in [("link", "one"), ("second", "two")] {
        write_atomically(&at(link), text.as_bytes()).unwrap();
        assert_eq!(std::fs::read_to_string(at("inner/file")).unwrap(), text);
        assert!(std::fs::symlink_metadata(at(link)).unwrap().is_symlink());
    }
    let mut refused = vec![at("circle"), at("null"), "/dev/null".into()];
    if std::process::Command::new("mkfifo").arg(at("pipe")).status().is_ok_and(|status| status.success()) {
        refused.push(at("pipe"));
    }
    for path in refused {
        assert!(matches!(AtomicFile::create(&path), Err(DataError::NotAFile { .. })), "{}", path.display());
    }
}

#[test]
fn finished_files_replace_and_dropped_ones_vanish() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep").join("a.txt");
    let digest = write_atomically(&path, b"one").unwrap();
    assert_eq!((digest.bytes, digest.blake3), (3, blake3::hash(b"one").to_hex().to_string()));
    let mut second = AtomicFile::create(&path).unwrap();
    second.write_all(b"two").unwrap();
    assert_eq!(names(path.parent().unwrap()), [".a.txt.partial", "a.txt"]);
    drop(second);
    assert_eq!(names(path.parent().unwrap()), ["a.txt"]);
    assert_eq!(std::fs::read(&path).unwrap(), b"one");
}

#[test]
fn a_partial_file_of_a_killed_writer_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(".a.txt.partial"), b"a much longer left-over").unwrap();
    write_atomically(&folder.path().join("a.txt"), b"new").unwrap();
    assert_eq!(names(folder.path()), ["a.txt"]);
    assert_eq!(std::fs::read(folder.path().join("a.txt")).unwrap(), b"new");
}

#[test]
fn two_writers_of_one_file_are_kept_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    let first = AtomicFile::create(&path).unwrap();
    assert!(matches!(AtomicFile::create(&path), Err(DataError::Busy { .. })));
    first.finish(0).unwrap();
    assert!(AtomicFile::create(&path).is_ok());
}

#[test]
fn a_folder_has_one_writer_at_a_time_and_no_lock_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("exams");
    let first = FolderLock::take(&place).unwrap();
    assert!(matches!(FolderLock::take(&place), Err(DataError::Busy { .. })));
    let lock = names(&place);
    assert!(matches!(&lock[..], [name] if FolderLock::is_lock(name.as_ref())), "{lock:?}");
    drop(first);
    assert!(names(&place).is_empty());
    // One that a killed run has left is nobody's.
    std::fs::write(place.join(&lock[0]), b"").unwrap();
    drop(FolderLock::take(&place).unwrap());
    assert!(names(&place).is_empty());
}

#[test]
fn a_file_that_is_renamed_into_place_replaces_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/a.txt");
    for text in ["one", "2"] {
        write_renamed(&path, text.as_bytes()).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    assert_eq!(names(path.parent().unwrap()), ["a.txt"]);
}

#[test]
fn an_impossible_place_is_an_error_with_its_path() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), b"").unwrap();
    let error = write_atomically(&folder.path().join("file").join("below"), b"x").unwrap_err();
    assert!(matches!(error, DataError::NoFolder { .. }));
    let said = error.to_string();
    assert!(
        said.contains("file: cannot be a folder for what is written: a file or a device stands in its place"),
        "{said}"
    );
    assert!(matches!(AtomicFile::create("..".as_ref()), Err(DataError::Io { .. })));
}

#[test]
fn jsonl_lines_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    let rows = [json!({ "a": 1 }), json!("line\nend"), json!(null)];
    let mut writer = JsonlWriter::create(&path).unwrap();
    for row in &rows {
        writer.push(row).unwrap();
    }
    assert!(!path.exists());
    assert_eq!(writer.finish().unwrap().rows, 3);
    let read: Vec<Value> = JsonlReader::open(&path).unwrap().map(Result::unwrap).collect();
    assert_eq!(read, rows);
}

#[test]
fn a_bad_line_is_named_and_the_rest_still_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    std::fs::write(&path, b"\xef\xbb\xbf{\"a\": 1}\r\n\n{oops\n\"\xff\"\n2").unwrap();
    let read: Vec<_> = JsonlReader::<Value>::open(&path).unwrap().collect();
    assert_eq!(read.len(), 4);
    assert_eq!(read[0].as_ref().unwrap(), &json!({ "a": 1 }));
    assert!(read[1].as_ref().unwrap_err().to_string().contains("a.jsonl, line 3: "));
    assert!(read[2].as_ref().unwrap_err().to_string().contains("a.jsonl, line 4: not UTF-8"));
    assert_eq!(read[3].as_ref().unwrap(), &json!(2));
}
