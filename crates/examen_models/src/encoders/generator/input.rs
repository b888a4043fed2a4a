//! The input of a generator: a question, if there is one, and code, as tokens and as words that may be copied.

use std::collections::HashMap;

use examen_tokenizers::{LayoutToken, LayoutTokenizer, SpecialToken};

use super::config::{GeneratedKind, GeneratorConfig};
use super::graph::{CodeEdge, EdgeKind};
use super::words::{generated_words, source_words};
use crate::encoders::{PackedInput, PackedSequence};
use crate::vocabulary::Vocabulary;

/// The most tokens of a question.
const LONGEST_QUESTION: usize = 64;

/// Places of one word that may be copied; further ones tell nothing new.
const MOST_PLACES: usize = 4;

/// Turns questions, code and what is to be written into numbers.
#[derive(Clone, Copy, Debug)]
pub struct GeneratorTokens<'t> {
    /// Cuts texts into tokens.
    pub tokenizer: &'t LayoutTokenizer,
    /// The words that are written without being copied.
    pub words: &'t Vocabulary,
    /// Sizes; the encoder's `max_position_embeddings` is the most tokens of an input.
    pub config: &'t GeneratorConfig,
}

/// An input, with what is to be written where that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GeneratorInput {
    /// The number of the kind among all.
    kind: u32,
    /// Token ids.
    ids: Vec<u32>,
    /// Where the code begins, with the sign before it.
    code_start: usize,
    /// The words that may be copied: the token that each begins in, and its number. Words that the vocabulary does not have are numbered
    /// behind it, in the order of `unknown`.
    pub(super) copies: Vec<(u32, u32)>,
    /// The words of the input that the vocabulary does not have.
    pub(super) unknown: Vec<String>,
    /// The kind of edge and its tokens, where the network reads a graph.
    pub(super) edges: Vec<(EdgeKind, u32, u32)>,
    /// The words to be written, without the end; the unknown word where neither vocabulary nor input has one.
    pub(super) target: Vec<u32>,
}

impl GeneratorTokens<'_> {
    /// The number of the first word that is of the input alone: behind the vocabulary, the end and the start.
    pub(super) const fn first_unknown(config: &GeneratorConfig) -> u32 {
        config.start() + 1
    }

    /// An input. Code is cut to what a question leaves of the length that the encoder takes; a question too, so that some code is left.
    pub fn input(&self, kind: GeneratedKind, question: &str, code: &str) -> GeneratorInput {
        let length = self.config.encoder.max_position_embeddings;
        let special = |token: SpecialToken| self.tokenizer.special(token);
        let mut input = GeneratorInput {
            kind: GeneratedKind::ALL.iter().position(|one| *one == kind).unwrap_or_default() as u32,
            ids: [SpecialToken::Class, SpecialToken::Query, SpecialToken::Separator].map(special).to_vec(),
            ..GeneratorInput::default()
        };
        let mut numbers: HashMap<String, (u32, usize)> = HashMap::new();
        let of_question = LONGEST_QUESTION.min(length / 2);
        self.add(&mut input, &mut numbers, question, of_question);
        input.code_start = input.ids.len();
        input.ids.push(special(SpecialToken::End));
        let left = length.saturating_sub(input.ids.len());
        self.add(&mut input, &mut numbers, code, left);
        input
    }

    /// The input with the graph of its code. What was cut off has no edges.
    #[must_use]
    pub fn with_graph(&self, mut input: GeneratorInput, code: &str, edges: &[CodeEdge]) -> GeneratorInput {
        let first = input.code_start + 1;
        let tokens = self.tokenizer.tokenize(code);
        let read = &tokens[..tokens.len().min(input.ids.len().saturating_sub(first))];
        let token = |byte: usize| {
            let at = read.partition_point(|token| token.end as usize <= byte);
            (at < read.len()).then_some((first + at) as u32)
        };
        let edge = |edge: &CodeEdge| Some((edge.kind, token(edge.from)?, token(edge.to)?));
        input.edges = edges.iter().filter_map(edge).filter(|(_, from, to)| from != to).collect();
        input
    }

    fn add(&self, input: &mut GeneratorInput, numbers: &mut HashMap<String, (u32, usize)>, text: &str, most: usize) {
        let mut tokens = self.tokenizer.tokenize(text);
        tokens.truncate(most);
        let base = input.ids.len();
        let end = tokens.last().map_or(0, |token: &LayoutToken| token.end as usize);
        let mut at = 0;
        for (place, word) in source_words(text).into_iter().filter(|(place, _)| place.start < end) {
            // Words come in the order of their begins, but for a whole word's parts.
            while at > 0 && tokens[at].start as usize > place.start {
                at -= 1;
            }
            while at + 1 < tokens.len() && tokens[at].end as usize <= place.start {
                at += 1;
            }
            let next = Self::first_unknown(self.config) + input.unknown.len() as u32;
            let (number, places) = numbers.entry(word).or_insert_with_key(|word| match self.words.number(word) {
                Vocabulary::UNKNOWN if !self.config.no_copy => {
                    input.unknown.push(word.clone());
                    (next, 0)
                }
                number => (number, 0),
            });
            if *places < MOST_PLACES && !self.config.no_copy {
                *places += 1;
                input.copies.push(((base + at) as u32, *number));
            }
        }
        input.ids.extend(tokens.into_iter().map(|token| token.id));
    }

    /// The input with what is to be written, of which the first words are kept.
    #[must_use]
    pub fn with_target(&self, kind: GeneratedKind, mut input: GeneratorInput, target: &str) -> GeneratorInput {
        let first = Self::first_unknown(self.config);
        let number = |word: &String| {
            let of_input = || input.unknown.iter().position(|unknown| unknown == word);
            match self.words.number(word) {
                Vocabulary::UNKNOWN => of_input().map_or(Vocabulary::UNKNOWN, |place| first + place as u32),
                number => number,
            }
        };
        let words = generated_words(kind, target);
        let target = words.iter().take(self.config.longest(kind)).map(number).collect();
        input.target = target;
        input
    }

    /// The text of a word that was written.
    pub(super) fn word<'w>(&'w self, input: &'w GeneratorInput, number: u32) -> &'w str {
        let of_input = number.checked_sub(Self::first_unknown(self.config));
        match of_input.and_then(|place| input.unknown.get(place as usize)) {
            Some(word) => word,
            None => self.words.word(number),
        }
    }

    /// What words say.
    pub fn text(&self, kind: GeneratedKind, input: &GeneratorInput, words: &[u32]) -> String {
        super::words::joined_words(kind, words.iter().map(|&word| self.word(input, word)))
    }
}

impl GeneratorInput {
    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is no token.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Where the code begins, with the sign before it: question and code have one token each at least.
    pub(super) const fn code_start(&self) -> usize {
        self.code_start
    }

    /// The tokens and words of both sides.
    pub fn cost(&self) -> usize {
        self.ids.len() + self.target.len() + 1
    }

    /// Whether something is to be written.
    pub fn has_target(&self) -> bool {
        !self.target.is_empty()
    }

    /// How many of the words to be written are neither in the vocabulary nor in the input.
    pub fn unknown_targets(&self) -> usize {
        self.target.iter().filter(|&&word| word == Vocabulary::UNKNOWN).count()
    }

    /// Inputs one behind the other.
    pub(super) fn packed(inputs: &[&Self]) -> PackedInput {
        PackedInput::new(inputs.iter().map(|input| PackedSequence {
            ids: &input.ids,
            occurrences: &[],
            query: input.kind,
        }))
    }
}
