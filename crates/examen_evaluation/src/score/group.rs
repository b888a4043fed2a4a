//! Parts of the examples.

/// Numbers of spans from which on examples are put together, as in Figure 4 of the CodeQueries paper.
pub(super) const MANY_SPANS: usize = 20;

/// A part of the examples.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Group {
    /// All.
    Whole,
    /// Those of a query.
    Query(String),
    /// Those of queries about one block or several.
    Hops(String),
    /// Those with so many true spans.
    Spans(usize),
}

impl Group {
    /// The name in result rows, which have none for all examples.
    pub(super) fn name(&self) -> Option<String> {
        match self {
            Self::Whole => None,
            Self::Query(id) => Some(format!("query:{id}")),
            Self::Hops(hops) => Some(format!("hops:{hops}")),
            Self::Spans(MANY_SPANS) => Some(format!("spans:{MANY_SPANS}+")),
            Self::Spans(count) => Some(format!("spans:{count}")),
        }
    }
}
