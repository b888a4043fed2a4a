//! Exact match of sets of spans (CodeQueries, section 4.3).

use std::collections::BTreeSet;

use crate::metric::Metric;

/// The fraction of examples whose answer spans and supporting-fact spans are exactly the true ones.
pub static SPAN_EXACT: Metric = Metric {
    name: "span_exact",
    signature: "spans:both",
    about: "fraction of examples whose predicted answer and supporting-fact spans are exactly the true ones",
    source: "CodeQueries, section 4.3",
    ..Metric::FRACTION
};

/// The fraction of examples whose answer spans are exactly the true ones, whatever the facts.
pub static ANSWER_MATCH: Metric = Metric {
    name: "answer_match",
    signature: "spans:answers",
    about: "fraction of examples whose predicted answer spans are exactly the true ones, whatever the facts",
    source: "CodeQueries, appendix B, Table 4",
    ..Metric::FRACTION
};

/// The fraction of examples whose supporting-fact spans are exactly the true ones, whatever the answers.
pub static FACT_MATCH: Metric = Metric {
    name: "fact_match",
    signature: "spans:facts",
    about: "fraction of examples whose predicted supporting-fact spans are exactly the true ones, whatever the answers",
    source: "after CodeQueries, section 4.3",
    ..Metric::FRACTION
};

/// What a span stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpanKind {
    /// It answers the query.
    Answer,
    /// It supports an answer.
    Fact,
}

/// The kinds of span that are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kinds {
    Both,
    Answers,
    Facts,
}

impl Kinds {
    /// Returns whether spans of a kind are looked at.
    pub const fn has(self, kind: SpanKind) -> bool {
        match self {
            Self::Both => true,
            Self::Answers => matches!(kind, SpanKind::Answer),
            Self::Facts => matches!(kind, SpanKind::Fact),
        }
    }

    /// The metric that looks at these.
    pub const fn metric(self) -> &'static Metric {
        match self {
            Self::Both => &SPAN_EXACT,
            Self::Answers => &ANSWER_MATCH,
            Self::Facts => &FACT_MATCH,
        }
    }
}

/// The spans of one example: places, by lines and columns or by tokens, each with what it stands for.
pub type Spans<P> = BTreeSet<(SpanKind, P)>;

/// Returns whether the spans of some kinds are the true ones, all of them and no other.
pub fn spans_match<P: Ord>(truth: &Spans<P>, given: &Spans<P>, kinds: Kinds) -> bool {
    let looked_at = |(kind, _): &&(SpanKind, P)| kinds.has(*kind);
    truth.iter().filter(looked_at).eq(given.iter().filter(looked_at))
}
