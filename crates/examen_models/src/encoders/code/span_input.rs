//! The input of a span predictor: a query and blocks of code as tokens, and labels of the tokens.

use std::collections::HashMap;

use examen_tokenizers::labels::{Label, LabelledSpan};
use examen_tokenizers::{LayoutToken, LayoutTokenizer, SpecialToken};

/// The most tokens of a header.
const HEADER_TOKENS: usize = 60;

/// Tokens before the first block: those of the class and of the query.
const BEFORE_BLOCKS: usize = 2;

/// A block of code that is shown.
#[derive(Clone, Copy, Debug)]
pub struct CodeBlock<'b> {
    /// What stands before it: the header of its class, or `module`.
    pub header: &'b str,
    /// Its lines.
    pub content: &'b str,
}

/// The origin of a token of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenPlace {
    /// The block.
    pub block: u32,
    /// Its first byte in the block.
    pub start: u32,
    /// The byte behind its last.
    pub end: u32,
}

/// `<cls> <query> (<sep> header <eot> block)*` as tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpanInput {
    /// Token ids.
    pub ids: Vec<u32>,
    /// For each token how often its word occurs in the input: 0 no word, 1 once, 2 the first, 3 one between, 4 the last.
    pub occurrences: Vec<u8>,
    /// Where tokens of code are from; nothing for special tokens and headers.
    pub places: Vec<Option<TokenPlace>>,
}

impl SpanInput {
    /// Tokenizes blocks.
    pub fn new<'b>(tokenizer: &LayoutTokenizer, blocks: impl IntoIterator<Item = CodeBlock<'b>>) -> Self {
        let mut input = Self::default();
        let mut words = Words::default();
        let special = |token: SpecialToken| tokenizer.special(token);
        input.push(special(SpecialToken::Class), None);
        input.push(special(SpecialToken::Query), None);
        for (CodeBlock { header, content }, block) in blocks.into_iter().zip(0..) {
            input.push(special(SpecialToken::Separator), None);
            for token in tokenizer.tokenize(header).into_iter().take(HEADER_TOKENS) {
                words.see((2 * block, header), &token, input.ids.len());
                input.push(token.id, None);
            }
            input.push(special(SpecialToken::End), None);
            for token in tokenizer.tokenize(content) {
                words.see((2 * block + 1, content), &token, input.ids.len());
                let LayoutToken { id, start, end, .. } = token;
                input.push(id, Some(TokenPlace { block, start, end }));
            }
        }
        input.occurrences = words.classes(input.ids.len());
        input
    }

    fn push(&mut self, id: u32, place: Option<TokenPlace>) {
        self.ids.push(id);
        self.places.push(place);
    }

    /// Cuts the input to so many tokens.
    pub fn truncate(&mut self, length: usize) {
        self.ids.truncate(length);
        self.occurrences.truncate(length);
        self.places.truncate(length);
    }

    /// Windows of at most so many tokens over the code, each `stride` tokens behind the one before: the query, the header of the block that
    /// it begins in, and code. All of an input that is short enough is one window.
    pub fn windows(&self, length: usize, stride: usize) -> Vec<Self> {
        if self.ids.len() <= length {
            return vec![self.clone()];
        }
        let mut windows = Vec::new();
        let mut start = BEFORE_BLOCKS;
        while start < self.ids.len() {
            let mut window = self.part(0, BEFORE_BLOCKS);
            let is_header = |place: &Option<TokenPlace>| place.is_none();
            let mut from = start;
            if self.places[start].is_some() {
                // Of a window that begins within a block, the header stands before that.
                let end = self.places[..start].iter().rposition(is_header).map_or(start, |at| at + 1);
                window.extend(&self.part(self.header_start(end), end));
            } else {
                from = self.header_start(start);
            }
            let room = length.saturating_sub(window.ids.len()).max(1);
            let end = (from + room).min(self.ids.len());
            window.extend(&self.part(from, end));
            windows.push(window);
            if end == self.ids.len() {
                break;
            }
            start += stride.clamp(1, end.saturating_sub(start).max(1));
        }
        windows
    }

    /// The first token of the header that ends with, or holds, the token before this one.
    fn header_start(&self, end: usize) -> usize {
        self.places[..end].iter().rposition(Option::is_some).map_or(BEFORE_BLOCKS, |at| at + 1)
    }

    fn part(&self, start: usize, end: usize) -> Self {
        let (ids, places) = (self.ids[start..end].to_vec(), self.places[start..end].to_vec());
        Self { ids, occurrences: self.occurrences[start..end].to_vec(), places }
    }

    fn extend(&mut self, other: &Self) {
        self.ids.extend(&other.ids);
        self.occurrences.extend(&other.occurrences);
        self.places.extend(&other.places);
    }

    /// The labels of the tokens for spans, each with its block. Nothing comes back where a span does not begin and end with a
    /// token, or shares one with another.
    pub fn labels(&self, spans: &[(u32, LabelledSpan)]) -> Option<Vec<Label>> {
        let mut labels: Vec<Label> =
            self.places.iter().map(|place| if place.is_some() { Label::Outside } else { Label::NotCode }).collect();
        // Of several tokens that begin at a byte, the prefix of a word is the first.
        let (mut starts, mut ends) = (HashMap::new(), HashMap::new());
        for (at, place) in self.places.iter().enumerate() {
            if let Some(TokenPlace { block, start, end }) = *place {
                starts.entry((block, start)).or_insert(at);
                // The prefix of a word alone stands for no byte: it begins spans and ends none.
                if start < end {
                    ends.insert((block, end), at);
                }
            }
        }
        for (block, LabelledSpan { kind, span }) in spans {
            let (first, last) = (*starts.get(&(*block, span.start))?, *ends.get(&(*block, span.end))?);
            // A span of no bytes has no token: its end is that of the token before it.
            let own = labels.get_mut(first..=last).filter(|own| !own.is_empty())?;
            if own.iter().any(|label| *label != Label::Outside) {
                return None;
            }
            own.fill(Label::Inside);
            own[0] = kind.begin();
        }
        Some(labels)
    }
}

/// The tokens of each word, by its text.
#[derive(Default)]
struct Words(HashMap<String, Vec<(Occurrence, usize)>>);

/// The number of a text, and the first byte of a word in it: the same for all pieces of the word.
type Occurrence = (u32, u32);

impl Words {
    fn see(&mut self, (number, text): (u32, &str), token: &LayoutToken, at: usize) {
        let Some((start, end)) = token.word else { return };
        let word = &text[start as usize..end as usize];
        let occurrence = (number, start);
        match self.0.get_mut(word) {
            Some(tokens) => tokens.push((occurrence, at)),
            None => {
                self.0.insert(word.to_owned(), vec![(occurrence, at)]);
            }
        }
    }

    fn classes(&self, length: usize) -> Vec<u8> {
        let mut classes = vec![0; length];
        #[expect(clippy::iter_over_hash_type, reason = "each word sets its own tokens")]
        for tokens in self.0.values() {
            let (first, last) = (tokens.first().map(|token| token.0), tokens.last().map(|token| token.0));
            for (occurrence, at) in tokens {
                classes[*at] = match (Some(*occurrence) == first, Some(*occurrence) == last) {
                    (true, true) => 1,
                    (true, false) => 2,
                    (false, false) => 3,
                    (false, true) => 4,
                };
            }
        }
        classes
    }
}
