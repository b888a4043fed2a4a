//! Annotations of GitHub Actions: workflow commands, one a line.

use std::fmt::Write;

use examen_queries::{FindingKind, Severity};

use super::SYNTAX_ERRORS;
use examen_analysis::{Found, ParsedFile};

pub(super) fn render(files: &[ParsedFile], at: usize, found: &[Found]) -> String {
    let file = &files[at];
    let mut out = String::new();
    for Found { query, finding } in found {
        let command = match (finding.kind, query.severity) {
            (FindingKind::Negative, _) | (_, Severity::Recommendation) => "notice",
            (_, Severity::Warning) => "warning",
            (_, Severity::Error) => "error",
        };
        let region = file.region(finding.span);
        let _ = write!(out, "::{command} file={},line={}", property(&file.path), region.start_line);
        let _ = write!(out, ",endLine={}", region.end_line);
        // Columns are only allowed within a line.
        if region.start_line == region.end_line {
            let end_col = region.end_col.max(region.start_col);
            let _ = write!(out, ",col={},endColumn={end_col}", region.start_col);
        }
        let mut message = finding.message.clone();
        for fact in &finding.facts {
            let file = &files[fact.file.0 as usize];
            let place = file.region(fact.span);
            let _ = write!(message, "\n{}: {}:{}:{}", fact.label, file.path, place.start_line, place.start_col);
        }
        let name = match finding.kind {
            FindingKind::Answer => format!("{} ({})", query.name, query.id),
            FindingKind::Negative => format!("{} ({}, negative)", query.name, query.id),
        };
        let _ = writeln!(out, ",title={}::{}", property(&name), data(&message));
    }
    if let Some(error) = file.syntax_error() {
        let (path, line) = (property(&file.path), file.region(error.span).start_line);
        let _ = writeln!(out, "::notice file={path},line={line},title=Syntax errors::{SYNTAX_ERRORS}");
    }
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
