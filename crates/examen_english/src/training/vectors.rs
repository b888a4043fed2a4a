//! Word vectors of a `GloVe` text file, turned to their main directions and cut.

use super::TrainingError;
use crate::features::{Bytes, Words, short_hash};
use crate::matrix::Matrix;
use crate::network::PRETRAINED;

/// Reads `word v1 v2 …` lines and keeps the main directions of each vector in the levels of the data file.
pub(super) fn read(text: &str) -> Result<Words, TrainingError> {
    let mut words: Vec<&str> = Vec::new();
    let mut data = Vec::new();
    let mut width = 0;
    for (index, line) in text.lines().enumerate() {
        let mut parts = line.split(' ');
        words.push(parts.next().unwrap_or_default());
        let before = data.len();
        for part in parts {
            data.push(part.parse::<f32>().map_err(|_| TrainingError::Vectors { line: index + 1 })?);
        }
        if index == 0 {
            width = data.len();
        }
        if data.len() - before != width || width < PRETRAINED {
            return Err(TrainingError::Vectors { line: index + 1 });
        }
    }
    let matrix = Matrix { rows: words.len(), columns: width, data };
    let turned = turn(matrix);
    let mut order: Vec<(u32, usize)> = words.iter().enumerate().map(|(row, word)| (short_hash(word), row)).collect();
    order.sort_unstable();
    order.dedup_by_key(|entry| entry.0);
    let mut sorted = Matrix::zeros(order.len(), PRETRAINED);
    for (to, &(_, from)) in order.iter().enumerate() {
        sorted.row_mut(to).copy_from_slice(turned.row(from));
    }
    Ok(Words {
        hashes: order.iter().map(|entry| entry.0).collect(),
        vectors: Bytes::rounded(&sorted),
        seen: Vec::new(),
    })
}

/// Principal components, scaled so that a mean element has size about one half.
fn turn(mut matrix: Matrix) -> Matrix {
    let (rows, width) = (matrix.rows, matrix.columns);
    let mut mean = vec![0.0f64; width];
    for row in 0..rows {
        for (mean, value) in mean.iter_mut().zip(matrix.row(row)) {
            *mean += f64::from(*value);
        }
    }
    for row in 0..rows {
        for (value, mean) in matrix.row_mut(row).iter_mut().zip(&mean) {
            *value -= (mean / rows as f64) as f32;
        }
    }
    let mut covariance = vec![vec![0.0f64; width]; width];
    for row in 0..rows {
        let row = matrix.row(row);
        for (line, left) in covariance.iter_mut().zip(row) {
            for (cell, right) in line.iter_mut().zip(row) {
                *cell += f64::from(*left) * f64::from(*right);
            }
        }
    }
    let directions = main_directions(covariance);
    let mut out = Matrix::zeros(rows, PRETRAINED);
    let mut square = 0.0f64;
    for row in 0..rows {
        for (to, direction) in directions.iter().enumerate() {
            let value: f64 = matrix.row(row).iter().zip(direction).map(|(value, part)| f64::from(*value) * part).sum();
            out.row_mut(row)[to] = value as f32;
            square += value * value;
        }
    }
    let scale = (0.5 / (square / (rows * PRETRAINED) as f64).sqrt()) as f32;
    for value in &mut out.data {
        *value *= scale;
    }
    out
}

/// The eigenvectors with the greatest eigenvalues, by Jacobi's rotations.
fn main_directions(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let width = matrix.len();
    let mut vectors: Vec<Vec<f64>> =
        (0..width).map(|row| (0..width).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for _ in 0..12 {
        for left in 0..width {
            for right in left + 1..width {
                if matrix[left][right].abs() < 1e-12 {
                    continue;
                }
                let ratio = (matrix[right][right] - matrix[left][left]) / (2.0 * matrix[left][right]);
                let tangent = ratio.signum() / (ratio.abs() + (ratio * ratio + 1.0).sqrt());
                let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
                let sine = tangent * cosine;
                for line in &mut matrix {
                    let (one, other) = (line[left], line[right]);
                    line[left] = cosine * one - sine * other;
                    line[right] = sine * one + cosine * other;
                }
                rotate(&mut matrix, left, right, cosine, sine);
                rotate(&mut vectors, left, right, cosine, sine);
            }
        }
    }
    let mut order: Vec<usize> = (0..width).collect();
    order.sort_by(|&one, &other| matrix[other][other].total_cmp(&matrix[one][one]));
    order.into_iter().take(PRETRAINED).map(|row| vectors[row].clone()).collect()
}

fn rotate(lines: &mut [Vec<f64>], left: usize, right: usize, cosine: f64, sine: f64) {
    for column in 0..lines[left].len() {
        let (one, other) = (lines[left][column], lines[right][column]);
        lines[left][column] = cosine * one - sine * other;
        lines[right][column] = sine * one + cosine * other;
    }
}
