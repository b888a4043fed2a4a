//! The classes that a classifier chooses from, by number.

use crate::labelled::{Input, Labelled};

/// The labels of the training examples in the order of their texts, which settles ties.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    labels: Vec<String>,
}

/// An input with the number of its class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbered<'t> {
    pub(crate) input: Input<'t>,
    /// None when training knows no such class: whatever is answered will be wrong.
    pub(crate) class: Option<usize>,
}

impl Classes {
    pub(crate) fn of(examples: &[Labelled<'_>]) -> Self {
        let mut labels: Vec<&str> = examples.iter().map(|example| example.label).collect();
        labels.sort_unstable();
        labels.dedup();
        Self { labels: labels.into_iter().map(str::to_owned).collect() }
    }

    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }

    pub(crate) fn label(&self, class: usize) -> &str {
        &self.labels[class]
    }

    pub(crate) fn number<'t>(&self, examples: &[Labelled<'t>]) -> Vec<Numbered<'t>> {
        let class = |label: &str| self.labels.binary_search_by(|known| known.as_str().cmp(label)).ok();
        examples.iter().map(|example| Numbered { input: example.input, class: class(example.label) }).collect()
    }
}

/// The class with the highest value, of several the first.
pub(crate) fn first_highest<T: PartialOrd + Copy>(values: &[T]) -> usize {
    let mut best = 0;
    for (class, value) in values.iter().enumerate().skip(1) {
        if *value > values[best] {
            best = class;
        }
    }
    best
}
