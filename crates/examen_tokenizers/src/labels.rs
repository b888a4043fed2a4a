//! From spans to labels of tokens, and back.
//!
//! The first token of an answer is labelled B, that of a supporting fact F, the others of both I; all other tokens O. There are
//! two rules for what is covered:
//!
//! - [`encode_exact`]. A span is written only when it begins and ends at the edges of tokens and shares no byte with another one.
//!   Its first token has B or F also where it follows another span directly. Reading the labels gives back the spans,
//!   exactly; those that cannot be written are reported.
//! - [`encode_published`]. The rules of the published data (CodeQueries, section 4, and its repository): cover by line and column,
//!   a later span wins, and only what follows an O begins a span. Spans without a token between them become one.

mod published;

use examen_syntax::Span;

use crate::code_tokens::CodeToken;

pub use published::encode_published;

/// The label of a token or of a sub-word. The numbers are those of the published data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Label {
    /// B: the first of an answer.
    Begin = 0,
    /// I: a further one of an answer or of a fact.
    Inside = 1,
    /// O: code in no span.
    Outside = 2,
    /// F: the first of a supporting fact.
    Fact = 3,
    /// No code: the query and special tokens.
    NotCode = 4,
}

impl Label {
    /// The label with a number, if there is one.
    pub const fn from_u8(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Begin),
            1 => Some(Self::Inside),
            2 => Some(Self::Outside),
            3 => Some(Self::Fact),
            4 => Some(Self::NotCode),
            _ => None,
        }
    }

    /// The kind of span that begins with this label.
    pub const fn begins(self) -> Option<SpanKind> {
        match self {
            Self::Begin => Some(SpanKind::Answer),
            Self::Fact => Some(SpanKind::Fact),
            Self::Inside | Self::Outside | Self::NotCode => None,
        }
    }
}

/// What a span is to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SpanKind {
    /// It answers the query.
    Answer,
    /// It supports an answer.
    Fact,
}

impl SpanKind {
    /// The label with which a span of this kind begins.
    pub const fn begin(self) -> Label {
        match self {
            Self::Answer => Label::Begin,
            Self::Fact => Label::Fact,
        }
    }
}

/// A span to be labelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelledSpan {
    /// What it is.
    pub kind: SpanKind,
    /// Its bytes.
    pub span: Span,
}

/// The labels of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoded {
    /// One for each token.
    pub labels: Vec<Label>,
    /// Which of the given spans have no labels, in order: by the exact rule those that the tokens cannot express, by the
    /// published rules those that cover no token.
    pub inexpressible: Vec<usize>,
}

/// A span in a list of labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenRun {
    /// What it is.
    pub kind: SpanKind,
    /// Index of its first token.
    pub start: usize,
    /// Index after its last token.
    pub end: usize,
}

/// Reads the spans off labels: a B or F with as many I as follow directly. An I with neither before it is no span.
pub fn decode(labels: &[Label]) -> Vec<TokenRun> {
    let mut runs = Vec::new();
    let mut at = 0;
    while let Some(label) = labels.get(at) {
        let start = at;
        at += 1;
        if let Some(kind) = label.begins() {
            at += labels[at..].iter().take_while(|&&label| label == Label::Inside).count();
            runs.push(TokenRun { kind, start, end: at });
        }
    }
    runs
}

/// The bytes from the first to the last token of a run; nothing when the run does not lie within the tokens.
pub fn run_span(tokens: &[CodeToken], run: TokenRun) -> Option<Span> {
    let tokens = tokens.get(run.start..run.end)?;
    Some(Span::new(tokens.first()?.span.start, tokens.last()?.span.end))
}

/// Labels the tokens of a text with the spans in it, so that reading the labels gives back the spans.
///
/// A span is inexpressible when its first or last byte is not at the edge of a token (an f-string is one token), when it is empty,
/// and when it overlaps another of the spans; then neither of them is written. The same span given twice as the same kind counts
/// once.
pub fn encode_exact(tokens: &[CodeToken], spans: &[LabelledSpan]) -> Encoded {
    let mut labels = vec![Label::Outside; tokens.len()];
    let mut inexpressible: Vec<usize> = (0..spans.len()).filter(|&at| spans[at].span.is_empty()).collect();

    let mut order: Vec<usize> = (0..spans.len()).filter(|&at| !spans[at].span.is_empty()).collect();
    order.sort_by_key(|&at| (spans[at].span, spans[at].kind, at));
    let groups: Vec<&[usize]> = order.chunk_by(|&a, &b| spans[a] == spans[b]).collect();
    let mut covered_to = 0;
    for (at, group) in groups.iter().enumerate() {
        let LabelledSpan { kind, span } = spans[group[0]];
        let next_start = groups.get(at + 1).map_or(u32::MAX, |group| spans[group[0]].span.start);
        let is_alone = covered_to <= span.start && span.end <= next_start;
        covered_to = covered_to.max(span.end);
        match covered_tokens(tokens, span).filter(|_| is_alone) {
            Some((first, last)) => {
                labels[first] = kind.begin();
                labels[first + 1..=last].fill(Label::Inside);
            }
            None => inexpressible.extend_from_slice(group),
        }
    }
    inexpressible.sort_unstable();
    Encoded { labels, inexpressible }
}

/// The first and last token of a span, where it begins and ends with one.
///
/// A DEDENT covers no text. One before the first or after the last byte of a span is not in it: it closes what came before,
/// and the text under the span would be the same without it. Searching by ends for the first token and by starts for the last
/// passes over such tokens.
fn covered_tokens(tokens: &[CodeToken], span: Span) -> Option<(usize, usize)> {
    let first = tokens.partition_point(|token| token.span.end <= span.start);
    let last = tokens.partition_point(|token| token.span.start < span.end).checked_sub(1)?;
    let begins = tokens.get(first)?.span.start == span.start;
    let ends = tokens.get(last)?.span.end == span.end;
    (begins && ends && first <= last).then_some((first, last))
}
