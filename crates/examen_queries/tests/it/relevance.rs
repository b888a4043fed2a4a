//! The relevant blocks of a query's answers, as fixtures write them.
//!
//! One paragraph for each answer: its first line, then the blocks of its context, those that are flagged with a star, and
//! the methods of built-in classes.

use std::fmt::Write;

use examen_queries::python::answers;
use examen_queries::{Query, QueryEdition, Shown};
use examen_semantics::python::{Model, SemanticFile, Version};
use examen_syntax::python::parse;

/// Returns a paragraph for each answer.
pub(crate) fn describe(query: &Query, source: &str, version: Version) -> String {
    let parsed = parse(source);
    let model = Model::new(source, &parsed.tree, version);
    let file = SemanticFile::alone(&model);
    let shown = Shown::new(&file);
    let mut out = String::new();
    for finding in answers(query, &file, QueryEdition::default()) {
        let head = file.text(finding.span).lines().next().unwrap_or_default();
        writeln!(out, "{head}").unwrap();
        let Some(relevance) = shown.relevance(&query.relevance, &finding) else {
            writeln!(out, "  lies across blocks").unwrap();
            continue;
        };
        for &at in &relevance.context {
            let star = if relevance.flagged.contains(&at) { '*' } else { ' ' };
            writeln!(out, "{star} {}", shown.blocks[at].path).unwrap();
        }
        for method in &relevance.built_in_methods {
            writeln!(out, "* built-in {}.{}", method.class, method.method).unwrap();
        }
    }
    out
}
