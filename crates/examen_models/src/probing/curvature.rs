//! How strongly features go together: what makes steps towards an optimum short in number.

use faer::linalg::matmul::triangular::{BlockStructure, matmul};
use faer::linalg::solvers::{Llt, Solve};
use faer::{Accum, Mat, MatMut, MatRef, Par, Side};

/// How often a penalty may be made ten times as large before a factor is given up.
const ATTEMPTS: usize = 30;

/// An upper bound on the curvature of the mean cross-entropy of any linear classifier of some rows.
///
/// The second derivative by the weights of the classes is at most half of `rows^T rows / count` for each class (D. Böhning 1992,
/// Multinomial logistic regression algorithm). That bound does not depend on labels and weights, and features of an encoder,
/// which go together in many ways, become independent under it.
#[derive(Debug)]
pub(crate) struct Curvature {
    /// The lower triangle of the bound.
    bound: Mat<f64>,
}

impl Curvature {
    /// That of rows which stand for `count` of them.
    pub(crate) fn of(rows: &[f32], width: usize, count: usize) -> Self {
        let rows = MatRef::from_row_major_slice(rows, rows.len() / width, width);
        let mut products = Mat::<f32>::zeros(width, width);
        let (lower, whole) = (BlockStructure::TriangularLower, BlockStructure::Rectangular);
        matmul(products.as_mut(), lower, Accum::Replace, rows.transpose(), whole, rows, whole, 1.0, Par::Seq);
        let factor = 0.5 / count as f64;
        let bound = |row: usize, column: usize| {
            if row < column { 0.0 } else { factor * f64::from(products[(row, column)]) }
        };
        Self { bound: Mat::from_fn(width, width, bound) }
    }

    /// The bound with an L2 penalty, ready to divide by. Rounding may hide that a small penalty makes the bound positive; then a
    /// larger one stands in, which costs steps and changes no optimum. Nothing if none does.
    pub(crate) fn with_penalty(&self, penalty: f64) -> Option<Divisor> {
        let mut penalty = penalty;
        for _ in 0..ATTEMPTS {
            let mut sum = self.bound.clone();
            sum.diagonal_mut().column_vector_mut().iter_mut().for_each(|value| *value += penalty);
            if let Ok(factor) = sum.llt(Side::Lower) {
                return Some(Divisor { factor });
            }
            penalty *= 10.0;
        }
        None
    }
}

/// A bound on the curvature that gradients can be divided by.
#[derive(Debug)]
pub(crate) struct Divisor {
    factor: Llt<f64>,
}

impl Divisor {
    /// Divides the gradients of all classes' weights, one row for each class.
    pub(crate) fn divide(&self, gradient: &mut [f64], classes: usize) {
        let width = gradient.len() / classes;
        self.factor.solve_in_place(MatMut::from_column_major_slice_mut(gradient, width, classes));
    }
}
