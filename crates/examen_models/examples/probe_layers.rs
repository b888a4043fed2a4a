//! Probes every layer of an encoder by features in plain files: what `scripts/inspect_features.py` writes.
//!
//!     cargo run --release -p examen_models --example probe_layers -- PROTOCOL|mdl SEED FOLDER TASK...
//!
//! `TASK.json` has `classes`, `width`, `splits` (how many rows are for training, validation and test) and `labels` (of all rows);
//! `TASK.N.f32` has the rows of layer N as little-endian f32. Prints the accuracy of each layer on test rows in percent, or its
//! compression, then the layer that validation rows choose.

#![expect(clippy::print_stdout, reason = "figures are data")]

use std::error::Error;
use std::path::Path;

use examen_models::probing::{Features, ProbeTask, Protocol, SplitLabels, layer_by_validation, online_code};
use serde::Deserialize;

#[derive(Deserialize)]
struct Task {
    classes: usize,
    width: usize,
    splits: [usize; 3],
    labels: Vec<usize>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, seed, folder, tasks @ ..] = arguments.as_slice() else {
        return Err("a protocol, a seed, a folder and tasks, please".into());
    };
    let protocol = Protocol::ALL.into_iter().find(|protocol| protocol.name() == name);
    let seed = seed.parse()?;
    for code in tasks {
        let path = |ending: String| Path::new(folder).join(format!("{code}.{ending}"));
        let Task { classes, width, splits: [training, validation, _], mut labels } =
            serde_json::from_slice(&std::fs::read(path("json".to_owned()))?)?;
        let test = labels.split_off(training + validation);
        let validation = labels.split_off(training);
        let task = ProbeTask::new(classes, SplitLabels { training: labels, validation, test }, None)?;
        let (mut figures, mut fits) = (Vec::new(), Vec::new());
        for layer in 0.. {
            let Ok(bytes) = std::fs::read(path(format!("{layer}.f32"))) else { break };
            let (values, _) = bytes.as_chunks::<4>();
            let features = Features::new(width, values.iter().map(|value| f32::from_le_bytes(*value)).collect())?;
            let Some(protocol) = protocol else {
                figures.push(format!("{:.2}", online_code(&features, &task, seed)?.0.compression()));
                continue;
            };
            let fit = protocol.probe(&features, &task, seed)?.truth;
            let test = &task.truth().test;
            let right = fit.test.iter().zip(test).filter(|(answer, label)| answer == label).count();
            figures.push(format!("{:.1}", 100.0 * right as f64 / test.len() as f64));
            fits.push(fit);
        }
        println!("{code} {}", figures.join(" "));
        if let Some(layer) = layer_by_validation(&fits) {
            let penalties: Vec<String> = fits.iter().map(|fit| fit.penalty.to_string()).collect();
            println!("{code} layer by validation {layer}, penalties {}", penalties.join(" "));
        }
    }
    Ok(())
}
