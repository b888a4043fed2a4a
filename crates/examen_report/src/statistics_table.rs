//! What the examples of a build are like, beside what the papers say of theirs: the rows of `statistics.json`, as a table.

use std::path::Path;

use comfy_table::Table;
use examen_data::{ResultLog, ResultRow, grouped};
use examen_metrics::QuestionType;
use examen_suites::published_statistics::{PublishedStatistic, published_statistics};

use crate::error::Result;
use crate::published::BY_QUESTION_TYPE;
use crate::table::table;
use crate::task_rows::interval;

/// The file beside the tasks of a suite.
const FILE: &str = "statistics.json";

/// The title of the table on a page and among others.
pub(crate) const TITLE: &str = "Statistics of the data";

/// What is said below tables with published values.
pub(crate) const LEGEND: &str = "Published values are of the article's own data.";

/// The metrics that are fractions, which are shown in percent.
const SHARES: [&str; 7] =
    ["accuracy", "answers_in_train", "category", "extracted_answers", "question_type", "span_answers", "unknown_words"];

/// What the groups of values that only a page has room for begin with: fifty queries with seven values each.
const LONG: &str = "query:";

/// Reads what a build left in the folder of a suite; nothing where it left no statistics.
pub fn read_statistics(folder: &Path) -> Result<Vec<ResultRow>> {
    let path = folder.join(FILE);
    Ok(if path.is_file() { ResultLog::read(&path)?.rows } else { Vec::new() })
}

/// Renders the statistics for a terminal, below what is there; nothing without any.
pub fn statistics_text(rows: &[ResultRow]) -> String {
    let is_long = |row: &&ResultRow| row.group.as_deref().is_some_and(|group| group.starts_with(LONG));
    let left_out = rows.iter().filter(is_long).count();
    let shown: Vec<ResultRow> = rows.iter().filter(|row| !is_long(row)).cloned().collect();
    let mut text = String::new();
    if let Some((table, legend)) = statistics_table(&shown) {
        text = format!("\n{TITLE}\n{table}\n");
        if !legend.is_empty() {
            text.extend([legend, "\n"]);
        }
    }
    if left_out > 0 {
        text.extend([&grouped(left_out as u64), " values by query are in ", FILE, "\n"]);
    }
    text
}

/// The statistics as a table with its legend, a line for each, with published values where there are some.
pub(crate) fn statistics_table(rows: &[ResultRow]) -> Option<(Table, &'static str)> {
    let suite = &rows.first()?.suite;
    let values = published_statistics(suite);
    let published: Vec<Option<(f64, String)>> = rows.iter().map(|row| published(row, &values)).collect();
    let has_published = published.iter().any(Option::is_some);
    let mut header = vec!["task", "statistic", "of", "split", "value"];
    header.extend(has_published.then_some(["published", "source"]).into_iter().flatten());
    let mut table = table(&header, |column| (4..6).contains(&column));
    for (row, published) in rows.iter().zip(published) {
        let value = row.ci_low.zip(row.ci_high).map(|(low, high)| interval(100.0 * low, 100.0 * high, 1));
        let value = shown(&row.metric, row.value) + &value.unwrap_or_default();
        let split = row.split.clone().unwrap_or_else(|| "all".to_owned());
        let cells = [format!("{}/{}", row.suite, row.task), row.metric.replace('_', " "), part(row), split, value];
        let (theirs, source) = published.map(|(value, source)| (shown(&row.metric, value), source)).unwrap_or_default();
        table.add_row(cells.into_iter().chain(has_published.then_some([theirs, source]).into_iter().flatten()));
    }
    Some((table, if has_published { LEGEND } else { "" }))
}

/// The part of the examples that a value is of.
fn part(row: &ResultRow) -> String {
    let examples = row.examples.as_deref().filter(|examples| *examples != "all");
    let parts = [row.model.as_deref(), row.group.as_deref(), examples];
    parts.into_iter().flatten().collect::<Vec<&str>>().join(", ")
}

/// A fraction in percent, a count with its thousands apart, a mean with two decimals.
fn shown(metric: &str, value: f64) -> String {
    if SHARES.contains(&metric) {
        format!("{:.2} %", 100.0 * value)
    } else if value.fract() == 0.0 {
        crate::task_rows::grouped_count(value)
    } else {
        format!("{value:.2}")
    }
}

/// The paper's counterpart of a row, and where it stands.
fn published(row: &ResultRow, values: &[PublishedStatistic]) -> Option<(f64, String)> {
    if row.metric == "question_type" {
        // Of both languages together; the chart of the types has them too.
        let mut types = QuestionType::ALL.into_iter().zip(BY_QUESTION_TYPE);
        let (_, percent) = types.find(|(kind, _)| Some(kind.name()) == row.group.as_deref())?;
        return Some((percent / 100.0, "CodeQA, Table 6".to_owned()));
    }
    let fields = |row: &ResultRow| [row.split.clone(), row.examples.clone(), row.group.clone()];
    let ours = fields(row);
    let is_same = |it: &&PublishedStatistic| {
        let theirs = [it.split, it.examples, it.group];
        it.task == row.task
            && it.metric == row.metric
            && theirs.iter().zip(&ours).all(|(theirs, ours)| *theirs == ours.as_deref())
    };
    values.iter().find(is_same).map(|it| (it.value, format!("{}, Table {}", it.article, it.table)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(task: &str, metric: &str, [split, group]: [&str; 2], value: f64) -> ResultRow {
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let suite = if task == "ideal" { "queries" } else { "questions" };
        let (suite, task, metric) = (suite.to_owned(), task.to_owned(), metric.to_owned());
        ResultRow { suite, task, metric, split: some(split), group: some(group), value, n: 10, ..ResultRow::default() }
    }

    #[test]
    fn published_values_stand_beside_rows_of_the_same_fields() {
        let rows = [
            row("java", "pairs", ["", ""], 12_345.0),
            row("java", "pairs", ["train", ""], 9_000.0),
            row("java", "code_tokens", ["train", ""], 80.125),
            row("java", "answers_in_train", ["test", ""], 0.25),
            row("java", "question_type", ["", "how"], 0.5),
            row("java", "category", ["", "purpose"], 0.125),
            row("python", "category", ["", "purpose"], 0.125),
        ];
        insta::assert_snapshot!(statistics_text(&rows));
    }

    #[test]
    fn values_by_query_are_for_pages_and_a_table_without_published_values_has_no_column_of_them() {
        assert_eq!(statistics_text(&[]), "");
        let of =
            |group| ResultRow { examples: Some("all".to_owned()), ..row("ideal", "examples", ["all", group], 3.0) };
        let rows = [of("query:py/unused-import"), of("query:mine"), of("hops:none")];
        let text = statistics_text(&rows);
        assert!(!text.contains("py/unused-import") && !text.contains("published"), "{text}");
        assert!(text.ends_with("2 values by query are in statistics.json\n"), "{text}");
        let (table, legend) = statistics_table(&rows).unwrap();
        assert!(table.to_string().contains("CodeQueries, Table 6") && legend == LEGEND, "{table}");
    }
}
