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
    let page =
        |(name, schema): (&str, Schema)| (name.to_owned(), serde_json::to_string_pretty(&schema).unwrap() + "\n");
    examen_test::check_pages(&folder, &schemas.into_iter().map(page).collect());
}
