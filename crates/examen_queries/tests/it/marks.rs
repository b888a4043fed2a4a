//! Spans drawn into a text: `⟦…⟧` around an answer or negative, `⟨…⟩` around a supporting fact.

use examen_queries::Finding;
use examen_syntax::Span;

const ANSWER: [char; 2] = ['⟦', '⟧'];
const FACT: [char; 2] = ['⟨', '⟩'];

/// The text without marks.
pub(crate) fn strip(text: &str) -> String {
    text.replace(|character| ANSWER.contains(&character) || FACT.contains(&character), "")
}

/// The text with the spans of the findings and of their facts. A span is marked once, however many findings it has.
pub(crate) fn draw(source: &str, findings: &[Finding]) -> String {
    let answers = findings.iter().map(|finding| (finding.span, ANSWER));
    let facts = findings.iter().flat_map(|finding| finding.facts.iter().map(|fact| (fact.span, FACT)));
    let mut marked: Vec<(Span, [char; 2])> = answers.chain(facts).collect();
    // Outer spans first; of two marks around the same span the answer's is the outer one.
    marked.sort_by_key(|&(span, [open, _])| (span.start, std::cmp::Reverse(span.end), open != ANSWER[0]));
    marked.dedup();

    let mut text = String::with_capacity(source.len() + 6 * marked.len());
    let mut opening = marked.into_iter().peekable();
    let mut open: Vec<(u32, char)> = Vec::new();
    for (at, character) in
        source.char_indices().map(|(at, character)| (at as u32, Some(character))).chain([(source.len() as u32, None)])
    {
        while let Some(&(_, close)) = open.last().filter(|(end, _)| *end <= at) {
            text.push(close);
            open.pop();
        }
        while let Some((span, [mark, close])) = opening.next_if(|(span, _)| span.start <= at) {
            text.push(mark);
            open.push((span.end, close));
        }
        text.extend(character);
    }
    text
}
