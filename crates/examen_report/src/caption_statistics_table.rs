//! What the examples of the captions suite are like, as a table.

use examen_data::ResultRow;

use crate::table::table;

/// Renders the statistics, one line for each, as in the paper's Table 1; nothing without any.
pub fn caption_statistics_table(rows: &[ResultRow]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut table = table(&["task", "of", "split", "value"], |column| column > 2);
    for row in rows {
        let of = match &row.group {
            Some(group) => format!("{} of {}, {group}", row.metric, row.model.as_deref().unwrap_or_default()),
            None => row.metric.replace('_', " "),
        };
        let value = match row.metric.as_str() {
            "unknown_words" | "accuracy" => format!("{:.2} %", 100.0 * row.value),
            "code_words" | "caption_words" => format!("{:.1}", row.value),
            _ => format!("{:.0}", row.value),
        };
        let split = row.split.clone().unwrap_or_default();
        table.add_row([format!("{}/{}", row.suite, row.task), of, split, value]);
    }
    format!("{table}\n")
}
