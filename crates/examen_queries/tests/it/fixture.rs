//! Fixtures as prose: one Markdown file for each query, with span markers in the code.
//!
//! A file starts with `# py/id`; each case has a heading `##` and blocks of these kinds:
//!
//! * `py`: Python 3 with `⟦…⟧` around the answers and `⟨…⟩` around their supporting facts;
//! * `py2`: the same under Python 2's rules;
//! * `py 2021-08`: the same by the query's text of August 2021;
//! * `py negatives`, `py2 negatives`: code without answers, with `⟦…⟧` around the plausible negatives;
//! * `messages`: the messages of the code before it, one a line, where they are worth a look;
//! * `blocks`: the relevant blocks of the answers in the code before it; a multi-hop query has at least one of these.

use std::path::{Path, PathBuf};

use examen_queries::{Finding, Query, QueryEdition, python};
use examen_semantics::python::{Model, SemanticFile, Version};
use examen_syntax::DiagnosticKind;
use examen_syntax::python::parse;

use crate::{relevance, span_markers};

/// A block of code of a fixture.
pub(crate) struct Case {
    /// Whether the negatives are asked for.
    pub(crate) is_negative: bool,
    /// How many answers or negatives there are.
    pub(crate) findings: usize,
    /// Whether the code has errors.
    pub(crate) is_broken: bool,
    /// Whether the relevant blocks are written under it.
    pub(crate) has_blocks: bool,
}

/// The name of a query's source file, fixture and page: its id.
pub(crate) fn file_stem(query: &Query) -> String {
    query.id.strip_prefix("py/").expect("a query over Python").replace(['-', '/'], "_")
}

/// The fixture of a query.
pub(crate) fn path(query: &Query) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/queries/py").join(file_stem(query)).with_extension("md")
}

/// Checks the fixture of a query, whole text against whole text, and returns its cases or what is wrong.
pub(crate) fn check(query: &Query) -> Result<Vec<Case>, String> {
    let path = path(query);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    if text.lines().next() != Some(&format!("# {}", query.id)) {
        return Err(format!("{}: the first line is not the id of the query", path.display()));
    }
    let mut cases: Vec<Case> = Vec::new();
    let mut messages = String::new();
    let mut last = (String::new(), Version::Python3);
    examen_test::compare_fixture(&path, |block| {
        let (version, is_negative) = match block.info {
            "py" | "py 2021-08" => (Version::Python3, false),
            "py2" => (Version::Python2, false),
            "py negatives" => (Version::Python3, true),
            "py2 negatives" => (Version::Python2, true),
            "messages" => return Ok(Some(messages.clone())),
            "blocks" => {
                cases.last_mut().ok_or("blocks without code")?.has_blocks = true;
                return Ok(Some(relevance::describe(query, &last.0, last.1)));
            }
            info => return Err(format!("no such kind of block: {info}")),
        };
        let edition = if block.info.ends_with("2021-08") { QueryEdition::August2021 } else { QueryEdition::March2022 };
        let source = span_markers::strip(block.text);
        let findings = ask(query, &source, version, edition, is_negative);
        messages = findings.iter().flat_map(|finding| [&finding.message, "\n"]).collect();
        let is_broken = parse(&source).diagnostics.iter().any(|diagnostic| diagnostic.kind == DiagnosticKind::Syntax);
        cases.push(Case { is_negative, findings: findings.len(), is_broken, has_blocks: false });
        let drawn = span_markers::draw(&source, &findings);
        last = (source, version);
        Ok(Some(drawn))
    })?;
    Ok(cases)
}

/// The findings of a query in a text.
pub(crate) fn ask(
    query: &Query,
    source: &str,
    version: Version,
    edition: QueryEdition,
    is_negative: bool,
) -> Vec<Finding> {
    let parsed = parse(source);
    let model = Model::new(source, &parsed.tree, version);
    let file = SemanticFile::alone(&model);
    if is_negative { python::negatives(query, &file, edition) } else { python::answers(query, &file, edition) }
}
