//! Elements and rows by their places, and their slopes.

use burn_tensor::{Bool, Int, TensorData};
use rayon::prelude::*;

use super::record::record;
use super::tensor::{Tensor, device, with_values};
use crate::shapes::with_last;

/// Rows of a table, one for each id. Ids must be smaller than the number of rows.
pub fn embedding(table: &Tensor<2>, ids: &[u32]) -> Tensor<2> {
    let indices: Vec<i64> = ids.iter().map(|&id| i64::from(id)).collect();
    let count = indices.len();
    let indices = burn_tensor::Tensor::<1, Int>::from_data(TensorData::new(indices, [count]), &device());
    let made = Tensor(table.unrecorded().0.select(0, indices));
    if !table.is_recorded() {
        return made;
    }
    let ([rows, width], ids) = (table.shape(), ids.to_vec());
    record(made, [table.input()], move |given, _| {
        let given = Tensor::<2>::from_plain(given).values();
        let mut sums = vec![0.0; rows * width];
        for (&id, given) in ids.iter().zip(given.as_slice().chunks_exact(width.max(1))) {
            let row = &mut sums[id as usize * width..][..width];
            row.iter_mut().zip(given).for_each(|(sum, given)| *sum += given);
        }
        [Some(with_values(sums, [rows, width]).into_plain())]
    })
}

/// So many elements of each row of the last axis, by their places in it, row after row.
pub fn gather<const RANK: usize>(x: &Tensor<RANK>, places: &[u32]) -> Tensor<RANK> {
    let (shape, width) = (x.shape(), x.shape().last().copied().unwrap_or(1));
    let picked = places.len() / (shape.iter().product::<usize>() / width.max(1)).max(1);
    let values = x.values();
    let rows = values.as_slice().chunks_exact(width.max(1)).zip(places.chunks_exact(picked.max(1)));
    let made = rows.flat_map(|(row, places)| places.iter().map(|&place| row[place as usize])).collect();
    let made = with_values(made, with_last(shape, picked));
    if !x.is_recorded() {
        return made;
    }
    let places = places.to_vec();
    record(made, [x.input()], move |given, _| {
        let sums = sums_at(Tensor::<RANK>::from_plain(given).values().as_slice(), &places, picked, width);
        [Some(with_values(sums, shape).into_plain())]
    })
}

/// Rows of the given width that hold 0, to which the elements of each row of the last axis are added at their places in it.
pub fn scatter_add<const RANK: usize>(x: &Tensor<RANK>, places: &[u32], width: usize) -> Tensor<RANK> {
    let (shape, given) = (x.shape(), x.shape().last().copied().unwrap_or(1));
    let sums = sums_at(x.values().as_slice(), places, given, width);
    let made = with_values(sums, with_last(shape, width));
    if !x.is_recorded() {
        return made;
    }
    let places = places.to_vec();
    record(made, [x.input()], move |given, _| [Some(gather(&Tensor::<RANK>::from_plain(given), &places).into_plain())])
}

/// A number in place of the elements that are closed.
pub fn masked_fill<const RANK: usize>(x: Tensor<RANK>, closed: &[bool], number: f32) -> Tensor<RANK> {
    let mask = TensorData::new(closed.to_vec(), x.shape());
    let mask = burn_tensor::Tensor::<RANK, Bool>::from_data(mask, &device());
    Tensor(x.0.mask_fill(mask, number))
}

/// The greatest elements of each row and their places, the greatest first, equals in the order of their places.
pub fn top_k(x: &Tensor<2>, count: usize) -> Vec<Vec<(u32, f32)>> {
    let [_, width] = x.shape();
    let values = x.values();
    let greatest = |row: &[f32]| {
        let mut places: Vec<(u32, f32)> = (0..).zip(row.iter().copied()).collect();
        let order = |a: &(u32, f32), b: &(u32, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        if count < places.len() {
            places.select_nth_unstable_by(count, order);
            places.truncate(count);
        }
        places.sort_unstable_by(order);
        places
    };
    values.as_slice().par_chunks_exact(width.max(1)).map(greatest).collect()
}

/// Rows of `width` sums of what is at the same place, from rows of `given` elements.
fn sums_at(values: &[f32], places: &[u32], given: usize, width: usize) -> Vec<f32> {
    let given = given.max(1);
    let mut sums = vec![0.0; values.len() / given * width];
    let rows = values.chunks_exact(given).zip(places.chunks_exact(given));
    for ((values, places), sums) in rows.zip(sums.chunks_exact_mut(width.max(1))) {
        for (value, &place) in values.iter().zip(places) {
            sums[place as usize] += value;
        }
    }
    sums
}
