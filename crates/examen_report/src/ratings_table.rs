//! Ratings as tables: means by model, agreement of raters, and what is known of judges.

use std::fmt::Write;

use comfy_table::{Row, Table};
use examen_data::{ResultRow, grouped};
use examen_metrics::statistics::{KAPPA, KRIPPENDORFF_ALPHA};
use examen_metrics::{AGREEMENT, CORRECTNESS, FLUENCY, Metric};

use crate::table::table;
use crate::task_rows::interval;

const MEANS_HEADER: [&str; 4] = ["model", "rated by", FLUENCY.name, CORRECTNESS.name];
const AGREEMENT_HEADER: [&str; 7] = ["scale", "raters", "n", "same", "kappa", "kappa (quadratic)", "alpha (ordinal)"];
const JUDGE_HEADER: [&str; 5] = ["judge", "answers", FLUENCY.name, CORRECTNESS.name, "expected"];
const LEGEND: &str = "\
Ratings from 1 to 3, with 95 % intervals (bootstrap over items). Kappa is Cohen's, alpha Krippendorff's.
";
const JUDGE_LEGEND: &str = "\
A judge is a language model. Controls are no part of other values: references handed in as answers, and answers to other questions.
";
const ALONE: &str = "No person has rated: the judges are not compared with people.\n";

/// The tasks of mean ratings and, with the words for their answers and what is expected, of what is known of judges.
const ANSWERS: &str = "answers";
const OF_JUDGES: [(&str, &str, &str, &str); 5] = [
    ("controls", "reference", "references", "3, 3"),
    ("controls", "other-question", "to other questions", "correctness 1"),
    ("answer-length", "short", "shortest third", ""),
    ("answer-length", "middle", "middle third", ""),
    ("answer-length", "long", "longest third", ""),
];

/// Renders the rows of ratings; `has_people` tells whether judges are compared with people.
pub fn ratings_table(rows: &[ResultRow], has_people: bool) -> String {
    let mut models = table(&MEANS_HEADER, |column| column > 1);
    for (model, judge) in named(rows, |row| Some((row.model.as_deref()?, row.group.as_deref()))) {
        let of = |metric: &Metric| {
            let is_wanted = |row: &&ResultRow| row.model.as_deref() == Some(model) && row.group.as_deref() == judge;
            rows.iter().filter(|row| row.task == ANSWERS).filter(is_wanted).find(|row| row.metric == metric.name)
        };
        let cells = [&FLUENCY, &CORRECTNESS].map(|metric| of(metric).map(mean).unwrap_or_default());
        models.add_row([model, judge.unwrap_or("people")].map(str::to_owned).into_iter().chain(cells));
    }
    let raters = agreement_table(rows);
    let judges = judge_table(rows);
    // Writing to a string cannot fail.
    let mut text = format!("{models}\n\n");
    for table in [&raters, &judges].into_iter().filter(|table| table.row_count() > 0) {
        let _ = write!(text, "{table}\n\n");
    }
    text.push_str(LEGEND);
    if judges.row_count() > 0 {
        text.push_str(JUDGE_LEGEND);
        text.push_str(if has_people { "" } else { ALONE });
    }
    text
}

/// The agreement of raters as cells: the header, and a line for each scale and two raters.
pub fn agreement_cells(rows: &[ResultRow]) -> (Vec<String>, Vec<Vec<String>>) {
    let table = agreement_table(rows);
    let cells = |row: &Row| -> Vec<String> { row.cell_iter().map(comfy_table::Cell::content).collect() };
    (AGREEMENT_HEADER.map(str::to_owned).to_vec(), table.row_iter().map(cells).collect())
}

fn agreement_table(rows: &[ResultRow]) -> Table {
    let mut raters = table(&AGREEMENT_HEADER, |column| column > 1);
    let is_agreement =
        |row: &ResultRow| [AGREEMENT.name, KAPPA.name, KRIPPENDORFF_ALPHA.name].contains(&row.metric.as_str());
    let names = named(rows, |row| Some((row.task.as_str(), row.group.as_deref()?)).filter(|_| is_agreement(row)));
    for (scale, names) in names {
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
    raters
}

/// The mean ratings of controls, and of answers by their length.
fn judge_table(rows: &[ResultRow]) -> Table {
    let mut judges = table(&JUDGE_HEADER, |column| (2..4).contains(&column));
    let is_judged = |row: &&ResultRow| OF_JUDGES.iter().any(|of| of.0 == row.task);
    let rows: Vec<&ResultRow> = rows.iter().filter(is_judged).collect();
    let mut names: Vec<&str> = rows.iter().filter_map(|row| row.group.as_deref()).collect();
    names.dedup();
    for judge in names {
        for (task, examples, shown, expected) in OF_JUDGES {
            let of = |metric: &Metric| {
                let is_wanted = |row: &&&ResultRow| {
                    row.task == task && row.examples.as_deref() == Some(examples) && row.metric == metric.name
                };
                rows.iter().filter(|row| row.group.as_deref() == Some(judge)).find(is_wanted).map(|row| mean(row))
            };
            let values = [&FLUENCY, &CORRECTNESS].map(of);
            if values.iter().any(Option::is_some) {
                let [fluency, correctness] = values.map(Option::unwrap_or_default);
                judges.add_row([judge.to_owned(), shown.to_owned(), fluency, correctness, expected.to_owned()]);
            }
        }
    }
    judges
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
