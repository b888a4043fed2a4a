//! The queries over Python, asked of any text.

use examen_queries::python::{QUERIES, answers, negatives};
use examen_queries::{Finding, FindingKind, Query, QueryEdition, Shown};
use examen_semantics::python::{Model, SemanticFile, Version};
use examen_syntax::python::parse;

use crate::check_span;

/// Every query answers by the rules of both versions: findings are in order, their spans lie on characters, and the
/// blocks that matter for them are blocks of the file.
pub fn queries(data: &[u8]) {
    let source = &*String::from_utf8_lossy(data);
    let parsed = parse(source);
    for version in [Version::Python2, Version::Python3] {
        let model = Model::new(source, &parsed.tree, version);
        let file = SemanticFile::alone(&model);
        let shown = Shown::new(&file);
        for query in QUERIES {
            let found = answers(query, &file, QueryEdition::default());
            check_findings(query, &found, FindingKind::Answer, &shown, &file);
            let others = negatives(query, &file, QueryEdition::default());
            assert!(found.is_empty() || others.is_empty(), "{} has answers and negatives", query.id);
            check_findings(query, &others, FindingKind::Negative, &shown, &file);
        }
    }
}

fn check_findings(
    query: &Query,
    findings: &[Finding],
    kind: FindingKind,
    shown: &Shown<'_, '_>,
    file: &SemanticFile<'_>,
) {
    let source = file.model().source;
    assert!(findings.is_sorted_by_key(|finding| finding.span), "{} is out of order", query.id);
    for finding in findings {
        assert_eq!(finding.kind, kind, "{}", query.id);
        assert!(!finding.message.is_empty(), "{} has nothing to say", query.id);
        check_span(finding.span, source);
        for fact in &finding.facts {
            assert_eq!(fact.file, file.id(), "{} knows another file", query.id);
            check_span(fact.span, source);
        }
        check_relevance(query, finding, shown);
    }
}

fn check_relevance(query: &Query, finding: &Finding, shown: &Shown<'_, '_>) {
    let Some(relevance) = shown.relevance(&query.relevance, finding) else {
        return;
    };
    for blocks in [&relevance.context, &relevance.flagged] {
        assert!(blocks.is_sorted_by(|left, right| left < right), "{}: {blocks:?}", query.id);
        assert!(blocks.iter().all(|&block| block < shown.blocks.len()), "{}: {blocks:?}", query.id);
    }
    assert!(relevance.flagged.iter().all(|block| relevance.context.contains(block)), "{}: {relevance:?}", query.id);
}
