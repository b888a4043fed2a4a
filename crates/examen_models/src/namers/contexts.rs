//! Path contexts as numbers.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rustc_hash::FxHashMap;

use super::config::{NamerConfig, NamerKind};
use super::vocabulary::NamerVocabulary;
use crate::vocabulary::Vocabulary;

/// A path and the tokens at its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathContext<'t> {
    /// The token where it starts.
    pub start: &'t str,
    /// The path.
    pub path: &'t str,
    /// The token where it ends.
    pub end: &'t str,
}

/// The contexts of a line as the extractors write it, without the name. What has not three parts is no context; the padding of
/// preprocessed files has none.
pub fn path_contexts(line: &str) -> impl Iterator<Item = PathContext<'_>> {
    line.split_ascii_whitespace().filter_map(|context| {
        let (start, rest) = context.split_once(',')?;
        let (path, end) = rest.rsplit_once(',')?;
        Some(PathContext { start, path, end })
    })
}

/// Tokens and paths of training functions as texts, each once, with how often each occurs.
#[derive(Clone, Debug, Default)]
pub struct ContextTexts {
    tokens: CountedTexts,
    paths: CountedTexts,
}

#[derive(Clone, Debug, Default)]
struct CountedTexts {
    texts: Vec<String>,
    counts: Vec<u64>,
    numbers: FxHashMap<String, u32>,
}

impl CountedTexts {
    fn add(&mut self, text: &str) -> u32 {
        let number = if let Some(&number) = self.numbers.get(text) {
            number
        } else {
            let number = self.texts.len() as u32;
            self.texts.push(text.to_owned());
            self.counts.push(0);
            self.numbers.insert(text.to_owned(), number);
            number
        };
        self.counts[number as usize] += 1;
        number
    }

    fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.texts.iter().map(String::as_str).zip(self.counts.iter().copied())
    }
}

impl ContextTexts {
    /// Adds the contexts of a function: start, path and end of each, by number.
    pub fn add(&mut self, contexts: &str) -> Vec<[u32; 3]> {
        path_contexts(contexts)
            .map(|PathContext { start, path, end }| {
                [self.tokens.add(start), self.paths.add(path), self.tokens.add(end)]
            })
            .collect()
    }

    /// Tokens with their counts.
    pub(super) fn tokens(&self) -> impl Iterator<Item = (&str, u64)> {
        self.tokens.iter()
    }

    /// Paths with their counts.
    pub(super) fn paths(&self) -> impl Iterator<Item = (&str, u64)> {
        self.paths.iter()
    }
}

/// Tokens and paths, each once, as the words that they are made of.
#[derive(Clone, Debug, Default)]
pub struct ContextTables {
    tokens: Interner,
    paths: Interner,
}

/// The number in tables of each token and path of some texts; nothing where the vocabulary knows none of its words.
#[derive(Clone, Debug)]
pub struct TextNumbers {
    tokens: Vec<Entry>,
    paths: Vec<Entry>,
}

/// An entry of a table.
#[derive(Clone, Copy, Debug)]
struct Entry {
    number: u32,
    /// Whether the vocabulary has any of its words.
    is_known: bool,
}

/// A function as numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EncodedName {
    /// Start, path and end of each context, by their numbers in the tables. Those of which the vocabularies have nothing are not
    /// among them.
    pub contexts: Vec<[u32; 3]>,
    /// The place of each of these among the contexts of the function.
    pub places: Vec<u32>,
    /// The words of the name; empty for code2vec where the vocabulary has not the name.
    pub name: Vec<u32>,
}

/// Lists of numbers, each once.
#[derive(Clone, Debug, Default)]
struct Interner {
    lists: Vec<Vec<u32>>,
    numbers: FxHashMap<Vec<u32>, u32>,
}

impl Interner {
    fn entry<'w>(&mut self, words: impl Iterator<Item = &'w str>, vocabulary: &Vocabulary, most: usize) -> Entry {
        let mut list: Vec<u32> = words.take(most).map(|word| vocabulary.number(word)).collect();
        if list.is_empty() {
            // Nothing at all is one unknown word.
            list.push(Vocabulary::UNKNOWN);
        }
        let is_known = list.iter().any(|&number| number != Vocabulary::UNKNOWN);
        if let Some(&number) = self.numbers.get(&list) {
            return Entry { number, is_known };
        }
        let number = self.lists.len() as u32;
        self.lists.push(list.clone());
        self.numbers.insert(list, number);
        Entry { number, is_known }
    }
}

impl ContextTables {
    /// Takes up all tokens and paths of some texts.
    pub fn add(&mut self, config: &NamerConfig, vocabulary: &NamerVocabulary, texts: &ContextTexts) -> TextNumbers {
        let kind = config.model_type;
        let token = |text: &String| self.tokens.entry(kind.parts(text), &vocabulary.words, config.longest_token);
        let tokens = texts.tokens.texts.iter().map(token).collect();
        let path = |text: &String| self.paths.entry(kind.parts(text), &vocabulary.paths, config.longest_path);
        TextNumbers { tokens, paths: texts.paths.texts.iter().map(path).collect() }
    }

    /// Encodes the contexts of a function as the extractors write them, without a name.
    pub fn encode(&mut self, config: &NamerConfig, vocabulary: &NamerVocabulary, contexts: &str) -> EncodedName {
        let mut texts = ContextTexts::default();
        let contexts = texts.add(contexts);
        self.add(config, vocabulary, &texts).encode(&contexts)
    }
}

impl TextNumbers {
    /// Encodes contexts that were added to the texts. The name is left empty.
    pub fn encode(&self, contexts: &[[u32; 3]]) -> EncodedName {
        let mut encoded = EncodedName::default();
        for (&[start, path, end], place) in contexts.iter().zip(0..) {
            let [start, end] = [start, end].map(|token| self.tokens[token as usize]);
            let path = self.paths[path as usize];
            if start.is_known || path.is_known || end.is_known {
                encoded.contexts.push([start.number, path.number, end.number]);
                encoded.places.push(place);
            }
        }
        encoded
    }
}

impl NamerVocabulary {
    /// The words of a name: none where code2vec does not have it.
    pub fn name(&self, config: &NamerConfig, name: &str) -> Vec<u32> {
        let words = config.model_type.parts(name).take(config.longest_name).map(|word| self.names.number(word));
        match config.model_type {
            NamerKind::Code2vec => words.filter(|&number| number != Vocabulary::UNKNOWN).collect(),
            NamerKind::Code2seq => words.collect(),
        }
    }

    /// The name that words are of.
    pub fn text(&self, words: &[u32]) -> String {
        words.iter().map(|&word| self.names.word(word)).collect::<Vec<_>>().join("|")
    }
}

/// Numbers of so many things, at random by a seed and in order; all where there are no more.
pub fn sampled(count: usize, most: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    if count <= most {
        return order;
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for at in 0..most {
        let other = random.random_range(at..count);
        order.swap(at, other);
    }
    order.truncate(most);
    order.sort_unstable();
    order
}

impl EncodedName {
    /// At most so many of the contexts, at random by a seed: the same for the same seed.
    #[must_use]
    pub fn sampled(&self, most: usize, seed: u64) -> Self {
        let order = sampled(self.contexts.len(), most, seed);
        Self {
            contexts: order.iter().map(|&at| self.contexts[at]).collect(),
            places: order.iter().filter_map(|&at| self.places.get(at).copied()).collect(),
            name: self.name.clone(),
        }
    }
}

/// A batch of functions: what is in several contexts is computed once.
#[derive(Clone, Debug)]
pub struct NamerInput {
    /// The words of each token, one behind the other, and how many each has.
    pub(super) token_words: Vec<u32>,
    pub(super) token_lengths: Vec<usize>,
    /// The same of paths.
    pub(super) path_nodes: Vec<u32>,
    pub(super) path_lengths: Vec<usize>,
    /// Start, path and end of each context of all functions.
    pub(super) ends: [Vec<u32>; 2],
    pub(super) paths: Vec<u32>,
    /// How many contexts each function has.
    pub(super) counts: Vec<usize>,
}

impl NamerInput {
    /// A batch of functions, each of which needs a context.
    pub fn new<'e>(tables: &ContextTables, examples: impl IntoIterator<Item = &'e EncodedName>) -> Self {
        let (mut tokens, mut paths) = (Chosen::default(), Chosen::default());
        let mut input = Self {
            token_words: Vec::new(),
            token_lengths: Vec::new(),
            path_nodes: Vec::new(),
            path_lengths: Vec::new(),
            ends: [Vec::new(), Vec::new()],
            paths: Vec::new(),
            counts: Vec::new(),
        };
        for example in examples {
            for &[start, path, end] in &example.contexts {
                input.ends[0].push(tokens.number(start));
                input.ends[1].push(tokens.number(end));
                input.paths.push(paths.number(path));
            }
            input.counts.push(example.contexts.len());
        }
        (input.token_words, input.token_lengths) = tokens.lists(&tables.tokens);
        (input.path_nodes, input.path_lengths) = paths.lists(&tables.paths);
        input
    }

    /// The number of functions.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there is no context.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// The contexts of the longest function.
    pub(super) fn longest(&self) -> usize {
        self.counts.iter().copied().max().unwrap_or(0)
    }

    /// For each function and place, the number of the context there; 0, and true, where there is none.
    pub(super) fn padded(&self) -> (Vec<u32>, Vec<bool>) {
        let longest = self.longest();
        let (mut numbers, mut is_padding) = (Vec::new(), Vec::new());
        let mut start = 0;
        for &count in &self.counts {
            numbers.extend((start..start + count).map(|number| number as u32));
            is_padding.resize(numbers.len(), false);
            numbers.resize(is_padding.len() + longest - count, 0);
            is_padding.resize(numbers.len(), true);
            start += count;
        }
        (numbers, is_padding)
    }

    /// The contexts of each function.
    pub(super) fn ranges(&self) -> Vec<std::ops::Range<usize>> {
        let ends = self.counts.iter().scan(0, |end, count| {
            let start = *end;
            *end += count;
            Some(start..*end)
        });
        ends.collect()
    }
}

/// Entries of a table that a batch needs, in the order in which it first needs them.
#[derive(Default)]
struct Chosen {
    order: Vec<u32>,
    numbers: FxHashMap<u32, u32>,
}

impl Chosen {
    fn number(&mut self, entry: u32) -> u32 {
        let next = self.order.len() as u32;
        *self.numbers.entry(entry).or_insert_with(|| {
            self.order.push(entry);
            next
        })
    }

    fn lists(&self, table: &Interner) -> (Vec<u32>, Vec<usize>) {
        let lists = || self.order.iter().map(|&entry| &table.lists[entry as usize]);
        (lists().flatten().copied().collect(), lists().map(Vec::len).collect())
    }
}
