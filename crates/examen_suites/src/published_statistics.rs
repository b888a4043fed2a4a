//! What the articles say of their data, to stand beside our own statistics.

use crate::suite::Suite;
use crate::{captions, queries, questions};

/// A value of an article, under the fields that our rows have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedStatistic {
    /// The article, by the name of its data.
    pub article: &'static str,
    /// The number of its table.
    pub table: u8,
    /// The task whose rows are its counterpart.
    pub task: &'static str,
    /// What is counted or averaged; shares are fractions.
    pub metric: &'static str,
    /// The split, or `all`.
    pub split: Option<&'static str>,
    /// The examples: `all`, `positive` or `negative`.
    pub examples: Option<&'static str>,
    /// The part of the examples.
    pub group: Option<&'static str>,
    /// The value.
    pub value: f64,
}

/// The suites, their articles and what those print.
const ARTICLES: [(&Suite, &str, &str); 3] = [
    (&captions::SUITE, "CodeCaption", include_str!("../published/codecaption.tsv")),
    (&queries::SUITE, "CodeQueries", include_str!("../published/codequeries.tsv")),
    (&questions::SUITE, "CodeQA", include_str!("../published/codeqa.tsv")),
];

/// Returns the values of a suite's article, table by table.
pub fn published_statistics(suite: &str) -> Vec<PublishedStatistic> {
    let of_suite = ARTICLES.into_iter().filter(|(of, ..)| of.name == suite);
    of_suite.flat_map(|(_, article, text)| text.lines().filter_map(|line| statistic(article, line))).collect()
}

/// A line of a file; comments and the line of column names are none.
fn statistic(article: &'static str, line: &'static str) -> Option<PublishedStatistic> {
    let mut fields = line.split('\t');
    let table = fields.next()?.parse().ok()?;
    let (task, metric) = (fields.next()?, fields.next()?);
    let mut optional = || fields.next().map(|field| Some(field).filter(|field| !field.is_empty()));
    let (split, examples, group) = (optional()?, optional()?, optional()?);
    let value = fields.next()?.parse().ok()?;
    Some(PublishedStatistic { article, table, task, metric, split, examples, group, value })
}
