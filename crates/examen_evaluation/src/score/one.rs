//! The scores of one answer to one example, for programs that score row by row.

use examen_corpus::Split;
use examen_data::{JsonlWriter, Measure, TableSchema, TableWriter, TaskFolder, rows_to_batch};
use serde_json::{Map, Value, json};

use super::{Predictions, score_task};
use crate::compare::value_of_sums;
use crate::error::{While as _, refuse};

/// The name that the answer's model has among the scores.
pub const ONE_ANSWER: &str = "answer";

/// Scores one answer to one example of a task by the task's scorer. The example is a row of the task, with its truth; the answer is
/// what a prediction has as `output`. It is the scorer of whole tasks that does it, at a task of one example, so that the scores are
/// those of `examen score`.
pub fn score_one(
    folder: &TaskFolder,
    example: &Map<String, Value>,
    output: &Value,
) -> crate::Result<Vec<(Measure, f64)>> {
    let manifest = folder.manifest();
    let name = format!("{}/{}", manifest.suite, manifest.task);
    let Some(id) = example.get("id").and_then(Value::as_str) else {
        refuse!("an example of {name} has an `id`");
    };
    let of_example = || format!("cannot score an answer to {id} of {name}");
    let place = tempfile::tempdir().doing(of_example)?;
    let one = place.path().join("task");
    std::fs::create_dir(&one).doing(of_example)?;
    manifest.write(&one.join("manifest.json"))?;
    let reader = folder.read(Split::Test)?;
    let schema_name = reader.schema_name().unwrap_or_default().to_owned();
    let columns = reader.schema().fields().iter().map(|field| field.as_ref().clone()).collect();
    let schema = TableSchema::new(schema_name, columns)?;
    for split in Split::ALL {
        let rows = if split == Split::Test { std::slice::from_ref(example) } else { &[] };
        let mut table = TableWriter::create(&one.join(format!("{split}.parquet")), &schema)?;
        table.write(&rows_to_batch(schema.arrow(), &name, rows)?)?;
        table.finish()?;
    }
    let answer = place.path().join("answer.jsonl");
    let mut writer = JsonlWriter::create(&answer)?;
    writer.push(&json!({ "example_id": id, "model": ONE_ANSWER, "output": output }))?;
    writer.finish()?;
    let mut predictions = Predictions::read(&[answer])?;
    let scored = score_task(&TaskFolder::open(&one)?, &[Split::Test], &mut predictions).doing(of_example)?;
    let Some(scored) = scored else {
        refuse!("{name} cannot be scored: its columns are of no known exam");
    };
    let of_answer = scored.examples.iter().filter(|score| score.model == ONE_ANSWER);
    of_answer.map(|score| Ok((score.of.clone(), value_of_sums(&score.of)?(&score.counts, 1)))).collect()
}
