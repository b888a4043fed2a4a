//! The paper's own values, to stand beside ours.

/// Where they are from.
pub const PUBLISHED_SOURCE: &str = "INSPECT (Karmakar and Robbes, IEEE TSE 50(2), 2024), Table 2";

/// The model that has read no code, which the paper compares the others with.
pub const PUBLISHED_BASELINE: &str = "BERT";

/// A value of the paper, under the metric and signature that ours has. It is of Java methods.
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
    /// By which labels and over which examples.
    pub signature: &'static str,
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
    let table = fields.next()?.parse().ok()?;
    let (task, model, metric, signature) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    Some(PublishedValue { table, task, model, metric, signature, value: fields.next()?.parse().ok()? })
}
