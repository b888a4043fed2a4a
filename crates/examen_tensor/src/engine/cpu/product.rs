//! Products of matrices, by the crate `gemm`.
//!
//! This is the only unsafe code of the workspace: the crate takes pointers and strides. Each call is preceded by checks that
//! what it will read and write lies inside slices.

use gemm_common::Parallelism;
use gemm_f32::gemm::f32::get_gemm_fn;
use rayon::prelude::*;

use super::array::Array;

/// From so many multiplications on, threads share one product.
const SHARED_PRODUCT: usize = 192 * 192 * 192;

/// From so many multiplications on, threads share a batch of products.
const SHARED_BATCH: usize = 128 * 128 * 128;

/// The matrix product over the last two axes; other axes of size 1 stand for all positions of the other's.
///
/// Threads change no bits: each element is summed by one of them, always in the same order.
pub(super) fn matmul(left: &Array, right: &Array) -> Array {
    let axes = left.shape().len() - 2;
    let ([rows, inner], [right_inner, columns]) = (last_two(left.shape()), last_two(right.shape()));
    assert_eq!(inner, right_inner, "{:?} and {:?} have no product", left.shape(), right.shape());
    let size = |axis: usize| if left.shape()[axis] == 1 { right.shape()[axis] } else { left.shape()[axis] };
    let batch: Vec<usize> = (0..axes).map(size).collect();
    let with = |last: [usize; 2]| [batch.as_slice(), &last].concat();
    let left = left.clone().expand(&with([rows, inner]));
    let right = right.clone().expand(&with([inner, columns]));
    let mut values = vec![0.0; batch.iter().product::<usize>() * rows * columns];
    let one = |number: usize, values: &mut [f32], parallelism: Parallelism| {
        multiply(matrix(&left, number), matrix(&right, number), values, parallelism);
    };
    let (count, cost) = (batch.iter().product::<usize>(), rows.saturating_mul(inner).saturating_mul(columns));
    let total = cost.saturating_mul(count);
    let chunk = (rows * columns).max(1);
    if cost >= SHARED_PRODUCT && !(count >= 4 && total >= SHARED_BATCH) {
        values.chunks_exact_mut(chunk).enumerate().for_each(|(at, values)| one(at, values, Parallelism::Rayon(0)));
    } else if total >= SHARED_BATCH && count > 1 {
        values.par_chunks_exact_mut(chunk).enumerate().for_each(|(at, values)| one(at, values, Parallelism::None));
    } else {
        values.chunks_exact_mut(chunk).enumerate().for_each(|(at, values)| one(at, values, Parallelism::None));
    }
    Array::new(values, &with([rows, columns]))
}

/// A matrix in a slice that begins with its first element.
#[derive(Clone, Copy)]
struct Matrix<'v> {
    values: &'v [f32],
    shape: [usize; 2],
    strides: [usize; 2],
}

impl Matrix<'_> {
    fn transposed(self) -> Self {
        let Self { values, shape: [rows, columns], strides: [row, column] } = self;
        Self { values, shape: [columns, rows], strides: [column, row] }
    }

    /// Whether all elements lie inside the slice.
    fn is_inside(self) -> bool {
        let Self { values, shape: [rows, columns], strides: [row, column] } = self;
        let last = |size: usize, stride: usize| size.checked_sub(1)?.checked_mul(stride);
        let end = last(rows, row).zip(last(columns, column)).and_then(|(row, column)| row.checked_add(column));
        rows == 0 || columns == 0 || end.is_some_and(|end| end < values.len())
    }
}

/// The matrix of this number in a batch.
fn matrix(array: &Array, mut number: usize) -> Matrix<'_> {
    let axes = array.shape().len() - 2;
    let mut start = 0;
    for (&size, &stride) in array.shape()[..axes].iter().zip(array.strides()).rev() {
        start += number % size * stride;
        number /= size;
    }
    let values = array.strided_values().get(start..).unwrap_or_default();
    Matrix { values, shape: last_two(array.shape()), strides: last_two(array.strides()) }
}

fn last_two(sizes: &[usize]) -> [usize; 2] {
    match sizes {
        &[.., first, second] => [first, second],
        _ => unreachable!("matrices have two axes"),
    }
}

/// Puts the product of two matrices into `out`, row after row.
#[expect(unsafe_code, reason = "the product crate takes pointers")]
fn multiply(left: Matrix<'_>, right: Matrix<'_>, out: &mut [f32], parallelism: Parallelism) {
    // The crate's kernels fill columns, so that it is asked for the transposed product.
    let (left, right) = (right.transposed(), left.transposed());
    let ([rows, inner], [right_inner, columns]) = (left.shape, right.shape);
    assert!(inner == right_inner && rows.checked_mul(columns) == Some(out.len()), "the shapes fit together");
    assert!(left.is_inside() && right.is_inside(), "all elements are there");
    let stride = usize::cast_signed;
    // SAFETY: The crate reads `rows` by `inner` elements of the left matrix and `inner` by `columns` of the right one at the
    // strides given, which are inside their slices, and writes `rows` by `columns` elements that fill `out`, whose columns lie
    // one behind the other. Nothing else refers to `out`. Strides are smaller than slices, so that they fit in an `isize`.
    unsafe {
        get_gemm_fn()(
            rows,
            columns,
            inner,
            out.as_mut_ptr(),
            stride(rows),
            1,
            false,
            left.values.as_ptr(),
            stride(left.strides[1]),
            stride(left.strides[0]),
            right.values.as_ptr(),
            stride(right.strides[1]),
            stride(right.strides[0]),
            0.0,
            1.0,
            false,
            false,
            false,
            parallelism,
        );
    }
}
