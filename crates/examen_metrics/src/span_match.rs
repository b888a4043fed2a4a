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

/// The kinds of span that are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kinds {
    Both,
    Answers,
    Facts,
}

impl Kinds {
    /// The metric that looks at these.
    pub const fn metric(self) -> &'static Metric {
        match self {
            Self::Both => &SPAN_EXACT,
            Self::Answers => &ANSWER_MATCH,
            Self::Facts => &FACT_MATCH,
        }
    }
}

/// The spans of one example by what they stand for: places, by lines and columns or by tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spans<P> {
    /// Those that answer the query.
    pub answers: BTreeSet<P>,
    /// Those that support an answer.
    pub facts: BTreeSet<P>,
}

impl<P> Spans<P> {
    /// No spans.
    pub const fn new() -> Self {
        Self { answers: BTreeSet::new(), facts: BTreeSet::new() }
    }

    /// The number of spans of both kinds.
    pub fn count(&self) -> usize {
        self.answers.len() + self.facts.len()
    }

    /// The sets that are looked at.
    pub(crate) fn of_kinds(&self, kinds: Kinds) -> impl Iterator<Item = &BTreeSet<P>> {
        let answers = (kinds != Kinds::Facts).then_some(&self.answers);
        let facts = (kinds != Kinds::Answers).then_some(&self.facts);
        answers.into_iter().chain(facts)
    }
}

impl<P> Default for Spans<P> {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns whether the spans of some kinds are the true ones, all of them and no other.
pub fn spans_match<P: Ord>(truth: &Spans<P>, given: &Spans<P>, kinds: Kinds) -> bool {
    truth.of_kinds(kinds).eq(given.of_kinds(kinds))
}
