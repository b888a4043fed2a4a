//! What the queries say about a file, as far as an exam shows it.

use std::collections::BTreeMap;

use examen_queries::{Finding, Query, Relevance, Shown, python};
use examen_semantics::python::SemanticFile;
use examen_syntax::{LineIndex, Span};

use super::edition::Edition;
use super::row::ExampleType;
use examen_views::blocks::Block;

/// Places that look like an answer of which the blocks are worked out; a file may have hundreds.
const PLAUSIBLE_RESULTS: usize = 8;

/// Steps that may be spent on the blocks of all results of one query in a file. Code of people takes thousands; a file of tens of
/// thousands of results would take the square of that.
const MOST_STEPS: usize = 8 << 20;

/// Answers of one query that a file may have to become examples: each example shows them all.
const MOST_ANSWERS: usize = 1 << 16;

/// A file under examination.
#[derive(Debug)]
pub struct FileExam<'f, 'p> {
    /// The file and what is known of it.
    pub file: &'f SemanticFile<'p>,
    /// Its blocks.
    pub shown: Shown<'f, 'p>,
    /// For each block its place by first line.
    pub ranks: Vec<u32>,
    edition: Edition,
}

/// A query asked of a file: either it has answers, or there are places that look like answers.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The query.
    pub query: &'static Query,
    /// Whether there are answers.
    pub example_type: ExampleType,
    /// All answers that lie in one block, each once, in order.
    pub answers: Vec<Span>,
    /// The facts that support them, in order; none overlaps an answer or another fact.
    pub facts: Vec<Span>,
    /// Where there is no answer: the places that look like one, in order.
    pub plausible: Vec<Span>,
    /// The blocks that matter for each result, each set once.
    pub results: Vec<Relevance>,
    /// Results left out because they, or their facts, lie across blocks.
    pub across_blocks: u64,
    /// Results left out because there are too many.
    pub beyond_limit: u64,
}

impl Asked {
    const fn nothing(query: &'static Query, example_type: ExampleType) -> Self {
        Self {
            query,
            example_type,
            answers: Vec::new(),
            facts: Vec::new(),
            plausible: Vec::new(),
            results: Vec::new(),
            across_blocks: 0,
            beyond_limit: 0,
        }
    }
}

impl<'f, 'p> FileExam<'f, 'p> {
    /// Cuts a file into blocks.
    pub fn new(file: &'f SemanticFile<'p>, edition: Edition) -> Self {
        let shown = Shown::new(file);
        let ranks = ranks(&shown.blocks);
        Self { file, shown, ranks, edition }
    }

    /// The answers of a query with what belongs to them; nothing when there are none.
    pub fn answers(&self, query: &'static Query) -> Option<Asked> {
        let findings = python::answers(query, self.file, self.edition.of_queries());
        if findings.len() > MOST_ANSWERS {
            return Some(Asked { beyond_limit: findings.len() as u64, ..Asked::nothing(query, ExampleType::Positive) });
        }
        let mut asked = self.asked(query, ExampleType::Positive, findings.iter())?;
        asked.answers = self.spans_in_blocks(&findings);
        asked.facts = self.facts(&findings);
        Some(asked)
    }

    /// The places that look like answers of a query that has none here; nothing when there are no such places. The caller
    /// has made sure that there is no answer.
    pub fn plausible(&self, query: &'static Query) -> Option<Asked> {
        let findings = python::plausible(query, self.file);
        // From all over the file, not only from its beginning.
        let step = findings.len().div_ceil(PLAUSIBLE_RESULTS).max(1);
        let some = findings.iter().step_by(step);
        let mut asked = self.asked(query, ExampleType::Negative, some)?;
        asked.plausible = self.spans_in_blocks(&findings);
        Some(asked)
    }

    /// Its lines.
    pub const fn lines(&self) -> &LineIndex {
        self.shown.lines()
    }

    /// The bytes from the first line of a block to the end of its last; in a class or a module, lines of others lie between.
    pub fn extent(&self, block: usize) -> Span {
        let lines = &self.shown.blocks[block].lines;
        let span = |line: Option<&u32>| line.map(|&line| self.lines().line_span(line)).unwrap_or_default();
        Span::new(span(lines.first()).start, span(lines.last()).end)
    }

    /// The block that a span lies in.
    pub fn block_of(&self, span: Span) -> Option<usize> {
        self.shown.local(span)
    }

    fn asked<'x>(
        &self,
        query: &'static Query,
        example_type: ExampleType,
        findings: impl Iterator<Item = &'x Finding>,
    ) -> Option<Asked> {
        let mut asked = Asked::nothing(query, example_type);
        let mut steps_left = MOST_STEPS;
        // By the set of blocks: results with the same one are one example.
        let mut results: BTreeMap<(Vec<usize>, Vec<String>), Relevance> = BTreeMap::new();
        for finding in findings {
            let steps = self.shown.steps(&query.relevance, finding);
            if steps > steps_left {
                asked.beyond_limit += 1;
                continue;
            }
            steps_left -= steps;
            let Some(relevance) = self.shown.relevance(&query.relevance, finding) else {
                asked.across_blocks += 1;
                continue;
            };
            let methods = relevance.built_in_methods.iter().map(|it| format!("{}.{}", it.class, it.method)).collect();
            match results.entry((relevance.flagged.clone(), methods)) {
                std::collections::btree_map::Entry::Vacant(place) => {
                    place.insert(relevance);
                }
                std::collections::btree_map::Entry::Occupied(mut place) => {
                    // The context may differ where the needed blocks do not.
                    let context = &mut place.get_mut().context;
                    context.extend(relevance.context);
                    context.sort_unstable();
                    context.dedup();
                }
            }
        }
        asked.results = results.into_values().collect();
        (!asked.results.is_empty() || asked.across_blocks + asked.beyond_limit > 0).then_some(asked)
    }

    /// The spans that lie in one block, each once.
    fn spans_in_blocks(&self, findings: &[Finding]) -> Vec<Span> {
        let spans = findings.iter().map(|finding| finding.span);
        let mut spans: Vec<Span> = spans.filter(|&span| self.block_of(span).is_some()).collect();
        spans.sort_unstable();
        spans.dedup();
        spans
    }

    /// Facts beside the answers: what overlaps an answer, or a fact that came before, says nothing new. Published labels
    /// lack facts of one character, because a test for empty places took them for such.
    fn facts(&self, findings: &[Finding]) -> Vec<Span> {
        let mut taken = Taken::default();
        for finding in findings {
            taken.cover(finding.span);
        }
        let mut facts: Vec<Span> = Vec::new();
        for fact in findings.iter().flat_map(|finding| finding.shown_facts(self.file.id())) {
            let span = fact.span;
            let is_lost = match self.edition {
                Edition::Clean => span.is_empty(),
                Edition::Paper => self.file.text(span).chars().nth(1).is_none(),
            };
            if !is_lost && !taken.overlaps(span) {
                taken.cover(span);
                facts.extend(self.block_of(span).map(|_| span));
            }
        }
        facts.sort_unstable();
        facts
    }
}

/// For each block of a file its place by first line.
fn ranks(blocks: &[Block]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..blocks.len()).filter(|&block| !blocks[block].lines.is_empty()).collect();
    order.sort_by_key(|&block| blocks[block].first_line());
    let mut ranks = vec![0; blocks.len()];
    for (rank, block) in order.into_iter().enumerate() {
        ranks[block] = rank as u32;
    }
    ranks
}

/// The parts of a text that spans cover: start and end of each, apart from each other.
#[derive(Default)]
struct Taken(BTreeMap<u32, u32>);

impl Taken {
    fn overlaps(&self, span: Span) -> bool {
        self.0.range(..span.end).next_back().is_some_and(|(_, &end)| end > span.start)
    }

    fn cover(&mut self, mut span: Span) {
        while let Some((&start, &end)) = self.0.range(..=span.end).next_back().filter(|&(_, &end)| end >= span.start) {
            self.0.remove(&start);
            span = span.cover(Span::new(start, end));
        }
        self.0.insert(span.start, span.end);
    }
}
