//! A query asked of a file, ready to be written down for any task.

use std::collections::BTreeMap;

use examen_corpus::Split;
use examen_data::ExampleId;
use examen_syntax::Span;
use serde::Serialize;

use super::example::{Example, ExampleWriter};
use super::file_exam::Asked;
use super::labelled::{label_numbers, labelled};
use super::row::{ExampleType, PerturbedRow, RelevanceRow, SpanRow, WindowRow};
use super::settings::{Reading, Settings};
use crate::source::{LeftOut, SourceKey};
use examen_tokenizers::count_cubert_pieces;

/// Results of one negative query in one file that become examples of their own; files have dozens of them.
const NEGATIVE_RESULTS: usize = 2;

/// A query asked of a file.
pub struct Question<'a, 'f, 'p> {
    /// What the query says.
    pub asked: &'a Asked,
    /// The file, and how to write it down.
    pub writer: &'a ExampleWriter<'a, 'f, 'p>,
    /// The file's name.
    pub key: &'a SourceKey,
    /// The split of its project.
    pub split: Split,
    /// How the exams are made.
    pub settings: &'a Settings,
}

/// The rows that a file gives to one task.
#[derive(Debug, Default)]
pub struct Rows {
    /// The rows with their names.
    pub rows: Vec<(ExampleId, TaskRow)>,
    /// What was left out, by reason.
    pub skipped: BTreeMap<&'static str, u64>,
}

/// A row of any task.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum TaskRow {
    /// Of the span exams.
    Span(SpanRow),
    /// Of those with perturbed lines.
    Perturbed(PerturbedRow),
    /// Of single blocks.
    Relevance(RelevanceRow),
    /// Of windows over a file.
    Window(WindowRow),
}

impl Rows {
    /// Adds a row, or counts why there is none.
    pub fn add(&mut self, id: ExampleId, row: Result<TaskRow, LeftOut>) {
        match row {
            Ok(row) => self.rows.push((id, row)),
            Err(reason) => self.skip(reason),
        }
    }

    /// Counts something that was left out.
    pub fn skip(&mut self, reason: LeftOut) {
        *self.skipped.entry(reason.0).or_default() += 1;
    }
}

impl<'a> Question<'a, '_, '_> {
    /// The examples of single results. Of many that only look like answers, some.
    pub fn ideal(&self) -> Vec<(ExampleId, Example<'a>)> {
        let reading = self.reading(Reading::Flagged);
        let examples = self.asked.results.iter().map(|result| {
            let example = Example::of_result(self.writer.exam, self.asked, result, reading);
            (example.id("ideal", self.key), example)
        });
        let mut examples: Vec<_> = examples.filter(|(_, example)| !example.blocks.is_empty()).collect();
        examples.sort_by(|left, right| left.0.cmp(&right.0));
        // The simplified reading may make the same example of two results.
        examples.dedup_by(|left, right| left.0 == right.0);
        if self.asked.example_type == ExampleType::Negative {
            examples.truncate(NEGATIVE_RESULTS);
        }
        examples
    }

    /// The example of the whole file: its relevant blocks, or all of them.
    pub fn of_file(&self, shows_all: bool) -> Example<'a> {
        Example::of_file(self.writer.exam, self.asked, self.reading(Reading::Simplified), shows_all)
    }

    /// The name that all examples of this query and this file share.
    pub fn file_example_id(&self) -> ExampleId {
        let SourceKey { project, path, content_hash } = self.key;
        ExampleId::new(["file", self.asked.query.id, project, path, content_hash])
    }

    /// Which blocks count as relevant where the user has not said so.
    pub fn reading(&self, usual: Reading) -> Reading {
        self.settings.relevance.unwrap_or(usual)
    }

    /// An example as a row, with tokens and labels if they are wanted.
    pub fn row(&self, example: &Example<'_>, writer: &ExampleWriter<'_, '_, '_>) -> Result<SpanRow, LeftOut> {
        let mut row = self.row_without_labels(example, writer);
        if let Some(subwords) = &self.settings.subwords {
            let sequence = labelled(example, &row, writer, subwords)?;
            row.labels = Some(label_numbers(&sequence.labels));
            row.tokens = Some(sequence.tokens);
        }
        Ok(row)
    }

    /// An example as a row, with neither tokens nor labels.
    pub fn row_without_labels(&self, example: &Example<'_>, writer: &ExampleWriter<'_, '_, '_>) -> SpanRow {
        count_cubert_pieces(|counter| example.row(writer, counter))
    }

    /// The lines that an example shows, and the spans of it that must stay as they are.
    pub fn shown_lines(&self, example: &Example<'_>) -> (Vec<u32>, Vec<Span>) {
        let exam = self.writer.exam;
        let blocks = example.blocks.iter().map(|it| &exam.shown.blocks[it.block]);
        let lines = blocks.flat_map(|block| block.lines.iter().copied()).collect();
        let spans = [&self.asked.answers, &self.asked.facts].map(|spans| example.placed(exam, spans)).concat();
        (lines, spans.into_iter().map(|(_, span)| span).collect())
    }
}
