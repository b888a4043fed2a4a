//! Repeated runs, as a table.

use examen_data::grouped;
use examen_evaluation::compare::RepeatedRuns;

use crate::table::table;

const HEADER: [&str; 9] =
    ["task", "metric", "model", "runs", "n", "mean", "standard deviation", "range", "due to the seed"];

const LEGEND: &str = "\
Shares in percent. The mean has its 95 % interval over seeds, on these examples. `due to the seed` is the share of the
variance of a figure that another seed makes; the rest is made by which examples are in the exam.
";

pub fn runs_table(runs: &[RepeatedRuns]) -> String {
    let mut rows = table(&HEADER, |column| column > 2);
    for run in runs {
        let scale = run.of.shown_scale();
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
            run.share_of_seed.map_or_else(String::new, |share| format!("{:.0} %", 100.0 * share)),
        ]);
    }
    format!("{rows}\n\n{LEGEND}")
}
