//! The queries over Python, and asking them.

mod queries;
mod support;

use examen_semantics::python::SemanticFile;

use crate::finding::{Finding, FindingKind, Findings};
use crate::query::{Query, QueryEdition};

pub use queries::QUERIES;

/// Returns the answers of a query in a file, by its text of an edition.
pub fn answers(query: &Query, file: &SemanticFile<'_>, edition: QueryEdition) -> Vec<Finding> {
    let mut out = Findings::new(file.id(), FindingKind::Answer);
    let add = match edition {
        QueryEdition::March2022 => query.answers,
        QueryEdition::August2021 => query.earlier_answers.unwrap_or(query.answers),
    };
    add(file, &mut out);
    out.into_sorted()
}

/// Returns the places in a file that look like answers of a query and are none. As in the published data, a file with an answer
/// has no negatives.
pub fn negatives(query: &Query, file: &SemanticFile<'_>, edition: QueryEdition) -> Vec<Finding> {
    if answers(query, file, edition).is_empty() { plausible(query, file) } else { Vec::new() }
}

/// Returns the places that look like answers in a file that is known to have none.
pub fn plausible(query: &Query, file: &SemanticFile<'_>) -> Vec<Finding> {
    let mut out = Findings::new(file.id(), FindingKind::Negative);
    (query.negatives)(file, &mut out);
    out.into_sorted()
}
