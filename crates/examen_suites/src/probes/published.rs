//! The paper's own values, to stand beside ours.

/// Where they are from.
pub const PUBLISHED_SOURCE: &str = "INSPECT (Karmakar and Robbes, IEEE TSE 50(2), 2024), Table 2";

/// The model that has read no code, which the paper compares the others with.
pub const PUBLISHED_BASELINE: &str = "BERT";

/// A value of the paper, under the fields that our rows have. It is of Java methods.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedValue {
    /// The number of its table.
    pub table: u8,
    /// The task's code.
    pub task: &'static str,
    /// The encoder that was probed.
    pub model: &'static str,
    /// What is measured.
    pub metric: &'static str,
    /// The variant of the metric.
    pub signature: &'static str,
    /// The labels.
    pub labels: &'static str,
    /// The examples.
    pub examples: &'static str,
    /// The probing protocol.
    pub protocol: &'static str,
    /// The value, of the layer that does best in the test split.
    pub value: f64,
}

/// Returns the values, task by task.
pub fn published() -> Vec<PublishedValue> {
    include_str!("../../published/inspect.tsv").lines().filter_map(value).collect()
}

/// A line of the file; comments and the line of column names are none.
fn value(line: &'static str) -> Option<PublishedValue> {
    let mut fields = line.split('\t');
    let mut field = || fields.next();
    Some(PublishedValue {
        table: field()?.parse().ok()?,
        task: field()?,
        model: field()?,
        metric: field()?,
        signature: field()?,
        labels: field()?,
        examples: field()?,
        protocol: field()?,
        value: field()?.parse().ok()?,
    })
}
