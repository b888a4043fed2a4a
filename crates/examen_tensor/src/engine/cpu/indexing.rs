//! Rows and elements by their indices, and their gradients.

use rayon::prelude::*;

use super::array::{Array, add_to};
use super::tape::track_one;
use super::tensor::Tensor;
use crate::shapes::with_last;

/// Rows of a table, one for each id. Ids must be smaller than the number of rows.
pub fn embedding(table: &Tensor<2>, ids: &[u32]) -> Tensor<2> {
    let [rows, width] = table.shape();
    let values = table.array().to_slice();
    let row = |&id: &u32| &values[id as usize * width..][..width];
    let chosen = Array::new(ids.iter().flat_map(row).copied().collect(), &[ids.len(), width]);
    if !table.is_tracked() {
        return Tensor::detached(chosen);
    }
    let ids = ids.to_vec();
    track_one(chosen, table.node(), move |gradient| {
        let mut sums = vec![0.0; rows * width];
        for (&id, gradient) in ids.iter().zip(gradient.to_slice().chunks_exact(width.max(1))) {
            add_to(&mut sums[id as usize * width..][..width], gradient);
        }
        Array::new(sums, &[rows, width])
    })
}

/// So many elements of each row of the last axis, by their indices in it, row after row.
pub fn gather<const RANK: usize>(x: &Tensor<RANK>, indices: &[u32]) -> Tensor<RANK> {
    let (rows, width) = x.array().rows();
    let picked = indices.len() / rows.max(1);
    let output = gathered(x.array(), indices, picked);
    if !x.is_tracked() {
        return Tensor::detached(output);
    }
    let indices = indices.to_vec();
    track_one(output, x.node(), move |gradient| scattered(&gradient, &indices, width))
}

/// Rows of zeros of the given width, to which the elements of each row of the last axis are added at their indices.
pub fn scatter_add<const RANK: usize>(x: &Tensor<RANK>, indices: &[u32], width: usize) -> Tensor<RANK> {
    let (_, added) = x.array().rows();
    let output = scattered(x.array(), indices, width);
    if !x.is_tracked() {
        return Tensor::detached(output);
    }
    let indices = indices.to_vec();
    track_one(output, x.node(), move |gradient| gathered(&gradient, &indices, added))
}

/// A number in place of the elements that are masked.
///
/// # Panics
///
/// Where the mask does not fill the shape.
pub fn masked_fill<const RANK: usize>(x: Tensor<RANK>, masked: &[bool], number: f32) -> Tensor<RANK> {
    let (shape, node) = (x.shape(), x.node());
    assert_eq!(masked.len(), shape.iter().product::<usize>(), "the mask fills the shape {shape:?}");
    let filled = move |x: Array, masked: &[bool], number: f32| {
        let mut values = x.into_vec();
        values.iter_mut().zip(masked).filter(|(_, masked)| **masked).for_each(|(value, _)| *value = number);
        Array::new(values, &shape)
    };
    let output = filled(x.into_array(), masked, number);
    if node.is_none() {
        return Tensor::detached(output);
    }
    let masked = masked.to_vec();
    track_one(output, node, move |gradient| filled(gradient, &masked, 0.0))
}

/// The greatest elements of each row and their indices, the greatest first, equals in the order of their indices.
pub fn top_k(x: &Tensor<2>, count: usize) -> Vec<Vec<(u32, f32)>> {
    let [_, width] = x.shape();
    let greatest = |row: &[f32]| {
        let mut indices: Vec<(u32, f32)> = (0..).zip(row.iter().copied()).collect();
        let order = |a: &(u32, f32), b: &(u32, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        if count < indices.len() {
            indices.select_nth_unstable_by(count, order);
            indices.truncate(count);
        }
        indices.sort_unstable_by(order);
        indices
    };
    x.array().to_slice().par_chunks_exact(width.max(1)).map(greatest).collect()
}

/// Rows of `picked` elements, by their indices in the rows of an array.
fn gathered(x: &Array, indices: &[u32], picked: usize) -> Array {
    let ((_, width), values) = (x.rows(), x.to_slice());
    let rows = values.chunks_exact(width.max(1)).zip(indices.chunks_exact(picked.max(1)));
    let chosen = rows.flat_map(|(row, indices)| indices.iter().map(|&index| row[index as usize])).collect();
    Array::new(chosen, &with_last(x.shape().to_vec(), picked))
}

/// Rows of `width` sums of the elements with the same index.
fn scattered(x: &Array, indices: &[u32], width: usize) -> Array {
    let ((count, added), values) = (x.rows(), x.to_slice());
    let mut sums = vec![0.0; count * width];
    let rows = values.chunks_exact(added.max(1)).zip(indices.chunks_exact(added.max(1)));
    for ((values, indices), sums) in rows.zip(sums.chunks_exact_mut(width.max(1))) {
        for (value, &index) in values.iter().zip(indices) {
            sums[index as usize] += value;
        }
    }
    Array::new(sums, &with_last(x.shape().to_vec(), width))
}
