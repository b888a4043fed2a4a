//! The JSON schemas in `docs/schemas` are those of the code; `EXAMEN_UPDATE=1` rewrites them.

use std::path::PathBuf;

use examen_data::{Manifest, Prediction, ResultLog};
use schemars::{Schema, schema_for};

#[test]
fn committed_schemas_are_up_to_date() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    let schemas: [(&str, Schema); 3] = [
        ("manifest.json", schema_for!(Manifest)),
        ("prediction.json", schema_for!(Prediction)),
        ("result.json", schema_for!(ResultLog)),
    ];
    for (name, schema) in schemas {
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        let path = folder.join(name);
        if std::env::var_os("EXAMEN_UPDATE").is_some_and(|value| value == "1") {
            examen_data::write_atomically(&path, text.as_bytes()).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == text, "docs/schemas/{name} is out of date; run the tests with EXAMEN_UPDATE=1");
    }
}
