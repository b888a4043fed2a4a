//! One JSON object per answer, with stable fields.

use examen_queries::Fact;
use serde::Serialize;

use super::kind_name;
use examen_analysis::{Found, ParsedFile, Region};

/// A finding as programs get it: a line of JSON, or a row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FindingRow {
    /// The id of the query.
    pub query: &'static str,
    /// The file.
    pub file: String,
    /// First line, from 1.
    pub start_line: u32,
    /// First column, from 1.
    pub start_col: u32,
    /// Last line.
    pub end_line: u32,
    /// Last column, which is part of the span.
    pub end_col: u32,
    /// The text of the span.
    pub text: String,
    /// The message of the query.
    pub message: String,
    /// The facts that support it.
    pub related: Vec<FactRow>,
    /// `answer` or `negative`.
    pub kind: &'static str,
    /// Whether the file has syntax errors, so that there may be more to it; left out where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial: Option<bool>,
}

/// A fact that supports a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactRow {
    /// The file.
    pub file: String,
    /// First line, from 1.
    pub start_line: u32,
    /// First column, from 1.
    pub start_col: u32,
    /// Last line.
    pub end_line: u32,
    /// Last column, which is part of the span.
    pub end_col: u32,
    /// What it is called in the message.
    pub message: String,
}

/// The rows of what was found in the file `at` among those asked about together.
pub fn finding_rows(files: &[ParsedFile], at: usize, found: &[Found]) -> Vec<FindingRow> {
    let file = &files[at];
    let partial = file.syntax_error().map(|_| true);
    let row = |Found { query, finding }: &Found| {
        let Region { start_line, start_col, end_line, end_col } = file.region(finding.span);
        FindingRow {
            query: query.id,
            file: file.path.clone(),
            start_line,
            start_col,
            end_line,
            end_col,
            text: finding.span.text(&file.text).to_owned(),
            message: finding.message.clone(),
            related: finding.facts.iter().map(|fact| fact_row(files, fact)).collect(),
            kind: kind_name(finding.kind),
            partial,
        }
    };
    found.iter().map(row).collect()
}

pub(super) fn render(files: &[ParsedFile], at: usize, found: &[Found]) -> serde_json::Result<String> {
    let mut out = String::new();
    for row in finding_rows(files, at, found) {
        out.push_str(&serde_json::to_string(&row)?);
        out.push('\n');
    }
    Ok(out)
}

fn fact_row(files: &[ParsedFile], fact: &Fact) -> FactRow {
    let file = &files[fact.file.0 as usize];
    let Region { start_line, start_col, end_line, end_col } = file.region(fact.span);
    FactRow { file: file.path.clone(), start_line, start_col, end_line, end_col, message: fact.label.clone() }
}
