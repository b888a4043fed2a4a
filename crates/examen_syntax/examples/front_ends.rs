//! Compares the two Python front ends on files whose paths come on standard input, and times them.
//!
//! With a mode (see `benches/parse_cost.py`) it does only that, for timing from outside.
//!
//! `find src -name '*.py' | cargo run --release -p examen_syntax --example front_ends`

#![expect(clippy::print_stdout, reason = "an example talks to its user")]

use std::io::BufRead;
use std::time::{Duration, Instant};

use examen_syntax::python::{Dialect, FrontEnd, dump, parse, parse_with};
use examen_syntax::{Language, SourceText};

/// Does one thing with every file, for timing from outside.
fn time(mode: &str) {
    let mut parser = tree_sitter::Parser::new();
    let _ = parser.set_language(&tree_sitter_python::LANGUAGE.into());
    let mut nodes = 0;
    for path in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(content) = std::fs::read(&path) else { continue };
        if mode == "whole" {
            // What a corpus is read with: the content's hash is part of it.
            nodes += usize::from(blake3::hash(&content).as_bytes()[0]);
        }
        let source = SourceText::decode(content, Language::Python).text;
        nodes += match mode {
            "read" => source.len(),
            "bare-ruff" => {
                let kind = ruff_python_ast::PySourceType::Python;
                ruff_python_parser::parse_unchecked_source(&source, kind).suite().len()
            }
            "bare-tree-sitter" => parser.parse(&source, None).map_or(0, |tree| tree.root_node().child_count() as usize),
            "ruff" => parse_with(&source, FrontEnd::Ruff).tree.body.len(),
            "tree-sitter" => parse_with(&source, FrontEnd::TreeSitter).tree.body.len(),
            _ => parse(&source).tree.body.len(),
        };
    }
    println!("{mode}: {nodes} top-level statements");
}

fn main() {
    if let Some(mode) = std::env::args().nth(1).filter(|mode| mode.parse::<u32>().is_err()) {
        return time(&mode);
    }
    let show = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(3);
    let [
        mut files,
        mut equal,
        mut different,
        mut ruff_only,
        mut sitter_only,
        mut neither,
        mut python2,
        mut both_versions,
    ] = [0u32; 8];
    let [mut bare, mut ours, mut sitter, mut whole] = [Duration::ZERO; 4];
    let mut bytes = 0;
    for path in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(content) = std::fs::read(&path) else { continue };
        let source = SourceText::decode(content, Language::Python).text;
        files += 1;
        bytes += source.len();
        let start = Instant::now();
        let parsed = ruff_python_parser::parse_unchecked_source(&source, ruff_python_ast::PySourceType::Python);
        drop(parsed);
        bare += start.elapsed();
        let start = Instant::now();
        let first = parse_with(&source, FrontEnd::Ruff);
        ours += start.elapsed();
        let start = Instant::now();
        let second = parse_with(&source, FrontEnd::TreeSitter);
        sitter += start.elapsed();
        let start = Instant::now();
        let chosen = parse(&source);
        whole += start.elapsed();
        python2 += u32::from(chosen.dialect == Dialect::Python2);
        match (first.diagnostics.is_empty(), second.diagnostics.is_empty()) {
            // `print >>file, "x"` is a tuple in Python 3 and a statement in Python 2.
            (true, true) if second.dialect == Dialect::Python2 => both_versions += 1,
            (true, true) => {
                let (first, second) = (dump(&first.tree, &source), dump(&second.tree, &source));
                if first == second {
                    equal += 1;
                    continue;
                }
                different += 1;
                if different <= show {
                    println!("different: {path}");
                    for (one, two) in first.lines().zip(second.lines()).filter(|(one, two)| one != two).take(3) {
                        println!("  ruff        {one}\n  tree-sitter {two}");
                    }
                }
            }
            (true, false) => {
                ruff_only += 1;
                if ruff_only <= show {
                    println!("only ruff: {path} {:?}", second.diagnostics.first());
                }
            }
            (false, true) => {
                sitter_only += 1;
                if chosen.dialect == Dialect::Python3 && sitter_only <= show * 20 {
                    println!("only tree-sitter, no sign of Python 2: {path} {:?}", first.diagnostics.first());
                }
            }
            (false, false) => {
                neither += 1;
                if neither <= show {
                    println!("neither: {path} {:?} {:?}", first.diagnostics.first(), second.diagnostics.first());
                }
            }
        }
    }
    println!("{files} files, {bytes} bytes, {python2} of them Python 2");
    println!(
        "both clean: {equal} equal, {different} different, {both_versions} another tree in Python 2; only ruff {ruff_only}, only tree-sitter {sitter_only}, neither {neither}"
    );
    println!("bare ruff {bare:.2?}, ruff lowered {ours:.2?}, tree-sitter lowered {sitter:.2?}, chosen {whole:.2?}");
}
