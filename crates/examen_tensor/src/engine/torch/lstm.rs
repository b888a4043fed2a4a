//! LSTMs over a padded batch: libtorch's own, which is cuDNN's on a device.

use tch::Kind;

use super::tensor::{Tensor, sent, size};
use crate::engine::{LstmState, LstmWeights};

/// An LSTM over the first positions of each row, at least one: the states, row, position, width, which are 0 behind them; and
/// the last state.
///
/// It starts from zeros, or from the state that is given.
pub fn lstm(
    x: &Tensor<3>,
    lengths: &[usize],
    weights: LstmWeights<'_>,
    start: Option<&LstmState>,
) -> (Tensor<3>, LstmState) {
    let (states, [hidden, cell]) = run(x, lengths, &[weights], start);
    (states, end(&hidden, &cell, 0))
}

/// Two LSTMs, of which the second goes from the last position of each row to the first: the states of both side by side, and
/// the last state of each.
pub fn bilstm(x: &Tensor<3>, lengths: &[usize], weights: [LstmWeights<'_>; 2]) -> (Tensor<3>, [LstmState; 2]) {
    let (states, [hidden, cell]) = run(x, lengths, &weights, None);
    (states, [0, 1].map(|direction| end(&hidden, &cell, direction)))
}

/// The states, and hidden and cell at the end: direction, row, width.
fn run(
    x: &Tensor<3>,
    lengths: &[usize],
    directions: &[LstmWeights<'_>],
    start: Option<&LstmState>,
) -> (Tensor<3>, [tch::Tensor; 2]) {
    let [rows, length, _] = x.shape();
    let width = directions.first().map_or(0, LstmWeights::width);
    let has_bias = directions.iter().all(|weights| weights.bias.is_some());
    let mut parts = Vec::new();
    for weights in directions {
        parts.extend([weights.input.0.shallow_clone(), weights.recurrent.0.shallow_clone()]);
        // libtorch has a bias for each of the two.
        parts.extend(weights.bias.iter().flat_map(|bias| [bias.0.shallow_clone(), bias.0.zeros_like()]));
    }
    if x.0.device().is_cuda() {
        parts = in_one_piece(&parts);
    }
    let zeros = || tch::Tensor::zeros([size(directions.len()), size(rows), size(width)], (x.0.kind(), x.0.device()));
    let start = match start {
        Some(LstmState { hidden, cell }) => [hidden.0.unsqueeze(0), cell.0.unsqueeze(0)],
        None => [zeros(), zeros()],
    };
    let is_training = x.0.requires_grad() || parts.iter().chain(&start).any(tch::Tensor::requires_grad);
    let is_double = directions.len() == 2;
    if lengths.iter().all(|&used| used == length) {
        let (states, hidden, cell) = x.0.lstm(&start, &parts, has_bias, 1, 0.0, is_training, is_double, true);
        return (Tensor(states), [hidden, cell]);
    }
    // Rows must come in the order of their lengths, the longest first, and go back to their places.
    let mut order: Vec<usize> = (0..rows).collect();
    order.sort_by_key(|&row| std::cmp::Reverse(lengths[row]));
    let mut places = vec![0; rows];
    order.iter().enumerate().for_each(|(place, &row)| places[row] = place);
    let beside = |rows: &[usize]| {
        let rows: Vec<i64> = rows.iter().map(|&row| size(row)).collect();
        sent(&tch::Tensor::from_slice(&rows), &x.0, Kind::Int64)
    };
    let (places, rows) = (beside(&places), beside(&order));
    let lengths: Vec<i64> = order.iter().map(|&row| size(lengths[row])).collect();
    let (data, sizes) =
        x.0.index_select(0, &rows).internal_pack_padded_sequence(&tch::Tensor::from_slice(&lengths), true);
    let start = start.map(|part| part.index_select(1, &rows));
    let (data, hidden, cell) =
        tch::Tensor::lstm_data(&data, &sizes, &start, &parts, has_bias, 1, 0.0, is_training, is_double);
    let (states, _) = tch::Tensor::internal_pad_packed_sequence(&data, &sizes, true, 0.0, size(length));
    (Tensor(states.index_select(0, &places)), [hidden, cell].map(|part| part.index_select(1, &places)))
}

/// The same weights in one piece of memory, as cuDNN wants to have them: matrices first, biases behind them. Otherwise libtorch
/// puts them together at every call, and says so every time.
fn in_one_piece(parts: &[tch::Tensor]) -> Vec<tch::Tensor> {
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(parts[at].dim()));
    let flat: Vec<tch::Tensor> = order.iter().map(|&at| parts[at].reshape([-1])).collect();
    let piece = tch::Tensor::cat(&flat, 0);
    let mut placed = Vec::with_capacity(parts.len());
    let mut start = 0;
    for at in order {
        let length = size(parts[at].numel());
        placed.push((at, piece.narrow(0, start, length).view(parts[at].size().as_slice())));
        start += length;
    }
    placed.sort_by_key(|(at, _)| *at);
    placed.into_iter().map(|(_, part)| part).collect()
}

fn end(hidden: &tch::Tensor, cell: &tch::Tensor, direction: i64) -> LstmState {
    LstmState { hidden: Tensor(hidden.select(0, direction)), cell: Tensor(cell.select(0, direction)) }
}
