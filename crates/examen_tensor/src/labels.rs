//! What rows of scores are held against.

/// The labels of rows, some of which may have none, and what each class counts.
#[derive(Clone, Debug)]
pub struct Labels {
    labels: Vec<Option<usize>>,
    /// By class; all count the same if there are none.
    weights: Option<Vec<f32>>,
}

impl Labels {
    /// A label for each row, or none, in which case the row counts for nothing. Labels must be smaller than the number of scores.
    pub fn new(labels: Vec<Option<usize>>) -> Self {
        Self { labels, weights: None }
    }

    /// The same labels, each class with its weight. There must be one for each class.
    #[must_use]
    pub fn weighted(self, weights: Vec<f32>) -> Self {
        Self { weights: Some(weights), ..self }
    }

    /// The label of a row, and what it counts.
    pub(crate) fn at(&self, row: usize) -> Option<(usize, f32)> {
        let label = (*self.labels.get(row)?)?;
        Some((label, self.weight(label)))
    }

    /// What a class counts.
    pub(crate) fn weight(&self, class: usize) -> f32 {
        self.weights.as_ref().map_or(1.0, |weights| weights.get(class).copied().unwrap_or_default())
    }

    /// What all labels count together; 1 if that is nothing, since it is divided by.
    pub(crate) fn total(&self) -> f64 {
        let total = (0..self.labels.len()).filter_map(|row| self.at(row)).map(|(_, weight)| f64::from(weight)).sum();
        if total > 0.0 { total } else { 1.0 }
    }
}
