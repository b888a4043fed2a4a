//! The file for what a model says beside its answers.

use std::path::{Path, PathBuf};

use examen_data::JsonlWriter;
use serde_json::Value;

use super::example_row::ExampleRow;
use super::predictor::Predictor;
use super::task_examples::TaskInfo;
use crate::error::refuse;

/// A writer of details, one line for each example. The file appears when it is complete.
pub(super) struct DetailsFile {
    path: PathBuf,
    writer: JsonlWriter,
    rows: u64,
}

impl DetailsFile {
    pub(super) fn create(path: &Path) -> crate::Result<Self> {
        Ok(Self { path: path.to_owned(), writer: JsonlWriter::create(path)?, rows: 0 })
    }

    /// Adds what a model says of these examples.
    pub(super) fn push(
        &mut self,
        predictor: &dyn Predictor,
        task: &TaskInfo,
        batch: &[ExampleRow],
    ) -> crate::Result<()> {
        for rows in batch.chunks(predictor.rows_at_once().max(1)) {
            for (row, mut details) in rows.iter().zip(predictor.details(task, rows).unwrap_or_default()) {
                details.insert("example_id".to_owned(), Value::from(row.id.as_str()));
                self.writer.push(&details)?;
                self.rows += 1;
            }
        }
        Ok(())
    }

    /// Completes the file.
    pub(super) fn finish(self, model: &str) -> crate::Result<()> {
        if self.rows == 0 {
            refuse!("--details {}: {model} says nothing beside its answers", self.path.display());
        }
        self.writer.finish()?;
        Ok(())
    }
}
