//! The paper's own figures, to stand beside ours.

/// Where they are from.
pub const PUBLISHED_SOURCE: &str = "CodeQueries (Sahu et al., arXiv 2209.08372), Tables 1, 6, 7 and 10";

/// A figure of the paper, under the metric, signature and group that ours has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedFigure {
    /// The number of its table.
    pub table: u8,
    /// What is counted or averaged.
    pub metric: &'static str,
    /// Over which examples.
    pub signature: &'static str,
    /// The query's id or the pattern; none for an aggregate.
    pub group: Option<&'static str>,
    /// The figure.
    pub value: f64,
}

/// The figures, table by table.
pub fn published() -> Vec<PublishedFigure> {
    include_str!("../../../published/codequeries.tsv").lines().filter_map(figure).collect()
}

/// A line of the file; comments and the line of column names are none.
fn figure(line: &'static str) -> Option<PublishedFigure> {
    let mut fields = line.split('\t');
    let table = fields.next()?.parse().ok()?;
    let (metric, signature, group) = (fields.next()?, fields.next()?, fields.next()?);
    let value = fields.next()?.parse().ok()?;
    Some(PublishedFigure { table, metric, signature, group: Some(group).filter(|group| !group.is_empty()), value })
}
