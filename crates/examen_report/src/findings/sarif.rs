//! SARIF 2.1.0: one run, written as it is found. Facts are related locations.

use std::fmt::Write;

use examen_corpus::SkipReason;
use examen_queries::{FindingKind, Query, Severity};
use serde_json::{Value, json};

use super::{Rendered, SYNTAX_ERRORS};
use examen_analysis::{Found, ParsedFile, Region};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// What comes after the results, collected while they are written.
#[derive(Default)]
pub(super) struct Log {
    has_results: bool,
    artifacts: Vec<Value>,
    notifications: Vec<Value>,
}

/// Everything up to the first result.
pub(super) fn head(queries: &[&Query]) -> serde_json::Result<String> {
    let driver = json!({
        "name": "Examen",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": queries.iter().map(|query| rule(query)).collect::<Vec<_>>(),
    });
    let tool = serde_json::to_string(&json!({ "driver": driver }))?;
    Ok(format!(
        "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{tool},\n\
         \"columnKind\":\"unicodeCodePoints\",\"results\":["
    ))
}

/// The results of one file, separated by commas.
pub(super) fn render(
    files: &[ParsedFile],
    at: usize,
    found: &[Found],
    queries: &[&Query],
) -> serde_json::Result<String> {
    let file = &files[at];
    let mut out = String::new();
    for Found { query, finding } in found {
        let related = finding.facts.iter().enumerate().map(|(id, fact)| {
            let file = &files[fact.file.0 as usize];
            let mut place = location(&file.path, Some(file.region(fact.span)));
            place["id"] = json!(id);
            place["message"] = json!({ "text": fact.label });
            place
        });
        let mut result = json!({
            "ruleId": query.id,
            "ruleIndex": queries.iter().position(|asked| asked.number == query.number),
            "level": level(query.severity),
            "message": { "text": finding.message },
            "locations": [location(&file.path, Some(file.region(finding.span)))],
        });
        if !finding.facts.is_empty() {
            result["relatedLocations"] = related.collect();
        }
        if finding.kind == FindingKind::Negative {
            result["kind"] = json!("pass");
            result["level"] = json!("none");
        }
        let comma = if out.is_empty() { "" } else { "," };
        let _ = write!(out, "{comma}\n{}", serde_json::to_string(&result)?);
    }
    Ok(out)
}

impl Log {
    /// Takes note of a file and returns what is to be written now.
    pub(super) fn add(&mut self, rendered: &Rendered) -> String {
        let uri = uri(&rendered.path);
        if rendered.has_syntax_errors {
            self.notify(&rendered.path, SYNTAX_ERRORS);
        }
        if rendered.has_syntax_errors || !rendered.output.is_empty() {
            self.artifacts.push(json!({ "location": { "uri": uri }, "sourceLanguage": "python" }));
        }
        let is_first = !self.has_results;
        self.has_results |= !rendered.output.is_empty();
        match rendered.output.as_str() {
            "" => String::new(),
            output if is_first => output.to_owned(),
            output => format!(",{output}"),
        }
    }

    pub(super) fn add_skipped(&mut self, path: &str, reason: SkipReason) {
        self.notify(path, &format!("file was skipped: {}", reason.description()));
    }

    /// Everything after the last result.
    pub(super) fn tail(&self) -> serde_json::Result<String> {
        let artifacts = serde_json::to_string(&self.artifacts)?;
        let invocation = json!({ "executionSuccessful": true, "toolExecutionNotifications": self.notifications });
        Ok(format!("\n],\"artifacts\":{artifacts},\n\"invocations\":[{}]}}]}}\n", serde_json::to_string(&invocation)?))
    }

    fn notify(&mut self, path: &str, text: &str) {
        let locations = [location(path, None)];
        self.notifications.push(json!({ "level": "warning", "message": { "text": text }, "locations": locations }));
    }
}

fn rule(query: &Query) -> Value {
    json!({
        "id": query.id,
        "name": query.name,
        "shortDescription": { "text": query.name },
        "fullDescription": { "text": query.description },
        "defaultConfiguration": { "level": level(query.severity) },
        "properties": {
            "tags": query.tags,
            "problem.severity": query.severity.name(),
            "number": query.number,
            "hops": query.hops.name(),
        },
    })
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Recommendation => "note",
    }
}

/// The end column is exclusive here.
fn location(path: &str, region: Option<Region>) -> Value {
    let mut place = json!({ "artifactLocation": { "uri": uri(path) } });
    if let Some(Region { start_line, start_col, end_line, end_col }) = region {
        place["region"] = json!({
            "startLine": start_line, "startColumn": start_col, "endLine": end_line, "endColumn": end_col + 1,
        });
    }
    json!({ "physicalLocation": place })
}

/// A path as a reference: relative ones stay so.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte) {
            uri.push(byte as char);
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}
