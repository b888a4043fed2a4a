//! Every target's body without a fuzzer: over its seeds, and over changed pieces of the built-in corpus.

#![allow(clippy::unwrap_used, reason = "a test may end where it fails")]

use std::fs;
use std::io::{Cursor, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use examen_fuzz::{Body, TARGETS};
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use zip::write::SimpleFileOptions;

/// How many changed inputs each target gets, unless `EXAMEN_MUTATIONS` says otherwise.
const MUTATIONS: u64 = 2_000;

/// Targets that do much with an input get a tenth.
const SLOW: [&str; 7] = ["exam_rows", "findings", "java_rewrites", "python_rewrites", "questions", "results", "views"];

/// Input that random bytes rarely reach.
const PIECES: [&str; 34] = [
    "\"\"\"",
    "'''",
    "'",
    "\"",
    "f'{",
    "}'",
    "\\\n",
    "\\\r\n",
    "\r",
    "\n",
    "\n\t",
    "\n    ",
    "\x0c",
    "\0",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "/*",
    "/**",
    "*/",
    "//",
    "\\u000a",
    "\\ud83d",
    "<",
    ">>>",
    "print x,",
    "`",
    "é",
    "🐍",
    "\u{feff}",
    "# coding: koi8-r\n",
];

#[test]
fn seeds_break_no_promise() {
    if std::env::var_os("EXAMEN_WRITE_SEEDS").is_some() {
        write_seeds();
    }
    for (target, body) in TARGETS {
        let paths = files(&root().join("seeds").join(target));
        assert!(!paths.is_empty(), "{target} has no seed");
        for path in paths {
            run(target, body, &fs::read(path).unwrap());
        }
    }
}

#[test]
fn changed_files_break_no_promise() {
    let wanted = std::env::var("EXAMEN_MUTATIONS").ok().map(|number| number.parse().unwrap());
    let only = std::env::var("EXAMEN_TARGET").ok();
    for (target, body) in TARGETS.into_iter().filter(|(name, _)| only.as_deref().is_none_or(|only| only == *name)) {
        let bases = bases(target);
        let usual = if SLOW.contains(&target) { MUTATIONS / 10 } else { MUTATIONS };
        for number in 0..wanted.unwrap_or(usual) {
            let mut random = Random::new(number);
            let base = &bases[random.below(bases.len())];
            run(target, body, &mutated(base, &mut random));
        }
    }
}

#[test]
fn every_target_has_its_file() {
    let names: Vec<_> = files(&root().join("fuzz_targets")).iter().map(|path| stem(path)).collect();
    assert_eq!(names, TARGETS.map(|(name, _)| name.to_owned()));
}

/// Runs a body and, where it panics, keeps the input.
fn run(target: &str, body: Body, input: &[u8]) {
    if catch_unwind(AssertUnwindSafe(|| body(input))).is_err() {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{target}-crash"));
        fs::write(&kept, input).unwrap();
        panic!("{target} panics on {}", kept.display());
    }
}

/// Marsaglia's xorshift: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 11) as usize % bound.max(1)
    }
}

fn mutated(base: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = base.to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len());
        let end = (at + 1 + random.below(32)).min(bytes.len());
        match random.below(8) {
            0 | 1 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
            2 if !bytes.is_empty() => bytes[at] = random.next() as u8,
            3 | 4 => drop(bytes.splice(at..at, PIECES[random.below(PIECES.len())].bytes())),
            5 => drop(bytes.drain(at..end)),
            6 => {
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            _ if random.below(4) == 0 => bytes.truncate(at),
            _ => {}
        }
    }
    bytes
}

/// What the mutations of a target start from.
fn bases(target: &str) -> Vec<Vec<u8>> {
    let extensions: &[&str] = match target {
        "findings" | "python_parse" | "python_rewrites" | "python_tokens" | "queries" => &["py"],
        "java_parse" | "java_rewrites" | "java_tokens" => &["java"],
        _ => &["py", "java"],
    };
    let mut pieces = Vec::new();
    for path in files(&root().join("../corpus")) {
        if extensions.iter().any(|&extension| path.extension().is_some_and(|it| it == extension)) {
            // Whole lines, so that some of the pieces are programs.
            let bytes = fs::read(path).unwrap();
            let text = String::from_utf8_lossy(&bytes);
            let lines: Vec<_> = text.split_inclusive('\n').collect();
            pieces.extend(lines.chunks(40).map(<[&str]>::concat));
        }
    }
    if let Some(files) = checkpoint_files(target) {
        return files;
    }
    let is_container = matches!(target, "jsonl" | "parquet" | "tar" | "tar_bz2" | "tar_gz" | "tar_xz" | "zip");
    let is_artefact = matches!(target, "features" | "manifest" | "predictions" | "replies" | "results");
    if is_artefact {
        return files(&root().join("seeds").join(target)).iter().map(|path| fs::read(path).unwrap()).collect();
    }
    if !is_container {
        return pieces.into_iter().map(String::into_bytes).collect();
    }
    let trios = pieces.chunks_exact(3).step_by(8);
    trios.map(|trio| container(target, &[("a/b.py", &trio[0]), ("C.java", &trio[1]), ("d.py", &trio[2])])).collect()
}

/// The files of tiny checkpoints that a target reads.
fn checkpoint_files(target: &str) -> Option<Vec<Vec<u8>>> {
    let names: &[&str] = match target {
        "checkpoint" => &[
            "bert/model.safetensors",
            "bert_old/pytorch_model.bin",
            "roberta/pytorch_model.bin",
            "roberta_sharded/model.safetensors.index.json",
        ],
        "tokenizer" => &[
            "bert/vocab.txt",
            "gpt2/merges.txt",
            "gpt2/vocab.json",
            "plbart/sentencepiece.bpe.model",
            "roberta_sharded/tokenizer.json",
        ],
        _ => return None,
    };
    let folder = root().join("../crates/examen_models/fixtures/encoders");
    Some(names.iter().map(|name| fs::read(folder.join(name)).unwrap()).collect())
}

/// Files in the target's format.
fn container(target: &str, files: &[(&str, &str)]) -> Vec<u8> {
    match target {
        "zip" => zip(files),
        "tar" => tar(files),
        "tar_gz" => gzip(&tar(files)),
        "tar_bz2" => {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            encoder.write_all(&tar(files)).unwrap();
            encoder.finish().unwrap()
        }
        "tar_xz" => {
            let options = lzma_rust2::XzOptions::with_preset(0);
            let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
            writer.write_all(&tar(files)).unwrap();
            writer.finish().unwrap()
        }
        "jsonl" => {
            let rows = files.iter().map(|(path, text)| serde_json::json!({ "path": path, "content": text }));
            rows.flat_map(|row| format!("{row}\n").into_bytes()).collect()
        }
        "parquet" => parquet_table(files),
        other => panic!("{other} is no format"),
    }
}

/// A zip of the files and of a tar of them.
fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.start_file("inner.tar", SimpleFileOptions::default()).unwrap();
    writer.write_all(&tar(&files[..1])).unwrap();
    writer.finish().unwrap().into_inner()
}

fn tar(files: &[(&str, &str)]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, text) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, text.as_bytes()).unwrap();
    }
    builder.into_inner().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn parquet_table(files: &[(&str, &str)]) -> Vec<u8> {
    let paths: ArrayRef = Arc::new(StringArray::from_iter_values(files.iter().map(|file| file.0)));
    let texts: ArrayRef = Arc::new(StringArray::from_iter_values(files.iter().map(|file| file.1)));
    let batch = RecordBatch::try_from_iter([("path", paths), ("content", texts)]).unwrap();
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = parquet::arrow::ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.into_inner().unwrap()
}

/// Writes the seeds that are no text: a small container, and the same broken off.
fn write_seeds() {
    let files = [("a/b.py", "x = 1\n"), ("C.java", "class C {}\n")];
    for target in ["jsonl", "parquet", "tar", "tar_bz2", "tar_gz", "tar_xz", "zip"] {
        let folder = root().join("seeds").join(target);
        let whole = container(target, &files);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("whole"), &whole).unwrap();
        fs::write(folder.join("broken_off"), &whole[..whole.len() * 2 / 3]).unwrap();
    }
    fs::write(root().join("seeds/jsonl/gzip"), gzip(&container("jsonl", &files))).unwrap();
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

/// The files under a folder, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}
