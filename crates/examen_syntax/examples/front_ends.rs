//! Compares the front ends on real files.
//!
//!     find DIR -name '*.py' | cargo run --release -p examen_syntax --example front_ends [N]
//!
//! prints N (3) cases of each kind: where ruff's tree differs from that of the descent parser, where only one of them accepts
//! the text. A second number is how many random tokens are taken out of each file, one at a time, to compare the two on broken
//! text as well. A mode in place of N (`read`, `tokens`, `bare-ruff`, `ruff`, `parse`, `whole`) only does that to all files, so that CPU time
//! can be measured from outside.

#![expect(clippy::print_stdout, reason = "an example talks to its user")]

use std::io::BufRead;

use examen_syntax::python::{Dialect, FrontEnd, PythonFile, dump, parse, parse_with, tokenizer};
use examen_syntax::{Language, SourceText};

fn sources() -> impl Iterator<Item = (String, String)> {
    let paths: Vec<String> = std::io::stdin().lock().lines().map_while(Result::ok).collect();
    paths.into_iter().filter_map(|path| {
        let content = std::fs::read(&path).ok()?;
        Some((path, SourceText::decode(content, Language::Python).text))
    })
}

fn time(mode: &str) {
    let (mut statements, mut bytes) = (0, 0);
    for (_, source) in sources() {
        bytes += source.len();
        if mode == "whole" {
            // What a corpus is read with: the content's hash is part of it.
            statements += usize::from(blake3::hash(source.as_bytes()).as_bytes()[0]);
        }
        statements += match mode {
            "read" => source.len(),
            "bare-ruff" => {
                let kind = ruff_python_ast::PySourceType::Python;
                ruff_python_parser::parse_unchecked_source(&source, kind).suite().len()
            }
            "tokens" => tokenizer::tokenize(&source).tokens.len(),
            "ruff" => parse_with(&source, FrontEnd::Ruff).tree.body.len(),
            _ => parse(&source).tree.body.len(),
        };
    }
    println!("{mode}: {statements} in {bytes} bytes");
}

/// How often something was seen, with the first cases.
struct Count {
    what: &'static str,
    seen: usize,
    shown: usize,
}

impl Count {
    fn add(&mut self, path: &str, detail: impl FnOnce() -> String) {
        self.seen += 1;
        if self.seen <= self.shown {
            println!("{}: {path} {}", self.what, detail());
        }
    }
}

fn difference(one: &PythonFile, two: &PythonFile, source: &str) -> Option<String> {
    let (one, two) = (dump(&one.tree, source), dump(&two.tree, source));
    if one == two {
        return None;
    }
    let first = one.lines().zip(two.lines()).find(|(one, two)| one != two);
    Some(first.map_or_else(|| "one ends earlier".to_owned(), |(one, two)| format!("\n    {one}\n    {two}")))
}

/// The text without one of its tokens, a few times.
fn damaged(source: &str, times: usize) -> Vec<String> {
    let tokens = tokenizer::tokenize(source).tokens;
    let mut state = source.len() as u64 | 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % tokens.len().max(1)
    };
    let spans = (0..times).map(|_| tokens[next()].span).filter(|span| !span.is_empty());
    spans.map(|span| format!("{}{}", &source[..span.start as usize], &source[span.end as usize..])).collect()
}

/// The first complaint about a text and the text around it.
fn around(file: &PythonFile, source: &str) -> String {
    let Some(first) = file.diagnostics.first() else { return String::new() };
    let start = source.floor_char_boundary(first.span.start.saturating_sub(60) as usize);
    let end = source.ceil_char_boundary((first.span.end as usize + 30).min(source.len()));
    format!("{} {:?}", first.message, &source[start..end])
}

fn main() {
    let argument = std::env::args().nth(1).unwrap_or_default();
    let shown = match argument.parse() {
        Ok(count) => count,
        Err(_) if argument.is_empty() => 3,
        Err(_) => return time(&argument),
    };
    let damages: usize = std::env::args().nth(2).and_then(|count| count.parse().ok()).unwrap_or(0);
    let names = [
        "ruff and descent make the same tree",
        "ruff and descent differ",
        "Python 2, and ruff accepts it",
        "only ruff accepts it",
        "only descent accepts it, Python 3",
        "Python 2, and ruff does not accept it",
        "neither accepts it",
        "damaged: both accept it, same tree",
        "damaged: both accept it, different trees",
        "damaged: only ruff accepts it",
        "damaged: only descent accepts it, Python 3",
        "damaged: only descent accepts it, Python 2",
        "damaged: neither accepts it",
    ];
    let mut counts = names.map(|what| Count { what, seen: 0, shown });
    for quiet in [0, 2, 5, 7, 12] {
        counts[quiet].shown = 0;
    }
    for (path, source) in sources() {
        let ruff = parse_with(&source, FrontEnd::Ruff);
        let own = parse_with(&source, FrontEnd::Descent);
        let is_python2 = own.dialect == Dialect::Python2;
        let first = |file: &PythonFile| format!("{:?}", file.diagnostics.first());
        match (ruff.diagnostics.is_empty(), own.diagnostics.is_empty()) {
            (true, true) if is_python2 => counts[2].add(&path, String::new),
            (true, true) => match difference(&ruff, &own, &source) {
                None => counts[0].add(&path, String::new),
                Some(difference) => counts[1].add(&path, || difference),
            },
            (true, false) => counts[3].add(&path, || first(&own)),
            (false, true) if !is_python2 => counts[4].add(&path, || first(&ruff)),
            (false, true) => counts[5].add(&path, String::new),
            (false, false) => counts[6].add(&path, || format!("{} {}", first(&ruff), first(&own))),
        }
        if damages > 0 && ruff.diagnostics.is_empty() {
            for damaged in damaged(&source, damages) {
                let (ruff, own) = (parse_with(&damaged, FrontEnd::Ruff), parse_with(&damaged, FrontEnd::Descent));
                match (ruff.diagnostics.is_empty(), own.diagnostics.is_empty()) {
                    (true, true) if own.dialect == Dialect::Python3 => match difference(&ruff, &own, &damaged) {
                        None => counts[7].add(&path, String::new),
                        Some(difference) => counts[8].add(&path, || difference),
                    },
                    (true, false) => counts[9].add(&path, || around(&own, &damaged)),
                    (false, true) if own.dialect == Dialect::Python3 => {
                        counts[10].add(&path, || around(&ruff, &damaged));
                    }
                    (false, true) => counts[11].add(&path, || around(&ruff, &damaged)),
                    _ => counts[12].add(&path, String::new),
                }
            }
        }
    }
    for count in counts {
        println!("{:6} {}", count.seen, count.what);
    }
}
