//! The trainer: a treebank, silver trees and word vectors in, the bytes of a data file out; the same seed gives the same bytes.

mod backward;
mod learner;
mod optimizer;
pub(crate) mod roles;
mod vectors;

use std::collections::BTreeMap;

use self::learner::{Example, Learner};
use self::optimizer::Random;
use crate::English;
use crate::evaluation;
use crate::features::Bytes;
use crate::matrix::padded;
use crate::model::Model;
use crate::roles::RoleModel;
use crate::sentence::Sentence;

/// Why training cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// A line of the file of word vectors is not one.
    #[error("line {line} of the word vectors is not a word followed by numbers, as many as in the first line")]
    Vectors {
        /// The line, counted from one.
        line: usize,
    },
}

/// What the trainer reads.
pub struct Sources<'a> {
    /// Trees checked by people, with roles in the last column.
    pub treebank: &'a [Sentence],
    /// Trees of comments made by another parser.
    pub silver: &'a [Sentence],
    /// Trees to measure on after each pass.
    pub development: &'a [Sentence],
    /// Word vectors, one word a line.
    pub vectors: &'a str,
}

/// How to train.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Passes over all sentences.
    pub passes: usize,
    /// Passes over all pairs of a verb and a word.
    pub role_passes: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// How much a silver tree counts beside one of the treebank.
    pub silver_weight: f32,
    /// The greatest step of the optimizer.
    pub rate: f32,
}

impl Default for Options {
    fn default() -> Self {
        Self { passes: 24, role_passes: 6, seed: 1, silver_weight: 0.5, rate: 0.003 }
    }
}

const BATCH: usize = 32;

/// Trains all models; `report` is told how each pass went.
pub fn train(sources: &Sources<'_>, options: Options, report: &mut dyn FnMut(&str)) -> Result<Vec<u8>, TrainingError> {
    let mut model = Model { words: vectors::read(sources.vectors)?, ..Model::default() };
    prepare(&mut model, sources);
    let mut examples: Vec<Example> =
        sources.treebank.iter().filter_map(|sentence| example(&model, sentence, 1.0)).collect();
    examples.extend(sources.silver.iter().filter_map(|sentence| example(&model, sentence, options.silver_weight)));
    report(&format!("{} sentences, {} tags, {} relations", examples.len(), model.tags.len(), model.labels.len()));
    let mut learner = Learner::new(padded(model.tags.len()), padded(model.labels.len()), options.seed);
    let mut random = Random::new(options.seed.wrapping_add(1));
    let batches = examples.len().div_ceil(BATCH);
    let total = (options.passes * batches) as f32;
    let mut done = 0;
    for pass in 0..options.passes {
        let mut loss = 0.0;
        for batch in shuffled(&examples, &mut random) {
            let warm = (done as f32 / 300.0).min(1.0);
            let rate = options.rate * warm * (1.0 - done as f32 / total).max(0.02);
            loss += learner.learn(&model.words, &batch, rate);
            done += 1;
        }
        model.network = learner.network.clone();
        model.table = Bytes::rounded(&learner.learned_table());
        let english = English::from_model(model);
        let scores = evaluation::trees(&english, sources.development);
        report(&format!("pass {}: loss {:.3}, {scores}", pass + 1, loss / batches as f32));
        model = english.into_model();
    }
    let english = English::from_model(model);
    let words: Vec<Vec<&str>> = sources.treebank.iter().map(Sentence::words).collect();
    let predicted = english.analyse(&words);
    let mut model = english.into_model();
    let trees = [sources.treebank, &predicted];
    model.roles = roles::train(&model.words, &trees, sources.treebank, options.role_passes, options.seed, report);
    Ok(model.write())
}

fn prepare(model: &mut Model, sources: &Sources<'_>) {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    let mut tags: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut labels: BTreeMap<String, usize> = BTreeMap::new();
    let mut lemmas: BTreeMap<(String, String), BTreeMap<(String, String), usize>> = BTreeMap::new();
    for token in sources.treebank.iter().chain(sources.silver).flat_map(|sentence| &sentence.tokens) {
        *counts.entry(crate::features::short_hash(&token.text.to_lowercase())).or_default() += 1;
    }
    for token in sources.treebank.iter().flat_map(|sentence| &sentence.tokens) {
        *tags.entry((token.upos.clone(), token.xpos.clone())).or_default() += 1;
        *labels.entry(token.deprel.clone()).or_default() += 1;
        if token.lemma != "_" && token.upos != "PROPN" {
            let found = lemmas.entry((token.text.to_lowercase(), token.xpos.clone())).or_default();
            *found.entry((token.upos.clone(), token.lemma.clone())).or_default() += 1;
        }
    }
    model.words.seen = counts.into_iter().filter(|&(_, count)| count >= 2).map(|(hash, _)| hash).collect();
    model.tags = tags.into_iter().filter(|&(_, count)| count >= 3).map(|(tag, _)| tag).collect();
    model.labels = labels.into_iter().filter(|&(_, count)| count >= 3).map(|(label, _)| label).collect();
    for ((text, xpos), found) in lemmas {
        if let Some(((upos, lemma), _)) = found.iter().max_by_key(|&(_, count)| *count) {
            model.lemmas.learn(&text, upos, &xpos, lemma);
        }
    }
    model.roles = RoleModel::zeros(Vec::new());
}

fn example(model: &Model, sentence: &Sentence, weight: f32) -> Option<Example> {
    let length = sentence.tokens.len();
    if length == 0 || length > 120 {
        return None;
    }
    let mut out = Example {
        rows: Vec::new(),
        lower: Vec::new(),
        tags: Vec::new(),
        heads: Vec::new(),
        labels: Vec::new(),
        weight,
    };
    for token in &sentence.tokens {
        out.rows.push(model.words.rows(&token.text));
        out.lower.push(model.words.rows(&token.text.to_lowercase()).learned[7]);
        let tag = model.tags.iter().position(|(upos, xpos)| *upos == token.upos && *xpos == token.xpos);
        out.tags.push(tag.or_else(|| model.tags.iter().position(|(upos, _)| *upos == token.upos))?);
        out.heads.push(token.head.unwrap_or(length));
        out.labels.push(model.labels.iter().position(|label| *label == token.deprel).unwrap_or(0));
    }
    Some(out)
}

/// Batches of sentences of like length, in random order.
fn shuffled<'a>(examples: &'a [Example], random: &mut Random) -> Vec<Vec<&'a Example>> {
    let mut order: Vec<&Example> = examples.iter().collect();
    random.shuffle(&mut order);
    let mut batches = Vec::new();
    for window in order.chunks_mut(BATCH * 16) {
        window.sort_by_key(|example| std::cmp::Reverse(example.rows.len()));
        batches.extend(window.chunks(BATCH).map(<[&Example]>::to_vec));
    }
    random.shuffle(&mut batches);
    batches
}
