//! How fast copies are found and archives read.

#![expect(clippy::unwrap_used, reason = "a bench without its input has nothing to measure")]

use std::hint::black_box;
use std::io::{Cursor, Write};
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput};
use examen_corpus::{
    ArchiveKind, Deduplicator, Fingerprint, Found, Item, Plan, SourceFile, SourceOptions, process, read_archive_bytes,
};
use examen_syntax::Language;
use zip::write::SimpleFileOptions;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let files = built_in_files();
    bench_fingerprint(&mut criterion, &files);
    bench_admit(&mut criterion, &files);
    bench_archives(&mut criterion, &files);
    criterion.final_summary();
}

fn bench_fingerprint(criterion: &mut Criterion, files: &[SourceFile]) {
    let mut group = criterion.benchmark_group("duplicates");
    group.throughput(Throughput::Bytes(total_bytes(files)));
    group.bench_function("fingerprint", |bencher| {
        bencher.iter(|| {
            for file in files {
                black_box(Fingerprint::of(black_box(&file.bytes)));
            }
        });
    });
}

/// A window of forty lines that moves by four: neighbours are near copies of each other, all others differ.
fn bench_admit(criterion: &mut Criterion, files: &[SourceFile]) {
    let mut fingerprints = Vec::new();
    for file in files {
        let lines: Vec<&[u8]> = file.bytes.split_inclusive(|&byte| byte == b'\n').collect();
        fingerprints.extend(lines.windows(40).step_by(4).map(|window| Fingerprint::of(&window.concat())));
    }
    let mut group = criterion.benchmark_group("duplicates");
    group.throughput(Throughput::Elements(fingerprints.len() as u64));
    group.bench_function("admit", |bencher| {
        bencher.iter(|| {
            let mut deduplicator = Deduplicator::new(Deduplicator::THRESHOLD).unwrap();
            for fingerprint in &fingerprints {
                black_box(deduplicator.admit(fingerprint));
            }
        });
    });
}

fn bench_archives(criterion: &mut Criterion, files: &[SourceFile]) {
    let options = SourceOptions::default();
    let mut group = criterion.benchmark_group("archives");
    group.throughput(Throughput::Bytes(total_bytes(files)));
    for (name, kind, archive) in [("zip", ArchiveKind::Zip, zip(files)), ("tar_gz", ArchiveKind::TarGz, tar_gz(files))]
    {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut found = 0;
                let flow = read_archive_bytes(kind, &archive, "corpus", &options, &mut |it| {
                    found += usize::from(matches!(black_box(it), Found::File(_)));
                    ControlFlow::Continue(())
                });
                assert!(flow.is_continue() && found == files.len());
            });
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

fn total_bytes(files: &[SourceFile]) -> u64 {
    files.iter().map(|file| file.bytes.len() as u64).sum()
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
