//! The analyser: text in, tagged words with lemmas in a tree out.

use std::sync::OnceLock;

use crate::matrix::Matrix;
use crate::model::{Model, ModelError};
use crate::network::{Batch, INPUT};
use crate::parser::{self, Tree};
use crate::repairs::repair;
use crate::sentence::{Predicate, Sentence, Sentences, Token};
use crate::tokens::Word;
use crate::{sentences, tagger};

/// The data file of this version.
const EMBEDDED: &[u8] = include_bytes!("../data/english.model");

/// Sentences that go through the network together.
const BATCH: usize = 16;

/// Longer sentences are read in pieces of this many words, so that one giant line costs no more than many short ones.
const LONGEST: usize = 100;

/// Models of English that were read from a data file.
pub struct English {
    model: Model,
}

impl English {
    /// The models that are part of the program, read once.
    pub fn embedded() -> Result<&'static Self, ModelError> {
        static READ: OnceLock<Result<English, ModelError>> = OnceLock::new();
        READ.get_or_init(|| Self::read(EMBEDDED)).as_ref().map_err(Clone::clone)
    }

    /// The sentences of a comment with tags, lemmas and trees; any text gives a value.
    pub fn parse(&self, text: &str) -> Sentences {
        self.parse_all(&[text]).pop().unwrap_or_default()
    }

    /// The sentences of many comments, each as `parse` gives them, but faster together.
    pub fn parse_all(&self, texts: &[&str]) -> Vec<Sentences> {
        let words: Vec<Vec<Vec<Word>>> = texts.iter().map(|text| sentences::split(text)).collect();
        let all = words.iter().flatten();
        let lists: Vec<Vec<&str>> = all.map(|words| words.iter().map(|word| word.text.as_str()).collect()).collect();
        let mut trees = self.analyse(&lists).into_iter();
        let mut out = Vec::with_capacity(texts.len());
        for words in &words {
            let mut sentences: Sentences = trees.by_ref().take(words.len()).collect();
            for (sentence, words) in sentences.iter_mut().zip(words) {
                self.repair(sentence);
                for (token, word) in sentence.tokens.iter_mut().zip(words) {
                    token.span = word.span.clone();
                }
            }
            out.push(sentences);
        }
        out
    }

    /// Puts right what the parser often gets wrong in comments; `parse` and `completed` have done it.
    pub fn repair(&self, sentence: &mut Sentence) {
        repair(sentence, &self.model.lemmas);
    }

    /// The verbs of a sentence with their roles; the tree may come from any parser.
    pub fn roles(&self, sentence: &Sentence) -> Vec<Predicate> {
        self.model.roles.predicates(&self.model.words, sentence)
    }

    /// Reads a data file that the trainer wrote.
    pub fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        Ok(Self { model: Model::read(bytes)? })
    }

    pub(crate) fn from_model(model: Model) -> Self {
        Self { model }
    }

    pub(crate) fn into_model(self) -> Model {
        self.model
    }

    /// Tags, lemmas and trees of sentences whose words are known.
    pub fn analyse(&self, sentences: &[Vec<&str>]) -> Vec<Sentence> {
        self.analyse_with(sentences, &[])
    }

    /// The same, where the word at a known position of a sentence must be a verb in the third person.
    pub(crate) fn analyse_with(&self, sentences: &[Vec<&str>], verbs: &[Option<usize>]) -> Vec<Sentence> {
        let mut pieces: Vec<Piece<'_>> = Vec::new();
        for (sentence, words) in sentences.iter().enumerate() {
            for (part, words) in words.chunks(LONGEST).enumerate() {
                let verb = if part == 0 { verbs.get(sentence).copied().flatten() } else { None };
                pieces.push(Piece { sentence, words, verb });
            }
        }
        let mut order: Vec<usize> = (0..pieces.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(pieces[index].words.len()));
        let mut parts = vec![Sentence::default(); pieces.len()];
        for group in order.chunks(BATCH) {
            let group_pieces: Vec<&Piece<'_>> = group.iter().map(|&index| &pieces[index]).collect();
            for (&index, part) in group.iter().zip(self.batch(&group_pieces)) {
                parts[index] = part;
            }
        }
        let mut out = vec![Sentence::default(); sentences.len()];
        for (piece, part) in pieces.iter().zip(parts) {
            append(&mut out[piece.sentence], part);
        }
        out
    }

    fn batch(&self, pieces: &[&Piece<'_>]) -> Vec<Sentence> {
        let batch = Batch::new(pieces.iter().map(|piece| piece.words.len()).collect());
        let model = &self.model;
        let network = &model.network;
        let mut input = Matrix::zeros(batch.rows(), INPUT);
        let finite = |tag: usize| model.tags.get(tag).is_some_and(|(upos, xpos)| upos == "VERB" && xpos == "VBZ");
        let mut rules: Vec<(usize, tagger::Allowed<'_>)> = Vec::new();
        for (sentence, piece) in pieces.iter().enumerate() {
            for (token, word) in piece.words.iter().enumerate() {
                model.words.input(&model.table, word, input.row_mut(batch.row(sentence, token)));
            }
            if let Some(verb) = piece.verb {
                rules.push((batch.row(sentence, verb), &finite));
            }
        }
        let (first, _) = network.layer(0, &batch, input);
        let probabilities = tagger::probabilities(network, &first, &rules);
        let (second, _) = network.layer(1, &batch, network.with_tags(&first, &probabilities));
        let last = model.tags.len() - 1;
        let tags: Vec<usize> = (0..batch.rows()).map(|row| tagger::best(&probabilities, row).min(last)).collect();
        let closed: Vec<bool> = tags.iter().map(|&tag| model.tags[tag].0 == "PUNCT").collect();
        let trees = parser::trees(network, &batch, &second, &closed, model.root_label());
        pieces
            .iter()
            .zip(trees)
            .enumerate()
            .map(|(sentence, (piece, tree))| {
                let tags: Vec<usize> = (0..piece.words.len()).map(|token| tags[batch.row(sentence, token)]).collect();
                self.sentence(piece.words, &tags, &tree)
            })
            .collect()
    }

    fn sentence(&self, words: &[&str], tags: &[usize], tree: &Tree) -> Sentence {
        let model = &self.model;
        let tokens = words
            .iter()
            .enumerate()
            .map(|(position, word)| {
                let (upos, xpos) = &model.tags[tags[position]];
                Token {
                    text: (*word).to_owned(),
                    lemma: model.lemmas.lemma(word, upos, xpos),
                    upos: upos.clone(),
                    xpos: xpos.clone(),
                    feats: String::from("_"),
                    head: tree.heads[position],
                    deprel: model.labels[tree.labels[position].min(model.labels.len() - 1)].clone(),
                    misc: String::from("_"),
                    span: 0..0,
                }
            })
            .collect();
        Sentence { tokens }
    }
}

/// Words that go through the network as one sentence.
struct Piece<'a> {
    sentence: usize,
    words: &'a [&'a str],
    verb: Option<usize>,
}

/// Hangs the root of a further piece of a sentence on the root of the first.
fn append(sentence: &mut Sentence, part: Sentence) {
    let start = sentence.tokens.len();
    let root = sentence.root();
    for mut token in part.tokens {
        token.head = match token.head {
            Some(head) => Some(head + start),
            None if start == 0 => None,
            None => {
                token.deprel = String::from("parataxis");
                Some(root)
            }
        };
        sentence.tokens.push(token);
    }
}
