//! How fast text becomes tokens and trees, next to the bare parsers that the trees are made with.
//!
//! One iteration takes all files of the built-in corpus in one language, one after the other; throughput is in their bytes.

#![expect(clippy::unwrap_used, reason = "a bench without its input has nothing to measure")]

use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use examen_syntax::python::{self, FrontEnd};
use examen_syntax::{Language, SourceText, java};
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    bench_decode(&mut criterion);
    bench_python(&mut criterion);
    bench_java(&mut criterion);
    criterion.final_summary();
}

fn bench_decode(criterion: &mut Criterion) {
    for language in Language::ALL {
        let files = files(language);
        let mut group = group(criterion, "decode", &files);
        group.bench_function(language.name(), |bencher| {
            bencher.iter(|| {
                for file in &files {
                    // The copy is part of the time, as it is for whoever reads a file.
                    black_box(SourceText::decode(file.as_bytes().to_vec(), language));
                }
            });
        });
    }
}

fn bench_python(criterion: &mut Criterion) {
    let files = files(Language::Python);
    let mut group = group(criterion, "python", &files);
    over(&mut group, "tokens", &files, python::tokenizer::tokenize);
    over(&mut group, "parse", &files, python::parse);
    over(&mut group, "parse_ruff_lowered", &files, |source| python::parse_with(source, FrontEnd::Ruff));
    over(&mut group, "parse_ruff_bare", &files, |source| parse_unchecked(source, ParseOptions::from(Mode::Module)));
    over(&mut group, "parse_tree_sitter_lowered", &files, |source| python::parse_with(source, FrontEnd::TreeSitter));
    let mut parser = parser(&tree_sitter_python::LANGUAGE.into());
    over(&mut group, "parse_tree_sitter_bare", &files, |source| parser.parse(source, None));
}

fn bench_java(criterion: &mut Criterion) {
    let files = files(Language::Java);
    let mut group = group(criterion, "java", &files);
    over(&mut group, "tokens", &files, java::tokenize);
    over(&mut group, "parse", &files, java::parse);
    let mut parser = parser(&tree_sitter_java::LANGUAGE.into());
    over(&mut group, "parse_tree_sitter_bare", &files, |source| parser.parse(source, None));
}

fn group<'c>(criterion: &'c mut Criterion, name: &str, files: &[String]) -> BenchmarkGroup<'c, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(files.iter().map(|file| file.len() as u64).sum()));
    group
}

fn over<T>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, files: &[String], mut work: impl FnMut(&str) -> T) {
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for file in files {
                black_box(work(black_box(file)));
            }
        });
    });
}

fn parser(language: &tree_sitter::Language) -> tree_sitter::Parser {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(language).unwrap();
    parser
}

/// The texts of the built-in corpus, sorted by path.
fn files(language: Language) -> Vec<String> {
    let mut found = Vec::new();
    collect(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus")), language, &mut found);
    found.sort_unstable();
    found.into_iter().map(|(_, text)| text).collect()
}

fn collect(folder: &Path, language: Language, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, language, found);
        } else if Language::of_file_name(&name) == Some(language) {
            let source = SourceText::decode(fs::read(&path).unwrap(), language);
            found.push((name, source.text));
        }
    }
}
