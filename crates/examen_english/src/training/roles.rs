//! Training of the role classifier, on trees of the treebank and on those the parser gives for the same sentences.

use std::collections::BTreeMap;

use super::backward;
use super::learner::{add, cross_entropy};
use super::optimizer::{Moments, Random, correction};
use crate::conllu::roles as gold;
use crate::features::{Bytes, Words};
use crate::matrix::{Left, Matrix, add_product};
use crate::network::PRETRAINED;
use crate::roles::{self, FEATURE, FEATURES, NO_ROLE, RoleModel, TABLE_ROWS};
use crate::sentence::Sentence;

const BATCH: usize = 256;
const RATE: f32 = 0.002;
const DROP: f32 = 0.15;
const DROP_HIDDEN: f32 = 0.25;

/// A verb, a word and the answer.
struct Pair {
    verb: Vec<f32>,
    word: Vec<f32>,
    features: [u32; FEATURES],
    label: usize,
}

/// Trains the classifier on pairs of the same sentences: trees to read, and the answers.
pub(super) fn train(
    words: &Words,
    trees: &[&[Sentence]],
    answers: &[Sentence],
    passes: usize,
    seed: u64,
    report: &mut dyn FnMut(&str),
) -> RoleModel {
    let labels = labels(answers);
    let mut pairs = Vec::new();
    for trees in trees {
        for (tree, answer) in trees.iter().zip(answers) {
            collect(words, tree, answer, &labels, &mut pairs);
        }
    }
    report(&format!("{} pairs of a verb and a word, {} roles", pairs.len(), labels.len()));
    let mut trainer = Trainer::new(labels, seed);
    let batches = pairs.len().div_ceil(BATCH);
    let total = (passes * batches) as f32;
    let mut done = 0;
    for pass in 0..passes {
        trainer.random.shuffle(&mut pairs);
        let mut loss = 0.0;
        for batch in pairs.chunks(BATCH) {
            let rate = RATE * (1.0 - done as f32 / total).max(0.02);
            loss += trainer.learn(batch, rate);
            done += 1;
        }
        report(&format!("roles, pass {}: loss {:.4}", pass + 1, loss / pairs.len() as f32));
    }
    trainer.model.table = Bytes::rounded(&trainer.table);
    trainer.model
}

fn labels(answers: &[Sentence]) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (_, label) in answers.iter().flat_map(gold).flat_map(|(_, roles)| roles) {
        *counts.entry(label).or_default() += 1;
    }
    let mut labels = vec![NO_ROLE.to_owned()];
    labels.extend(counts.into_iter().filter(|&(_, count)| count >= 20).map(|(label, _)| label));
    labels
}

fn collect(words: &Words, tree: &Sentence, answer: &Sentence, labels: &[String], pairs: &mut Vec<Pair>) {
    for (verb, roles) in gold(answer) {
        let mut vector = vec![0.0; PRETRAINED];
        words.add_vector(&words.rows(&tree.tokens[verb].lemma), &mut vector);
        for candidate in roles::candidates(tree, verb) {
            let label = roles.iter().find(|(word, _)| *word == candidate.word).map_or(NO_ROLE, |(_, label)| label);
            let mut word = vec![0.0; PRETRAINED];
            words.add_vector(&words.rows(&tree.tokens[candidate.word].text), &mut word);
            pairs.push(Pair {
                verb: vector.clone(),
                word,
                features: roles::features(tree, verb, &candidate),
                label: labels.iter().position(|known| known == label).unwrap_or(0),
            });
        }
    }
}

struct Trainer {
    model: RoleModel,
    gradient: RoleModel,
    moments: Vec<Moments>,
    table: Matrix,
    table_gradient: Matrix,
    table_moments: Moments,
    touched: Vec<u32>,
    random: Random,
    step: usize,
}

impl Trainer {
    fn new(labels: Vec<String>, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let gradient = RoleModel::zeros(labels.clone());
        let mut model = RoleModel::zeros(labels);
        for matrix in model.matrices() {
            if matrix.rows > 1 {
                random.fill(matrix);
            }
        }
        let mut table = Matrix::zeros(TABLE_ROWS, FEATURE);
        for value in &mut table.data {
            *value = (random.unit() - 0.5) * 0.1;
        }
        let moments = model.matrices().iter().map(|matrix| Moments::new(matrix)).collect();
        let table_moments = Moments::new(&table);
        Self {
            model,
            gradient,
            moments,
            table_gradient: Matrix::zeros(TABLE_ROWS, FEATURE),
            table,
            table_moments,
            touched: Vec::new(),
            random,
            step: 0,
        }
    }

    fn learn(&mut self, pairs: &[Pair], rate: f32) -> f32 {
        let rows = pairs.len();
        let mut verbs = Matrix::zeros(rows, PRETRAINED);
        let mut words = Matrix::zeros(rows, PRETRAINED);
        for (row, pair) in pairs.iter().enumerate() {
            verbs.row_mut(row).copy_from_slice(&pair.verb);
            words.row_mut(row).copy_from_slice(&pair.word);
        }
        let mut hidden = self.model.word.forward(&words);
        add(&mut hidden.data, &self.model.verb.forward(&verbs).data);
        let mut used = Vec::with_capacity(rows);
        for (row, pair) in pairs.iter().enumerate() {
            let kept: Vec<u32> = pair.features.iter().copied().filter(|_| self.random.unit() >= DROP).collect();
            for &feature in &kept {
                add(hidden.row_mut(row), self.table.row(feature as usize));
            }
            used.push(kept);
        }
        hidden.rectify();
        let mask: Vec<f32> = (0..hidden.data.len())
            .map(|_| if self.random.unit() < DROP_HIDDEN { 0.0 } else { 1.0 / (1.0 - DROP_HIDDEN) })
            .collect();
        for (value, mask) in hidden.data.iter_mut().zip(&mask) {
            *value *= mask;
        }
        let mut scores = self.model.out.forward(&hidden);
        let mut loss = 0.0;
        for (row, pair) in pairs.iter().enumerate() {
            cross_entropy(scores.row_mut(row), pair.label, 1.0 / rows as f32, &mut loss);
        }
        let mut change = backward::linear(&self.model.out, &mut self.gradient.out, &hidden, &scores);
        backward::rectified(&hidden, &mut change);
        for (value, mask) in change.data.iter_mut().zip(&mask) {
            *value *= mask;
        }
        for (linear, input) in [(&mut self.gradient.verb, &verbs), (&mut self.gradient.word, &words)] {
            add_product(&mut linear.weights.data, Left::transposed(&input.data, PRETRAINED), &change);
            backward::add_columns(&mut linear.bias, &change);
        }
        for (row, features) in used.iter().enumerate() {
            for &feature in features {
                self.touched.push(feature);
                add(self.table_gradient.row_mut(feature as usize), change.row(row));
            }
        }
        self.update(rate);
        loss * rows as f32
    }

    fn update(&mut self, rate: f32) {
        self.step += 1;
        let rate = rate * correction(self.step);
        for ((weights, gradient), moments) in
            self.model.matrices().into_iter().zip(self.gradient.matrices()).zip(&mut self.moments)
        {
            moments.update(0, &mut weights.data, &gradient.data, rate);
            gradient.data.fill(0.0);
        }
        self.touched.sort_unstable();
        self.touched.dedup();
        for row in std::mem::take(&mut self.touched) {
            let gradient = self.table_gradient.row_mut(row as usize);
            self.table_moments.update(row as usize * FEATURE, self.table.row_mut(row as usize), gradient, rate);
            gradient.fill(0.0);
        }
    }
}
