//! Fixtures as prose: one Markdown file for each query, with code in which the expected spans are marked.
//!
//! A file starts with `# py/id`; each case has a heading `##` and blocks of these kinds:
//!
//! * `py`: Python 3 in which `⟦…⟧` marks the answers and `⟨…⟩` their supporting facts, as many lines long as they are;
//! * `py2`: the same under Python 2's rules;
//! * `py negatives`, `py2 negatives`: code without answers in which `⟦…⟧` marks the plausible negatives;
//! * `messages`: the messages of the block before it, one a line, where they are worth a look.

use std::path::{Path, PathBuf};

use examen_queries::{Finding, Query, python};
use examen_semantics::python::{Model, SemanticFile, Version};
use examen_syntax::DiagnosticKind;
use examen_syntax::python::parse;

use crate::marks;

/// A block of code of a fixture.
pub(crate) struct Case {
    /// Whether the negatives are asked for.
    pub(crate) is_negative: bool,
    /// How many spans are marked as answers or negatives.
    pub(crate) marked: usize,
    /// Whether the code has errors.
    pub(crate) is_broken: bool,
}

/// The fixture of a query.
pub(crate) fn path(query: &Query) -> PathBuf {
    let name = query.id.strip_prefix("py/").expect("a query over Python").replace(['-', '/'], "_");
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/queries/py").join(name).with_extension("md")
}

/// Checks the fixture of a query, whole text against whole text, and returns its cases or what is wrong.
pub(crate) fn check(query: &Query) -> Result<Vec<Case>, String> {
    let path = path(query);
    let shown = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(&path).display().to_string();
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{shown}: {error}"))?;
    if text.lines().next() != Some(&format!("# {}", query.id)) {
        return Err(format!("{shown}: the first line is not the id of the query"));
    }
    let mut cases = Vec::new();
    let mut messages = String::new();
    examen_test::compare_fixture(&path, |block| {
        let (version, is_negative) = match block.info {
            "py" => (Version::Python3, false),
            "py2" => (Version::Python2, false),
            "py negatives" => (Version::Python3, true),
            "py2 negatives" => (Version::Python2, true),
            "messages" => return Ok(Some(messages.clone())),
            _ => return Err("no such kind of block".to_owned()),
        };
        let source = marks::strip(block.text);
        let findings = ask(query, &source, version, is_negative);
        messages = findings.iter().flat_map(|finding| [&finding.message, "\n"]).collect();
        let is_broken = parse(&source).diagnostics.iter().any(|diagnostic| diagnostic.kind == DiagnosticKind::Syntax);
        cases.push(Case { is_negative, marked: findings.len(), is_broken });
        Ok(Some(marks::draw(&source, &findings)))
    })?;
    Ok(cases)
}

/// The findings of a query in a text.
pub(crate) fn ask(query: &Query, source: &str, version: Version, is_negative: bool) -> Vec<Finding> {
    let parsed = parse(source);
    let model = Model::new(source, &parsed.tree, version);
    let file = SemanticFile::alone(&model);
    if is_negative { python::negatives(query, &file) } else { python::answers(query, &file) }
}
