//! The JSON schemas in `docs/schemas` are those of the code; `EXAMEN_UPDATE=1` rewrites them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use examen_data::{AnswerKind, EndpointRun, Manifest, Prediction, ResultLog};
use schemars::schema_for;
use serde_json::Value;

/// The schemas of other crates, which keep them by tests of their own.
const OF_OTHERS: [&str; 1] = ["recipe.json"];

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
    let mut names = BTreeSet::from(OF_OTHERS.map(str::to_owned));
    for (name, schema) in documents.into_iter().chain(answers) {
        let page: String = serde_json::to_string_pretty::<Value>(&schema).unwrap() + "\n";
        examen_test::check_text(&folder.join(&name), &page);
        names.insert(name);
    }
    for path in examen_test::files(&folder) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(names.contains(&name), "{name} belongs to nothing");
    }
}
