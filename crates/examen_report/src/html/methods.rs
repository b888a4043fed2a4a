//! How values came about: data, seeds, settings, what was skipped and why.

use std::path::Path;

use examen_data::{Manifest, grouped, logged_path};
use serde_json::Value;

use super::examples::Browser;
use super::grid::Grid;
use super::inputs::{Loaded, ReportInputs, labels};

/// What was read and made of it, as tables.
pub(crate) fn method_tables(inputs: &ReportInputs, loaded: &Loaded, browser: &Browser) -> Vec<Grid> {
    let mut grids = vec![logs(loaded), versions(loaded)];
    grids.extend([tasks(loaded), skipped(loaded), predictions(inputs), settings(loaded), shown(browser)]);
    grids.retain(|grid| !grid.rows.is_empty());
    grids
}

fn logs(loaded: &Loaded) -> Grid {
    let rows = loaded.logs.iter().map(|log| {
        let header = &log.header;
        let tool = format!("{} {}", header.tool.name, header.tool.version);
        let seeds: Vec<String> = header.seeds.iter().map(u64::to_string).collect();
        let counts: Vec<String> =
            header.counts_by_status.iter().map(|(status, count)| format!("{status} {}", grouped(*count))).collect();
        let hardware: Vec<String> = header.hardware.iter().map(|(name, value)| format!("{name} {value}")).collect();
        vec![log.label.clone(), tool, seeds.join(", "), counts.join(", "), hardware.join(", ")]
    });
    let header = ["result", "made by", "seeds", "predictions by status", "machine"];
    Grid::new("Results", "The result logs that all values come from.", &header, rows.collect())
}

fn versions(loaded: &Loaded) -> Grid {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for log in &loaded.logs {
        for (task, version) in &log.header.data_versions {
            let row = vec![task.clone(), version.clone()];
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
    }
    rows.sort();
    let legend = "A data version is raised by any change that alters examples, labels or scores.";
    Grid::new("Data versions", legend, &["task", "data version"], rows)
}

fn tasks(loaded: &Loaded) -> Grid {
    let rows = loaded.folders.iter().map(|folder| {
        let manifest = folder.manifest();
        let split = |name: &str| manifest.counts.outputs.get(name).map(|&count| grouped(count)).unwrap_or_default();
        let inputs: Vec<String> =
            manifest.counts.inputs.iter().map(|(kind, count)| format!("{} {kind}", grouped(*count))).collect();
        vec![
            name(manifest),
            manifest.provenance.data_version.clone(),
            manifest.provenance.seed.to_string(),
            inputs.join(", "),
            split("train"),
            split("validation"),
            split("test"),
            manifest.input_hash.to_string().chars().take(12).collect(),
        ]
    });
    let header = ["task", "data version", "seed", "read", "train", "validation", "test", "input hash"];
    Grid::new("Examples", "What each exam was made of, by its manifest.", &header, rows.collect())
}

fn skipped(loaded: &Loaded) -> Grid {
    let mut rows = Vec::new();
    for folder in &loaded.folders {
        let manifest = folder.manifest();
        for (reason, count) in &manifest.counts.skipped {
            rows.push(vec![name(manifest), reason.clone(), grouped(*count)]);
        }
        for shortage in &manifest.shortages {
            if let Ok(Value::Object(fields)) = serde_json::to_value(shortage) {
                let facts: Vec<String> =
                    fields.iter().map(|(name, value)| format!("{name} {}", plain(value))).collect();
                rows.push(vec![name(manifest), format!("too few of a class: {}", facts.join(", ")), String::new()]);
            }
        }
    }
    let legend = "What was left out when exams were made, and classes that the code could not fill.";
    Grid::new("Left out", legend, &["task", "reason", "count"], rows)
}

fn predictions(inputs: &ReportInputs) -> Grid {
    let rows = labels(&inputs.predictions).into_iter().map(|label| vec![label]).collect();
    Grid::new("Predictions", "The files whose answers the pages show.", &["file"], rows)
}

fn settings(loaded: &Loaded) -> Grid {
    let mut rows = Vec::new();
    for log in &loaded.logs {
        let Value::Object(fields) = &log.header.configuration else { continue };
        for (name, value) in fields.iter().filter(|(name, _)| *name != "runs") {
            rows.push(vec![log.label.clone(), name.clone(), plain(value)]);
        }
    }
    Grid::new(
        "Settings",
        "Every setting of a result log; of absolute paths the last part.",
        &["result", "setting", "value"],
        rows,
    )
}

fn shown(browser: &Browser) -> Grid {
    let rows = browser
        .tasks
        .iter()
        .map(|task| vec![format!("{}/{}", task.suite, task.task), grouped(task.total), grouped(task.shown() as u64)]);
    let legend = "The example browser shows a sample of each task, those with the smallest ids, which are hashes. Values are of all examples.";
    Grid::new("Examples that can be browsed", legend, &["task", "examples", "shown"], rows.collect())
}

fn name(manifest: &Manifest) -> String {
    format!("{}/{}", manifest.suite, manifest.task)
}

/// A setting in words. Where a file was on a machine is nobody's business, and would make two reports differ.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => logged_path(Path::new(text)),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<String>>().join(", "),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| format!("{name}: {}", plain(value))).collect::<Vec<String>>().join(", ")
        }
        other => other.to_string(),
    }
}
