//! Rows and elements by their indices.

use tch::Kind;

use super::tensor::{Tensor, sent, size, sizes};
use crate::shapes::with_last;

/// Tables of at most so many rows are read by a product. Their gradients would be sums of very many rows, which libtorch's backward
/// pass of an embedding adds up one after the other.
const FEW_ROWS: usize = 128;

/// Rows of a table, one for each id. Ids must be smaller than the number of rows.
pub fn embedding(table: &Tensor<2>, ids: &[u32]) -> Tensor<2> {
    let [rows, _] = table.shape();
    let indices = indices_beside(ids, table);
    if rows <= FEW_ROWS && table.0.device().is_cuda() && table.0.requires_grad() {
        return Tensor(indices.one_hot(size(rows)).to_kind(table.0.kind()).matmul(&table.0));
    }
    Tensor(tch::Tensor::embedding(&table.0, &indices, -1, false, false))
}

/// So many elements of each row of the last axis, by their indices in it, row after row.
pub fn gather<const RANK: usize>(x: &Tensor<RANK>, indices: &[u32]) -> Tensor<RANK> {
    let width = x.shape().last().copied().unwrap_or(1);
    let picked = indices.len() / (x.shape().iter().product::<usize>() / width.max(1)).max(1);
    let indices = indices_beside(indices, x).reshape(sizes(with_last(x.shape(), picked)));
    Tensor(x.0.gather(-1, &indices, false))
}

/// Rows of zeros of the given width, to which the elements of each row of the last axis are added at their indices.
pub fn scatter_add<const RANK: usize>(x: &Tensor<RANK>, indices: &[u32], width: usize) -> Tensor<RANK> {
    let indices = indices_beside(indices, x).reshape(sizes(x.shape()));
    let zeros = tch::Tensor::zeros(sizes(with_last(x.shape(), width)), (x.0.kind(), x.0.device()));
    Tensor(zeros.scatter_add(-1, &indices, &x.0))
}

/// A number in place of the elements that are masked.
pub fn masked_fill<const RANK: usize>(x: Tensor<RANK>, masked: &[bool], number: f32) -> Tensor<RANK> {
    let masked = sent(&tch::Tensor::from_slice(masked), &x.0, Kind::Bool).reshape(sizes(x.shape()));
    Tensor(x.0.masked_fill(&masked, f64::from(number)))
}

/// The greatest elements of each row and their indices, the greatest first, equals in the order of their indices. Which of the
/// equals at the end are taken is up to libtorch.
pub fn top_k(x: &Tensor<2>, count: usize) -> Vec<Vec<(u32, f32)>> {
    let [rows, width] = x.shape();
    let count = count.min(width);
    let (values, indices) = x.0.topk(size(count), -1, true, true);
    let numbers = |tensor: &tch::Tensor| Vec::<f32>::try_from(tensor.to_kind(Kind::Float).reshape([-1]));
    let (Ok(values), Ok(indices)) = (numbers(&values), Vec::<i64>::try_from(indices.reshape([-1]))) else {
        return vec![Vec::new(); rows];
    };
    let indices = indices.iter().map(|&index| u32::try_from(index).unwrap_or(u32::MAX));
    let all: Vec<(u32, f32)> = indices.zip(values).collect();
    let ordered = |row: &[(u32, f32)]| {
        let mut row = row.to_vec();
        row.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        row
    };
    all.chunks_exact(count.max(1)).map(ordered).collect()
}

fn indices_beside<const RANK: usize>(indices: &[u32], other: &Tensor<RANK>) -> tch::Tensor {
    let indices: Vec<i64> = indices.iter().map(|&index| i64::from(index)).collect();
    sent(&tch::Tensor::from_slice(&indices), &other.0, Kind::Int64)
}
