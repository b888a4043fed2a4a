//! One step of training: forward through tagger and parser, losses, gradients, update.

use super::backward;
use super::optimizer::{Moments, Random, correction};
use crate::features::{TABLE_ROWS, WordRows, Words, unseen_row};
use crate::matrix::{Left, Matrix, add_product, dot, softmax};
use crate::network::{Batch, HIDDEN, INPUT, LEARNED, Network, PRETRAINED, STATE, TAG_VECTOR};

const DROP_INPUT: f32 = 0.15;
const DROP_STATE: f32 = 0.3;
const DROP_WORD: f32 = 0.1;
const DROP_VECTOR: f32 = 0.05;
const SHARE_LOWER: f32 = 0.4;
const NORM: f32 = 5.0;

/// A sentence as the network sees it, with the answers.
pub(super) struct Example {
    pub(super) rows: Vec<WordRows>,
    /// The shape rows of the words in lower case.
    pub(super) lower: Vec<u32>,
    pub(super) tags: Vec<usize>,
    /// The head's position, or the sentence's length for the root.
    pub(super) heads: Vec<usize>,
    pub(super) labels: Vec<usize>,
    /// How much the sentence counts.
    pub(super) weight: f32,
}

/// Weights under training.
pub(super) struct Learner {
    pub(super) network: Network,
    pub(super) table: Matrix,
    gradient: Network,
    moments: Vec<Moments>,
    table_gradient: Matrix,
    table_moments: Moments,
    touched: Vec<bool>,
    /// Rows of the table that have been learned from at all.
    learned: Vec<bool>,
    step: usize,
    random: Random,
}

impl Learner {
    pub(super) fn new(tags: usize, labels: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut network = Network::zeros(tags, labels);
        for matrix in network.matrices() {
            if matrix.rows > 1 {
                random.fill(matrix);
            }
        }
        for lstm in network.layers.iter_mut().flatten() {
            lstm.bias.data[HIDDEN..2 * HIDDEN].fill(1.0);
        }
        let mut table = Matrix::zeros(TABLE_ROWS, LEARNED);
        for value in &mut table.data {
            *value = (random.unit() - 0.5) * 0.1;
        }
        let moments = network.matrices().iter().map(|matrix| Moments::new(matrix)).collect();
        Self {
            gradient: Network::zeros(tags, labels),
            moments,
            table_gradient: Matrix::zeros(TABLE_ROWS, LEARNED),
            table_moments: Moments::new(&table),
            touched: vec![false; TABLE_ROWS],
            learned: vec![false; TABLE_ROWS],
            step: 0,
            network,
            table,
            random,
        }
    }

    /// The table, with zeros in the rows that no example has touched: what they began with says nothing.
    pub(super) fn learned_table(&self) -> Matrix {
        let mut table = self.table.clone();
        for row in (0..TABLE_ROWS).filter(|&row| !self.learned[row]) {
            table.row_mut(row).fill(0.0);
        }
        table
    }

    /// Learns from sentences that are ordered by falling length; returns the mean loss of a word.
    pub(super) fn learn(&mut self, words: &Words, examples: &[&Example], rate: f32) -> f32 {
        let batch = Batch::new(examples.iter().map(|example| example.rows.len()).collect());
        let (mut input, learned) = self.input(words, examples, &batch);
        let input_mask = self.mask(&batch, INPUT, DROP_INPUT);
        times(&mut input, &input_mask);
        let (mut first, first_traces) = self.network.layer(0, &batch, input);
        let first_mask = self.mask(&batch, STATE, DROP_STATE);
        times(&mut first, &first_mask);
        let mut probabilities = self.network.tags.forward(&first);
        for row in 0..batch.rows() {
            softmax(probabilities.row_mut(row));
        }
        let second_input = self.network.with_tags(&first, &probabilities);
        let (mut second, second_traces) = self.network.layer(1, &batch, second_input);
        let second_mask = self.mask(&batch, STATE, DROP_STATE);
        times(&mut second, &second_mask);

        let mut loss = 0.0;
        let mut second_gradient = self.arcs(&batch, examples, &second, &mut loss);
        self.labels(&batch, examples, &second, &mut second_gradient, &mut loss);
        times(&mut second_gradient, &second_mask);
        let below = backward::layer(
            &self.network.layers[1],
            &mut self.gradient.layers[1],
            &batch,
            &second_traces,
            &second_gradient,
        );
        let mut first_gradient = self.tags(&batch, examples, &first, &probabilities, &below, &mut loss);
        times(&mut first_gradient, &first_mask);
        let mut input_gradient = backward::layer(
            &self.network.layers[0],
            &mut self.gradient.layers[0],
            &batch,
            &first_traces,
            &first_gradient,
        );
        times(&mut input_gradient, &input_mask);
        for (row, rows) in learned.iter().enumerate() {
            let from = &input_gradient.row(row)[PRETRAINED..];
            for &at in rows {
                self.touched[at as usize] = true;
                add(self.table_gradient.row_mut(at as usize), from);
            }
        }
        self.update(rate, batch.rows());
        loss / batch.rows() as f32
    }

    fn input(&mut self, words: &Words, examples: &[&Example], batch: &Batch) -> (Matrix, Vec<[u32; 8]>) {
        let mut input = Matrix::zeros(batch.rows(), INPUT);
        let mut learned = vec![[0; 8]; batch.rows()];
        for (sentence, example) in examples.iter().enumerate() {
            let lower = self.random.unit() < SHARE_LOWER;
            for (token, rows) in example.rows.iter().enumerate() {
                let row = batch.row(sentence, token);
                let mut own = rows.learned;
                if lower {
                    own[7] = example.lower[token];
                }
                if self.random.unit() < DROP_WORD {
                    own[0] = unseen_row();
                }
                if self.random.unit() >= DROP_VECTOR {
                    words.add_vector(rows, input.row_mut(row));
                }
                for at in own {
                    add(&mut input.row_mut(row)[PRETRAINED..], self.table.row(at as usize));
                }
                learned[row] = own;
            }
        }
        (input, learned)
    }

    /// One mask a sentence, the same for all its words.
    fn mask(&mut self, batch: &Batch, columns: usize, share: f32) -> Matrix {
        let mut mask = Matrix::zeros(batch.rows(), columns);
        let kept = 1.0 / (1.0 - share);
        for (sentence, &length) in batch.lengths.iter().enumerate() {
            let line: Vec<f32> = (0..columns).map(|_| if self.random.unit() < share { 0.0 } else { kept }).collect();
            for token in 0..length {
                mask.row_mut(batch.row(sentence, token)).copy_from_slice(&line);
            }
        }
        mask
    }

    fn arcs(&mut self, batch: &Batch, examples: &[&Example], states: &Matrix, loss: &mut f32) -> Matrix {
        let network = &self.network;
        let mut dependents = network.arc_dependent.forward(states);
        dependents.rectify();
        let wanted = network.arc_product.forward(&dependents);
        let mut heads = network.arc_head.forward(states);
        heads.rectify();
        let mut wanted_gradient = Matrix::zeros(wanted.rows, wanted.columns);
        let mut heads_gradient = Matrix::zeros(heads.rows, heads.columns);
        let root = &network.arc_root.data;
        for (sentence, example) in examples.iter().enumerate() {
            let length = example.rows.len();
            let mut scores = vec![0.0; length + 1];
            for token in 0..length {
                let row = batch.row(sentence, token);
                for (head, score) in scores[..length].iter_mut().enumerate() {
                    *score = if head == token {
                        f32::NEG_INFINITY
                    } else {
                        dot(wanted.row(row), heads.row(batch.row(sentence, head)))
                    };
                }
                scores[length] = dot(wanted.row(row), root);
                softmax(&mut scores);
                *loss -= example.weight * scores[example.heads[token]].max(1e-9).ln();
                scores[example.heads[token]] -= 1.0;
                for (head, score) in scores.iter().enumerate() {
                    let change = score * example.weight;
                    if head == length {
                        add_times(wanted_gradient.row_mut(row), root, change);
                        add_times(&mut self.gradient.arc_root.data, wanted.row(row), change);
                    } else if head != token {
                        let other = batch.row(sentence, head);
                        add_times(wanted_gradient.row_mut(row), heads.row(other), change);
                        add_times(heads_gradient.row_mut(other), wanted.row(row), change);
                    }
                }
            }
        }
        let gradient = &mut self.gradient;
        let mut change =
            backward::linear(&network.arc_product, &mut gradient.arc_product, &dependents, &wanted_gradient);
        backward::rectified(&dependents, &mut change);
        let mut out = backward::linear(&network.arc_dependent, &mut gradient.arc_dependent, states, &change);
        backward::rectified(&heads, &mut heads_gradient);
        let other = backward::linear(&network.arc_head, &mut gradient.arc_head, states, &heads_gradient);
        add(&mut out.data, &other.data);
        out
    }

    fn labels(&mut self, batch: &Batch, examples: &[&Example], states: &Matrix, out: &mut Matrix, loss: &mut f32) {
        let network = &self.network;
        let dependents = network.label_dependent.forward(states);
        let heads = network.label_head.forward(states);
        let mut hidden = dependents;
        for (sentence, example) in examples.iter().enumerate() {
            for (token, &head) in example.heads.iter().enumerate() {
                let root = head == example.rows.len();
                let from = if root { &network.label_root.data[..] } else { heads.row(batch.row(sentence, head)) };
                add(hidden.row_mut(batch.row(sentence, token)), from);
            }
        }
        hidden.rectify();
        let mut scores = network.labels.forward(&hidden);
        for (sentence, example) in examples.iter().enumerate() {
            for (token, &label) in example.labels.iter().enumerate() {
                cross_entropy(scores.row_mut(batch.row(sentence, token)), label, example.weight, loss);
            }
        }
        let gradient = &mut self.gradient;
        let mut change = backward::linear(&network.labels, &mut gradient.labels, &hidden, &scores);
        backward::rectified(&hidden, &mut change);
        let mut heads_gradient = Matrix::zeros(heads.rows, heads.columns);
        for (sentence, example) in examples.iter().enumerate() {
            for (token, &head) in example.heads.iter().enumerate() {
                let from = change.row(batch.row(sentence, token));
                if head == example.rows.len() {
                    add(&mut gradient.label_root.data, from);
                } else {
                    add(heads_gradient.row_mut(batch.row(sentence, head)), from);
                }
            }
        }
        let below = backward::linear(&network.label_dependent, &mut gradient.label_dependent, states, &change);
        add(&mut out.data, &below.data);
        let below = backward::linear(&network.label_head, &mut gradient.label_head, states, &heads_gradient);
        add(&mut out.data, &below.data);
    }

    /// The tagger's loss, and the gradient of the first layer's states from both the tagger and the layer above.
    fn tags(
        &mut self,
        batch: &Batch,
        examples: &[&Example],
        states: &Matrix,
        probabilities: &Matrix,
        above: &Matrix,
        loss: &mut f32,
    ) -> Matrix {
        let rows = batch.rows();
        let mut mixed = Matrix::zeros(rows, TAG_VECTOR);
        for row in 0..rows {
            mixed.row_mut(row).copy_from_slice(&above.row(row)[STATE..]);
        }
        let left = Left::transposed(&probabilities.data, probabilities.columns);
        add_product(&mut self.gradient.tag_vectors.data, left, &mixed);
        let through = backward::times_transposed(&mixed, &self.network.tag_vectors);
        let mut change = Matrix::zeros(rows, probabilities.columns);
        for (sentence, example) in examples.iter().enumerate() {
            for (token, &tag) in example.tags.iter().enumerate() {
                let row = batch.row(sentence, token);
                let shares = probabilities.row(row);
                let mean: f32 = shares.iter().zip(through.row(row)).map(|(share, value)| share * value).sum();
                let line = change.row_mut(row);
                for (index, value) in line.iter_mut().enumerate() {
                    *value = shares[index] * (through.row(row)[index] - mean + example.weight);
                }
                line[tag] -= example.weight;
                *loss -= example.weight * shares[tag].max(1e-9).ln();
            }
        }
        let mut out = backward::linear(&self.network.tags, &mut self.gradient.tags, states, &change);
        for row in 0..rows {
            add(out.row_mut(row), &above.row(row)[..STATE]);
        }
        out
    }

    fn update(&mut self, rate: f32, rows: usize) {
        self.step += 1;
        let mut norm: f32 = self
            .gradient
            .matrices()
            .iter()
            .map(|matrix| matrix.data.iter().map(|value| value * value).sum::<f32>())
            .sum::<f32>();
        norm = norm.sqrt() / rows as f32 * 10.0;
        let scale = (1.0 / rows as f32) * if norm > NORM { NORM / norm } else { 1.0 };
        let rate = rate * correction(self.step);
        for ((weights, gradient), moments) in
            self.network.matrices().into_iter().zip(self.gradient.matrices()).zip(&mut self.moments)
        {
            for value in &mut gradient.data {
                *value *= scale;
            }
            moments.update(0, &mut weights.data, &gradient.data, rate);
            gradient.data.fill(0.0);
        }
        for row in 0..TABLE_ROWS {
            if std::mem::take(&mut self.touched[row]) {
                self.learned[row] = true;
                let gradient = self.table_gradient.row_mut(row);
                for value in gradient.iter_mut() {
                    *value *= scale;
                }
                self.table_moments.update(row * LEARNED, self.table.row_mut(row), gradient, rate);
                gradient.fill(0.0);
            }
        }
    }
}

/// Turns scores into the gradient of the cross entropy.
pub(super) fn cross_entropy(scores: &mut [f32], answer: usize, weight: f32, loss: &mut f32) {
    softmax(scores);
    *loss -= weight * scores[answer].max(1e-9).ln();
    scores[answer] -= 1.0;
    for score in scores {
        *score *= weight;
    }
}

fn times(matrix: &mut Matrix, mask: &Matrix) {
    for (value, mask) in matrix.data.iter_mut().zip(&mask.data) {
        *value *= mask;
    }
}

pub(super) fn add(out: &mut [f32], values: &[f32]) {
    for (out, value) in out.iter_mut().zip(values) {
        *out += value;
    }
}

fn add_times(out: &mut [f32], values: &[f32], factor: f32) {
    for (out, value) in out.iter_mut().zip(values) {
        *out += factor * value;
    }
}
