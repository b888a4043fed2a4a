//! The file that the predictions of a model are written to.

use std::collections::BTreeMap;
use std::path::Path;

use examen_data::{JsonText, JsonlWriter, Prediction, PredictionStatus, PredictionWriter, counted, grouped};

use super::predictor::{NoReply, Reply};

/// A writer of replies, which counts them by status. The file appears when it is complete.
pub struct PredictionFile {
    writer: Writer,
    model: String,
    counts: PredictionCounts,
    first_skipped: Option<String>,
    first_failed: Option<String>,
    reasons: BTreeMap<String, u64>,
}

/// Numbers of examples by the status of their predictions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PredictionCounts {
    /// Examples with an answer.
    pub answered: u64,
    /// Examples that the model was not asked about.
    pub skipped: u64,
    /// Examples at which the model failed.
    pub failed: u64,
}

enum Writer {
    Jsonl(Box<JsonlWriter>),
    Parquet(Box<PredictionWriter>),
}

impl std::fmt::Display for PredictionCounts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Self { answered, skipped, failed } = self;
        let answered = counted(*answered, "example", "examples");
        write!(formatter, "{answered} answered, {} skipped, {} failed", grouped(*skipped), grouped(*failed))
    }
}

impl PredictionFile {
    /// Starts a file: JSONL when its name ends in `.jsonl`, Parquet otherwise.
    pub fn create(path: &Path, model: &str) -> examen_data::Result<Self> {
        let writer = if path.extension().is_some_and(|extension| extension == "jsonl") {
            Writer::Jsonl(JsonlWriter::create(path)?.into())
        } else {
            Writer::Parquet(PredictionWriter::create(path)?.into())
        };
        Ok(Self {
            writer,
            model: model.to_owned(),
            counts: PredictionCounts::default(),
            first_skipped: None,
            first_failed: None,
            reasons: BTreeMap::new(),
        })
    }

    /// Adds the reply to an example.
    pub fn push(&mut self, example_id: String, reply: Reply) -> examen_data::Result<()> {
        let (output, status, reason) = match reply {
            Ok(answer) => (answer.to_output().into(), PredictionStatus::Ok, None),
            Err(NoReply::Skipped(reason)) => (JsonText::default(), PredictionStatus::Skipped, Some(reason)),
            Err(NoReply::Failed(reason)) => (JsonText::default(), PredictionStatus::Error, Some(reason)),
        };
        let (count, first) = match status {
            PredictionStatus::Ok => (&mut self.counts.answered, None),
            PredictionStatus::Skipped => (&mut self.counts.skipped, Some(&mut self.first_skipped)),
            PredictionStatus::Error => (&mut self.counts.failed, Some(&mut self.first_failed)),
        };
        *count += 1;
        if let Some(reason) = &reason {
            // What is behind a colon is about one example.
            let kind = reason.split(':').next().unwrap_or_default();
            *self.reasons.entry(kind.to_owned()).or_default() += 1;
        }
        if let (Some(first), Some(reason)) = (first, &reason) {
            first.get_or_insert_with(|| format!("{example_id}: {reason}"));
        }
        let prediction = Prediction { example_id, model: self.model.clone(), output, truncated: false, status, reason };
        match &mut self.writer {
            Writer::Jsonl(writer) => writer.push(&prediction),
            Writer::Parquet(writer) => writer.push(prediction),
        }
    }

    /// Returns the examples without an answer so far by reason.
    pub fn reasons(&self) -> &BTreeMap<String, u64> {
        &self.reasons
    }

    /// Returns the counts so far.
    pub fn counts(&self) -> PredictionCounts {
        self.counts
    }

    /// Why examples have no answer: the first that was skipped and the first that failed.
    pub fn remarks(&self) -> Vec<String> {
        let firsts = [("skipped", &self.first_skipped), ("failed", &self.first_failed)];
        firsts
            .iter()
            .filter_map(|(status, first)| Some(format!("first {status} example: {}", first.as_ref()?)))
            .collect()
    }

    /// Completes the file.
    pub fn finish(self) -> examen_data::Result<PredictionCounts> {
        match self.writer {
            Writer::Jsonl(writer) => writer.finish()?,
            Writer::Parquet(writer) => writer.finish()?,
        };
        Ok(self.counts)
    }
}
