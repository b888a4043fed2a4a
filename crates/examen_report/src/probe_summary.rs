//! What a user sees of probes: a line for each task.

use std::fmt::Write;

use examen_metrics::chance;

use crate::summary::{figure, percent, share};
use crate::table::table;
use examen_data::grouped;
use examen_evaluation::probe::result_rows::{controlled, right};
use examen_evaluation::probe::{ProbeMethod, Probed};

/// Bars from the lowest figure of a curve to the highest.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A table for each model and method.
pub fn summary(probed: &[Probed]) -> String {
    let mut text = String::new();
    let mut parts: Vec<(&str, ProbeMethod)> = Vec::new();
    for it in probed {
        if !parts.contains(&(it.model.as_str(), it.method)) {
            parts.push((&it.model, it.method));
        }
    }
    for (model, method) in parts {
        let of_part: Vec<&Probed> = probed.iter().filter(|it| it.model == model && it.method == method).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{model}, probe: {}\n", method.name());
        text.push_str(&if method == ProbeMethod::Mdl { code_table(&of_part) } else { accuracy_table(&of_part) });
        text.push('\n');
    }
    text
}

fn accuracy_table(probed: &[&Probed]) -> String {
    let header =
        ["task", "n", "chance", "accuracy", "layer", "control", "selectivity", "best on test", "layers", "truncated"];
    let mut table = table(&header, |column| matches!(column, 1..=7 | 9));
    for probed in probed {
        let Some(chosen) = probed.chosen() else { continue };
        let (task, pairs) = (&probed.task, probed.fits.layer_pairs());
        let (test, n) = (&task.labels.truth().test, task.labels.truth().test.len() as u64);
        let right_of = |layer: usize| right(&pairs[layer].0.test, test) as u64;
        let curve: Vec<f64> = (0..pairs.len()).map(|layer| right_of(layer) as f64).collect();
        let (truth, control) = pairs[chosen.by_validation];
        let (mut control_share, mut selectivity) = (String::new(), String::new());
        if let Some(control) = control {
            let answers = controlled(task, truth, control);
            let (right, n) = answers.control_counts();
            control_share = if n > 0 { percent(right as f64 / n as f64) } else { String::new() };
            selectivity = answers.selectivity().map(|value| figure(value, answers.interval())).unwrap_or_default();
        }
        let best = if n > 0 { percent(right_of(chosen.by_test) as f64 / n as f64) } else { String::new() };
        table.add_row([
            task.full_name(),
            grouped(n),
            chance(task.classes.len()).map(percent).unwrap_or_default(),
            share(right_of(chosen.by_validation), n),
            chosen.by_validation.to_string(),
            control_share,
            selectivity,
            format!("{best} at {}", chosen.by_test),
            bars(&curve),
            grouped(probed.fits.truncated),
        ]);
    }
    format!(
        "{table}\n\nAccuracy in percent on the test split, with 95 % intervals, of the layer that is best on the validation split; \
         control: on labels dealt at random;\n`best on test` picks the layer on the test split itself, as INSPECT does, and \
         flatters. Layers from the embeddings (0) upwards.\n"
    )
}

fn code_table(probed: &[&Probed]) -> String {
    let header = ["task", "labels", "bits", "known nothing", "compression", "layer", "control", "layers"];
    let mut table = table(&header, |column| (1..=6).contains(&column));
    for probed in probed {
        let codes = probed.fits.codes();
        let curve: Vec<f64> = codes.iter().map(|(truth, _)| truth.compression()).collect();
        let Some((layer, best)) = examen_metrics::best_layer(&curve) else { continue };
        let (truth, control) = codes[layer];
        table.add_row([
            probed.task.full_name(),
            grouped(probed.task.labels.truth().training.len() as u64),
            format!("{:.0}", truth.bits),
            format!("{:.0}", truth.uniform_bits),
            format!("{best:.2}"),
            layer.to_string(),
            control.map(|control| format!("{:.2}", control.compression())).unwrap_or_default(),
            bars(&curve),
        ]);
    }
    format!(
        "{table}\n\nBits that the training labels take in an online code whose sender knows the layer, for the layer that shortens \
         them most; control: compression of\nlabels dealt at random.\n"
    )
}

/// A curve as bars.
pub fn bars(curve: &[f64]) -> String {
    let low = curve.iter().copied().fold(f64::INFINITY, f64::min);
    let high = curve.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let step = |value: f64| if high > low { (value - low) / (high - low) } else { 0.0 };
    #[expect(clippy::cast_sign_loss, reason = "from 0 to 1")]
    let bar = |value: &f64| BARS[((step(*value) * 7.0).round() as usize).min(7)];
    curve.iter().map(bar).collect()
}
