//! Archives, tables and runs for the tests, made on the spot.

use std::fs;
use std::io::{Cursor, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use examen_corpus::{ArchiveKind, Counts, Found, Item, Plan, SkipReason, SourceOptions, process, read_archive_bytes};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A line for each item: `project|path|text` or `project|path|!reason`.
pub(crate) type Lines = Vec<String>;

/// Reads paths on one thread and writes down what comes.
pub(crate) fn read(paths: &[&Path], options: &SourceOptions) -> (Lines, Counts) {
    read_on(1, paths, options)
}

/// Reads paths on several threads and writes down what comes.
pub(crate) fn read_on(threads: usize, paths: &[&Path], options: &SourceOptions) -> (Lines, Counts) {
    let paths: Vec<PathBuf> = paths.iter().map(|path| path.to_path_buf()).collect();
    let plan = Plan::new(&paths, options).unwrap();
    let mut lines = Lines::new();
    let worker = |file: examen_corpus::SourceFile| {
        let text: String = String::from_utf8_lossy(&file.bytes).chars().take(40).collect();
        format!("{}|{}|{text}", file.project, file.path)
    };
    let counts = process(&plan, options, NonZeroUsize::new(threads), worker, |item| {
        lines.push(match item {
            Item::File(line) => line,
            Item::Skipped(row) => format!("{}|{}|!{}", row.project, row.path, row.reason),
        });
        ControlFlow::Continue(())
    });
    let counts = counts.unwrap();
    assert!(counts.is_balanced(), "{counts:?}");
    assert_eq!(lines.len() as u64, counts.files_in);
    (lines, counts)
}

/// What an archive holds: `path|size` or `path|!reason`.
pub(crate) fn archive_lines(kind: ArchiveKind, bytes: &[u8], options: &SourceOptions) -> Lines {
    let mut lines = Lines::new();
    let flow = read_archive_bytes(kind, bytes, "p", options, &mut |found| {
        match found {
            Found::File(file) => lines.push(format!("{}|{}", file.path, file.bytes.len())),
            Found::Skipped(row) => lines.push(format!("{}|!{}", row.path, row.reason)),
            Found::Other | Found::LeftOut => {}
        }
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue());
    lines
}

/// How often a reason is among the counts.
pub(crate) fn times(counts: &Counts, reason: SkipReason) -> u64 {
    counts.skipped.get(&reason).copied().unwrap_or(0)
}

pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

pub(crate) fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

pub(crate) fn tar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in entries {
        builder.append(&tar_header(name, bytes.len() as u64, tar::EntryType::Regular), *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

/// A header whose name is taken as it is, which the builder itself would refuse to write.
pub(crate) fn tar_header(name: &str, size: u64, kind: tar::EntryType) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_entry_type(kind);
    header.set_size(size);
    header.set_mode(0o644);
    header.set_cksum();
    header
}

pub(crate) fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Packs a tar as the kind wants it.
pub(crate) fn packed(kind: ArchiveKind, entries: &[(&str, &[u8])]) -> Vec<u8> {
    match kind {
        ArchiveKind::Zip => zip(entries),
        ArchiveKind::Tar => tar(entries),
        ArchiveKind::TarGz => gz(&tar(entries)),
        ArchiveKind::TarBz2 => {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            encoder.write_all(&tar(entries)).unwrap();
            encoder.finish().unwrap()
        }
        ArchiveKind::TarXz => {
            let options = lzma_rust2::XzOptions::with_preset(1);
            let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
            writer.write_all(&tar(entries)).unwrap();
            writer.finish().unwrap()
        }
    }
}

/// `count` zeros in gzip, made without ever holding them: a megabyte packs to a kilobyte.
pub(crate) fn gz_zeros(before: &[u8], megabytes: usize) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(before).unwrap();
    let zeros = vec![0; 1 << 20];
    for _ in 0..megabytes {
        encoder.write_all(&zeros).unwrap();
    }
    encoder.finish().unwrap()
}
