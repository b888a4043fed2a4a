//! The findings of queries in one file.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use examen_analysis::{Found, ParsedFile, QuerySettings, Scope, findings_in_file};
use examen_corpus::SkipReason;
use examen_data::Place;
use examen_queries::python::QUERIES;
use examen_queries::{PythonRules, Query, QueryEdition};
use examen_semantics::python::FileId;
use examen_syntax::Span;

/// The findings of queries by id, or why the file could not be queried. Queries that are not known are not in it.
pub(super) type FileFindings = Result<BTreeMap<&'static str, QueryFindings>, String>;

/// The findings of one query.
#[derive(Default)]
pub(super) struct QueryFindings {
    pub(super) answers: BTreeSet<Place>,
    pub(super) facts: BTreeSet<Place>,
}

/// Asks queries of a file. A panic is a failure of this file and nothing else.
pub(super) fn findings(
    path: String,
    bytes: Vec<u8>,
    queries: &BTreeSet<String>,
    edition: QueryEdition,
) -> FileFindings {
    let asked = catch_unwind(AssertUnwindSafe(|| match ParsedFile::new(path, bytes) {
        Ok(file) => Ok(file_findings(&file, queries, edition)),
        Err(reason) => Err(reason.to_string()),
    }));
    asked.unwrap_or_else(|_| Err(SkipReason::Panicked.to_string()))
}

fn file_findings(
    file: &ParsedFile,
    queries: &BTreeSet<String>,
    edition: QueryEdition,
) -> BTreeMap<&'static str, QueryFindings> {
    let queries: Vec<&'static Query> = QUERIES.iter().copied().filter(|query| queries.contains(query.id)).collect();
    let settings = QuerySettings {
        queries: queries.clone(),
        edition,
        scope: Scope::File,
        python: PythonRules::Three,
        has_negatives: false,
        respects_noqa: false,
    };
    let mut found: BTreeMap<&str, Vec<Found>> = queries.iter().map(|query| (query.id, Vec::new())).collect();
    for finding in findings_in_file(file, &settings) {
        found.entry(finding.query.id).or_default().push(finding);
    }
    found.into_iter().map(|(query, found)| (query, query_findings(file, &found))).collect()
}

fn query_findings(file: &ParsedFile, found: &[Found]) -> QueryFindings {
    let answers: Vec<Span> = found.iter().map(|found| found.finding.span).collect();
    let places = |spans: &[Span]| spans.iter().map(|&span| place(file, span)).collect();
    QueryFindings { answers: places(&answers), facts: places(&kept_facts(found, &answers)) }
}

/// Facts that overlap neither an answer nor a fact that came before.
fn kept_facts(found: &[Found], answers: &[Span]) -> Vec<Span> {
    let mut kept: Vec<Span> = Vec::new();
    for fact in found.iter().flat_map(|found| found.finding.shown_facts(FileId(0))) {
        if !fact.span.is_empty() && !answers.iter().chain(&kept).any(|span| span.overlaps(fact.span)) {
            kept.push(fact.span);
        }
    }
    kept
}

fn place(file: &ParsedFile, span: Span) -> Place {
    let region = file.region(span);
    Place {
        start_line: region.start_line - 1,
        start_column: region.start_col - 1,
        end_line: region.end_line - 1,
        end_column: region.end_col,
    }
}
