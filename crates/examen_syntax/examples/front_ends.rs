//! Compares the front ends on real files.
//!
//!     find DIR -name '*.py' | cargo run --release -p examen_syntax --example front_ends [N]
//!
//! prints N (3) cases of each kind: where ruff's tree differs from that of the descent parser, where only one of them accepts
//! the text, and where tree-sitter's tree of Python 2 differs. A mode in place of N (`read`, `bare-ruff`, `ruff`, `descent`, `tree-sitter`, `tokens`, `chosen`)
//! only does that to all files, so that CPU time can be measured from outside.

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
        statements += match mode {
            "read" => source.len(),
            "bare-ruff" => {
                let kind = ruff_python_ast::PySourceType::Python;
                ruff_python_parser::parse_unchecked_source(&source, kind).suite().len()
            }
            "tokens" => tokenizer::tokenize(&source).tokens.len(),
            "ruff" => parse_with(&source, FrontEnd::Ruff).tree.body.len(),
            "descent" => parse_with(&source, FrontEnd::Descent).tree.body.len(),
            "tree-sitter" => parse_with(&source, FrontEnd::TreeSitter).tree.body.len(),
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
    let lines = one.lines().zip(two.lines()).filter(|(one, two)| one != two).take(2);
    Some(lines.map(|(one, two)| format!("\n    {one}\n    {two}")).collect())
}

fn main() {
    let argument = std::env::args().nth(1).unwrap_or_default();
    let shown = match argument.parse() {
        Ok(count) => count,
        Err(_) if argument.is_empty() => 3,
        Err(_) => return time(&argument),
    };
    let names = [
        "ruff and descent make the same tree",
        "ruff and descent differ",
        "Python 2 by descent, and ruff accepts it",
        "only ruff accepts it",
        "only descent accepts it, Python 3",
        "Python 2: tree-sitter and descent make the same tree",
        "Python 2: tree-sitter and descent differ",
        "Python 2: only descent accepts it",
        "Python 2: only tree-sitter accepts it",
        "neither ruff nor descent accepts it",
    ];
    let mut counts = names.map(|what| Count { what, seen: 0, shown });
    (counts[0].shown, counts[5].shown) = (0, 0);
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
            (false, is_clean) => {
                let sitter = parse_with(&source, FrontEnd::TreeSitter);
                match (is_clean, sitter.diagnostics.is_empty()) {
                    (true, true) => match difference(&sitter, &own, &source) {
                        None => counts[5].add(&path, String::new),
                        Some(difference) => counts[6].add(&path, || difference),
                    },
                    (true, false) => counts[7].add(&path, || first(&sitter)),
                    (false, true) => counts[8].add(&path, || first(&own)),
                    (false, false) => counts[9].add(&path, || format!("{} {}", first(&ruff), first(&own))),
                }
            }
        }
    }
    for count in counts {
        println!("{:6} {}", count.seen, count.what);
    }
}
