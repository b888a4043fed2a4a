//! One JSON object per answer, with stable fields.

use examen_queries::Fact;
use serde::Serialize;

use super::kind_name;
use examen_analysis::{Found, ParsedFile, Region};

#[derive(Serialize)]
struct Row<'a> {
    query: &'a str,
    file: &'a str,
    #[serde(flatten)]
    region: Region,
    text: &'a str,
    message: &'a str,
    related: Vec<Related<'a>>,
    kind: &'a str,
    /// Whether the file has syntax errors, so that there may be more to it; left out where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    partial: Option<bool>,
}

#[derive(Serialize)]
struct Related<'a> {
    file: &'a str,
    #[serde(flatten)]
    region: Region,
    message: &'a str,
}

pub(super) fn render(files: &[ParsedFile], at: usize, found: &[Found]) -> serde_json::Result<String> {
    let file = &files[at];
    let partial = file.syntax_error().map(|_| true);
    let mut out = String::new();
    for Found { query, finding } in found {
        let row = Row {
            query: query.id,
            file: &file.path,
            region: file.region(finding.span),
            text: finding.span.text(&file.text),
            message: &finding.message,
            related: finding.facts.iter().map(|fact| related(files, fact)).collect(),
            kind: kind_name(finding.kind),
            partial,
        };
        out.push_str(&serde_json::to_string(&row)?);
        out.push('\n');
    }
    Ok(out)
}

fn related<'a>(files: &'a [ParsedFile], fact: &'a Fact) -> Related<'a> {
    let file = &files[fact.file.0 as usize];
    Related { file: &file.path, region: file.region(fact.span), message: &fact.label }
}
