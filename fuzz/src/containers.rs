//! Archives and tables, read from memory under limits so small that no input takes long.

use std::ops::ControlFlow;

use examen_corpus::{ArchiveKind, Found, Limits, SourceOptions, TableKind, read_archive_bytes, read_table_bytes};
use examen_syntax::Language;

use crate::spare_panics_of_libraries;

/// Reads a zip.
pub fn zip(data: &[u8]) {
    archive(ArchiveKind::Zip, data);
}

/// Reads a bare tar.
pub fn tar(data: &[u8]) {
    archive(ArchiveKind::Tar, data);
}

/// Reads a tar in gzip.
pub fn tar_gz(data: &[u8]) {
    archive(ArchiveKind::TarGz, data);
}

/// Reads a tar in bzip2.
pub fn tar_bz2(data: &[u8]) {
    archive(ArchiveKind::TarBz2, data);
}

/// Reads a tar in xz.
pub fn tar_xz(data: &[u8]) {
    archive(ArchiveKind::TarXz, data);
}

/// Reads a table of JSON lines, bare or in gzip by its first bytes.
pub fn jsonl(data: &[u8]) {
    let is_gzip = data.starts_with(b"\x1f\x8b");
    table(if is_gzip { TableKind::JsonlGz } else { TableKind::Jsonl }, data);
}

/// Reads a Parquet table.
pub fn parquet(data: &[u8]) {
    spare_panics_of_libraries();
    table(TableKind::Parquet, data);
}

fn options() -> SourceOptions {
    let limits = Limits {
        max_file_bytes: 16 << 10,
        max_archive_depth: 2,
        max_entries: 64,
        max_unpacked_bytes: 256 << 10,
        max_nested_bytes: 64 << 10,
        max_line_bytes: 32 << 10,
        max_path_depth: 8,
        max_name_bytes: 256,
    };
    SourceOptions { limits, language: Some(Language::Python), ..SourceOptions::default() }
}

fn archive(kind: ArchiveKind, data: &[u8]) {
    let options = options();
    let found = check(&options, |sink| read_archive_bytes(kind, data, "project", &options, sink));
    let unpacked: usize =
        found.iter().map(|found| if let Found::File(file) = found { file.bytes.len() } else { 0 }).sum();
    assert!(unpacked as u64 <= options.limits.max_unpacked_bytes, "{unpacked} bytes are past the limit");
}

fn table(kind: TableKind, data: &[u8]) {
    let options = options();
    check(&options, |sink| read_table_bytes(kind, data.to_vec(), "table", &options, sink));
}

/// Reads twice: to the end, and up to the first thing met, after which nothing may come.
fn check(
    options: &SourceOptions,
    read: impl Fn(&mut dyn FnMut(Found) -> ControlFlow<()>) -> ControlFlow<()>,
) -> Vec<Found> {
    let mut all = Vec::new();
    let flow = read(&mut |found| {
        check_found(&found, options);
        all.push(found);
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue(), "the reader stopped on its own account");
    let mut first = None;
    let flow = read(&mut |found| {
        assert!(first.is_none(), "the reader went on after it was told to stop");
        first = Some(found);
        ControlFlow::Break(())
    });
    assert_eq!(flow.is_break(), first.is_some());
    assert_eq!(first.as_ref(), all.first(), "two readings differ");
    all
}

fn check_found(found: &Found, options: &SourceOptions) {
    let path = match found {
        Found::File(file) => {
            assert!(file.bytes.len() as u64 <= options.limits.max_file_bytes, "{} is too large", file.path);
            assert!(!file.path.is_empty() && !file.project.is_empty());
            &file.path
        }
        Found::Skipped(row) => &row.path,
        Found::Other | Found::LeftOut => return,
    };
    assert!(!path.starts_with(['/', '\\']), "{path:?} is absolute");
    assert!(path.split(['/', '\\']).all(|component| component != ".."), "{path:?} climbs out");
}
