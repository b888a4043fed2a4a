//! Artefacts of others: predictions, manifests, features.

use examen_data::{Answer, AnswerKind, FeatureReader, Manifest, PredictionReader};
use serde_json::Value;

use crate::files::with_file;
use crate::spare_panics_of_libraries;

/// Predictions end, whatever the bytes; an answer that can be read is read again from what it is written as.
pub fn predictions(data: &[u8]) {
    spare_panics_of_libraries();
    with_file("predictions", data, |path| {
        let Ok(reader) = PredictionReader::open(path) else { return };
        for prediction in reader.take(1_000).flatten() {
            if let Ok(output) = prediction.output.value() {
                check_output(&output);
            }
        }
    });
    if let Ok(output) = serde_json::from_slice::<Value>(data) {
        check_output(&output);
    }
}

fn check_output(output: &Value) {
    for kind in AnswerKind::ALL {
        match Answer::parse(kind, output) {
            Ok(answer) => assert_eq!(Answer::parse(kind, &answer.to_output()), Ok(answer)),
            Err(reason) => assert!(!reason.is_empty()),
        }
    }
}

/// A manifest is an error, or the same after being written.
pub fn manifest(data: &[u8]) {
    with_file("manifest.json", data, |path| {
        let Ok(manifest) = Manifest::read(path) else { return };
        let copy = path.with_file_name("copy.json");
        manifest.write(&copy).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(Manifest::read(&copy).ok(), Some(manifest));
    });
}

/// Features are an error, or have as many values as they say.
pub fn features(data: &[u8]) {
    with_file("features.safetensors", data, |path| {
        let Ok(reader) = FeatureReader::open(path) else { return };
        let shape = reader.shape();
        for layer in 0..shape.layers {
            let values = reader.layer(layer).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(values.len(), shape.rows * shape.width);
        }
    });
}
