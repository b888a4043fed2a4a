//! Labels of rows.

/// The labels of rows, some of which may have none, and the weights of classes.
#[derive(Clone, Debug)]
pub struct Labels {
    labels: Vec<Option<usize>>,
    /// By class; 1 for all classes if there are none.
    weights: Option<Vec<f32>>,
}

impl Labels {
    /// A label for each row, or none, in which case the row is ignored. Labels must be smaller than the number of scores.
    pub fn new(labels: Vec<Option<usize>>) -> Self {
        Self { labels, weights: None }
    }

    /// The same labels with a weight for each class.
    #[must_use]
    pub fn weighted(self, weights: Vec<f32>) -> Self {
        Self { weights: Some(weights), ..self }
    }

    /// The label of a row and its weight.
    pub(crate) fn at(&self, row: usize) -> Option<(usize, f32)> {
        let label = (*self.labels.get(row)?)?;
        Some((label, self.weight(label)))
    }

    /// The weight of a class.
    pub(crate) fn weight(&self, class: usize) -> f32 {
        self.weights.as_ref().map_or(1.0, |weights| weights.get(class).copied().unwrap_or_default())
    }

    /// The sum of the weights of all labels; 1 if that is 0, since it is a denominator.
    pub(crate) fn total_weight(&self) -> f64 {
        let total = (0..self.labels.len()).filter_map(|row| self.at(row)).map(|(_, weight)| f64::from(weight)).sum();
        if total > 0.0 { total } else { 1.0 }
    }
}
