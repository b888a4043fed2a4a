//! Span markers in a text: `⟦…⟧` around an answer or negative, `⟨…⟩` around a supporting fact.

use examen_queries::Finding;
use examen_syntax::Span;

const ANSWER: [char; 2] = ['⟦', '⟧'];
const FACT: [char; 2] = ['⟨', '⟩'];

/// Returns the text without markers.
pub(crate) fn strip(text: &str) -> String {
    text.replace(|character| ANSWER.contains(&character) || FACT.contains(&character), "")
}

/// Returns the text with markers around the findings and their facts: one pair around a span, however many findings it has.
pub(crate) fn draw(source: &str, findings: &[Finding]) -> String {
    let answers = findings.iter().map(|finding| (finding.span, ANSWER));
    let facts = findings.iter().flat_map(|finding| finding.facts.iter().map(|fact| (fact.span, FACT)));
    let mut spans: Vec<(Span, [char; 2])> = answers.chain(facts).collect();
    // Outer spans first; of two pairs around the same span the answer's is the outer one.
    spans.sort_by_key(|&(span, [open, _])| (span.start, std::cmp::Reverse(span.end), open != ANSWER[0]));
    spans.dedup();

    let mut text = String::with_capacity(source.len() + 6 * spans.len());
    let mut opening = spans.into_iter().peekable();
    let mut open: Vec<(u32, char)> = Vec::new();
    for (at, character) in
        source.char_indices().map(|(at, character)| (at as u32, Some(character))).chain([(source.len() as u32, None)])
    {
        while let Some(&(_, close)) = open.last().filter(|(end, _)| *end <= at) {
            text.push(close);
            open.pop();
        }
        while let Some((span, [marker, close])) = opening.next_if(|(span, _)| span.start <= at) {
            text.push(marker);
            open.push((span.end, close));
        }
        text.extend(character);
    }
    text
}
