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
    let mut source = String::new();
    examen_test::check_fixture(&path, |block| match block.info {
        "py" => {
            block.text.clone_into(&mut source);
            Ok(None)
        }
        "blocks" => {
            let query = QUERIES.iter().find(|query| query.id == block.title);
            Ok(Some(describe(query.ok_or("no such query")?, &source)))
        }
        _ => Err("no such kind of block".to_owned()),
    });
}

#[test]
fn every_multi_hop_query_has_a_case() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/relevance.md");
    let text = std::fs::read_to_string(path).unwrap();
    for query in QUERIES.iter().filter(|query| query.number <= 15) {
        assert!(text.contains(&format!("## {}\n", query.id)), "no case for {}", query.id);
    }
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
