//! The file that a model's predictions go to.

use std::path::Path;

use examen_data::{JsonlWriter, Prediction, PredictionStatus, PredictionWriter};
use serde_json::Value;

use super::{NoReply, Reply};

/// Takes replies one by one, and counts them by how they ended. The file appears when it is complete.
pub struct PredictionFile {
    writer: Writer,
    model: &'static str,
    counts: [u64; 3],
}

enum Writer {
    Jsonl(Box<JsonlWriter>),
    Parquet(Box<PredictionWriter>),
}

impl PredictionFile {
    /// Starts a file: JSONL when its name ends so, Parquet otherwise.
    pub fn create(path: &Path, model: &'static str) -> examen_data::Result<Self> {
        let writer = if path.extension().is_some_and(|extension| extension == "jsonl") {
            Writer::Jsonl(JsonlWriter::create(path)?.into())
        } else {
            Writer::Parquet(PredictionWriter::create(path)?.into())
        };
        Ok(Self { writer, model, counts: [0; 3] })
    }

    /// Adds what the model made of an example.
    pub fn push(&mut self, example_id: String, reply: Reply) -> examen_data::Result<()> {
        let (output, status, reason) = match reply {
            Ok(output) => (output, PredictionStatus::Ok, None),
            Err(NoReply::Skipped(reason)) => (Value::Null, PredictionStatus::Skipped, Some(reason)),
            Err(NoReply::Failed(reason)) => (Value::Null, PredictionStatus::Error, Some(reason)),
        };
        self.counts[status as usize] += 1;
        let prediction =
            Prediction { example_id, model: self.model.to_owned(), output, truncated: false, status, reason };
        match &mut self.writer {
            Writer::Jsonl(writer) => writer.push(&prediction),
            Writer::Parquet(writer) => writer.push(prediction),
        }
    }

    /// Whether nothing was added yet.
    pub fn is_empty(&self) -> bool {
        self.counts.iter().all(|count| *count == 0)
    }

    /// Completes the file; the numbers of examples answered, skipped and failed.
    pub fn finish(self) -> examen_data::Result<[u64; 3]> {
        match self.writer {
            Writer::Jsonl(writer) => writer.finish()?,
            Writer::Parquet(writer) => writer.finish()?,
        };
        Ok(self.counts)
    }
}
