//! Fixtures as prose: one Markdown file for each query, with span markers in the code.
//!
//! A file starts with `# py/id`; each case has a heading `##` and blocks of these kinds:
//!
//! * `py`: Python 3 with `⟦…⟧` around the answers and `⟨…⟩` around their supporting facts;
//! * `py2`: the same under Python 2's rules;
//! * `py negatives`, `py2 negatives`: code without answers, with `⟦…⟧` around the plausible negatives;
//! * `messages`: the messages of the code before it, one a line, where they are worth a look;
//! * `blocks`: the relevant blocks of the answers in the code before it; a multi-hop query has at least one of these.
//!
//! With `EXAMEN_UPDATE=1` in the environment markers, messages and blocks are written anew; read the difference before you
//! keep it.

use std::path::{Path, PathBuf};

use examen_queries::{Finding, Query, python};
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
    let shown = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(&path).display().to_string();
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{shown}: {error}"))?;
    if text.lines().next() != Some(&format!("# {}", query.id)) {
        return Err(format!("{shown}: the first line is not the id of the query"));
    }
    let (made, cases) = remake(query, &text).map_err(|problem| format!("{shown}: {problem}"))?;
    if made != text && std::env::var_os("EXAMEN_UPDATE").is_some() {
        std::fs::write(&path, &made).unwrap();
    } else if made != text {
        return Err(format!("{shown}:{}", difference(&text, &made)));
    }
    Ok(cases)
}

/// The findings of a query in a text.
pub(crate) fn ask(query: &Query, source: &str, version: Version, is_negative: bool) -> Vec<Finding> {
    let parsed = parse(source);
    let model = Model::new(source, &parsed.tree, version);
    let file = SemanticFile::alone(&model);
    if is_negative { python::negatives(query, &file) } else { python::answers(query, &file) }
}

/// The fixture with markers, messages and blocks made anew.
fn remake(query: &Query, text: &str) -> Result<(String, Vec<Case>), String> {
    let mut made = String::new();
    let mut cases: Vec<Case> = Vec::new();
    let mut messages = String::new();
    let mut last = (String::new(), Version::Python3);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        made.push_str(line);
        made.push('\n');
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else { continue };
        let block: String = lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
        let (version, is_negative) = match info {
            "py" => (Version::Python3, false),
            "py2" => (Version::Python2, false),
            "py negatives" => (Version::Python3, true),
            "py2 negatives" => (Version::Python2, true),
            "messages" => {
                made.push_str(&messages);
                made.push_str("```\n");
                continue;
            }
            "blocks" => {
                let (source, version) = &last;
                made.push_str(&relevance::describe(query, source, *version));
                made.push_str("```\n");
                cases.last_mut().ok_or("blocks without code")?.has_blocks = true;
                continue;
            }
            _ => return Err(format!("no such kind of block: {info}")),
        };
        let source = span_markers::strip(&block);
        let findings = ask(query, &source, version, is_negative);
        messages = findings.iter().flat_map(|finding| [&finding.message, "\n"]).collect();
        made.push_str(&span_markers::draw(&source, &findings));
        made.push_str("```\n");
        let is_broken = parse(&source).diagnostics.iter().any(|diagnostic| diagnostic.kind == DiagnosticKind::Syntax);
        cases.push(Case { is_negative, findings: findings.len(), is_broken, has_blocks: false });
        last = (source, version);
    }
    Ok((made, cases))
}

/// The lines that differ. Markers add no lines, so line stands against line but for messages.
fn difference(wanted: &str, made: &str) -> String {
    let pairs = wanted.lines().zip(made.lines()).enumerate().filter(|(_, (wanted, made))| wanted != made);
    let shown: Vec<String> =
        pairs.take(20).map(|(at, (wanted, made))| format!("{}\n- {wanted}\n+ {made}", at + 1)).collect();
    if shown.is_empty() { "the number of lines differs".to_owned() } else { shown.join("\n") }
}
