//! Probes as tables for people: a line for each task.

use std::fmt::Write;

use comfy_table::Table;
use examen_data::{ResultRow, grouped};
use examen_metrics::{
    ACCURACY, BEST_LAYER_ACCURACY, CHOSEN_LAYER_ACCURACY, CODELENGTH, COMPRESSION, Metric, RANDOM_BASELINE,
    SELECTIVITY, TRUNCATED, UNIFORM_CODELENGTH,
};

use crate::table::table;
use crate::task_rows::{TaskRows, by_task, fraction, grouped_count, percent, plain_fraction};

/// Bars from the lowest value of a curve to the highest.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Renders the results of probes: a table for each model and protocol.
pub fn probe_tables(rows: &[ResultRow]) -> String {
    let mut text = String::new();
    for (title, table, legend) in titled_probe_tables(rows) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{title}\n\n{table}\n\n{legend}\n");
    }
    text
}

/// The tables of all models and protocols by title, each with its legend.
pub(crate) fn titled_probe_tables(rows: &[ResultRow]) -> Vec<(String, Table, &'static str)> {
    let mut parts: Vec<(&str, &str)> = Vec::new();
    for part in rows.iter().filter_map(|row| row.model.as_deref().zip(row.protocol.as_deref())) {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    let tasks = by_task(rows);
    let mut tables = Vec::new();
    for (model, protocol) in parts {
        let mut of_part: Vec<Probed<'_>> = tasks.iter().map(|task| Probed { task, model, protocol }).collect();
        of_part.retain(|it| it.rows().next().is_some());
        let has_codes = of_part.iter().any(|it| it.curve(&COMPRESSION, "train").next().is_some());
        let table = if has_codes { code_table(&of_part) } else { accuracy_table(&of_part) };
        let legend = if has_codes { CODE_LEGEND } else { ACCURACY_LEGEND };
        tables.push((format!("{model}, probe: {protocol}"), table, legend));
    }
    tables
}

const ACCURACY_LEGEND: &str = "Accuracy in percent on the test split, with 95 % intervals, of the layer that is best on the validation split; \
control: on control labels;\n`best on test` picks the layer on the test split itself, as INSPECT does, and flatters. Layers from the \
embeddings (0) upwards.";
const CODE_LEGEND: &str = "Bits that the training labels take in an online code whose sender knows the layer, for the layer that shortens \
them most; control: compression of\ncontrol labels.";

/// The rows of a model at a task by a protocol.
struct Probed<'r> {
    task: &'r TaskRows<'r>,
    model: &'r str,
    protocol: &'r str,
}

impl<'r> Probed<'r> {
    fn rows(&self) -> impl Iterator<Item = &'r ResultRow> {
        let (model, protocol) = (self.model, self.protocol);
        let is_wanted =
            move |row: &&ResultRow| row.model.as_deref() == Some(model) && row.protocol.as_deref() == Some(protocol);
        self.task.rows.iter().copied().filter(is_wanted)
    }

    /// The row of a metric by labels and layer, all examples.
    fn find(&self, metric: &Metric, labels: &str, layer: Option<u32>) -> Option<&'r ResultRow> {
        self.rows().find(|row| {
            let is_layer = layer.is_none() || row.layer == layer;
            let is_whole = row.group.is_none() && row.examples.as_deref() != Some("validation");
            row.metric == metric.name && row.labels.as_deref() == Some(labels) && is_layer && is_whole
        })
    }

    /// The rows of the true labels, layer by layer.
    fn curve(&self, metric: &'static Metric, examples: &'static str) -> impl Iterator<Item = &'r ResultRow> {
        self.rows().filter(move |row| {
            let is_wanted = row.labels.as_deref() == Some("true") && row.examples.as_deref() == Some(examples);
            row.metric == metric.name && is_wanted && row.group.is_none()
        })
    }
}

fn accuracy_table(probed: &[Probed<'_>]) -> Table {
    let header =
        ["task", "n", "random", "accuracy", "layer", "control", "selectivity", "best on test", "layers", "truncated"];
    let mut table = table(&header, |column| matches!(column, 1..=7 | 9));
    for probed in probed {
        let Some(chosen) = probed.find(&CHOSEN_LAYER_ACCURACY, "true", None) else { continue };
        let best = probed.find(&BEST_LAYER_ACCURACY, "true", None);
        let best = best.map(|row| format!("{} at {}", percent(row.value), row.layer.unwrap_or_default()));
        // Whole numbers, so that the bars of equal steps are equal.
        let curve: Vec<f64> = probed.curve(&ACCURACY, "all").map(|row| (row.value * row.n as f64).round()).collect();
        let truncated = probed.rows().find(|row| row.metric == TRUNCATED.name);
        table.add_row([
            probed.task.name(),
            grouped(chosen.n),
            plain_fraction(probed.task.baseline(&RANDOM_BASELINE)),
            fraction(Some(chosen)),
            chosen.layer.unwrap_or_default().to_string(),
            plain_fraction(probed.find(&ACCURACY, "control", chosen.layer)),
            fraction(probed.find(&SELECTIVITY, "true-control", chosen.layer)),
            best.unwrap_or_default(),
            bars(&curve),
            grouped_count(truncated.map_or(0.0, |row| row.value)),
        ]);
    }
    table
}

fn code_table(probed: &[Probed<'_>]) -> Table {
    let header = ["task", "labels", "bits", "uniform code", "compression", "layer", "control", "layers"];
    let mut table = table(&header, |column| (1..=6).contains(&column));
    for probed in probed {
        let curve: Vec<f64> = probed.curve(&COMPRESSION, "train").map(|row| row.value).collect();
        let Some((layer, best)) = examen_metrics::best_layer(&curve) else { continue };
        let of = |metric, labels: &str| probed.find(metric, labels, Some(layer as u32));
        let bits = |metric| of(metric, "true").map(|row| format!("{:.0}", row.value)).unwrap_or_default();
        table.add_row([
            probed.task.name(),
            of(&CODELENGTH, "true").map(|row| grouped(row.n)).unwrap_or_default(),
            bits(&CODELENGTH),
            bits(&UNIFORM_CODELENGTH),
            format!("{best:.2}"),
            layer.to_string(),
            of(&COMPRESSION, "control").map(|row| format!("{:.2}", row.value)).unwrap_or_default(),
            bars(&curve),
        ]);
    }
    table
}

/// A curve as bars.
pub(crate) fn bars(curve: &[f64]) -> String {
    let low = curve.iter().copied().fold(f64::INFINITY, f64::min);
    let high = curve.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let step = |value: f64| if high > low { (value - low) / (high - low) } else { 0.0 };
    #[expect(clippy::cast_sign_loss, reason = "from 0 to 1")]
    let bar = |value: &f64| BARS[((step(*value) * 7.0).round() as usize).min(7)];
    curve.iter().map(bar).collect()
}
