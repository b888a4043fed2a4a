//! Examples that ask for a name or a text, as numbers.

use std::path::PathBuf;

use examen_corpus::Split;
use examen_data::{AnswerSpec, TaskFolder};
use examen_models::{GeneratedKind, GeneratorInput, GeneratorTokens};
use rayon::prelude::*;
use serde_json::{Map, Value};

use super::exam_sets::tasks_below;
use crate::generated_kind::{generated_kind, generator_input};

/// Examples of a task that are evaluated on at most. Rows are in order of their ids, which are hashes, so that the first are a
/// sample.
const MOST_EVALUATED: usize = 500;

/// A task that asks for a name or a text.
pub(super) struct WrittenTask {
    pub(super) folder: TaskFolder,
    pub(super) kind: GeneratedKind,
    answer: AnswerSpec,
}

/// An example as texts.
pub(super) struct WrittenText {
    language: String,
    pub(super) question: String,
    pub(super) code: String,
    pub(super) target: String,
}

/// The tasks below some directories that ask for names or texts. Rewritten examples are no further ones.
pub(super) fn written_tasks(data: &[PathBuf]) -> crate::Result<Vec<WrittenTask>> {
    let wanted = |folder: TaskFolder| {
        let answer = folder.answer()?.filter(|answer| answer.original.is_none());
        let wanted = answer.and_then(|answer| Some((generated_kind(&answer)?, answer)));
        Ok(wanted.map(|(kind, answer)| WrittenTask { folder, kind, answer }))
    };
    let missing = || "no task that asks for a name or a text; `examen build names` and the like make some".to_owned();
    let mut tasks = Vec::new();
    for path in data {
        tasks.extend(tasks_below(path, wanted, missing)?);
    }
    Ok(tasks)
}

impl WrittenTask {
    /// The examples of a split, at most so many.
    pub(super) fn texts(&self, split: Split, most: usize) -> crate::Result<Vec<WrittenText>> {
        let Some(truth) = self.answer.truth.first() else { return Ok(Vec::new()) };
        let mut columns = vec!["language", "text", truth.as_str()];
        if self.kind == GeneratedKind::Answer {
            columns.push("question");
        }
        let text = |row: &mut Map<String, Value>, column: &str| match row.remove(column) {
            Some(Value::String(text)) => text,
            _ => String::new(),
        };
        let rows = self.folder.objects_with(split, &columns)?.take(most);
        let example = |row: examen_data::Result<Map<String, Value>>| {
            let mut row = row?;
            Ok(WrittenText {
                language: text(&mut row, "language"),
                question: text(&mut row, "question"),
                code: text(&mut row, "text"),
                target: text(&mut row, truth),
            })
        };
        rows.map(example).collect()
    }

    /// Training examples as numbers, those with nothing to write left out; and how many these are.
    pub(super) fn training(&self, tokens: GeneratorTokens<'_>) -> crate::Result<(Vec<GeneratorInput>, u64)> {
        let all = self.inputs(Split::Train, usize::MAX, tokens)?;
        let count = all.len();
        let own: Vec<GeneratorInput> = all.into_iter().filter(GeneratorInput::has_target).collect();
        let empty = (count - own.len()) as u64;
        Ok((own, empty))
    }

    /// Examples that nothing is learnt from.
    pub(super) fn validation(&self, tokens: GeneratorTokens<'_>) -> crate::Result<Vec<GeneratorInput>> {
        self.inputs(Split::Validation, MOST_EVALUATED, tokens)
    }

    fn inputs(&self, split: Split, most: usize, tokens: GeneratorTokens<'_>) -> crate::Result<Vec<GeneratorInput>> {
        let texts = self.texts(split, most)?;
        let input = |text: &WrittenText| {
            let input = generator_input(tokens, self.kind, &text.question, &text.code, &text.language);
            tokens.with_target(self.kind, input, &text.target)
        };
        Ok(texts.par_iter().map(input).collect())
    }
}
