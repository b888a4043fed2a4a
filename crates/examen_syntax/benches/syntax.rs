//! How fast text becomes tokens and trees, next to bare parsers.
//!
//! One iteration takes all files of the built-in corpus in one language, one after the other; throughput is in their bytes.

#![expect(clippy::unwrap_used, reason = "a bench without its input has nothing to measure")]

use std::fs;
use std::hint::black_box;
use std::path::Path;

use examen_syntax::python::{self, FrontEnd};
use examen_syntax::{Language, SourceText, java};
use examen_test::bench;
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};

fn main() {
    bench_decode();
    bench_python();
    bench_java();
}

fn bench_decode() {
    for language in Language::ALL {
        // The copy is part of the time, as it is for whoever reads a file.
        let decode = |file: &str| SourceText::decode(file.as_bytes().to_vec(), language);
        over(&format!("decode/{language}"), &files(language), decode);
    }
}

fn bench_python() {
    let files = files(Language::Python);
    over("python/tokens", &files, python::tokenizer::tokenize);
    over("python/parse", &files, python::parse);
    over("python/parse_ruff_lowered", &files, |source| python::parse_with(source, FrontEnd::Ruff));
    over("python/parse_ruff_bare", &files, |source| parse_unchecked(source, ParseOptions::from(Mode::Module)));
}

fn bench_java() {
    let files = files(Language::Java);
    over("java/tokens", &files, java::tokenize);
    over("java/parse", &files, java::parse);
    let mut parser = parser(&tree_sitter_java::LANGUAGE.into());
    over("java/parse_tree_sitter_bare", &files, |source| parser.parse(source, None));
}

fn over<T>(name: &str, files: &[String], mut work: impl FnMut(&str) -> T) {
    bench(name, files.iter().map(String::len).sum(), "bytes", || {
        for file in files {
            black_box(work(black_box(file)));
        }
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
