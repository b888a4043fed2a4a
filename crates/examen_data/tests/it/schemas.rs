//! The JSON schemas in `docs/schemas` are those of the code; `EXAMEN_UPDATE=1` rewrites them.

use std::path::PathBuf;

use examen_data::{AnswerKind, EndpointRun, Manifest, Prediction, ResultLog};
use schemars::schema_for;
use serde_json::Value;

#[test]
fn committed_schemas_are_up_to_date() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    let documents = [
        ("endpoint-run.json".to_owned(), schema_for!(EndpointRun).to_value()),
        ("manifest.json".to_owned(), schema_for!(Manifest).to_value()),
        ("prediction.json".to_owned(), schema_for!(Prediction).to_value()),
        ("result.json".to_owned(), schema_for!(ResultLog).to_value()),
    ];
    let answers = AnswerKind::ALL.map(|kind| (format!("answer-{}.json", kind.name()), kind.schema()));
    let page = |(name, schema): (String, Value)| (name, serde_json::to_string_pretty(&schema).unwrap() + "\n");
    examen_test::check_pages(&folder, &documents.into_iter().chain(answers).map(page).collect());
}
