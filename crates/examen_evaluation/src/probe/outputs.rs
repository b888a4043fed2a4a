//! The files that a run of probes writes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use examen_data::{
    JsonlWriter, Prediction, PredictionStatus, PredictionWriter, ResultHeader, ResultLog, ResultRow, Tool,
    example_scores_path, write_atomically, write_example_scores,
};
use examen_metrics::{ConfusionMatrix, layer_ranks};
use serde::Serialize;
use serde_json::{Value, json};

use super::fits::Fit;
use super::result_rows::{baseline_rows, example_scores, model_rows, right};
use super::{Probed, ProbingTask};
use crate::error::csv_bytes;

/// Writes the result log and, beside it, the scores of single examples; returns the rows.
pub fn write_result(
    path: &Path,
    tasks: &[Arc<ProbingTask>],
    probed: &[Probed],
    configuration: Value,
    seed: u64,
) -> crate::Result<Vec<ResultRow>> {
    let mut rows: Vec<ResultRow> = tasks.iter().flat_map(|task| baseline_rows(task)).collect();
    rows.extend(probed.iter().flat_map(model_rows));
    let (mut counts, mut seeds) = (BTreeMap::new(), BTreeSet::from([seed]));
    for task in tasks {
        seeds.insert(task.seed());
    }
    for probed in probed {
        let answers = probed.fits.layer_pairs().len() * probed.task.test.len();
        *counts.entry("ok".to_owned()).or_default() += answers as u64;
        *counts.entry("truncated-texts".to_owned()).or_default() += probed.fits.truncated;
    }
    let header = ResultHeader {
        tool: Tool { name: "examen".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        recipe: None,
        configuration,
        seeds: seeds.into_iter().collect(),
        data_versions: tasks.iter().map(|task| (task.full_name(), task.data_version().to_owned())).collect(),
        // Values do not depend on the machine, but for the last bits of features.
        hardware: BTreeMap::new(),
        counts_by_status: counts,
    };
    ResultLog::new(header, rows.clone()).write(path)?;
    write_example_scores(&example_scores_path(path), probed.iter().flat_map(example_scores))?;
    Ok(rows)
}

/// Writes predictions, confusion matrices and the curves of all layers into a folder.
pub fn write_outputs(out: &Path, probed: &[Probed]) -> crate::Result<()> {
    let mut chosen_file = PredictionWriter::create(&out.join("predictions.parquet"))?;
    let mut layers_file = PredictionWriter::create(&out.join("layers.parquet"))?;
    let mut confusion = JsonlWriter::create(&out.join("confusion.jsonl"))?;
    let mut curves = csv::Writer::from_writer(Vec::new());
    for probed in probed {
        let Some(chosen) = probed.chosen() else { continue };
        let name = probed.prediction_name();
        let pairs = probed.fits.layer_pairs();
        for row in curve(probed) {
            curves.serialize(row)?;
        }
        for (layer, &(truth, control)) in pairs.iter().enumerate() {
            for prediction in predictions(probed, truth, control, &format!("{name}@{layer}")) {
                layers_file.push(prediction)?;
            }
            confusion.push(&confusion_row(probed, layer, truth)?)?;
        }
        let (truth, control) = pairs[chosen.by_validation];
        for prediction in predictions(probed, truth, control, &name) {
            chosen_file.push(prediction)?;
        }
    }
    chosen_file.finish()?;
    layers_file.finish()?;
    confusion.finish()?;
    write_atomically(&out.join("layers.csv"), &csv_bytes(curves)?)?;
    Ok(())
}

fn predictions<'p>(
    probed: &'p Probed,
    truth: &'p Fit,
    control: Option<&'p Fit>,
    model: &'p str,
) -> impl Iterator<Item = Prediction> + 'p {
    let classes = &probed.task.classes;
    probed.task.test.iter().enumerate().map(move |(at, row)| {
        let mut output = json!({ "label": classes[truth.test[at]] });
        if let Some(control) = control {
            output["control_label"] = json!(classes[control.test[at]]);
        }
        Prediction {
            example_id: row.id.clone(),
            model: model.to_owned(),
            output,
            truncated: probed.fits.truncated_test.get(at).copied().unwrap_or_default(),
            status: PredictionStatus::Ok,
            reason: None,
        }
    })
}

/// Examples by their class, a row for each, and the class that was given.
fn confusion_row(probed: &Probed, layer: usize, fit: &Fit) -> crate::Result<Value> {
    let Probed { model, task, method, .. } = probed;
    let mut matrix = ConfusionMatrix::new(task.classes.len());
    for (&label, &answer) in task.labels.truth().test.iter().zip(&fit.test) {
        matrix.add(label, answer)?;
    }
    let classes = 0..task.classes.len();
    let counts: Vec<Vec<u64>> =
        classes.clone().map(|truth| classes.clone().map(|given| matrix.count(truth, given)).collect()).collect();
    Ok(json!({
        "suite": task.suite, "task": task.name, "model": model, "probe": method.name(), "layer": layer,
        "classes": task.classes, "counts": counts,
    }))
}

/// A layer of a model at a task: what heat maps and sparklines are made of.
#[derive(Serialize)]
struct CurveRow<'r> {
    model: &'r str,
    probe: &'static str,
    suite: &'r str,
    task: &'r str,
    layer: usize,
    accuracy: Option<f64>,
    validation: Option<f64>,
    control: Option<f64>,
    selectivity: Option<f64>,
    /// Among the layers; the highest is the best.
    rank: f64,
    penalty: f64,
    converged: Option<bool>,
}

fn curve(probed: &Probed) -> Vec<CurveRow<'_>> {
    let Probed { model, task, method, fits } = probed;
    let (labels, pairs) = (task.labels.truth(), fits.layer_pairs());
    let fraction = |count: usize, of: usize| (of > 0).then(|| count as f64 / of as f64);
    let accuracy = |fit: &Fit| fraction(right(&fit.test, &labels.test), labels.test.len());
    let ranks = layer_ranks(&pairs.iter().map(|(truth, _)| accuracy(truth).unwrap_or_default()).collect::<Vec<_>>());
    let mut rows = Vec::new();
    for (layer, (&(truth, control), rank)) in pairs.iter().zip(ranks).enumerate() {
        let with_labels = control.zip(task.labels.control());
        let control = with_labels.and_then(|(fit, labels)| fraction(right(&fit.test, &labels.test), labels.test.len()));
        let accuracy = accuracy(truth);
        rows.push(CurveRow {
            model,
            probe: method.name(),
            suite: &task.suite,
            task: &task.name,
            layer,
            accuracy,
            validation: fraction(truth.validation_right, labels.validation.len()),
            control,
            selectivity: accuracy.zip(control).map(|(accuracy, control)| accuracy - control),
            rank,
            penalty: truth.penalty,
            converged: truth.has_converged,
        });
    }
    rows
}
