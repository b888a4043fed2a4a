//! Which blocks matter for the findings of a query.
//!
//! `fixtures/relevance.md` has a heading `## py/id` for each case, a `py` block, and a `blocks` block with one paragraph per
//! answer: its first line, then the blocks of its context, those that are needed with a star, and the methods of built-in classes.

use std::fmt::Write;
use std::path::Path;

use examen_queries::python::{QUERIES, answers};
use examen_queries::{Query, Shown};
use examen_semantics::python::{Model, SemanticFile, Version};
use examen_syntax::python::parse;

#[test]
fn blocks_are_those_that_one_has_to_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/relevance.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let made = remake(&text);
    if made != text && std::env::var_os("EXAMEN_UPDATE").is_some() {
        std::fs::write(&path, made).unwrap();
    } else {
        assert_eq!(made, text, "read the difference; EXAMEN_UPDATE=1 rewrites {}", path.display());
    }
}

#[test]
fn every_multi_hop_query_has_a_case() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/relevance.md");
    let text = std::fs::read_to_string(path).unwrap();
    for query in QUERIES.iter().filter(|query| query.number <= 15) {
        assert!(text.contains(&format!("## {}\n", query.id)), "no case for {}", query.id);
    }
}

fn remake(text: &str) -> String {
    let mut made = String::new();
    let mut query: Option<&Query> = None;
    let mut source = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        writeln!(made, "{line}").unwrap();
        if let Some(id) = line.strip_prefix("## ") {
            query = QUERIES.iter().copied().find(|query| query.id == id);
            assert!(query.is_some(), "no query is named {id}");
        }
        let block = |lines: &mut std::str::Lines<'_>| -> String {
            lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect()
        };
        match line {
            "```py" => {
                source = block(&mut lines);
                writeln!(made, "{source}```").unwrap();
            }
            "```blocks" => {
                block(&mut lines);
                writeln!(made, "{}```", describe(query.unwrap(), &source)).unwrap();
            }
            _ => {}
        }
    }
    made
}

fn describe(query: &Query, source: &str) -> String {
    let parsed = parse(source);
    let model = Model::new(source, &parsed.tree, Version::Python3);
    let file = SemanticFile::alone(&model);
    let shown = Shown::new(&file);
    let mut out = String::new();
    for finding in answers(query, &file) {
        let head = file.text(finding.span).lines().next().unwrap_or_default();
        writeln!(out, "{head}").unwrap();
        let Some(relevance) = shown.relevance(query, &finding) else {
            writeln!(out, "  lies across blocks").unwrap();
            continue;
        };
        for &at in &relevance.context {
            let mark = if relevance.flagged.contains(&at) { '*' } else { ' ' };
            writeln!(out, "{mark} {}", shown.blocks[at].path).unwrap();
        }
        for method in &relevance.built_in_methods {
            writeln!(out, "* built-in {}.{}", method.class, method.method).unwrap();
        }
    }
    out
}
