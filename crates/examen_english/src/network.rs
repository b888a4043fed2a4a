//! The network: two bidirectional recurrent layers; the tagger reads the first, the parser the second.
//!
//! The tagger's probabilities, as a mixture of tag vectors, are part of the second layer's input: a tag that is fixed from
//! outside (the verb after an inserted subject) changes the tree as well.

use pulp::{Arch, NullaryFnOnce};

use crate::matrix::{Left, Matrix, add_product, sigmoid, tangent};

/// Sizes of the layers.
pub(crate) const PRETRAINED: usize = 64;
pub(crate) const LEARNED: usize = 64;
pub(crate) const INPUT: usize = PRETRAINED + LEARNED;
pub(crate) const HIDDEN: usize = 80;
pub(crate) const STATE: usize = 2 * HIDDEN;
pub(crate) const TAG_VECTOR: usize = 32;
pub(crate) const ARC: usize = 64;
pub(crate) const LABEL: usize = 80;

/// Sentences of one pass, longest first: the rows of one step lie together, and a shorter sentence leaves at the end.
pub(crate) struct Batch {
    /// Lengths of the sentences, falling.
    pub(crate) lengths: Vec<usize>,
    /// The first row of each step, and the number of rows at the end.
    pub(crate) steps: Vec<usize>,
    /// For each row, the row of the same sentence read from its end.
    pub(crate) mirror: Vec<usize>,
}

impl Batch {
    /// Takes lengths that fall.
    pub(crate) fn new(lengths: Vec<usize>) -> Self {
        let longest = lengths.first().copied().unwrap_or(0);
        let mut steps = Vec::with_capacity(longest + 1);
        let mut rows = 0;
        for step in 0..longest {
            steps.push(rows);
            rows += lengths.partition_point(|&length| length > step);
        }
        steps.push(rows);
        let mut mirror = vec![0; rows];
        for (sentence, &length) in lengths.iter().enumerate() {
            for step in 0..length {
                mirror[steps[step] + sentence] = steps[length - 1 - step] + sentence;
            }
        }
        Self { lengths, steps, mirror }
    }

    pub(crate) fn rows(&self) -> usize {
        self.mirror.len()
    }

    /// The row of a token.
    pub(crate) fn row(&self, sentence: usize, token: usize) -> usize {
        self.steps[token] + sentence
    }
}

/// One direction of a recurrent layer (long short-term memory).
#[derive(Clone, Default)]
pub(crate) struct Lstm {
    pub(crate) input: Matrix,
    pub(crate) recurrent: Matrix,
    pub(crate) bias: Matrix,
}

/// What one direction computed, in its own order of rows.
pub(crate) struct LstmTrace {
    pub(crate) input: Matrix,
    /// Input, forget and output gates and the candidate, after their functions.
    pub(crate) gates: Matrix,
    pub(crate) cells: Matrix,
    pub(crate) hidden: Matrix,
}

impl Lstm {
    pub(crate) fn zeros(input: usize) -> Self {
        Self {
            input: Matrix::zeros(input, 4 * HIDDEN),
            recurrent: Matrix::zeros(HIDDEN, 4 * HIDDEN),
            bias: Matrix::zeros(1, 4 * HIDDEN),
        }
    }

    pub(crate) fn forward(&self, batch: &Batch, input: Matrix) -> LstmTrace {
        let (rows, arch) = (batch.rows(), Arch::new());
        let mut gates = Matrix::repeated(&self.bias.data, rows);
        add_product(&mut gates.data, Left::from(&input), &self.input);
        let mut cells = Matrix::zeros(rows, HIDDEN);
        let mut hidden = Matrix::zeros(rows, HIDDEN);
        for step in 0..batch.steps.len() - 1 {
            let (from, to) = (batch.steps[step], batch.steps[step + 1]);
            if step > 0 {
                let before = batch.steps[step - 1];
                let previous = Left::new(hidden.rows(before, before + to - from), HIDDEN);
                add_product(gates.rows_mut(from, to), previous, &self.recurrent);
            }
            for row in from..to {
                let before = if step > 0 { Some(batch.steps[step - 1] + row - from) } else { None };
                let (past, now) = cells.data.split_at_mut(row * HIDDEN);
                let past = before.map(|before| &past[before * HIDDEN..(before + 1) * HIDDEN]);
                let cells = &mut now[..HIDDEN];
                arch.dispatch(Cell { gates: gates.row_mut(row), past, cells, hidden: hidden.row_mut(row) });
            }
        }
        LstmTrace { input, gates, cells, hidden }
    }
}

/// One step of one sentence.
struct Cell<'a> {
    gates: &'a mut [f32],
    past: Option<&'a [f32]>,
    cells: &'a mut [f32],
    hidden: &'a mut [f32],
}

impl NullaryFnOnce for Cell<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor at hand")]
    fn call(self) {
        let (open, candidate) = self.gates.split_at_mut(3 * HIDDEN);
        for gate in open.iter_mut() {
            *gate = sigmoid(*gate);
        }
        for value in candidate.iter_mut() {
            *value = tangent(*value);
        }
        let (first, rest) = open.split_at(HIDDEN);
        let (forget, output) = rest.split_at(HIDDEN);
        for ((cell, first), candidate) in self.cells.iter_mut().zip(first).zip(candidate) {
            *cell = first * *candidate;
        }
        if let Some(past) = self.past {
            for ((cell, forget), past) in self.cells.iter_mut().zip(forget).zip(past) {
                *cell += forget * past;
            }
        }
        for ((hidden, output), cell) in self.hidden.iter_mut().zip(output).zip(self.cells.iter()) {
            *hidden = output * tangent(*cell);
        }
    }
}

/// A linear map with a bias.
#[derive(Clone, Default)]
pub(crate) struct Linear {
    pub(crate) weights: Matrix,
    pub(crate) bias: Matrix,
}

impl Linear {
    pub(crate) fn zeros(input: usize, output: usize) -> Self {
        Self { weights: Matrix::zeros(input, output), bias: Matrix::zeros(1, output) }
    }

    pub(crate) fn forward(&self, input: &Matrix) -> Matrix {
        let mut out = Matrix::repeated(&self.bias.data, input.rows);
        add_product(&mut out.data, Left::from(input), &self.weights);
        out
    }
}

/// All dense weights.
#[derive(Clone, Default)]
pub(crate) struct Network {
    pub(crate) layers: [[Lstm; 2]; 2],
    pub(crate) tags: Linear,
    pub(crate) tag_vectors: Matrix,
    pub(crate) arc_dependent: Linear,
    pub(crate) arc_head: Linear,
    pub(crate) arc_root: Matrix,
    /// From a dependent to the vector that its head should resemble.
    pub(crate) arc_product: Linear,
    pub(crate) label_dependent: Linear,
    pub(crate) label_head: Linear,
    pub(crate) label_root: Matrix,
    pub(crate) labels: Linear,
}

impl Network {
    pub(crate) fn zeros(tags: usize, labels: usize) -> Self {
        let second = STATE + TAG_VECTOR;
        Self {
            layers: [[Lstm::zeros(INPUT), Lstm::zeros(INPUT)], [Lstm::zeros(second), Lstm::zeros(second)]],
            tags: Linear::zeros(STATE, tags),
            tag_vectors: Matrix::zeros(tags, TAG_VECTOR),
            arc_dependent: Linear::zeros(STATE, ARC),
            arc_head: Linear::zeros(STATE, ARC),
            arc_root: Matrix::zeros(1, ARC),
            arc_product: Linear::zeros(ARC, ARC),
            label_dependent: Linear::zeros(STATE, LABEL),
            label_head: Linear::zeros(STATE, LABEL),
            label_root: Matrix::zeros(1, LABEL),
            labels: Linear::zeros(LABEL, labels),
        }
    }

    /// Every matrix, in the order in which the file holds them.
    pub(crate) fn matrices(&mut self) -> Vec<&mut Matrix> {
        let mut all = Vec::new();
        for lstm in self.layers.iter_mut().flatten() {
            all.extend([&mut lstm.input, &mut lstm.recurrent, &mut lstm.bias]);
        }
        for linear in [&mut self.tags, &mut self.arc_dependent, &mut self.arc_head, &mut self.arc_product] {
            all.extend([&mut linear.weights, &mut linear.bias]);
        }
        for linear in [&mut self.label_dependent, &mut self.label_head, &mut self.labels] {
            all.extend([&mut linear.weights, &mut linear.bias]);
        }
        all.extend([&mut self.tag_vectors, &mut self.arc_root, &mut self.label_root]);
        all
    }

    /// Both directions of a layer over `input`, with the states side by side.
    pub(crate) fn layer(&self, layer: usize, batch: &Batch, input: Matrix) -> (Matrix, [LstmTrace; 2]) {
        let backwards = self.layers[layer][1].forward(batch, mirrored(batch, &input));
        let forwards = self.layers[layer][0].forward(batch, input);
        let mut states = Matrix::zeros(batch.rows(), STATE);
        for (row, &mirror) in batch.mirror.iter().enumerate() {
            let state = states.row_mut(row);
            state[..HIDDEN].copy_from_slice(forwards.hidden.row(row));
            state[HIDDEN..].copy_from_slice(backwards.hidden.row(mirror));
        }
        (states, [forwards, backwards])
    }

    /// States of the first layer with the mixture of tag vectors appended.
    pub(crate) fn with_tags(&self, states: &Matrix, probabilities: &Matrix) -> Matrix {
        let mut mixed = Matrix::zeros(states.rows, TAG_VECTOR);
        add_product(&mut mixed.data, Left::from(probabilities), &self.tag_vectors);
        let mut out = Matrix::zeros(states.rows, STATE + TAG_VECTOR);
        for row in 0..states.rows {
            out.row_mut(row)[..STATE].copy_from_slice(states.row(row));
            out.row_mut(row)[STATE..].copy_from_slice(mixed.row(row));
        }
        out
    }
}

/// Rows in the order in which the other direction reads them.
pub(crate) fn mirrored(batch: &Batch, input: &Matrix) -> Matrix {
    let mut out = Matrix::zeros(input.rows, input.columns);
    for (row, &mirror) in batch.mirror.iter().enumerate() {
        out.row_mut(row).copy_from_slice(input.row(mirror));
    }
    out
}
