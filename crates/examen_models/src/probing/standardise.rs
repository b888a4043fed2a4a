//! Features on one scale.

/// A feature that varies by less, beside its own size, varies by rounding only.
const ROUNDING: f64 = 1e-6;

/// Mean and deviation of each feature.
#[derive(Debug)]
pub(crate) struct Scale {
    means: Vec<f64>,
    /// What differences to the mean are multiplied with: 1 / deviation, or 0 for a constant feature.
    factors: Vec<f64>,
}

impl Scale {
    /// The scale of some rows, of which there is at least one. Deviations are those of the rows themselves, not estimates for
    /// rows unseen.
    pub(crate) fn of(rows: &[f32], width: usize) -> Self {
        let count = (rows.len() / width) as f64;
        let mut means = vec![0.0; width];
        for row in rows.chunks_exact(width) {
            means.iter_mut().zip(row).for_each(|(sum, &value)| *sum += f64::from(value));
        }
        for sum in &mut means {
            *sum /= count;
        }
        let mut squares = vec![0.0; width];
        for row in rows.chunks_exact(width) {
            for ((sum, &value), mean) in squares.iter_mut().zip(row).zip(&means) {
                let difference = f64::from(value) - mean;
                *sum += difference * difference;
            }
        }
        let factor = |(sum, mean): (f64, &f64)| {
            let deviation = (sum / count).sqrt();
            if deviation > ROUNDING * mean.abs() { 1.0 / deviation } else { 0.0 }
        };
        let factors = squares.into_iter().zip(&means).map(factor).collect();
        Self { means, factors }
    }

    /// Rows with mean 0 and deviation 1 where the scale was taken; constant features become 0, also where they are not constant.
    pub(crate) fn apply(&self, rows: &[f32]) -> Vec<f32> {
        let mut scaled = Vec::with_capacity(rows.len());
        for row in rows.chunks_exact(self.means.len()) {
            let values = row.iter().zip(&self.means).zip(&self.factors);
            scaled.extend(values.map(|((&value, mean), factor)| ((f64::from(value) - mean) * factor) as f32));
        }
        scaled
    }
}
