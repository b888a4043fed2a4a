//! Repeated runs, as a table.

use examen_data::{RepeatedRuns, grouped};

use crate::table::table;
use crate::task_rows::shown_scale;

const HEADER: [&str; 9] =
    ["task", "metric", "model", "runs", "n", "mean", "standard deviation", "range", "due to the seed"];

const LEGEND: &str = "\
Fractions in percent. The mean has its 95 % interval over seeds, on these examples. `due to the seed` is the fraction of the
variance of a value that another seed makes; the rest is made by which examples are in the exam.
";

/// Renders repeated runs.
pub fn runs_table(runs: &[RepeatedRuns]) -> String {
    let mut rows = table(&HEADER, |column| column > 2);
    for run in runs {
        let scale = shown_scale(&run.of.metric);
        let shown = |value: f64| format!("{:.2}", scale * value);
        rows.add_row([
            run.of.to_string(),
            run.of.metric.clone(),
            run.model.clone(),
            run.runs.to_string(),
            grouped(run.n),
            format!("{} [{}, {}]", shown(run.mean), shown(run.ci_low), shown(run.ci_high)),
            shown(run.standard_deviation),
            format!("{} to {}", shown(run.least), shown(run.greatest)),
            run.fraction_due_to_seed.map_or_else(String::new, |fraction| format!("{:.0} %", 100.0 * fraction)),
        ]);
    }
    format!("{rows}\n\n{LEGEND}")
}
