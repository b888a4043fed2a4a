//! From states of the network to a tree: scores for every pair of words, the best tree, and a relation for each arc.

use crate::matrix::{Matrix, dot, greatest};
use crate::network::{Batch, Network};

/// The heads of one sentence, `None` for the root, and the index of each relation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tree {
    pub(crate) heads: Vec<Option<usize>>,
    pub(crate) labels: Vec<usize>,
}

/// The best trees of a batch, given the second layer's states and which words may have dependents.
pub(crate) fn trees(
    network: &Network,
    batch: &Batch,
    states: &Matrix,
    closed: &[bool],
    root_label: usize,
) -> Vec<Tree> {
    let mut dependents = network.arc_dependent.forward(states);
    dependents.rectify();
    let wanted = network.arc_product.forward(&dependents);
    let mut heads = network.arc_head.forward(states);
    heads.rectify();
    let label_dependents = network.label_dependent.forward(states);
    let label_heads = network.label_head.forward(states);
    let mut trees = Vec::with_capacity(batch.lengths.len());
    let mut hidden = Matrix::zeros(batch.rows(), label_heads.columns);
    for (sentence, &length) in batch.lengths.iter().enumerate() {
        let mut scores = Matrix::zeros(length, length + 1);
        for token in 0..length {
            let wanted = wanted.row(batch.row(sentence, token));
            let line = scores.row_mut(token);
            for (head, score) in line[..length].iter_mut().enumerate() {
                let row = batch.row(sentence, head);
                *score = if head == token {
                    f32::NEG_INFINITY
                } else {
                    dot(wanted, heads.row(row)) - if closed[row] { 20.0 } else { 0.0 }
                };
            }
            line[length] = dot(wanted, &network.arc_root.data);
        }
        let found = best_tree(&scores);
        for (token, head) in found.iter().enumerate() {
            let row = batch.row(sentence, token);
            let head = head.map_or(&network.label_root.data[..], |head| label_heads.row(batch.row(sentence, head)));
            for ((out, own), other) in hidden.row_mut(row).iter_mut().zip(label_dependents.row(row)).zip(head) {
                *out = (own + other).max(0.0);
            }
        }
        trees.push(Tree { heads: found, labels: Vec::new() });
    }
    let labels = network.labels.forward(&hidden);
    for (sentence, tree) in trees.iter_mut().enumerate() {
        tree.labels = tree
            .heads
            .iter()
            .enumerate()
            .map(|(token, head)| {
                let scores = labels.row(batch.row(sentence, token));
                if head.is_none() { root_label } else { greatest_but(scores, root_label) }
            })
            .collect();
    }
    trees
}

/// The index of the greatest score apart from one.
fn greatest_but(scores: &[f32], not: usize) -> usize {
    let mut best = usize::from(not == 0);
    for (index, score) in scores.iter().enumerate() {
        if index != not && *score > scores[best] {
            best = index;
        }
    }
    best
}

/// The best head of each word where these form a tree with one root; otherwise the best tree without crossing arcs.
fn best_tree(scores: &Matrix) -> Vec<Option<usize>> {
    let length = scores.rows;
    let heads: Vec<usize> = (0..length).map(|token| greatest(scores.row(token))).collect();
    let heads: Vec<Option<usize>> = heads.into_iter().map(|head| (head < length).then_some(head)).collect();
    if is_tree(&heads) { heads } else { best_projective(scores) }
}

/// Whether exactly one word has no head and every word leads to it.
pub(crate) fn is_tree(heads: &[Option<usize>]) -> bool {
    if heads.iter().filter(|head| head.is_none()).count() != 1 {
        return false;
    }
    // 0: not seen, 1: on the present path, 2: leads to the root.
    let mut state = vec![0u8; heads.len()];
    for start in 0..heads.len() {
        let mut path = Vec::new();
        let mut at = Some(start);
        while let Some(token) = at {
            match state[token] {
                1 => return false,
                2 => break,
                _ => {}
            }
            state[token] = 1;
            path.push(token);
            at = heads[token];
        }
        for token in path {
            state[token] = 2;
        }
    }
    true
}

/// Eisner's algorithm for each possible root in one chart: the best projective tree with one root.
fn best_projective(scores: &Matrix) -> Vec<Option<usize>> {
    let length = scores.rows;
    if length == 0 {
        return Vec::new();
    }
    let chart = Chart::fill(scores);
    let mut best = (f32::NEG_INFINITY, 0);
    for root in 0..length {
        let score = chart.left[root] + chart.right[root * length + length - 1] + scores.row(root)[length];
        if score > best.0 {
            best = (score, root);
        }
    }
    let mut heads = vec![None; length];
    chart.read_left(0, best.1, &mut heads);
    chart.read_right(best.1, length - 1, &mut heads);
    heads
}

/// Best scores of spans: `left` is headed at its last word, `right` at its first; the open ones miss a side of the dependent.
struct Chart {
    length: usize,
    left: Vec<f32>,
    right: Vec<f32>,
    left_split: Vec<usize>,
    right_split: Vec<usize>,
    open_split: Vec<usize>,
}

impl Chart {
    fn fill(scores: &Matrix) -> Self {
        let length = scores.rows;
        let size = length * length;
        let mut chart = Self {
            length,
            left: vec![0.0; size],
            right: vec![0.0; size],
            left_split: vec![0; size],
            right_split: vec![0; size],
            open_split: vec![0; size],
        };
        let (mut open_left, mut open_right) = (vec![0.0f32; size], vec![0.0f32; size]);
        for width in 1..length {
            for from in 0..length - width {
                let to = from + width;
                let at = from * length + to;
                let inner = |split: usize| chart.right[from * length + split] + chart.left[(split + 1) * length + to];
                let (split, score) = best_of(from..to, inner);
                chart.open_split[at] = split;
                open_left[at] = score + scores.row(from)[to];
                open_right[at] = score + scores.row(to)[from];
                let leftwards = |split: usize| chart.left[from * length + split] + open_left[split * length + to];
                let (left_split, left) = best_of(from..to, leftwards);
                let rightwards = |split: usize| open_right[from * length + split] + chart.right[split * length + to];
                let (right_split, right) = best_of(from + 1..to + 1, rightwards);
                chart.left[at] = left;
                chart.left_split[at] = left_split;
                chart.right[at] = right;
                chart.right_split[at] = right_split;
            }
        }
        chart
    }

    /// The span `from..=to` headed by `to`.
    fn read_left(&self, from: usize, to: usize, heads: &mut [Option<usize>]) {
        let mut open = vec![(from, to, false)];
        self.read(&mut open, heads);
    }

    /// The span `from..=to` headed by `from`.
    fn read_right(&self, from: usize, to: usize, heads: &mut [Option<usize>]) {
        let mut open = vec![(from, to, true)];
        self.read(&mut open, heads);
    }

    fn read(&self, open: &mut Vec<(usize, usize, bool)>, heads: &mut [Option<usize>]) {
        while let Some((from, to, right)) = open.pop() {
            if from == to {
                continue;
            }
            let at = from * self.length + to;
            let (low, high) = if right {
                let split = self.right_split[at];
                heads[split] = Some(from);
                open.push((split, to, true));
                (from, split)
            } else {
                let split = self.left_split[at];
                heads[split] = Some(to);
                open.push((from, split, false));
                (split, to)
            };
            let split = self.open_split[low * self.length + high];
            open.push((low, split, true));
            open.push((split + 1, high, false));
        }
    }
}

fn best_of(range: std::ops::Range<usize>, score: impl Fn(usize) -> f32) -> (usize, f32) {
    let mut best = (range.start, f32::NEG_INFINITY);
    for split in range {
        let value = score(split);
        if value > best.1 {
            best = (split, value);
        }
    }
    best
}
