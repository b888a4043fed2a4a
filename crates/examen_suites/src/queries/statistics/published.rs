//! The paper's own statistics, to stand beside ours.

/// Where they are from.
pub const PUBLISHED_SOURCE: &str = "CodeQueries (Sahu et al., arXiv 2209.08372), Tables 1, 6, 7 and 10";

/// A value of the paper, under the fields that our rows have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedStatistic {
    /// The number of its table.
    pub table: u8,
    /// What is counted or averaged.
    pub metric: &'static str,
    /// The split, or `all`.
    pub split: &'static str,
    /// The examples: `all`, `positive` or `negative`.
    pub examples: &'static str,
    /// The query, the hops or the pattern; none for an aggregate.
    pub group: Option<&'static str>,
    /// The value.
    pub value: f64,
}

/// Returns the values, table by table.
pub fn published() -> Vec<PublishedStatistic> {
    include_str!("../../../published/codequeries.tsv").lines().filter_map(statistic).collect()
}

/// A line of the file; comments and the line of column names are none.
fn statistic(line: &'static str) -> Option<PublishedStatistic> {
    let mut fields = line.split('\t');
    let table = fields.next()?.parse().ok()?;
    let (metric, split, examples) = (fields.next()?, fields.next()?, fields.next()?);
    let group = Some(fields.next()?).filter(|group| !group.is_empty());
    Some(PublishedStatistic { table, metric, split, examples, group, value: fields.next()?.parse().ok()? })
}
