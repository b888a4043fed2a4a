//! How fast copies are found and archives read.

#![expect(clippy::unwrap_used, reason = "a bench without its input has nothing to measure")]

use std::hint::black_box;
use std::io::{Cursor, Write};
use std::ops::ControlFlow;

use examen_corpus::{
    ArchiveKind, Deduplicator, Fingerprint, Found, Item, Plan, SourceFile, SourceOptions, process, read_archive_bytes,
};
use examen_syntax::Language;
use examen_test::bench;
use zip::write::SimpleFileOptions;

fn main() {
    let files = built_in_files();
    bench_fingerprint(&files);
    bench_admit(&files);
    bench_archives(&files);
}

fn bench_fingerprint(files: &[SourceFile]) {
    bench("duplicates/fingerprint", total_bytes(files), "bytes", || {
        for file in files {
            black_box(Fingerprint::of(black_box(&file.bytes)));
        }
    });
}

/// A window of forty lines that moves by four: neighbours are near copies of each other, all others differ.
fn bench_admit(files: &[SourceFile]) {
    let mut fingerprints = Vec::new();
    for file in files {
        let lines: Vec<&[u8]> = file.bytes.split_inclusive(|&byte| byte == b'\n').collect();
        fingerprints.extend(lines.windows(40).step_by(4).map(|window| Fingerprint::of(&window.concat())));
    }
    bench("duplicates/admit", fingerprints.len(), "files", || {
        let mut deduplicator = Deduplicator::new(Deduplicator::THRESHOLD).unwrap();
        for fingerprint in &fingerprints {
            black_box(deduplicator.admit(fingerprint));
        }
    });
}

fn bench_archives(files: &[SourceFile]) {
    let options = SourceOptions::default();
    for (name, kind, archive) in
        [("archives/zip", ArchiveKind::Zip, zip(files)), ("archives/tar_gz", ArchiveKind::TarGz, tar_gz(files))]
    {
        bench(name, total_bytes(files), "bytes", || {
            let mut found = 0;
            let flow = read_archive_bytes(kind, &archive, "corpus", &options, &mut |it| {
                found += usize::from(matches!(black_box(it), Found::File(_)));
                ControlFlow::Continue(())
            });
            assert!(flow.is_continue() && found == files.len());
        });
    }
}

fn built_in_files() -> Vec<SourceFile> {
    let mut files = Vec::new();
    let plan = Plan::builtin(&Language::ALL);
    let counts = process(
        &plan,
        &SourceOptions::default(),
        None,
        |file| file,
        |item| {
            if let Item::File(file) = item {
                files.push(file);
            }
            ControlFlow::Continue(())
        },
    );
    assert_eq!(counts.unwrap().files_in, files.len() as u64);
    files
}

fn total_bytes(files: &[SourceFile]) -> usize {
    files.iter().map(|file| file.bytes.len()).sum()
}

fn entry_name(file: &SourceFile) -> String {
    format!("{}/{}", file.project, file.path)
}

fn zip(files: &[SourceFile]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        writer.start_file(entry_name(file), SimpleFileOptions::default()).unwrap();
        writer.write_all(&file.bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn tar_gz(files: &[SourceFile]) -> Vec<u8> {
    let encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    let mut builder = tar::Builder::new(encoder);
    for file in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(file.bytes.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, entry_name(file), file.bytes.as_slice()).unwrap();
    }
    builder.into_inner().unwrap().finish().unwrap()
}
