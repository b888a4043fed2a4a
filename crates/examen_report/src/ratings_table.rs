//! Ratings of people as tables: means by model, agreement of raters.

use std::fmt::Write;

use examen_data::{ResultRow, grouped};
use examen_metrics::statistics::{KAPPA, KRIPPENDORFF_ALPHA};
use examen_metrics::{AGREEMENT, CORRECTNESS, FLUENCY, Metric};

use crate::table::table;
use crate::task_rows::interval;

const MEANS_HEADER: [&str; 3] = ["model", FLUENCY.name, CORRECTNESS.name];
const AGREEMENT_HEADER: [&str; 7] = ["scale", "raters", "n", "same", "kappa", "kappa (quadratic)", "alpha (ordinal)"];
const LEGEND: &str = "\
Ratings from 1 to 3, with 95 % intervals (bootstrap over items). Kappa is Cohen's, alpha Krippendorff's.
";

/// Renders the rows of ratings.
pub fn ratings_table(rows: &[ResultRow]) -> String {
    let mut models = table(&MEANS_HEADER, |column| column > 0);
    for model in named(rows, |row| row.model.as_deref()) {
        let of =
            |metric: &Metric| rows.iter().find(|row| row.model.as_deref() == Some(model) && row.metric == metric.name);
        let cells = [&FLUENCY, &CORRECTNESS].map(|metric| of(metric).map(mean).unwrap_or_default());
        models.add_row([model.to_owned()].into_iter().chain(cells));
    }
    let mut raters = table(&AGREEMENT_HEADER, |column| column > 1);
    for (scale, names) in named(rows, |row| Some((row.task.as_str(), row.group.as_deref()?))) {
        let of = |metric: &Metric, variant: &[(&str, &str)]| {
            let signature = metric.signature_with(variant);
            rows.iter().find(|row| {
                let is_pair = row.task == scale && row.group.as_deref() == Some(names);
                is_pair && row.metric == metric.name && row.signature == signature
            })
        };
        let values = [
            of(&AGREEMENT, &[]),
            of(&KAPPA, &[("weights", "equal")]),
            of(&KAPPA, &[("weights", "quadratic")]),
            of(&KRIPPENDORFF_ALPHA, &[("scale", "ordinal")]),
        ];
        let n = values.iter().flatten().next().map(|row| row.n.to_string()).unwrap_or_default();
        let values = values.map(|row| row.map(|row| format!("{:.3}", row.value)).unwrap_or_default());
        raters.add_row([scale.to_owned(), names.to_owned(), n].into_iter().chain(values));
    }
    // Writing to a string cannot fail.
    let mut text = format!("{models}\n\n");
    if raters.row_count() > 0 {
        let _ = write!(text, "{raters}\n\n");
    }
    text + LEGEND
}

/// The names that rows have, in the order in which they appear.
fn named<'r, N: PartialEq>(rows: &'r [ResultRow], name: impl Fn(&'r ResultRow) -> Option<N>) -> Vec<N> {
    let mut names = Vec::new();
    for name in rows.iter().filter_map(name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// A mean with its interval and the number of items.
fn mean(row: &ResultRow) -> String {
    let ends = row.ci_low.zip(row.ci_high).map_or_else(String::new, |(low, high)| interval(low, high, 2));
    format!("{:.2}{ends} ({})", row.value, grouped(row.n))
}
